"""The pairs that show a finding, side by side: walked by arrows; Enter or a click opens them in Review."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QKeyEvent, QPainter, QPainterPath, QPen, QWheelEvent
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from genmu_studio.pair_table import NO_SAMPLE, PairTable
from scoring.types import MediaKind
from ui.models.audit_evidence import ITEM, Evidence, EvidenceModel
from ui.theme import GRID_PX, current, font, watch
from ui.widgets.outcomes import MARKS, paint_mark
from ui.widgets.pair_tile import Tile, TilePainter, picture_side
from ui.widgets.thumbnails import Seen, ThumbnailStore, size_for

Index = QModelIndex | QPersistentModelIndex
_WIDTH_PX = 148
_PICTURE_PX = {"image": _WIDTH_PX // 2, "audio": 72}
_TEXT_PX = 42
_GAP_PX = GRID_PX
_MARK_PX = 9.0
_RADIUS = 5.0


class EvidenceStrip(QListView):
    """Shows an `EvidenceModel` in one row. `opened` carries the sample that is meant."""

    opened = Signal(object)  # sample id

    def __init__(self, thumbnails: ThumbnailStore) -> None:
        super().__init__()
        self.rows = EvidenceModel(self)
        self._delegate = _EvidenceDelegate(thumbnails, self)
        self.setModel(self.rows)
        self.setItemDelegate(self._delegate)
        self.setAccessibleName("Evidence")
        self.setToolTip("Samples that show the finding (← and →); Enter or a click opens them in Review")
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setHorizontalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFixedHeight(self._delegate.size.height() + 14)
        self.clicked.connect(self._open)
        thumbnails.ready.connect(self.viewport().update)
        watch().changed.connect(self._dress)

    def show_samples(self, table: PairTable | None, samples: tuple[int, ...], kind: MediaKind) -> None:
        """Show the pairs of other samples."""
        self._delegate.set_kind(kind)
        self.setFixedHeight(self._delegate.size.height() + 14)
        self.rows.show_samples(table, samples)
        if self.rows.rowCount():
            self.setCurrentIndex(self.rows.index(0, 0))
        self.scrollToTop()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open with Enter; all other keys walk."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self._open(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move the row."""
        delta = event.angleDelta()
        bar = self.horizontalScrollBar()
        bar.setValue(bar.value() - (delta.x() or delta.y()) // 2)
        event.accept()

    def _open(self, index: Index) -> None:
        item: Evidence = index.data(ITEM)
        original, unlearned = item.samples
        self.opened.emit(original if unlearned == NO_SAMPLE else unlearned)

    def _dress(self) -> None:
        self._delegate.dress()
        self.viewport().update()


class _EvidenceDelegate(QStyledItemDelegate):
    """Paints a pair: both sides, below them whose it is and what became of it."""

    def __init__(self, thumbnails: ThumbnailStore, parent: EvidenceStrip) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails
        self._kind: MediaKind = "image"
        self.dress()

    def dress(self) -> None:
        """Paint in the theme in use."""
        self._tiles = TilePainter(self._kind)
        self._font = font(11)

    def set_kind(self, kind: MediaKind) -> None:
        """Show pictures or sounds."""
        if kind != self._kind:
            self._kind = kind
            self.dress()

    @property
    def size(self) -> QSize:
        """The size of a tile with the gap behind it."""
        return QSize(_WIDTH_PX + _GAP_PX, _PICTURE_PX[self._kind] + _TEXT_PX)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of a tile."""
        return self.size

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the tile."""
        item: Evidence = index.data(ITEM)
        tokens = current()
        box = QRect(option.rect.left(), option.rect.top(), _WIDTH_PX, self.size.height())
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(outline, QColor(tokens.raised))
        pictures = QRect(box.left(), box.top(), box.width(), _PICTURE_PX[self._kind])
        side = pictures.height() if self._kind == "audio" else picture_side(box.width())
        size = size_for(side * painter.device().devicePixelRatio())
        original, unlearned = (self._seen(each, size) for each in item.samples)
        painter.save()
        painter.setClipPath(outline)
        self._tiles.paint_sides(painter, pictures, Tile(item.text, original, unlearned))
        painter.restore()
        self._write(painter, box, pictures.bottom(), item)
        is_current = bool(option.state & QStyle.StateFlag.State_Selected) and option.widget.hasFocus()
        is_over = bool(option.state & QStyle.StateFlag.State_MouseOver)
        edge = tokens.accent if is_current else tokens.muted if is_over else tokens.line
        painter.setPen(QPen(QColor(edge), 2 if is_current else 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawPath(outline)
        painter.restore()

    def _seen(self, sample: int, size: int) -> Seen | None:
        return None if sample == NO_SAMPLE else self._thumbnails.get(sample, size)

    def _write(self, painter: QPainter, box: QRect, top: int, item: Evidence) -> None:
        metrics = QFontMetricsF(self._font)
        room = float(box.width() - 2 * GRID_PX)
        left, base = float(box.left() + GRID_PX), top + 5 + metrics.ascent()
        painter.setFont(self._font)
        painter.setPen(QColor(current().text))
        painter.drawText(QPointF(left, base), metrics.elidedText(item.who, Qt.TextElideMode.ElideMiddle, room))
        base += metrics.height() + 2
        if item.text.after:
            width = metrics.horizontalAdvance(item.text.after)
            painter.setPen(QColor(current().muted))
            painter.drawText(QPointF(left + room - width, base), item.text.after)
            room -= width + 6
        paint_mark(painter, QRectF(left, base - 8, _MARK_PX, _MARK_PX), item.text.outcome)
        painter.setPen(MARKS[item.text.outcome].color)
        words = metrics.elidedText(item.text.words, Qt.TextElideMode.ElideRight, room - _MARK_PX - 5)
        painter.drawText(QPointF(left + _MARK_PX + 5, base), words)
