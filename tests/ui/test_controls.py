"""Every control of the window and its dialogs has a name and a tooltip; foreign text is literal everywhere."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QDialog
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core import world
from tests.ui import controls
from ui.dialogs.about import AboutDialog
from ui.dialogs.compare import CompareDialog
from ui.dialogs.evaluators import EvaluatorsDialog
from ui.dialogs.export import ExportDialog
from ui.dialogs.import_submission import ImportDialog
from ui.dialogs.key_sheet import KeySheet
from ui.dialogs.new_project import NewProjectDialog
from ui.dialogs.palette import PaletteDialog
from ui.dialogs.references import ReferencesDialog
from ui.dialogs.report import ReportDialog
from ui.dialogs.settings import SettingsDialog
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.views import VIEWS

HOSTILE = "<b>x</b><img src=x>"
DIALOGS: tuple[type[QDialog], ...] = (
    SettingsDialog, PaletteDialog, KeySheet, AboutDialog, EvaluatorsDialog, ExportDialog, NewProjectDialog,
    ReferencesDialog, ImportDialog, CompareDialog, ReportDialog,
)  # fmt: skip


@pytest.fixture(scope="module")
def hostile_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project, scored, whose team has markup for a name."""
    folder = tmp_path_factory.mktemp("hostile")
    protocol = world.one_group()
    world.write_submission(folder / "entry", world.grid(protocol, conditions=1), team=HOSTILE)
    world.write_references(folder / "references", protocol.identities_of("face"))
    with Project.create(folder / "a & b.genmu", protocol) as project:
        project.intake.references(folder / "references")
        world.take_in(project, folder / "entry")
        world.score_with_fake(project)
    return folder / "a & b.genmu"


@pytest.fixture
def hostile_window(window: MainWindow, hostile_folder: Path, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    shutil.copytree(hostile_folder, tmp_path / "a & b.genmu")
    assert window.commands.open(tmp_path / "a & b.genmu")
    qtbot.waitUntil(window.context.knows_look)
    return window


@pytest.fixture(params=DIALOGS, ids=lambda each: each.__name__)
def dialog(request: pytest.FixtureRequest, hostile_window: MainWindow, qtbot: QtBot) -> Iterator[QDialog]:
    kind = request.param
    made: QDialog = ImportDialog(hostile_window, []) if kind is ImportDialog else kind(hostile_window)
    made.open()
    if isinstance(made, EvaluatorsDialog):
        qtbot.waitUntil(lambda: "can run here" in made.said)
    yield made
    made.close()


@pytest.mark.parametrize("view", [row.name for row in VIEWS])
def test_every_control_of_the_window_says_what_it_is(hostile_window: MainWindow, view: str) -> None:
    hostile_window.notices.show_notice(Notice("warning", "look", details="more", action=("Go", lambda: None)))
    hostile_window.show_view(view)
    assert len(list(controls.controls(hostile_window))) > 8
    assert controls.without_name(hostile_window) == []
    assert controls.without_tip(hostile_window) == []
    assert controls.beyond_tab(hostile_window) == []


def test_every_control_of_a_dialog_says_what_it_is(dialog: QDialog) -> None:
    assert list(controls.controls(dialog))
    assert controls.without_name(dialog) == []
    assert controls.without_tip(dialog) == []
    assert controls.beyond_tab(dialog) == []


@pytest.mark.parametrize("view", [row.name for row in VIEWS])
def test_markup_in_a_name_is_shown_as_it_is(hostile_window: MainWindow, view: str) -> None:
    hostile_window.show_view(view)
    assert controls.not_literal(hostile_window, HOSTILE) == []
    assert any(HOSTILE in text for text in controls.texts(hostile_window))


def test_markup_in_a_name_is_shown_as_it_is_in_dialogs(dialog: QDialog) -> None:
    assert controls.not_literal(dialog, HOSTILE) == []
    if isinstance(dialog, PaletteDialog):
        assert any(HOSTILE in text for text in dialog.shown)


def test_an_ampersand_in_a_name_underlines_nothing(hostile_window: MainWindow) -> None:
    assert "a && b" in controls.texts(hostile_window.top_bar)
