"""Buttons in one strip, of which one is pressed, each with how many there are."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from ui.widgets.tips import tip


class ChoiceStrip(QWidget):
    """choices : (value, word) from left to right; the first one is pressed at first."""

    chosen = Signal(str)

    def __init__(self, name: str, choices: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self._words = dict(choices)
        self.buttons: dict[str, QToolButton] = {}
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for place, (value, word) in enumerate(choices):
            button = QToolButton()
            button.setCheckable(True)
            button.setChecked(place == 0)
            button.setProperty("tight", True)
            button.setProperty("segment", {0: "first", len(choices) - 1: "last"}.get(place, "middle"))
            button.setToolTip(tip(f"{name}: {word.lower()}"))
            button.setSizePolicy(self.sizePolicy().Policy.Expanding, self.sizePolicy().Policy.Fixed)
            button.clicked.connect(lambda *_, chosen=value: self._take(chosen))
            self.buttons[value] = button
            row.addWidget(button, 1)
        self.count(dict.fromkeys(self._words, 0))

    @property
    def value(self) -> str:
        """What is chosen."""
        return next(value for value, button in self.buttons.items() if button.isChecked())

    def choose(self, value: str) -> None:
        """Press a button, without telling anybody."""
        for each, button in self.buttons.items():  # no group of buttons: that would keep Tab from all but one
            button.setChecked(each == value)

    def _take(self, value: str) -> None:
        self.choose(value)
        self.chosen.emit(value)

    def count(self, counts: Mapping[str, int]) -> None:
        """Say how many there are of each."""
        for value, n in counts.items():
            text = f"{self._words[value]} {n:,}"
            self.buttons[value].setText(text)
            self.buttons[value].setAccessibleName(text)
