"""A list whose rows are ticked and unticked: by a click, or by the space bar."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem

_VALUE = int(Qt.ItemDataRole.UserRole)
_ROW_PX = 26
_FRAME_PX = 6


class TickList(QListWidget):
    """`changed` comes when a person ticks or unticks a row. most_rows : beyond them it scrolls."""

    changed = Signal()

    def __init__(self, name: str, tip: str, most_rows: int = 6) -> None:
        super().__init__()
        self._most_rows = most_rows
        self.setAccessibleName(name)
        self.setToolTip(f"{tip}; the space bar ticks and unticks")
        self.itemChanged.connect(lambda _: self.changed.emit())

    @property
    def ticked(self) -> list[str]:
        """What is ticked, in the order of the rows."""
        items = (self.item(row) for row in range(self.count()))
        return [str(item.data(_VALUE)) for item in items if item.checkState() == Qt.CheckState.Checked]

    def offer(self, rows: Iterable[tuple[str, str, bool]]) -> None:
        """Show other rows: what each stands for, its text, whether it is ticked. Nobody is told."""
        self.blockSignals(True)
        self.clear()
        for value, text, is_ticked in rows:
            item = QListWidgetItem(text)
            item.setData(_VALUE, value)
            item.setSizeHint(QSize(0, _ROW_PX))
            item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
            item.setCheckState(Qt.CheckState.Checked if is_ticked else Qt.CheckState.Unchecked)
            self.addItem(item)
        self.setCurrentRow(0)
        self.setFixedHeight(max(1, min(self.count(), self._most_rows)) * _ROW_PX + _FRAME_PX)
        self.blockSignals(False)
