"""A reference painted as a small square."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from genmu_studio.reference_pictures import ReferencePicture
from genmu_studio.thumbnails import Unshown
from ui.models.reference_model import IS_LARGE, REFERENCE, Index
from ui.theme import current, font
from ui.widgets.outcomes import paint_shape
from ui.widgets.thumbnails import Picture, ThumbnailStore, size_for

SIDE = 52
GAP = 6
_CROPPED = 1.5  # what a thumbnail has beyond the square that is shown of it


class ReferenceDelegate(QStyledItemDelegate):
    """Paints the middle of a picture, a frame where it is shown large or has the keys, a cross where it is not used."""

    def __init__(self, thumbnails: ThumbnailStore, parent: QWidget) -> None:
        super().__init__(parent)
        self._thumbnails = thumbnails

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size of one."""
        return QSize(SIDE + GAP, SIDE + 4)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint one."""
        reference: ReferencePicture = index.data(REFERENCE)
        box = QRectF(0, 0, SIDE, SIDE)
        box.moveCenter(QRectF(option.rect).center())
        wanted = size_for(SIDE * _CROPPED * painter.device().devicePixelRatioF())
        seen = self._thumbnails.get_reference(reference.id, wanted)
        outline = QPainterPath()
        outline.addRoundedRect(box, 4, 4)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        painter.fillPath(outline, QColor(current().raised))
        if isinstance(seen, Picture):
            painter.save()
            painter.setClipPath(outline)
            painter.setOpacity(0.45 if reference.code else 1.0)
            painter.drawPixmap(box, seen.pixmap, _middle(seen))
            painter.restore()
        code = reference.code or (seen.code if isinstance(seen, Unshown) else "")
        if code:
            _paint_code(painter, box, code)
        _paint_frame(painter, box, option, is_large=bool(index.data(IS_LARGE)))
        painter.restore()


def _middle(seen: Picture) -> QRectF:
    """Return the largest square in the middle of a picture."""
    width, height = seen.pixmap.width(), seen.pixmap.height()
    side = min(width, height)
    return QRectF((width - side) / 2, (height - side) / 2, side, side)


def _paint_code(painter: QPainter, box: QRectF, code: str) -> None:
    tokens = current()
    paint_shape(painter, QRectF(box.center().x() - 6, box.top() + 10, 12, 12), "cross", QColor(tokens.bad))
    band = QRectF(box.left(), box.bottom() - 17, box.width(), 17)
    painter.fillRect(band, QColor(tokens.background))
    painter.setFont(font(9))
    painter.setPen(QColor(tokens.bad))
    shown = painter.fontMetrics().elidedText(code, Qt.TextElideMode.ElideRight, int(band.width()) - 4)
    painter.drawText(band, Qt.AlignmentFlag.AlignCenter, shown)


def _paint_frame(painter: QPainter, box: QRectF, option: QStyleOptionViewItem, *, is_large: bool) -> None:
    tokens = current()
    has_keys = bool(option.state & QStyle.StateFlag.State_HasFocus)
    is_below_mouse = bool(option.state & QStyle.StateFlag.State_MouseOver)
    tint, width = (tokens.muted if is_below_mouse else tokens.line), 1.0
    if is_large or has_keys:
        tint, width = tokens.accent, 3.0 if is_large else 1.5
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(tint), width))
    inset = width / 2
    painter.drawRoundedRect(box.adjusted(inset, inset, -inset, -inset), 4, 4)
