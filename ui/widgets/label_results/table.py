"""Tables of results: sorted by their titles, walked by keys, opened with Enter, copied as plain text."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from PySide6.QtCore import QAbstractItemModel, QEvent, QModelIndex, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView

from ui.models.column_table import Column, ColumnTable, Index
from ui.theme import watch
from ui.widgets.label_results.item_pictures import SAMPLES
from ui.widgets.label_results.tracks import TRACKS, TrackDelegate, Tracks
from ui.widgets.row_table import RowTable
from ui.widgets.segments import SegmentsDelegate

T = TypeVar("T")
Key = str | float | None
_ONE_LINE = str.maketrans("\t\r\n", "   ")


@dataclass(frozen=True, slots=True)
class ResultColumn(Column[T]):
    """A column that may be sorted by. key : by what, None of a row = below all others.

    tracks : what a cell draws. samples : ids of those that it shows.
    """

    key: Callable[[T], Key] | None = None
    tracks: Callable[[T], Tracks] | None = None
    samples: Callable[[T], Sequence[int]] | None = None


class ResultModel(ColumnTable[T], Generic[T]):
    """Rows of any kind, in the order that somebody chose. name : by which a row is known again."""

    def __init__(self, name: Callable[[T], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._name = name
        self._sorted: tuple[int, Qt.SortOrder] | None = None
        self._given: Sequence[T] = ()

    def show_results(self, columns: Sequence[ResultColumn[T]], rows: Sequence[T]) -> None:
        """Show other columns and rows, in the order that was chosen before."""
        self._given = tuple(rows)
        if self._sorted is not None and self._sorted[0] >= len(columns):
            self._sorted = None
        self.show_rows(columns, self._in_order(columns))

    def name_at(self, row: int) -> object:
        """Return by what that row is known again."""
        return self._name(self.row_at(row))

    def place_of(self, name: object) -> int | None:
        """Return where the row of that name stands now."""
        return next((row for row in range(self.rowCount()) if self.name_at(row) == name), None)

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        """Sort by a column that can be sorted by; −1 = as the rows were given."""
        can_be = 0 <= column < len(self._columns) and getattr(self._columns[column], "key", None) is not None
        self._sorted = (column, order) if can_be else None
        self.show_rows(self._columns, self._in_order(self._columns))

    def _in_order(self, columns: Sequence[Column[T]]) -> Sequence[T]:
        if self._sorted is None:
            return self._given
        place, order = self._sorted
        column = columns[place]
        if not isinstance(column, ResultColumn) or column.key is None:
            return self._given
        key = column.key
        known = [row for row in self._given if key(row) is not None]
        is_descending = order == Qt.SortOrder.DescendingOrder
        known.sort(key=lambda row: _sort_key(key(row)), reverse=is_descending)
        return (*known, *(row for row in self._given if key(row) is None))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """Return what a cell shows."""
        column = self._columns[index.column()] if index.isValid() else None
        if isinstance(column, ResultColumn):
            made = {TRACKS: column.tracks, SAMPLES: column.samples}.get(Qt.ItemDataRole(role))
            if made is not None:
                return made(self._rows[index.row()])
        return super().data(index, role)

    def lines(self, rows: Sequence[int]) -> str:
        """Return those rows below the titles as plain text, a tab between cells; no rows = all of them."""
        wanted = rows or range(self.rowCount())
        cells = [[column.title for column in self._columns]]
        cells += [[column.text_of(self._rows[row]) for column in self._columns] for row in wanted]
        return "\n".join("\t".join(cell.translate(_ONE_LINE) for cell in line) for line in cells) + "\n"


def _sort_key(value: Key) -> tuple[float, str]:
    return (value, "") if isinstance(value, int | float) else (0.0, str(value).casefold())


class ResultTable(RowTable, Generic[T]):
    """Shows a `ResultModel`. `opened` carries the row that Enter or a double click is on, `chosen` the one gone to."""

    opened = Signal(object)
    chosen = Signal(object)
    discarded = Signal(object)  # the row that Del is pressed on

    def __init__(self, name: str, tip: str, model: ResultModel[T], smallest_px: Sequence[int], row_px: int) -> None:
        super().__init__(smallest_px, row_px)
        self._results = model
        self._kept: object = None
        self.setModel(model)
        self.setAccessibleName(name)
        self.setToolTip(tip)
        self.setItemDelegate(SegmentsDelegate(self))
        self._drawn = TrackDelegate(self)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAsNeeded)
        self._most_rows: int | None = None
        header = self.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        self.setSortingEnabled(True)
        self.doubleClicked.connect(lambda index: self._open(index.row()))
        model.modelAboutToBeReset.connect(self._remember)
        model.modelReset.connect(self._restore)
        self.selectionModel().currentRowChanged.connect(lambda now, _: self._tell(now))
        watch().changed.connect(self.viewport().update)

    def make_list(self) -> None:
        """Be a list of one column: without titles, of which one row is chosen."""
        self.horizontalHeader().hide()
        self.setSortingEnabled(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def share_width(self, smallest_px: Sequence[int]) -> None:
        """Give each column as much at least; what is left over is shared in the same proportion."""
        self._smallest_px = tuple(smallest_px)
        self.fit_columns()

    def draw_tracks_in(self, *columns: int) -> None:
        """Let these columns draw what their cells hold as tracks."""
        for column in columns:
            self.setItemDelegateForColumn(column, self._drawn)

    @property
    def results(self) -> ResultModel[T]:
        """The rows."""
        return self._results

    @property
    def selected(self) -> list[T]:
        """The rows that are selected, from above; the current one where none is."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        if not rows and self.currentIndex().isValid():
            rows = [self.currentIndex().row()]
        return [self._results.row_at(row) for row in rows]

    def go_to(self, row: int) -> None:
        """Make a row the current one."""
        if 0 <= row < self._results.rowCount():
            self.setCurrentIndex(self._results.index(row, 0))
            self.scrollTo(self.currentIndex())

    def fit_height(self, most: int) -> None:
        """Be as high as the rows, `most` of them at most."""
        self._most_rows = most
        self._fit_height()

    def _fit_height(self) -> None:
        if self._most_rows is None:
            return
        rows = min(max(self._results.rowCount(), 1), self._most_rows)
        head = self.horizontalHeader().sizeHint().height()
        is_wide = self.viewport().width() < sum(self._smallest_px)
        bar = self.horizontalScrollBar().sizeHint().height() if is_wide else 0
        height = head + rows * self.verticalHeader().defaultSectionSize() + bar + 4
        if height != self.height():
            self.setFixedHeight(height)

    def fit_columns(self) -> None:
        """Share the width among the columns, and leave room for the bar that scrolls them where they are too many."""
        super().fit_columns()
        self._fit_height()

    def copy(self) -> None:
        """Copy the selected rows, or all of them, as plain text."""
        rows = sorted({index.row() for index in self.selectionModel().selectedRows()})
        QGuiApplication.clipboard().setText(self._results.lines(rows))

    def event(self, event: QEvent) -> bool:
        """Keep the keys that copy from meaning anything else."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent) and _copies(event):
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy, or open with Enter; all other keys walk the rows."""
        if _copies(event):
            self.copy()
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Delete and self.currentIndex().isValid():
            self.discarded.emit(self._results.row_at(self.currentIndex().row()))
        else:
            super().keyPressEvent(event)

    def _open(self, row: int) -> None:
        if 0 <= row < self._results.rowCount():
            self.opened.emit(self._results.row_at(row))

    def _tell(self, index: QModelIndex) -> None:
        if index.isValid():
            self.chosen.emit(self._results.row_at(index.row()))

    def _remember(self) -> None:
        row = self.currentIndex().row()
        if 0 <= row < self._results.rowCount():
            self._kept = self._results.name_at(row)

    def _restore(self) -> None:
        self.fit_columns()
        place = None if self._kept is None else self._results.place_of(self._kept)
        if place is not None:
            self.go_to(place)


def _copies(event: QKeyEvent) -> bool:
    return event.matches(QKeySequence.StandardKey.Copy)


def titles_of(model: QAbstractItemModel) -> list[str]:
    """Return the titles of a table's columns."""
    across = Qt.Orientation.Horizontal
    return [str(model.headerData(place, across)) for place in range(model.columnCount())]
