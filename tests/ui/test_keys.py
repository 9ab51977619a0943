"""Keys on any layout: by letter, by position where there is no Latin letter, and never while text is typed."""

import sys
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QLineEdit,
    QListWidget,
    QPlainTextEdit,
    QPushButton,
    QSlider,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from tests.ui.keyboard import CTRL, NONE, SHIFT
from tests.ui.keyboard import press as click_key
from ui.keys import KeyRouter, at_position, candidates

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="scan codes as X11 and evdev number them")

# X11 scan codes of the keys that a QWERTY keyboard labels so
SCAN = {"1": 10, "2": 11, "0": 19, "Q": 24, "A": 38, "D": 40, "O": 32, "Z": 52}


def press(key: int, modifiers: Qt.KeyboardModifier = NONE, scan: int = 0, text: str = "") -> QKeyEvent:
    return QKeyEvent(QEvent.Type.KeyPress, key, modifiers, scan, 0, 0, text)


# ---- layouts --------------------------------------------------------------------------------------------------------


@linux
@pytest.mark.parametrize(
    ("event", "best"),
    [
        pytest.param(press(ord("A"), scan=SCAN["A"]), "A", id="qwerty a"),
        pytest.param(press(0x3141, scan=SCAN["A"], text="ㅁ"), "A", id="korean, key of a"),
        pytest.param(press(0x3147, scan=SCAN["D"], text="ㅇ"), "D", id="korean, key of d"),
        pytest.param(press(0x0424, scan=SCAN["A"], text="ф"), "A", id="cyrillic, key of a"),
        pytest.param(press(0x0412, scan=SCAN["D"], text="в"), "D", id="cyrillic, key of d"),
        pytest.param(press(0x0429, CTRL, SCAN["O"]), "Ctrl+O", id="cyrillic, control and key of o"),
        pytest.param(press(ord("E"), scan=SCAN["D"]), "E", id="dvorak: its letter, not the position"),
        pytest.param(press(ord("Q"), scan=SCAN["A"]), "Q", id="azerty: its letter, not the position"),
        pytest.param(press(ord("1"), scan=SCAN["1"]), "1", id="qwerty digit"),
        pytest.param(press(ord("1"), Qt.KeyboardModifier.KeypadModifier), "1", id="digit of the keypad"),
        pytest.param(press(0xC9, scan=SCAN["2"], text="é"), "2", id="azerty é stands on 2"),
        pytest.param(press(ord("?"), SHIFT), "?", id="a symbol typed with shift"),
        pytest.param(press(ord("?")), "?", id="the same symbol typed without"),
        pytest.param(press(Qt.Key.Key_Backtab, CTRL | SHIFT), "Ctrl+Shift+Tab", id="control shift tab"),
        pytest.param(press(Qt.Key.Key_Enter), "Return", id="enter of the keypad"),
        pytest.param(press(Qt.Key.Key_F11), "F11", id="function key"),
    ],
)
def test_the_best_form_of_a_key(event: QKeyEvent, best: str) -> None:
    assert candidates(event)[0] == best


@linux
def test_azerty_digits_act_without_shift_and_with_it() -> None:
    assert "1" in candidates(press(ord("&"), scan=SCAN["1"], text="&"))
    assert "1" in candidates(press(ord("1"), SHIFT, SCAN["1"], text="1"))
    assert "Ctrl+1" in candidates(press(ord("&"), CTRL, SCAN["1"]))


@linux
def test_shift_and_a_digit_of_qwerty_is_not_the_digit() -> None:
    assert "1" not in candidates(press(ord("!"), SHIFT, SCAN["1"], text="!"))


@pytest.mark.parametrize("key", [Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt, Qt.Key.Key_CapsLock])
def test_a_modifier_alone_means_nothing(key: Qt.Key) -> None:
    assert candidates(press(key)) == ()


@linux
def test_a_position_outside_letters_and_digits_means_nothing() -> None:
    assert [at_position(code) for code in (9, 20, 34, 37, 0)] == ["", "", "", "", ""]
    assert {name: at_position(code) for name, code in SCAN.items()} == {name: name for name in SCAN}


# ---- the router -----------------------------------------------------------------------------------------------------


class Frame(QWidget):
    """A window with one control, and what the router was asked to do."""

    def __init__(self, control: QWidget) -> None:
        super().__init__()
        self.control = control
        self.acted: list[str] = []
        self.claims: set[str] = set()
        QVBoxLayout(self).addWidget(control)
        KeyRouter(self, self._act)

    def _act(self, keys: str) -> bool:
        self.acted.append(keys)
        return True


@pytest.fixture
def frames(qtbot: QtBot) -> Iterator[list[Frame]]:
    made: list[Frame] = []
    yield made
    for frame in made:
        frame.close()
        frame.deleteLater()


