"""The key sheet: made from the table, as the person set it; its own key closes it."""

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.ui import controls
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import SHIFT, click, press
from ui.dialogs.key_sheet import KeySheet, key_groups
from ui.dialogs.settings import SettingsDialog
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


def opened(window: MainWindow, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> KeySheet:
    press(window.page, key, modifiers)
    (sheet,) = window.findChildren(KeySheet)
    return sheet


@pytest.mark.parametrize(
    ("key", "modifiers"), [(Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier), (Qt.Key.Key_Question, SHIFT)]
)
def test_its_key_opens_and_closes_it(
    window: MainWindow, qtbot: QtBot, key: Qt.Key, modifiers: Qt.KeyboardModifier
) -> None:
    sheet = opened(window, key, modifiers)
    press(sheet, key, modifiers)
    qtbot.waitUntil(lambda: not window.findChildren(KeySheet))


def test_it_lists_the_keys_of_the_view_and_of_the_window(window: MainWindow) -> None:
    window.settings.set_keys("next_pair", ("X",))
    window.show_view("review")
    shown = controls.texts(opened(window, Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier))
    assert shown[shown.index("Next pair") + 1] == "X"
    assert shown[shown.index("Open project") + 1] == "Ctrl+O"
    assert "Cancel job" not in shown


def test_every_action_with_a_key_is_in_one_group(window: MainWindow) -> None:
    for view in ("overview", "review"):
        listed = [row.name for _, rows in key_groups(window.table, view) for row in rows]
        wanted = [
            row.name
            for row in window.table.table.values()
            if row.scope in {"window", view} and window.table.keys_of(row.name)
        ]
        assert sorted(listed) == sorted(wanted)


def test_it_leads_to_the_keys_in_the_settings(window: MainWindow, qtbot: QtBot) -> None:
    sheet = opened(window, Qt.Key.Key_F1, Qt.KeyboardModifier.NoModifier)
    (change,) = [each for each in controls.controls(sheet) if each.accessibleName() == "Change keys…"]
    click(change)
    qtbot.waitUntil(lambda: not window.findChildren(KeySheet))
    (dialog,) = window.findChildren(SettingsDialog)
    assert dialog.keys_page.isVisible()
    dialog.close()
