"""The list of samples that ended otherwise: what each looks like in both entries, and how it ended there."""

from collections.abc import Set

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QTableView

from genmu_studio.media_keys import MediaKey
from genmu_studio.sample_changes import ChangedSample
from genmu_studio.thumbnails import Unshown, Waveform
from scoring.types import MediaKind
from ui.models.column_table import ROW, ColumnTable
from ui.theme import GRID_PX, current
from ui.widgets.interval_bar import DIMMED
from ui.widgets.outcomes import MARKS, paint_mark, paint_shape
from ui.widgets.pair_tile import paint_picture
from ui.widgets.row_table import RowTable
from ui.widgets.segments import Index, RowDelegate, SegmentsDelegate, paint_background
from ui.widgets.thumbnails import Key, Seen, ThumbnailStore, size_for
from ui.widgets.waveform import paint_waveform

FIRST, SECOND = 1, 2  # columns
_ROW_PX = 60
_PICTURE_PX = _ROW_PX - GRID_PX
_WAVE_PX = 132
_MARK_PX = 10.0
_SMALLEST_PX = (210, 212, 212, 120)


class ChangedList(RowTable):
    """Shows a table of `ChangedSample`; Enter opens that of the first entry, Shift+Enter that of the second."""

    opened = Signal(object, int)  # a ChangedSample; 0 for the sample of the first entry, 1 for that of the second

    def __init__(self, model: ColumnTable[ChangedSample], thumbnails: ThumbnailStore) -> None:
        super().__init__(_SMALLEST_PX, _ROW_PX)
        self._table = model
        self._thumbnails = thumbnails
        self._endings = _EndingDelegate(thumbnails, self)
        self.setModel(model)
        self.setAccessibleName("Samples that ended otherwise")
        self.setToolTip("Samples that ended otherwise: Enter opens the first, Shift+Enter the second in Review")
        self.setItemDelegate(SegmentsDelegate(self))
        for column in (FIRST, SECOND):
            self.setItemDelegateForColumn(column, self._endings)
        thumbnails.ready.connect(self.viewport().update)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._withdraw())
        self.doubleClicked.connect(lambda index: self.open_row(1 if index.column() == SECOND else 0))
        model.modelReset.connect(self.fit_columns)

    def set_kind(self, kind: MediaKind) -> None:
        """Show pictures or sounds."""
        self._endings.kind = kind

    def open_row(self, side: int) -> bool:
        """Ask to open the current sample in the first (0) or second (1) entry; whether there is one."""
        index = self.currentIndex()
        if not index.isValid():
            return False
        self.opened.emit(self._table.row_at(index.row()), side)
        return True

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter; all other keys walk the list."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            is_second = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            event.setAccepted(self.open_row(1 if is_second else 0))
        else:
            super().keyPressEvent(event)

    def _withdraw(self) -> None:
        """Take back wishes of rows that are out of sight: who scrolls fast looks at the last ones."""
        top, bottom = self.rowAt(0), self.rowAt(self.viewport().height() - 1)
        last = bottom if bottom >= 0 else self._table.rowCount() - 1
        rows = (self._table.row_at(row) for row in range(max(top, 0), last + 1))
        self._endings.withdraw_but({sample for row in rows for sample in row.samples})


class _EndingDelegate(RowDelegate):
    """Paints what a sample looks like in one of the entries, and what became of it."""

    def __init__(self, thumbnails: ThumbnailStore, parent: QTableView) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._wished: set[Key] = set()
        self.kind: MediaKind = "image"

    def withdraw_but(self, samples: Set[int]) -> None:
        """Take back what was wished for, but for these samples."""
        gone = {key for key in self._wished if key.media.id not in samples}
        self._thumbnails.withdraw(gone)
        self._wished -= gone

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        paint_background(painter, option, self, index)
        row = index.data(ROW)
        if not isinstance(row, ChangedSample):
            return
        side = index.column() - FIRST
        width = _PICTURE_PX if self.kind == "image" else _WAVE_PX
        box = QRect(option.rect.left() + GRID_PX // 2, option.rect.top() + GRID_PX // 2, width, _PICTURE_PX)
        size = size_for(_PICTURE_PX * painter.device().devicePixelRatio())
        self._wished.add(Key(MediaKey("sample", row.samples[side]), size))
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(box, QColor(current().background))
        _paint_seen(painter, box, self._thumbnails.get(row.samples[side], size))
        self._paint_ending(painter, option, row, side, box.right() + GRID_PX, is_dimmed=bool(index.data(DIMMED)))
        painter.restore()

    @staticmethod
    def _paint_ending(
        painter: QPainter, option: QStyleOptionViewItem, row: ChangedSample, side: int, left: float, *, is_dimmed: bool
    ) -> None:
        metrics = QFontMetricsF(option.font)
        middle = QRectF(option.rect).center().y()
        paint_mark(painter, QRectF(left, middle - _MARK_PX / 2, _MARK_PX, _MARK_PX), row.outcomes[side])
        left += _MARK_PX + GRID_PX - 2
        words = metrics.elidedText(row.words[side], Qt.TextElideMode.ElideRight, option.rect.right() - left - 4)
        painter.setFont(option.font)
        painter.setPen(QColor(current().muted) if is_dimmed else MARKS[row.outcomes[side]].color)
        painter.drawText(QPointF(left, middle + (metrics.ascent() - metrics.descent()) / 2), words)


def _paint_seen(painter: QPainter, box: QRect, seen: Seen | None) -> None:
    """Paint what a sample looks like, a cross where it cannot be seen, nothing while it is being made."""
    if isinstance(seen, Waveform):
        paint_waveform(painter, QRectF(box).adjusted(4, 2, -4, -2), seen, QColor(current().unlearned), seen.duration_s)
    elif isinstance(seen, Unshown):
        middle = QRectF(box).center()
        paint_shape(painter, QRectF(middle.x() - 7, middle.y() - 7, 14, 14), "cross", QColor(current().bad))
    elif seen is not None:
        paint_picture(painter, box, seen)
