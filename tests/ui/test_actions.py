"""The table of actions: unique, without clashes, with icons, and every action does something."""

from itertools import combinations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.memory import Memory
from genmu_studio.settings import Settings
from tests.ui.blank import BLANK_VIEWS
from ui.actions import ACTIONS, Actions, readable, view_actions
from ui.icons import NAMES, icon
from ui.main_window import MainWindow
from ui.views import VIEWS

VIEW_ROWS = view_actions(tuple((row.name, row.title, row.icon) for row in VIEWS))
ALL = (*ACTIONS, *VIEW_ROWS)


def test_names_and_texts_are_unique() -> None:
    assert len({row.name for row in ALL}) == len(ALL)
    texts = [(row.scope, row.text) for row in ALL]
    assert len(set(texts)) == len(texts)


def test_the_programs_own_keys_do_not_clash() -> None:
    clashes = [
        (one.name, other.name, key)
        for one, other in combinations(ALL, 2)
        if one.scope == other.scope or "window" in (one.scope, other.scope)
        for key in set(one.keys) & set(other.keys)
    ]
    assert clashes == []


def test_every_scope_is_the_window_or_a_view() -> None:
    assert {row.scope for row in ALL} <= {"window", *(row.name for row in VIEWS)}


def test_every_window_action_can_be_found_in_a_menu() -> None:
    assert [row.name for row in ALL if row.scope == "window" and not row.menu] == []


def test_icons_exist(dressed: QApplication) -> None:
    assert [row.name for row in ALL if row.icon and row.icon not in NAMES] == []
    pictures = {name: icon(name).pixmap(24).toImage() for name in NAMES}
    empty = QPixmap(24, 24)
    empty.fill(Qt.GlobalColor.transparent)
    assert [name for name, picture in pictures.items() if picture == empty.toImage()] == []


def test_keys_are_written_as_qt_understands_them(qapp: QApplication) -> None:
    assert [(row.name, key) for row in ALL for key in row.keys if not readable(key)] == []


def test_every_action_is_connected(
    dressed: QApplication, qtbot: QtBot, settings: Settings, memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    connected = []
    monkeypatch.setattr(Actions, "on", lambda self, name, function: connected.append(name))
    window = MainWindow(settings, memory, BLANK_VIEWS)
    assert sorted(connected) == sorted(window.table.table)
    window.close()
    window.deleteLater()


def test_an_action_of_the_view_goes_before_one_of_the_window(window: MainWindow) -> None:
    window.settings.set_keys("all_pairs", ("O",))
    assert window.table.named_by("O", "review") == "all_pairs"
    assert window.table.named_by("O", "overview") == "official_lens"
    assert window.table.named_by("Ctrl+Shift+F9", "review") is None


def test_a_clash_is_seen_from_both_sides(window: MainWindow) -> None:
    assert window.table.clash("score", "Ctrl+O") == "open_project"
    assert window.table.clash("open_project", "Ctrl+O") is None
    assert window.table.clash("official_lens", "D") == "next_pair"
    assert window.table.clash("next_pair", "O") == "official_lens"


def test_other_keys_show_in_text_and_tooltip(window: MainWindow) -> None:
    window.settings.set_keys("score", ("F9", "F8"))
    action = window.table["score"]
    assert action.text() == "Score\tF9"
    assert action.toolTip().endswith("(F9 or F8)")
    window.settings.set_keys("score", ())
    assert action.text() == "Score"
    assert "(" not in action.toolTip()
