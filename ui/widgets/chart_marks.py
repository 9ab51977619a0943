"""What moves over a plot: the threshold with what lies on either side, the protocol's own, and the crosshair."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen

from ui.theme import color, current, font
from ui.widgets.chart_frame import TEXT_PX, Frame, text_width

_ZONE_OPACITY = 0.16
_PILL_PX = 16.0
_PAD_PX = 7.0
_BESIDE_PX = 8.0
_ROW_PX, _ASCENT_PX = 15.0, 11.0
_NOTE_PX = 12
_DOT_PX = 4.5
_SAME = 1e-9  # two thresholds no further apart are written alike and decide alike
_GROUND_OPACITY = 0.82  # of the ground under a text, which curves pass


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the plot, marked by a dot in the colour of the token `tint`."""

    x: float
    y: float
    tint: str


@dataclass(frozen=True, slots=True)
class ThresholdMark:
    """A threshold as a plot shows it. official : the protocol's own, None = unknown. delta : half the zone around.

    below, above : what is said of either side, in the colour of the token `tint`.
    """

    value: float
    text: str
    official: float | None = None
    delta: float = 0.0
    below: str = ""
    above: str = ""
    tint: str = "muted"

    @property
    def is_other(self) -> bool:
        """Whether it is not the protocol's own."""
        return self.official is not None and abs(self.official - self.value) > _SAME

    @property
    def color(self) -> QColor:
        """The accent, or the colour of a what-if."""
        return QColor(current().what_if if self.is_other else current().accent)


def paint_threshold(painter: QPainter, frame: Frame, mark: ThresholdMark, pill: QRectF, *, is_held: bool) -> None:
    """Paint zone, lines and texts; of a threshold outside the frame nothing but the zone. pill : as of `pill_of`."""
    area = frame.area
    painter.setFont(font(TEXT_PX))
    left, right = (frame.x_px(mark.value + by) for by in (-mark.delta, mark.delta))
    zone = QRectF(left, area.top(), right - left, area.height()) & area
    ground = QColor(mark.color)
    ground.setAlphaF(_ZONE_OPACITY)
    if mark.delta and not zone.isEmpty():
        painter.fillRect(zone.toAlignedRect(), ground)
    x = frame.x_px(mark.value)
    if mark.official is not None and mark.is_other:
        _paint_official(painter, frame, mark.official, is_right=mark.official >= mark.value)
    if not _is_seen(frame, mark.value):
        return
    painter.setPen(QPen(mark.color, 3.0 if is_held else 2.0))
    painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
    top = area.top() + 2
    for text, is_right in ((mark.below, False), (mark.above, True)):
        # Near an end of the plot there is room on one side only: then one stands under the other.
        has_room = _write(painter, area, QPointF(x, top), text, mark.tint, is_right=is_right)
        if not has_room:
            _write(painter, area, QPointF(x, top + _ROW_PX), text, mark.tint, is_right=not is_right)
    _paint_pill(painter, pill, mark)


def paint_spots(painter: QPainter, frame: Frame, spots: Sequence[Spot]) -> None:
    """Paint dots, each with an edge that sets it off from curves."""
    for spot in spots:
        painter.setPen(QPen(QColor(current().surface), 1.5))
        painter.setBrush(QColor(getattr(current(), spot.tint)))
        painter.drawEllipse(QPointF(frame.x_px(spot.x), frame.y_px(spot.y)), _DOT_PX, _DOT_PX)


def _paint_official(painter: QPainter, frame: Frame, official: float, *, is_right: bool) -> None:
    x, area = frame.x_px(official), frame.area
    if area.left() <= x <= area.right():
        pen = QPen(QColor(current().muted), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom()))
        at = QPointF(x, area.top() + 2 + _ROW_PX)
        _write(painter, area, at, f"official {official:.3f}".replace("-", "−"), "muted", is_right=is_right)


def _write(painter: QPainter, area: QRectF, at: QPointF, text: str, token: str, *, is_right: bool) -> bool:
    """Write beside a vertical line, on the given side, where there is room for it; whether there was."""
    width = text_width(text)
    left = at.x() + _BESIDE_PX if is_right else at.x() - _BESIDE_PX - width
    has_room = area.left() <= left and left + width <= area.right()
    if text and has_room:
        box = QRectF(left - 3, at.y(), width + 6, _ROW_PX).toAlignedRect()
        painter.fillRect(box, color(current().surface, _GROUND_OPACITY))
        painter.setPen(QColor(getattr(current(), token)))
        painter.drawText(QPointF(left, at.y() + _ASCENT_PX), text)
    return has_room


def pill_of(frame: Frame, mark: ThresholdMark | None) -> QRectF:
    """Return where the value is written above its line; an empty box where the line is not to be seen."""
    if mark is None or not _is_seen(frame, mark.value):
        return QRectF()
    area, x = frame.area, frame.x_px(mark.value)
    width = text_width(mark.text) + 2 * _PAD_PX
    left = min(max(x - width / 2, area.left() - _PAD_PX), area.right() - width + _PAD_PX)
    return QRectF(left, area.top() - _PILL_PX - 2, width, _PILL_PX)


def _is_seen(frame: Frame, value: float) -> bool:
    return frame.area.left() - 1 <= frame.x_px(value) <= frame.area.right() + 1


def _paint_pill(painter: QPainter, box: QRectF, mark: ThresholdMark) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(mark.color)
    painter.drawRoundedRect(box, _PILL_PX / 2, _PILL_PX / 2)
    painter.setPen(QColor(current().on_accent))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark.text)


def paint_crosshair(painter: QPainter, frame: Frame, at: QPointF, text: str) -> None:
    """Paint two dotted lines through `at`, in pixels, and a text of some lines beside them."""
    tokens, area = current(), frame.area
    painter.setPen(QPen(QColor(tokens.muted), 1, Qt.PenStyle.DotLine))
    painter.drawLine(QPointF(at.x(), area.top()), QPointF(at.x(), area.bottom()))
    painter.drawLine(QPointF(area.left(), at.y()), QPointF(area.right(), at.y()))
    painter.setFont(font(TEXT_PX))
    metrics = QFontMetricsF(painter.font())
    lines = text.split("\n")
    wide, high = max(map(metrics.horizontalAdvance, lines)) + 12, metrics.height() * len(lines) + 8
    left = at.x() + 8 if at.x() + 8 + wide <= area.right() else at.x() - 8 - wide
    top = min(max(at.y() - high - 6, area.top()), area.bottom() - high)
    painter.setPen(QPen(QColor(tokens.line), 1))
    painter.setBrush(QColor(tokens.raised))
    painter.drawRoundedRect(QRectF(left, top, wide, high), 4, 4)
    painter.setPen(QColor(tokens.text))
    for number, line in enumerate(lines):
        painter.drawText(QPointF(left + 6, top + 4 + number * metrics.height() + metrics.ascent()), line)


def paint_note(painter: QPainter, area: QRectF, text: str) -> None:
    """Paint a sentence in the middle, on as many lines as it needs."""
    painter.setFont(font(_NOTE_PX))
    painter.setPen(QColor(current().muted))
    inside = area.adjusted(area.width() * 0.08, 0, -area.width() * 0.08, 0)
    painter.drawText(inside, int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), text)