def shown(frames: list[Frame], qtbot: QtBot, control: QWidget) -> Frame:
    frame = Frame(control)
    frames.append(frame)
    frame.show()
    frame.activateWindow()
    qtbot.waitExposed(frame)
    control.setFocus()
    qtbot.waitUntil(control.hasFocus)
    return frame


TYPED = [
    Qt.Key.Key_A,
    Qt.Key.Key_D,
    Qt.Key.Key_1,
    Qt.Key.Key_Space,
    Qt.Key.Key_Left,
    Qt.Key.Key_Home,
    Qt.Key.Key_Question,
]


@pytest.mark.parametrize("field", [QLineEdit, QPlainTextEdit, QSpinBox])
def test_typing_in_a_field_triggers_nothing(frames: list[Frame], qtbot: QtBot, field: type[QWidget]) -> None:
    frame = shown(frames, qtbot, field())
    for key in TYPED:
        click_key(frame.control, key)
    for key in (Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_Z, Qt.Key.Key_Left):
        click_key(frame.control, key, CTRL)
    assert frame.acted == []


def test_commands_and_function_keys_act_while_text_is_typed(frames: list[Frame], qtbot: QtBot) -> None:
    frame = shown(frames, qtbot, QLineEdit())
    click_key(frame.control, Qt.Key.Key_K, CTRL)
    click_key(frame.control, Qt.Key.Key_F1)
    click_key(frame.control, Qt.Key.Key_F5)
    click_key(frame.control, Qt.Key.Key_Escape)
    assert frame.acted == ["Ctrl+K", "F1", "F5", "Esc"]


def test_text_that_an_input_method_composes_triggers_nothing(frames: list[Frame], qtbot: QtBot) -> None:
    edit = QLineEdit()
    frame = shown(frames, qtbot, edit)
    QApplication.sendEvent(edit, QInputMethodEvent("ㅁ", []))
    done = QInputMethodEvent()
    done.setCommitString("마")
    QApplication.sendEvent(edit, done)
    assert (edit.text(), frame.acted) == ("마", [])


def test_space_and_enter_press_the_focused_button(frames: list[Frame], qtbot: QtBot) -> None:
    button = QPushButton("Go")
    button.setAutoDefault(True)
    frame = shown(frames, qtbot, button)
    with qtbot.waitSignal(button.clicked):
        click_key(button, Qt.Key.Key_Space)
    click_key(button, Qt.Key.Key_Return)
    assert frame.acted == []
    click_key(button, Qt.Key.Key_D)
    assert frame.acted == ["D"]


def test_arrows_walk_lists_boxes_and_sliders(frames: list[Frame], qtbot: QtBot) -> None:
    box = QComboBox()
    box.addItems(["one", "two"])
    list_ = QListWidget()
    list_.addItems(["one", "two"])
    list_.setCurrentRow(0)
    slider = QSlider()
    for control in (box, list_, slider):
        frame = shown(frames, qtbot, control)
        click_key(control, Qt.Key.Key_Down if control is not slider else Qt.Key.Key_Up)
        assert frame.acted == []
    assert (box.currentIndex(), list_.currentRow(), slider.value()) == (1, 1, 1)


def test_another_window_keeps_its_keys(frames: list[Frame], qtbot: QtBot) -> None:
    frame = shown(frames, qtbot, QPushButton("Go"))
    other = QWidget()
    qtbot.addWidget(other)
    other.show()
    click_key(other, Qt.Key.Key_D)
    assert frame.acted == []


@pytest.mark.parametrize(
    ("key", "text", "modifiers", "scan", "wanted"),
    [
        (Qt.Key.Key_Comma, ",", NONE, 59, ","),
        (Qt.Key.Key_Less, "<", Qt.KeyboardModifier.ShiftModifier, 59, "Shift+,"),  # US
        (Qt.Key.Key_Semicolon, ";", Qt.KeyboardModifier.ShiftModifier, 59, "Shift+,"),  # German
        (Qt.Key.Key_Comma, ",", Qt.KeyboardModifier.ShiftModifier, 0, "Shift+,"),
        (0x0411, "Б", NONE, 59, ","),  # Cyrillic
        (Qt.Key.Key_Greater, ">", Qt.KeyboardModifier.ShiftModifier, 60, "Shift+."),
    ],
)
def test_comma_and_full_stop_act_with_shift_on_any_layout(
    key: int, text: str, modifiers: Qt.KeyboardModifier, scan: int, wanted: str
) -> None:
    event = QKeyEvent(QEvent.Type.KeyPress, int(key), modifiers, scan, 0, 0, text)
    found = [each for each in candidates(event) if each in {",", ".", "Shift+,", "Shift+."}]
    assert found[0] == wanted
