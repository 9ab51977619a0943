"""The settings dialog: what is changed applies and is kept at once; keys are recorded, clashes named."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QComboBox, QPushButton, QSpinBox
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.settings import SETTINGS, Settings
from tests.ui import controls
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import CTRL, SHIFT, click, press, type_text
from ui.dialogs.key_recorder import RECORDING, KeyRecorder
from ui.dialogs.settings import KEYS, SettingsDialog
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.fixture
def dialog(window: MainWindow, qtbot: QtBot) -> SettingsDialog:
    made = SettingsDialog(window)
    made.open()
    qtbot.waitExposed(made)
    return made


def number(dialog: SettingsDialog, key: str) -> QSpinBox:
    field = dialog.fields[key]
    assert isinstance(field, QSpinBox)
    return field


def kept(window: MainWindow, tmp_path: Path) -> Settings:
    return Settings(tmp_path / "config" / "settings.json")


def button(dialog: SettingsDialog, name: str) -> QPushButton:
    (found,) = [each for each in dialog.findChildren(QPushButton) if each.accessibleName() == name]
    return found


def test_every_setting_has_a_field_with_its_value(dialog: SettingsDialog) -> None:
    assert dialog.fields.keys() == {setting.key for setting in SETTINGS}


def test_a_number_applies_when_it_is_typed(dialog: SettingsDialog, window: MainWindow, tmp_path: Path) -> None:
    dialog.show_section("Scoring")
    field = number(dialog, "scoring.lanes")
    field.setFocus()
    field.selectAll()
    type_text(field, "3")
    press(field, Qt.Key.Key_Return)
    assert window.settings.get("scoring.lanes") == 3
    assert kept(window, tmp_path).get("scoring.lanes") == 3
    assert dialog.isVisible()
    click(button(dialog, "Worker processes: default"))
    assert (field.value(), window.settings.get("scoring.lanes")) == (0, 0)


def test_a_choice_applies_at_once(dialog: SettingsDialog, window: MainWindow) -> None:
    field = dialog.fields["scoring.device"]
    assert isinstance(field, QComboBox)
    field.setFocus()
    press(field, Qt.Key.Key_Down)
    assert (field.currentData(), window.settings.get("scoring.device")) == ("cpu", "cpu")


def test_what_cannot_be_kept_is_said_and_the_field_goes_back(
    dialog: SettingsDialog, window: MainWindow, tmp_path: Path
) -> None:
    (tmp_path / "config").write_text("a file where the folder should be")
    field = number(dialog, "scoring.lanes")
    field.setValue(5)
    assert (field.value(), window.settings.get("scoring.lanes")) == (0, 0)
    assert "cannot be" in dialog.problem


def test_a_setting_that_changes_elsewhere_is_shown(dialog: SettingsDialog, window: MainWindow) -> None:
    window.settings.set("scoring.lanes", 7)
    assert number(dialog, "scoring.lanes").value() == 7


def test_a_closed_dialog_listens_no_more(dialog: SettingsDialog, window: MainWindow, qtbot: QtBot) -> None:
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.close()
    qtbot.waitUntil(lambda: not isValid(dialog))
    window.settings.set("scoring.lanes", 7)


# ---- keys -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def keys(dialog: SettingsDialog) -> SettingsDialog:
    dialog.show_section(KEYS)
    return dialog


def record(dialog: SettingsDialog, name: str, key: Qt.Key, modifiers: Qt.KeyboardModifier) -> None:
    (recorder,) = [each for each in dialog.findChildren(KeyRecorder) if each.accessibleName() == name]
    click(recorder)
    assert recorder.text() == RECORDING
    press(recorder, key, modifiers)
    assert not recorder.is_recording


def row(dialog: SettingsDialog, name: str) -> str:
    dialog.keys_page.choose(name)
    item = dialog.keys_page.table.item(dialog.keys_page.table.currentRow(), 2)
    assert item is not None
    return item.text()


def test_a_recorded_key_replaces_or_joins_the_others(keys: SettingsDialog, window: MainWindow, tmp_path: Path) -> None:
    keys.keys_page.choose("score")
    record(keys, "New key…", Qt.Key.Key_F9, CTRL)
    assert window.table.keys_of("score") == ("Ctrl+F9",)
    record(keys, "Add key…", Qt.Key.Key_Tab, CTRL | SHIFT | Qt.KeyboardModifier.AltModifier)
    assert kept(window, tmp_path).keys["score"] == ("Ctrl+F9", "Ctrl+Alt+Shift+Tab")
    assert "changed" in row(keys, "score")
    click(button(keys, "Default"))
    assert window.table.keys_of("score") == ("Ctrl+Return",)
    assert "score" not in window.settings.keys


def test_a_clash_names_the_other_and_may_take_the_key_away(keys: SettingsDialog, window: MainWindow) -> None:
    keys.keys_page.choose("score")
    record(keys, "New key…", Qt.Key.Key_O, CTRL)
    assert "▲ Ctrl+O already does “Open project”." in controls.texts(keys)
    assert window.table.keys_of("score") == ("Ctrl+Return",)
    click(button(keys, "Leave it"))
    assert window.table.keys_of("open_project") == ("Ctrl+O",)
    record(keys, "New key…", Qt.Key.Key_O, CTRL)
    click(button(keys, "Take it"))
    assert window.table.keys_of("score") == ("Ctrl+O",)
    assert window.table.keys_of("open_project") == ()
    assert row(keys, "open_project").startswith("none")


def test_defaults_that_somebody_else_has_now_clash_too(keys: SettingsDialog, window: MainWindow) -> None:
    window.settings.set_keys("score", ("F9",))
    window.settings.set_keys("evaluators", ("Ctrl+Return",))
    keys.keys_page.choose("score")
    click(button(keys, "Default"))
    assert window.table.keys_of("score") == ("F9",)
    click(button(keys, "Take it"))
    assert (window.table.keys_of("score"), window.table.keys_of("evaluators")) == (("Ctrl+Return",), ())


def test_escape_and_leaving_cancel_the_recording(keys: SettingsDialog, window: MainWindow) -> None:
    recorder = next(iter(keys.findChildren(KeyRecorder)))
    click(recorder)
    press(recorder, Qt.Key.Key_Escape)
    assert not recorder.is_recording
    assert keys.isVisible()
    click(recorder)
    keys.keys_page.table.setFocus()
    assert not recorder.is_recording
    assert window.settings.keys == {}


def test_a_modifier_alone_and_a_held_key_are_not_taken(keys: SettingsDialog) -> None:
    recorder = next(iter(keys.findChildren(KeyRecorder)))
    click(recorder)
    press(recorder, Qt.Key.Key_Shift)
    held = QKeyEvent(QKeyEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "", True)
    QApplication.sendEvent(recorder, held)
    assert recorder.is_recording


def test_all_keys_go_back(keys: SettingsDialog, window: MainWindow) -> None:
    window.settings.set_keys("score", ())
    window.settings.set_keys("open_project", ("F9",))
    click(button(keys, "All to default"))
    assert window.settings.keys == {}
    assert row(keys, "score") == "Ctrl+Return"


def test_actions_are_found_by_name_and_by_key(keys: SettingsDialog) -> None:
    table = keys.keys_page.table

    def shown() -> list[str]:
        rows = [table.item(place, 0) for place in range(table.rowCount()) if not table.isRowHidden(place)]
        return [item.text() for item in rows if item is not None]

    keys.keys_page.search.setText("official")
    assert shown() == ["Official lens"]
    keys.keys_page.search.setText("ctrl+k")
    assert shown() == ["Commands"]
