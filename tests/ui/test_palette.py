"""The command palette: found by words, chosen by arrows, done by Enter."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import CTRL, press, type_text
from ui.dialogs.palette import PaletteDialog
from ui.fuzzy import distance
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


def opened(window: MainWindow, qtbot: QtBot) -> PaletteDialog:
    press(window.page, Qt.Key.Key_K, CTRL)
    (dialog,) = window.findChildren(PaletteDialog)
    qtbot.waitUntil(dialog.search.hasFocus)
    return dialog


def test_words_are_found_in_any_order_at_best_where_they_begin() -> None:
    assert distance("", "Open project") == 0
    assert distance("open", "Open project") == 0
    assert distance("proj open", "Open project") == 1
    assert distance("ject", "Open project") == 2
    assert distance("opj", "Open project") == 4
    assert distance("zebra", "Open project") is None
    assert distance("open zebra", "Open project") is None
    assert distance("ÄRGER", "ärger") == 0


def test_typing_and_enter_do_the_command(scored_window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(scored_window, qtbot)
    type_text(dialog.search, "overv")
    assert dialog.shown[0] == "Overview"
    press(dialog.search, Qt.Key.Key_Return)
    assert scored_window.page.objectName() == "view_overview"
    qtbot.waitUntil(lambda: not scored_window.findChildren(PaletteDialog))


def test_arrows_choose_and_submissions_are_listed(scored_window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(scored_window, qtbot)
    type_text(dialog.search, "lab rev")
    assert dialog.shown == ["Face  Example Lab  rev 1", "Face  Second Lab  rev 1"]
    press(dialog.search, Qt.Key.Key_Down)
    press(dialog.search, Qt.Key.Key_Return)
    assert scored_window.context.submission is not None
    assert scored_window.context.submission.team == "Second Lab"


def test_what_cannot_be_done_now_is_not_listed(window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(window, qtbot)
    assert "Open project" in dialog.shown
    assert not {"Score", "Export table", "Cancel job", "Commands"} & set(dialog.shown)


def test_recent_projects_are_listed_and_open(scored_window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    scored_window.context.set_project(None)
    dialog = opened(scored_window, qtbot)
    type_text(dialog.search, "project.genmu")
    assert dialog.shown[0] == "project.genmu"
    press(dialog.search, Qt.Key.Key_Return)
    project = scored_window.context.project
    assert project is not None
    assert project.folder == tmp_path / "project.genmu"


def test_nothing_found_does_nothing_and_escape_or_the_same_key_closes(window: MainWindow, qtbot: QtBot) -> None:
    dialog = opened(window, qtbot)
    type_text(dialog.search, "zebra")
    assert dialog.shown == []
    press(dialog.search, Qt.Key.Key_Return)
    assert dialog.isVisible()
    press(dialog.search, Qt.Key.Key_Escape)
    assert not dialog.isVisible()
    qtbot.waitUntil(lambda: not window.findChildren(PaletteDialog))
    again = opened(window, qtbot)
    press(again.search, Qt.Key.Key_K, CTRL)
    qtbot.waitUntil(lambda: not window.findChildren(PaletteDialog))
