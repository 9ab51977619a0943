"""What is drawn in a plot: curves, bands between two of them, and marked points. Colours are tokens of the theme."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from ui.theme import color, current, font
from ui.widgets.chart_frame import TEXT_PX, Frame
from ui.widgets.outcomes import Shape, paint_shape

Values = NDArray[np.float64]

DASHED, DOTTED = (3.5, 2.5), (1.2, 1.8)  # in widths of the pen
_DIMMED = 0.35
_POINT_PX = 9.0
_GROUND_OPACITY = 0.75  # of the ground under a name
_NONE: Values = np.empty(0)


class Layer:
    """Something that is drawn; whoever changes it lets the plot know by `changed`."""

    def __init__(self, changed: Callable[[], object]) -> None:
        self._changed = changed
        self._is_visible = True

    @property
    def is_visible(self) -> bool:
        """Whether it is shown."""
        return self._is_visible

    def set_visible(self, visible: bool) -> None:
        """Show it, or do not."""
        if visible != self._is_visible:
            self._is_visible = visible
            self._changed()

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Draw it."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Stroke:
    """How a curve is drawn. token : its colour. fill : opacity of the area below, 0 = none. dashes : () = none."""

    token: str
    width: float = 1.5
    fill: float = 0.0
    dashes: tuple[float, ...] = ()

    def pen(self) -> QPen:
        """Return the pen in the theme in use."""
        made = QPen(QColor(getattr(current(), self.token)), self.width)
        made.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        if self.dashes:
            made.setDashPattern(self.dashes)
            made.setCapStyle(Qt.PenCapStyle.FlatCap)
        return made


class Curve(Layer):
    """A curve with a name. It has a gap where a value is NaN."""

    def __init__(self, name: str, stroke: Stroke, changed: Callable[[], object]) -> None:
        super().__init__(changed)
        self.name, self.stroke = name, stroke
        self._x, self._y = _NONE, _NONE
        self._has_steps = False

    def set_values(self, x: ArrayLike, y: ArrayLike, *, steps: bool = False) -> None:
        """Draw these values. steps : `x` are the edges of bins, ascending, one more than `y`."""
        self._x, self._y = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
        self._has_steps = steps
        self._changed()

    def set_stroke(self, stroke: Stroke) -> None:
        """Draw it in another way."""
        if stroke != self.stroke:
            self.stroke = stroke
            self._changed()

    def value_at(self, x: float) -> float | None:
        """Return the value of the bin at `x`; None outside, in a gap, and of a curve without bins."""
        if not self._has_steps or not len(self._y) or not self._x[0] <= x <= self._x[-1]:
            return None
        place = int(np.searchsorted(self._x, x, side="right")) - 1
        found = float(self._y[min(place, len(self._y) - 1)])
        return None if np.isnan(found) else found

    def _points(self) -> tuple[Values, Values]:
        if not self._has_steps:
            return self._x, self._y
        return np.repeat(self._x, 2)[1:-1], np.repeat(self._y, 2)

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Draw the area below it, then the curve."""
        x, y = self._points()
        for part in _runs(np.isfinite(y)):
            line = frame.polygon(x[part], y[part])
            if self.stroke.fill:
                painter.setPen(Qt.PenStyle.NoPen)
                painter.setBrush(color(getattr(current(), self.stroke.token), self.stroke.fill))
                painter.drawPolygon(_closed(line, frame.area.bottom()))
            painter.setPen(self.stroke.pen())
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(line)


class Band(Layer):
    """The area between two curves; a gap where either is NaN."""

    def __init__(self, token: str, opacity: float, changed: Callable[[], object]) -> None:
        super().__init__(changed)
        self._token, self._opacity = token, opacity
        self._x, self._low, self._high = _NONE, _NONE, _NONE
        self._is_dimmed = False

    @property
    def is_dimmed(self) -> bool:
        """Whether it is shown as not up to date."""
        return self._is_dimmed

    def set_values(self, x: ArrayLike, low: ArrayLike, high: ArrayLike, *, steps: bool = False) -> None:
        """Fill between these values. steps : as for a `Curve`."""
        self._x, self._low, self._high = (np.asarray(each, dtype=np.float64) for each in (x, low, high))
        if steps:
            self._x = np.repeat(self._x, 2)[1:-1]
            self._low, self._high = np.repeat(self._low, 2), np.repeat(self._high, 2)
        self._changed()

    def set_dimmed(self, dimmed: bool) -> None:
        """Show that it is not up to date, or that it is."""
        if dimmed != self._is_dimmed:
            self._is_dimmed = dimmed
            self._changed()

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Draw the area."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(getattr(current(), self._token), self._opacity * (_DIMMED if self._is_dimmed else 1.0)))
        for part in _runs(np.isfinite(self._low) & np.isfinite(self._high)):
            x = self._x[part]
            both = np.concatenate([self._low[part], self._high[part][::-1]])
            painter.drawPolygon(frame.polygon(np.concatenate([x, x[::-1]]), both))


@dataclass(frozen=True, slots=True)
class Point:
    """A marked place with its name, which is written beside it."""

    x: float
    y: float
    text: str = ""


class Points(Layer):
    """Marked places of one kind."""

    def __init__(self, token: str, shape: Shape, changed: Callable[[], object]) -> None:
        super().__init__(changed)
        self._token, self._shape = token, shape
        self._points: tuple[Point, ...] = ()

    @property
    def points(self) -> tuple[Point, ...]:
        """What is marked."""
        return self._points

    def set_points(self, points: Sequence[Point]) -> None:
        """Mark these places."""
        self._points = tuple(points)
        self._changed()

    def paint(self, painter: QPainter, frame: Frame) -> None:
        """Draw shapes, and names above; a name gives way to those before it, and to the left at the right end."""
        tint = QColor(getattr(current(), self._token))
        painter.setFont(font(TEXT_PX))
        metrics = QFontMetricsF(painter.font())
        taken: list[QRectF] = []
        for point in self._points:
            x, y = frame.x_px(point.x), frame.y_px(point.y)
            paint_shape(painter, QRectF(x - _POINT_PX / 2, y - _POINT_PX / 2, _POINT_PX, _POINT_PX), self._shape, tint)
            box = metrics.boundingRect(point.text)
            box.moveBottom(y - 2)
            has_room = x + _POINT_PX + box.width() <= frame.area.right()
            box.moveLeft(x + _POINT_PX if has_room else x - _POINT_PX - box.width())
            while any(box.intersects(other) for other in taken):
                box.translate(0, -1.0)
            taken.append(box)
            painter.fillRect(box, color(current().surface, _GROUND_OPACITY))
            painter.setPen(tint)
            painter.drawText(QPointF(box.left(), box.bottom() - metrics.descent()), point.text)


def _closed(line: QPolygonF, ground: float) -> QPolygonF:
    points = line.toList()
    return QPolygonF([QPointF(points[0].x(), ground), *points, QPointF(points[-1].x(), ground)])


def _runs(whole: NDArray[np.bool_]) -> list[slice]:
    """Return the stretches in which all is there."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], whole, [False]]).astype(np.int8)))
    return [slice(start, end) for start, end in edges.reshape(-1, 2).tolist()]
