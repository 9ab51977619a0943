"""A percentage as a bar from 0 to 100: the interval as a band, the value as a dot, the number beside it."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from scoring.types import MetricValue
from ui.numbers import percent
from ui.theme import GRID_PX, color, current
from ui.widgets.segments import Index, RowDelegate, paint_background

VALUE = Qt.ItemDataRole.UserRole + 21  # the role of a cell's MetricValue
DIMMED = Qt.ItemDataRole.UserRole + 22  # whether a row is shown as out of the ranking
_BAR_PX = 6
_DOT_PX = 4.5
_SMALLEST_PX = 70


class IntervalDelegate(RowDelegate):
    """Paints the `VALUE` of a cell as a bar with its number."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        paint_background(painter, option, self, index)
        value = index.data(VALUE)
        if not isinstance(value, MetricValue):
            return
        dimmed = bool(index.data(DIMMED))
        font = QFont(option.font)
        font.setWeight(QFont.Weight.Normal if dimmed else QFont.Weight.Bold)
        number_px = QFontMetrics(font).horizontalAdvance("100.0")
        room = QRectF(option.rect).adjusted(GRID_PX, 0, -GRID_PX, 0)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_bar(painter, room.adjusted(0, 0, -number_px - GRID_PX - 2, 0), value, dimmed=dimmed)
        painter.setFont(font)
        painter.setPen(QColor(current().muted if dimmed else current().text))
        painter.drawText(room, int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight), percent(value.value))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return a size at which the bar can still be read."""
        number_px = QFontMetrics(option.font).horizontalAdvance("100.0")
        return QSize(_SMALLEST_PX + number_px + 3 * GRID_PX, super().sizeHint(option, index).height())


def paint_bar(painter: QPainter, room: QRectF, value: MetricValue, *, dimmed: bool = False) -> None:
    """Paint the bar into `room`: 0 at its left end, 100 at its right end."""
    tokens = current()
    track = QRectF(room.left(), room.center().y() - _BAR_PX / 2, room.width(), _BAR_PX)
    strong = tokens.muted if dimmed else tokens.accent
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(color(tokens.line, 0.7))
    painter.drawRoundedRect(track, _BAR_PX / 2, _BAR_PX / 2)
    if value.value is None:
        return
    if value.interval is not None:
        left, right = (position_px(track, end) for end in value.interval)
        painter.setBrush(color(strong, 0.45))
        painter.drawRoundedRect(QRectF(left, track.top(), right - left, track.height()), _BAR_PX / 2, _BAR_PX / 2)
    painter.setBrush(QColor(strong))
    painter.drawEllipse(QPointF(position_px(track, value.value), track.center().y()), _DOT_PX, _DOT_PX)


def position_px(track: QRectF, value: float) -> float:
    """Return where a percentage lies on `track`; beyond 0 and 100 it lies at the end."""
    return track.left() + track.width() * min(max(value, 0.0), 100.0) / 100
