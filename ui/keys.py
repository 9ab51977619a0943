"""Keys in one canonical form, on any keyboard layout.

A key is matched by its letter; where the layout is not Latin (Korean, Cyrillic) it is matched by its position on a
QWERTY keyboard. A digit is also matched by position, since on AZERTY the digits need Shift. No letter or digit acts
while text is typed; Space, Enter and arrows are left to the button, slider or list that has the focus.
"""

import sys
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QTabBar,
    QTextEdit,
    QWidget,
)

_ROWS: Final = ("1234567890", "QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM,.")
# Symbols whose key acts with Shift too, whatever that makes of it on a layout: "Shift+," is that of "," with Shift.
_SHIFTED: Final = frozenset(",.")
# First scan code of each row: set 1, as Windows and evdev number them; X11 adds 8.
_ROW_STARTS: Final = (2, 16, 30, 44)
_X11_OFFSET: Final = 8
# macOS numbers the keys of its first keyboard in another order.
_MAC: Final = dict(
    zip(
        (18, 19, 20, 21, 23, 22, 26, 28, 25, 29, 12, 13, 14, 15, 17, 16, 32, 34, 31, 35, 0, 1, 2, 3, 5, 4, 38, 40, 37,
         6, 7, 8, 9, 11, 45, 46, 43, 47),
        "".join(_ROWS),
        strict=True,
    )
)  # fmt: skip
_NAMED: Final = {
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_PageUp: "PgUp",
    Qt.Key.Key_PageDown: "PgDown",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_Return: "Return",
    Qt.Key.Key_Enter: "Return",
    Qt.Key.Key_Escape: "Esc",
    Qt.Key.Key_Space: "Space",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Backtab: "Tab",
    Qt.Key.Key_Delete: "Del",
    Qt.Key.Key_Backspace: "Backspace",
}
_FUNCTION_KEYS: Final = range(int(Qt.Key.Key_F1), int(Qt.Key.Key_F12) + 1)
_TEXT_FIELDS: Final = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)
_WALKING: Final = frozenset({"Left", "Right", "Up", "Down", "PgUp", "PgDown", "Home", "End"})
_PRESSING: Final = frozenset({"Space", "Return"})
_EDITING: Final = frozenset(
    f"Ctrl+{key}"
    for key in (
        "A", "C", "V", "X", "Y", "Z", "Return", "Left", "Right", "Up", "Down", "Home", "End", "Del", "Backspace",
    )
)  # fmt: skip


def candidates(event: QKeyEvent) -> tuple[str, ...]:
    """Return the canonical forms that a key event may mean, the best first; empty for a bare modifier."""
    modifiers = event.modifiers()
    prefix = "".join(
        name
        for flag, name in (
            (Qt.KeyboardModifier.ControlModifier, "Ctrl+"),
            (Qt.KeyboardModifier.AltModifier, "Alt+"),
            (Qt.KeyboardModifier.MetaModifier, "Meta+"),
        )
        if modifiers & flag
    )
    shift = "Shift+" if modifiers & Qt.KeyboardModifier.ShiftModifier else ""
    key = event.key()
    if key in _NAMED:
        return (f"{prefix}{shift}{_NAMED[Qt.Key(key)]}",)
    if key in _FUNCTION_KEYS:
        return (f"{prefix}{shift}F{key - int(Qt.Key.Key_F1) + 1}",)
    found: list[str] = []
    symbol = chr(key) if 0x20 < key < 0x7F else ""
    if symbol.isalnum():
        found.append(f"{prefix}{shift}{symbol.upper()}")
    elif symbol:
        # "?" is typed with Shift on one layout and without on another: the symbol itself is what counts.
        both = (f"{prefix}{symbol}", f"{prefix}{shift}{symbol}")
        found.extend(reversed(both) if symbol in _SHIFTED else both)
    position = at_position(event.nativeScanCode())
    is_symbol = position in _SHIFTED and not symbol.isalnum()
    if position and (not symbol or is_symbol or (position.isdigit() and not symbol.isalpha())):
        found.append(f"{prefix}{shift}{position}")
        if symbol == position:  # a digit that needs Shift on this layout is that digit
            found.append(f"{prefix}{position}")
    return tuple(dict.fromkeys(found))


def at_position(scan_code: int) -> str:
    """Return what a QWERTY keyboard has at the position of a native scan code: a letter, digit, "," or "."; else ""."""
    if sys.platform == "darwin":
        return _MAC.get(scan_code, "")
    code = scan_code - (_X11_OFFSET if sys.platform.startswith("linux") else 0)
    for row, start in zip(_ROWS, _ROW_STARTS, strict=True):
        if start <= code < start + len(row):
            return row[code - start]
    return ""


def belongs_to(widget: QWidget | None, keys: str) -> bool:
    """Whether `keys` are the focused widget's own business: typing, pressing, sliding, walking a list."""
    if widget is None:
        return False
    has_command = keys.startswith(("Ctrl+", "Alt+", "Meta+"))
    bare = keys.removeprefix("Shift+")
    if isinstance(widget, _TEXT_FIELDS) or (isinstance(widget, QComboBox) and widget.isEditable()):
        is_typed = not has_command and bare != "Esc" and not bare[1:].isdecimal()
        return is_typed or keys.replace("Shift+", "") in _EDITING
    walks = isinstance(widget, QAbstractSlider | QComboBox | QAbstractItemView | QTabBar)
    presses = walks or isinstance(widget, QAbstractButton)
    return not has_command and ((presses and bare in _PRESSING) or (walks and bare in _WALKING))


class KeyRouter(QObject):
    """Sends the keys of one window to `act(keys)`, which returns whether it did something with them.

    It sees a key before the focused widget does, and leaves it alone where it is that widget's own business.
    """

    def __init__(self, window: QWidget, act: Callable[[str], bool]) -> None:
        super().__init__(window)
        self._window = window
        self._act = act
        application = QApplication.instance()
        if application is not None:
            application.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Act on a key press that goes to a widget of the window."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(watched, QWidget) or not isinstance(event, QKeyEvent):
            return False
        elsewhere = QApplication.activeModalWidget() is not None or QApplication.activePopupWidget() is not None
        if elsewhere or watched.window() is not self._window:
            return False
        focused = QApplication.focusWidget() or watched
        return any(not belongs_to(focused, keys) and self._act(keys) for keys in candidates(event))
