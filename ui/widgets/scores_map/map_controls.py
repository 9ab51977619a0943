"""The row above a map or a matrix: boxes to choose from, and switches."""

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QComboBox, QToolButton, QWidget

from ui.icons import icon
from ui.theme import watch
from ui.widgets.flow import FlowLayout
from ui.widgets.tips import tip

_ROW_STYLE = "padding: 2px 8px;"
_LONGEST = 30


class Choice(QComboBox):
    """A box of values, each with a text. `chosen` carries the value that a person took."""

    chosen = Signal(str)

    def __init__(self, name: str, about: str, options: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(about)
        self.setStyleSheet(_ROW_STYLE)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self._options: tuple[tuple[str, str], ...] = ()
        self.offer(options)
        self.activated.connect(lambda _: self.chosen.emit(self.value))

    @property
    def value(self) -> str:
        """The value that is chosen, "" where there is none."""
        return str(self.currentData() or "")

    def offer(self, options: Sequence[tuple[str, str]]) -> None:
        """Offer these values with their texts; what was chosen stays where it is still there."""
        if tuple(options) == self._options:
            return
        before, self._options = self.value, tuple(options)
        self.clear()
        for value, text in options:
            self.addItem(text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…", value)
        self.choose(before)

    def choose(self, value: str) -> None:
        """Choose a value, where it is offered, without telling anybody."""
        place = self.findData(value)
        if place >= 0:
            self.setCurrentIndex(place)

    def forbid(self, value: str, reason: str) -> None:
        """Do not let a value be chosen, and say why; "" lets it."""
        model, place = self.model(), self.findData(value)
        if isinstance(model, QStandardItemModel) and place >= 0:
            model.item(place).setEnabled(not reason)
            self.setItemData(place, tip(reason), Qt.ItemDataRole.ToolTipRole)


class Switch(QToolButton):
    """A button that stays down."""

    def __init__(self, name: str, about: str, symbol: str = "") -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(about)
        self.setCheckable(True)
        self.setStyleSheet("padding: 2px 7px;")
        self._symbol = symbol
        if symbol:
            watch().changed.connect(self._dress)
            self._dress()
        else:
            self.setText(name)

    def _dress(self) -> None:
        self.setIcon(icon(self._symbol))


class ControlRow(QWidget):
    """Controls side by side, in as many lines as they need."""

    def __init__(self, *controls: QWidget) -> None:
        super().__init__()
        row = FlowLayout(self, 4)
        for control in controls:
            row.addWidget(control)
