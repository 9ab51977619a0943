"""What an item looks or sounds like in a row of a table: its samples beside each other, original before unlearned."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem, QWidget

from genmu_studio.thumbnails import Unshown, Waveform
from ui.theme import current
from ui.widgets.outcomes import paint_shape
from ui.widgets.pair_tile import paint_picture
from ui.widgets.segments import Index, RowDelegate, paint_background
from ui.widgets.thumbnails import Seen, ThumbnailStore, size_for
from ui.widgets.waveform import paint_waveform

SAMPLES = Qt.ItemDataRole.UserRole + 41  # the role of the ids of a cell's samples
SIDE_PX = 40
_GAP_PX = 4
_EDGE_PX = 6
_CROSS_PX = 12


def width_of(samples: int) -> int:
    """Return how wide a cell of so many samples is."""
    return samples * (SIDE_PX + _GAP_PX) + 2 * _EDGE_PX


class ItemPictures(RowDelegate):
    """Asks the store for what is in sight, and for nothing else."""

    def __init__(self, thumbnails: ThumbnailStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        paint_background(painter, option, self, index)
        samples: Sequence[int] = index.data(SAMPLES) or ()
        size = size_for(SIDE_PX * painter.device().devicePixelRatio())
        left, top = option.rect.left() + _EDGE_PX, option.rect.center().y() - SIDE_PX // 2
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for sample in samples:
            box = QRect(left, top, SIDE_PX, SIDE_PX)
            painter.fillRect(box, QColor(current().background))
            _paint(painter, box, self._thumbnails.get(sample, size))
            left += SIDE_PX + _GAP_PX
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the room of the samples."""
        samples: Sequence[int] = index.data(SAMPLES) or ()
        return QSize(width_of(len(samples)), SIDE_PX + 2 * _GAP_PX)


def _paint(painter: QPainter, box: QRect, seen: Seen | None) -> None:
    """Paint a sample, a cross where it cannot be shown, nothing while it is being made."""
    if isinstance(seen, Waveform):
        paint_waveform(painter, QRectF(box).adjusted(2, 4, -2, -4), seen, QColor(current().muted), seen.duration_s)
    elif isinstance(seen, Unshown):
        middle, half = QRectF(box).center(), _CROSS_PX / 2
        cross = QRectF(middle.x() - half, middle.y() - half, _CROSS_PX, _CROSS_PX)
        paint_shape(painter, cross, "cross", QColor(current().bad))
    elif seen is not None:
        paint_picture(painter, box, seen)
