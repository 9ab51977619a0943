"""Buttons in one strip, of which one is pressed: how a pair is laid out."""

from collections.abc import Mapping
from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QWidget

from ui.actions import Actions
from ui.theme import watch
from ui.widgets.canvas_modes import MODES, Mode
from ui.widgets.explained_tool import ExplainedTool

_SHORT: Mapping[Mode, str] = {"side": "Side", "wipe": "Wipe", "flicker": "Flicker", "difference": "Diff"}


class ModeButtons(QWidget):
    """Says which mode is wanted; shows which one is."""

    wanted = Signal(str)

    def __init__(self, actions: Actions, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("How the pair is laid out")
        self._is_short = False
        self._widths: dict[bool, int] = {}
        self._buttons = {mode: ExplainedTool(actions[f"mode_{mode}"]) for mode in MODES}
        group = QButtonGroup(self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for mode, button in self._buttons.items():
            button.setProperty("tight", True)
            button.setProperty("segment", {MODES[0]: "first", MODES[-1]: "last"}.get(mode, "middle"))
            button.clicked.connect(partial(self._want, mode))
            group.addButton(button)
            row.addWidget(button)
        self._say()
        self.show_mode("side")
        watch().changed.connect(self._measure_anew)

    def show_mode(self, mode: Mode) -> None:
        """Press the button of a mode."""
        self._buttons[mode].setChecked(True)

    def set_short(self, short: bool) -> None:
        """Say it in short words, or in whole ones."""
        if short != self._is_short:
            self._is_short = short
            self._say()

    def minimumSizeHint(self) -> QSize:
        """Return the size in short words."""
        return QSize(self.width_of(short=True), super().minimumSizeHint().height())

    def width_of(self, *, short: bool) -> int:
        """Return how wide it is in short words, or in whole ones."""
        if short not in self._widths:
            before = self._is_short
            self.set_short(short)
            self._widths[short] = sum(button.sizeHint().width() for button in self._buttons.values())
            self.set_short(before)
        return self._widths[short]

    def _measure_anew(self) -> None:
        self._widths.clear()

    def _say(self) -> None:
        for mode, button in self._buttons.items():
            button.setText(_SHORT[mode] if self._is_short else button.title)

    def _want(self, mode: Mode) -> None:
        self.wanted.emit(mode)
