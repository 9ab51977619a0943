"""The interval of a change as a bar around 0: a band, a dot at the change, the limits in words beside it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from genmu_studio.entry_comparison import Delta
from ui.models.column_table import ROW
from ui.models.compared import change_color, interval_text
from ui.theme import GRID_PX, color, current
from ui.widgets.interval_bar import DIMMED
from ui.widgets.segments import Index, RowDelegate, paint_background

_WIDEST_TEXT = "−100.0 to +100.0"
_BAND_PX = 6
_DOT_PX = 4.0
_SMALLEST_PX = 90


class DeltaBarDelegate(RowDelegate):
    """Paints the `Delta` of a row; all rows have one scale. reach : how many points it reaches to either side."""

    reach = 100.0

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        paint_background(painter, option, self, index)
        delta = index.data(ROW)
        if not isinstance(delta, Delta):
            return
        tokens = current()
        token = tokens.muted if index.data(DIMMED) else getattr(tokens, change_color(delta))
        room = QRectF(option.rect).adjusted(GRID_PX, 0, -GRID_PX, 0)
        text_px = QFontMetrics(option.font).horizontalAdvance(_WIDEST_TEXT)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_bar(painter, room.adjusted(0, 0, -text_px - GRID_PX, 0), delta, QColor(token))
        painter.setFont(option.font)
        painter.setPen(QColor(tokens.muted if index.data(DIMMED) or delta.interval is None else tokens.text))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), interval_text(delta))
        painter.restore()

    def _paint_bar(self, painter: QPainter, room: QRectF, delta: Delta, tint: QColor) -> None:
        middle = room.center()
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(current().line, 0.7))
        painter.drawRoundedRect(QRectF(room.left(), middle.y() - 1, room.width(), 2), 1, 1)
        painter.setBrush(QColor(current().muted))
        painter.drawRect(QRectF(middle.x() - 0.5, middle.y() - _BAND_PX, 1, 2 * _BAND_PX))
        if delta.change is None:
            return

        def at(points: float) -> float:
            return middle.x() + room.width() / 2 * min(max(points / self.reach, -1.0), 1.0)

        if delta.interval is not None:
            left, right = (at(end) for end in delta.interval)
            painter.setBrush(color(tint.name(), 0.45))
            band = QRectF(left, middle.y() - _BAND_PX / 2, right - left, _BAND_PX)
            painter.drawRoundedRect(band, _BAND_PX / 2, _BAND_PX / 2)
        painter.setBrush(tint)
        painter.drawEllipse(QPointF(at(delta.change), middle.y()), _DOT_PX, _DOT_PX)

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a size at which the bar can still be read."""
        text_px = QFontMetrics(option.font).horizontalAdvance(_WIDEST_TEXT)
        return QSize(_SMALLEST_PX + text_px + 3 * GRID_PX, super().sizeHint(option, index).height())
