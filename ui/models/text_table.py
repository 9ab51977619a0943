"""Lists of facts as a table model: cells are made when they are shown, so that 100,000 rows cost nothing."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QTableView

from ui.theme import current
from ui.widgets.segments import RowDelegate
from ui.widgets.tips import tip

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
_NO_PARENT = QModelIndex()


class TextTable(QAbstractTableModel, Generic[T]):
    """Rows of any kind. cells : their texts, one per column. color : the token of the first cell, "" = plain."""

    def __init__(
        self,
        columns: Sequence[str],
        cells: Callable[[T], Sequence[str]],
        color: Callable[[T], str] = lambda row: "",
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._columns = tuple(columns)
        self._cells = cells
        self._color = color
        self._rows: Sequence[T] = ()

    def show_rows(self, rows: Sequence[T]) -> None:
        """Show other rows."""
        self.beginResetModel()
        self._rows = rows
        self.endResetModel()

    def rowCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many rows there are."""
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = _NO_PARENT) -> int:
        """Return how many columns there are."""
        return 0 if parent.isValid() else len(self._columns)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return a column's title."""
        if orientation == Qt.Orientation.Horizontal and 0 <= section < len(self._columns):
            if role == Qt.ItemDataRole.DisplayRole:
                return self._columns[section]
            if role == Qt.ItemDataRole.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        if not index.isValid():
            return None
        row = self._rows[index.row()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self._cells(row)[index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return tip(self._cells(row)[index.column()])
        if role == Qt.ItemDataRole.ForegroundRole and index.column() == 0 and (color := self._color(row)):
            return QColor(getattr(current(), color))
        return None


def text_view(model: TextTable[T], name: str, widths: Sequence[int]) -> QTableView:
    """Return a view of `model`; widths : in pixels, of all columns but the last, which takes the rest."""
    view = QTableView()
    view.setAccessibleName(name)
    view.setToolTip(name)
    view.setModel(model)
    view.setItemDelegate(RowDelegate(view))
    view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    view.setTabKeyNavigation(False)
    view.setShowGrid(False)
    view.setWordWrap(False)
    view.verticalHeader().hide()
    view.verticalHeader().setDefaultSectionSize(28)
    view.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
    header = view.horizontalHeader()
    header.setHighlightSections(False)
    header.setStretchLastSection(True)
    for place, width in enumerate(widths):
        header.resizeSection(place, width)
    return view
