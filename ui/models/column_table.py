"""A table model made of columns: cells are made when they are shown, so that 100,000 rows cost nothing."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from scoring.types import MetricValue
from ui.widgets.interval_bar import DIMMED, VALUE
from ui.widgets.segments import SEGMENTS, Lines, Segment
from ui.widgets.tips import tip

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
ROW = Qt.ItemDataRole.UserRole + 30  # the role of what a row is about
_NO_PARENT = QModelIndex()


def _text_of(lines: Lines) -> str:
    return ", ".join(" ".join(part.text for part in line) for line in lines)


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column. lines or text : what a cell says. value : that it shows as a bar. about : said over its title."""

    title: str
    lines: Callable[[T], Lines] | None = None
    text: Callable[[T], str] | None = None
    tip: Callable[[T], str] | None = None
    value: Callable[[T], MetricValue] | None = None
    about: str = ""

    def text_of(self, row: T) -> str:
        """Return what the cell of a row says, as read aloud."""
        if self.text is not None:
            return self.text(row)
        return "" if self.lines is None else _text_of(self.lines(row))

    def tip_of(self, row: T) -> str:
        """Return what is said over the cell of a row."""
        return self.text_of(row) if self.tip is None else self.tip(row)


class ColumnTable(QAbstractTableModel, Generic[T]):
    """Rows of any kind. `stale` ones belong to a lens that has just been changed, and are shown greyed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._columns: Sequence[Column[T]] = ()
        self._rows: Sequence[T] = ()
        self._is_stale = False

    def show_rows(self, columns: Sequence[Column[T]], rows: Sequence[T]) -> None:
        """Show other columns and rows."""
        self.beginResetModel()
        self._columns, self._rows, self._is_stale = columns, rows, False
        self.endResetModel()

    def set_stale(self) -> None:
        """Grey all rows."""
        if self._rows and not self._is_stale:
            self._is_stale = True
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._rows) - 1, len(self._columns) - 1))

    @property
    def is_stale(self) -> bool:
        """Whether the rows are greyed."""
        return self._is_stale

    def row_at(self, number: int) -> T:
        """Return what that row is about."""
        return self._rows[number]

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title and what it means."""
        if orientation == Qt.Orientation.Vertical or not 0 <= section < len(self._columns):
            return None
        column = self._columns[section]
        return {
            Qt.ItemDataRole.DisplayRole: column.title,
            Qt.ItemDataRole.ToolTipRole: tip(column.about or column.title),
            Qt.ItemDataRole.TextAlignmentRole: Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter,
        }.get(Qt.ItemDataRole(role))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        if not index.isValid():
            return None
        row, column = self._rows[index.row()], self._columns[index.column()]
        found: object = None
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            found = column.text_of(row)
        elif role == Qt.ItemDataRole.ToolTipRole:
            found = tip(column.tip_of(row))
        elif role == SEGMENTS and column.lines is not None:
            found = _greyed(column.lines(row)) if self._is_stale else column.lines(row)
        elif role == VALUE and column.value is not None:
            found = column.value(row)
        elif role == DIMMED:
            found = self._is_stale
        elif role == ROW:
            found = row
        return found


def _greyed(lines: Lines) -> Lines:
    return tuple(tuple(Segment(part.text, "muted", part.bold) for part in line) for line in lines)
