"""Blind: while somebody labels, no string of the whole window tells whose samples are shown.

Names of all kinds are words of their own in the project, and every other view was there before.
"""

import logging
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from scoring.errors import UserError
from tests.core import world
from tests.ui import label_world
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import CTRL, press
from tests.ui.label_world import HIDDEN, SENTINEL, TITLE
from tests.ui.reachable import strings
from tests.ui.reachable import telling as found_telling
from tests.ui.test_main_window import dropped
from ui.dialogs.palette import PaletteDialog
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.sample_files import copy_text
from ui.views import VIEWS, ViewRow

OTHERS = tuple(row.name for row in VIEWS if row.name != "label")


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    """Return the real views, and one without a word in place of the desk."""
    blank = next(row for row in BLANK_VIEWS if row.name == "label")
    return tuple(blank if row.name == "label" else row for row in VIEWS)


@pytest.fixture(scope="module")
def telling_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project whose every name is a word to look for, scored."""
    folder = tmp_path_factory.mktemp("telling")
    made = label_world.make_bare(folder, 2, ("face",))
    with Project.open(made) as project:
        world.score_with_fake(project)
    return made


@pytest.fixture
def visited(window: MainWindow, telling_folder: Path, tmp_path: Path, qtbot: QtBot) -> MainWindow:
    """Return the window after every other view was looked at, and much was done in them."""
    shutil.copytree(telling_folder, tmp_path / telling_folder.name)
    assert window.commands.open(tmp_path / telling_folder.name)
    qtbot.waitUntil(window.context.knows_look)
    for name in OTHERS:
        window.show_view(name)
        qtbot.waitUntil(lambda: not window.context.is_busy)
    window.show_view("review")
    qtbot.waitUntil(lambda: window.page.act("open_pair"))
    window.page.act("pick")
    qtbot.waitUntil(lambda: SENTINEL in window.table["undo"].text())
    window.page.act("back_to_grid")
    return window


def telling(words: Iterable[str] = HIDDEN) -> list[tuple[str, str]]:
    """Return what tells; the protocol is of the whole challenge, and may be named."""
    return [(where, text) for where, text in found_telling(words) if not text.startswith("protocol ")]


def at_the_desk(window: MainWindow) -> None:
    window.show_view("label")
    window.set_blind(True, TITLE)


def test_the_views_do_tell_before(visited: MainWindow) -> None:
    found = " ".join(where for where, _ in telling())
    for place in ("QComboBox", "QAction", "MainWindow.windowTitle", "toolTip", "accessible"):
        assert place in found


def test_nothing_tells_while_somebody_labels(
    visited: MainWindow, qtbot: QtBot, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    copy_text(f"/somewhere/{SENTINEL}/unlearned/7.png")
    visited.notices.show_notice(Notice("info", f"{SENTINEL} is imported"))
    visited.commands.compare()
    capfd.readouterr()
    at_the_desk(visited)
    qtbot.waitUntil(lambda: not telling())
    visited.notices.show_notice(Notice("warning", f"{SENTINEL} failed", details="unlearned"))
    visited.context.failed.emit(UserError(f"{SENTINEL} cannot be read"))
    visited.context.step(1)
    visited.context.look(policy="failure")
    project = visited.context.project
    assert project is not None
    project.announce("results", "marks", "labels")
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_I, Qt.Key.Key_E, Qt.Key.Key_O):
        press(visited.page, key, CTRL)
    press(visited.page, Qt.Key.Key_F1)
    qtbot.waitUntil(lambda: not visited.context.is_busy)
    assert not telling()
    assert any(text == TITLE for _, text in strings())
    assert visited.windowTitle() == "Labelling – Genmu Studio"
    said = "".join(capfd.readouterr()) + caplog.text
    assert not [word for word in HIDDEN if word in said.casefold()]


def test_everything_is_there_again_afterwards(visited: MainWindow, qtbot: QtBot) -> None:
    visited.show_view("scores")
    before = {name: visited.memory.get(f"state.{name}") for name in OTHERS}
    at_the_desk(visited)
    visited.notices.show_notice(Notice("info", f"{SENTINEL} is imported"))
    assert not visited.notices.notices
    visited.set_blind(False)
    shown: list[str] = [notice.text for notice in visited.notices.notices]
    assert shown == [f"{SENTINEL} is imported"]
    assert visited.windowTitle() == f"{SENTINEL} – Genmu Studio"
    assert before is not None
    for name in OTHERS:
        visited.show_view(name)
        qtbot.waitUntil(lambda: not visited.context.is_busy)
    visited.show_view("review")
    qtbot.waitUntil(lambda: visited.page.act("open_pair"))
    (dock,) = visited.page.docks()
    assert dock.isVisible()
    assert visited.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea
    qtbot.waitUntil(lambda: SENTINEL in visited.table["undo"].text())
    assert visited.table["copy_path"].isVisible()
    assert visited.table["copy_path"].text().startswith("Copy path")


def test_a_dock_that_was_moved_or_closed_is_so_afterwards(visited: MainWindow) -> None:
    (dock,) = visited.page.docks()
    visited.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    at_the_desk(visited)
    visited.set_blind(False)
    visited.show_view("review")
    (again,) = visited.page.docks()
    assert again is not dock
    assert visited.dockWidgetArea(again) == Qt.DockWidgetArea.LeftDockWidgetArea
    again.close()
    at_the_desk(visited)
    visited.set_blind(False)
    visited.show_view("review")
    (third,) = visited.page.docks()
    assert not third.isVisible()


def test_a_note_that_is_being_written_is_kept(visited: MainWindow, qtbot: QtBot) -> None:
    project = visited.context.project
    assert project is not None
    heard: list[object] = []
    project.subscribe(heard.append)
    visited.page.act("note")
    field = QApplication.focusWidget()
    assert field is not None
    press(field, Qt.Key.Key_X)
    at_the_desk(visited)
    qtbot.waitUntil(lambda: bool(heard))
    qtbot.waitUntil(lambda: project.undo_titles()[0] is not None and "Note" in str(project.undo_titles()[0]))
    assert not visited.notices.notices


def waits(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> None:
    on_progress(Progress(f"reading {SENTINEL}", 1, 3))
    while not cancellation.requested:
        pass


def test_a_job_that_runs_is_a_job_and_no_more(visited: MainWindow, qtbot: QtBot) -> None:
    visited.jobs.run(f"Importing {SENTINEL}", waits)
    qtbot.waitUntil(lambda: bool(telling([f"reading {SENTINEL}"])))
    at_the_desk(visited)
    qtbot.waitUntil(lambda: not telling())
    assert any(text == "a job is running" for _, text in strings())
    assert visited.job_strip.isVisible()
    visited.set_blind(False)
    assert telling([f"Importing {SENTINEL}"])
    visited.jobs.cancel()
    qtbot.waitUntil(lambda: visited.jobs.current is None)
    at_the_desk(visited)
    qtbot.waitUntil(lambda: not telling())


def test_the_palette_lists_neither_submissions_nor_projects(visited: MainWindow, qtbot: QtBot) -> None:
    at_the_desk(visited)
    qtbot.waitUntil(lambda: not telling())
    press(visited.page, Qt.Key.Key_K, CTRL)
    (dialog,) = visited.findChildren(PaletteDialog)
    assert not telling()
    assert "Skip" in dialog.shown
    assert not {"Pick", "Score", "Open project", "Export table"} & set(dialog.shown)
    dialog.reject()


def test_what_is_dropped_or_opened_is_refused_with_a_sentence(
    visited: MainWindow, telling_folder: Path, qtbot: QtBot
) -> None:
    project = visited.context.project
    at_the_desk(visited)
    dropped(visited, telling_folder)
    qtbot.waitUntil(lambda: bool(visited.notices.notices))
    assert not visited.commands.open(telling_folder)
    assert visited.context.project is project
    assert ["Esc leaves" in notice.hint for notice in visited.notices.notices] == [True]
    assert not telling()
    assert not [each for each in visited.findChildren(QDialog) if each.isVisible()]


def test_settings_keys_and_about_tell_nothing_either(visited: MainWindow, qtbot: QtBot) -> None:
    at_the_desk(visited)
    qtbot.waitUntil(lambda: not telling())
    words = {"settings": HIDDEN, "key_sheet": HIDDEN, "about": [SENTINEL]}  # a licence speaks of originals
    for name, hidden in words.items():
        visited.table[name].trigger()
        qtbot.waitUntil(lambda: QApplication.activeModalWidget() is not None)
        assert not telling(hidden), name
        dialog = QApplication.activeModalWidget()
        assert dialog is not None
        dialog.close()
        qtbot.waitUntil(lambda: QApplication.activeModalWidget() is None)


def test_the_window_closes_without_a_question(visited: MainWindow) -> None:
    visited.show_view("review")
    visited.show_view("label")
    visited.set_blind(True, TITLE)
    visited.close()
    assert not visited.isVisible()
    assert isinstance(visited.memory.get("state.review"), dict)
