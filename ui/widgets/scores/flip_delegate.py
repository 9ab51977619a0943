"""Paints a row of the list of flips: both pictures, whom they should show, and two lines of numbers in each column."""

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from genmu_studio.scores.flips import Flip
from genmu_studio.thumbnails import Waveform
from scoring.types import MediaKind
from ui.models.flip_model import FLIP, LINES, SAMPLE
from ui.theme import current, font
from ui.widgets.outcomes import paint_shape
from ui.widgets.pair_tile import paint_picture
from ui.widgets.segments import Index, RowDelegate, paint_background
from ui.widgets.thumbnails import Picture, Seen
from ui.widgets.waveform import paint_waveform

ROW_PX = 44
_SIDE_PX = 36  # of a picture
_WAVE_PX = 74
_PAD_PX, _GAP_PX = 6, 3


class FlipDelegate(RowDelegate):
    """see : what a sample looks like, None while that is not known."""

    def __init__(self, see: Callable[[int], Seen | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._see = see
        self.kind: MediaKind = "image"

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(40, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        paint_background(painter, option, self, index)
        room = option.rect.adjusted(_PAD_PX, 0, -_PAD_PX, 0)
        is_first = index.column() == SAMPLE
        painter.save()
        if is_first:
            room.setLeft(self._paint_sides(painter, room, index.data(FLIP)) + _PAD_PX)
        above, below, token = index.data(LINES)
        side = Qt.AlignmentFlag.AlignLeft if is_first else Qt.AlignmentFlag.AlignRight
        tokens = current()
        for line, (text, tint, weight) in enumerate(
            ((above, tokens.text, QFont.Weight.DemiBold), (below, getattr(tokens, token), QFont.Weight.Normal))
        ):
            face = font(12, weight)
            painter.setFont(face)
            painter.setPen(QColor(tint))
            box = QRect(room.left(), room.top() + 5 + 17 * line, room.width(), 17)
            shown = QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, room.width())
            painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), shown)
        painter.restore()

    def _paint_sides(self, painter: QPainter, room: QRect, flip: Flip) -> int:
        """Paint original and unlearned; return where they end."""
        tokens = current()
        samples = ((flip.original, tokens.original), (flip.sample, tokens.unlearned))
        top = room.top() + (room.height() - _SIDE_PX) // 2
        if self.kind == "audio":
            for number, (sample, tint) in enumerate(samples):
                box = QRect(room.left(), top + number * (_SIDE_PX // 2), _WAVE_PX, _SIDE_PX // 2)
                seen = self._see(sample) if sample is not None else None
                if isinstance(seen, Waveform):
                    paint_waveform(painter, QRectF(box), seen, QColor(tint), seen.duration_s)
            return room.left() + _WAVE_PX
        left = room.left()
        for sample, tint in samples:
            box = QRect(QPoint(left, top), QSize(_SIDE_PX, _SIDE_PX))
            painter.fillRect(box, QColor(tokens.background))
            seen = self._see(sample) if sample is not None else None
            if isinstance(seen, Picture):
                paint_picture(painter, box, seen)
            elif sample is None or seen is not None:
                shape = box.adjusted(12, 12, -12, -12)
                paint_shape(painter, QRectF(shape), "dash" if sample is None else "cross", QColor(tokens.muted))
            painter.fillRect(QRect(left, box.bottom() - 1, _SIDE_PX, 2), QColor(tint))
            left += _SIDE_PX + _GAP_PX
        return left - _GAP_PX
