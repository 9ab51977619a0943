"""Buttons in one strip, of which one is pressed: how a pair is laid out."""

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QToolButton, QWidget

from ui.actions import Actions
from ui.widgets.canvas_modes import MODES, Mode


class ModeButtons(QWidget):
    """Says which mode is wanted; shows which one is."""

    wanted = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("How the pair is laid out")
        self._group = QButtonGroup(self)
        self._buttons: dict[Mode, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for mode in MODES:
            button = QToolButton()
            button.setCheckable(True)
            button.setProperty("segment", _place(mode))
            button.clicked.connect(partial(self._want, mode))
            follow(button, actions[f"mode_{mode}"])
            self._group.addButton(button)
            self._buttons[mode] = button
            row.addWidget(button)
        self.show_mode("side")

    def show_mode(self, mode: Mode) -> None:
        """Press the button of a mode."""
        self._buttons[mode].setChecked(True)

    def _want(self, mode: Mode) -> None:
        self.wanted.emit(mode)


def _place(mode: Mode) -> str:
    return {MODES[0]: "first", MODES[-1]: "last"}.get(mode, "middle")


def follow(button: QToolButton, action: QAction) -> None:
    """Let a button that does something of its own be named as the action, and tell its key."""

    def take() -> None:
        button.setText(action.iconText())
        button.setAccessibleName(action.iconText())
        button.setToolTip(action.toolTip())

    action.changed.connect(take)
    take()
