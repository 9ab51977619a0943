"""How seed strips are painted: names at the left, a lane of marks per side, the threshold across, the axis below."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPen

from ui import theme
from ui.widgets.strip_places import END_PX, LABEL_PX, LANE_PX, STRIP_PX, MarkAt, StripPlaces

SIDES = ("original", "unlearned")


def draw_strip(painter: QPainter, places: StripPlaces, number: int, *, names_group: bool) -> None:
    """Draw a strip: its names, its marks, its threshold. names_group : put the group beside the role."""
    strip = places.strips[number]
    tokens = theme.current()
    name = QRectF(4, places.lane_y(number, 0), LABEL_PX - 86, LANE_PX)
    _text(painter, name, strip.identity, tokens.text, bold=True)
    role = f"{strip.role} · {strip.group}" if names_group else strip.role
    _text(painter, name.translated(0, LANE_PX + 4), role, tokens.muted)
    for side, marks in enumerate((strip.original, strip.unlearned)):
        top = places.lane_y(number, side)
        color = (tokens.original, tokens.unlearned)[side]
        place = QRectF(LABEL_PX - 76, top, 68, LANE_PX)
        _text(painter, place, SIDES[side], color)
        painter.setPen(QPen(QColor(tokens.line), 1))
        middle = top + LANE_PX / 2
        painter.drawLine(LABEL_PX, round(middle), places.width - END_PX, round(middle))
        painter.setPen(QPen(theme.color(color, 0.85), 2))
        # Many samples share a pixel: each column is drawn once.
        for x in places.columns_of(number, side, marks):
            painter.drawLine(x, top + 2, x, top + LANE_PX - 2)
    painter.setPen(QPen(QColor(tokens.text), 1.2, Qt.PenStyle.DashLine))
    x = round(places.x(strip.threshold))
    painter.drawLine(x, places.lane_y(number, 0) - 2, x, places.lane_y(number, 1) + LANE_PX + 2)


def draw_axis(painter: QPainter, places: StripPlaces) -> None:
    """Draw the axis of similarities below all strips."""
    tokens = theme.current()
    top = len(places.strips) * STRIP_PX
    low, high = places.bounds
    for tenth in range(round(10 * low), round(10 * high) + 1, 2 if high - low > 1 else 1):
        box = QRectF(places.x(tenth / 10) - 30, top, 60, 14)
        text = f"{tenth / 10:.1f}".replace("-", "−")
        _text(painter, box, text, tokens.muted, size_px=11, where=Qt.AlignmentFlag.AlignHCenter)
    _text(painter, QRectF(4, top, LABEL_PX - 10, 14), "similarity", tokens.muted, size_px=11)


def draw_current(painter: QPainter, places: StripPlaces, at: MarkAt) -> None:
    """Draw a frame around a mark."""
    point = places.place_of(at)
    painter.setPen(QPen(QColor(theme.current().text), 1.5))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(QRectF(point.x() - 5, point.y() - 10, 10, 20), 3, 3)


def _text(
    painter: QPainter,
    rect: QRectF,
    text: str,
    color: str,
    *,
    bold: bool = False,
    size_px: int = 12,
    where: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
) -> None:
    painter.setFont(theme.font(size_px, QFont.Weight.DemiBold if bold else QFont.Weight.Normal))
    painter.setPen(QColor(color))
    line = " ".join(text.split())
    shown = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, int(rect.width()))
    painter.drawText(rect, int(where | Qt.AlignmentFlag.AlignVCenter), shown)
