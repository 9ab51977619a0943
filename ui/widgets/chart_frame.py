"""Where places of a plot are on screen, and its axes: round numbers, grid, titles."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil, floor, log10

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from ui.theme import color, current, font, watch

Range = tuple[float, float]
Ticks = Sequence[tuple[float, str]]

TEXT_PX = 11
_STEPS = (1.0, 2.0, 5.0, 10.0)
_ROUNDING = 1e-9  # of a step: 0.3 / 0.1 is a little less than 3
_GAP_PX = 6.0
_BETWEEN_PX = 14.0  # two texts of an axis come no nearer
_X_TICK_PX, _Y_TICK_PX = 62.0, 34.0  # room that a tick should have
_FINER = 12  # ticks more than there should be room for that are tried
_GRID_OPACITY = 0.55
_LEFT_PX, _TOP_PX, _BOTTOM_PX, _RIGHT_PX = 4.0, 20.0, 20.0, 10.0


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes say, with units, and the ranges that show everything. Ticks stand at round numbers if not given."""

    x_title: str
    y_title: str
    x: Range
    y: Range
    x_ticks: Ticks = ()
    y_ticks: Ticks = ()


@dataclass(frozen=True, slots=True)
class Frame:
    """`area`, in pixels, shows the ranges `x`, to the right, and `y`, upwards (downwards where y[0] > y[1])."""

    area: QRectF
    x: Range
    y: Range

    def x_px(self, x: float) -> float:
        """Return where a value of the x axis is."""
        return self.area.left() + (x - self.x[0]) / (self.x[1] - self.x[0]) * self.area.width()

    def y_px(self, y: float) -> float:
        """Return where a value of the y axis is."""
        return self.area.bottom() - (y - self.y[0]) / (self.y[1] - self.y[0]) * self.area.height()

    def x_at(self, pixel: float) -> float:
        """Return the value of the x axis at a pixel."""
        return self.x[0] + (pixel - self.area.left()) / self.area.width() * (self.x[1] - self.x[0])

    def y_at(self, pixel: float) -> float:
        """Return the value of the y axis at a pixel."""
        return self.y[0] + (self.area.bottom() - pixel) / self.area.height() * (self.y[1] - self.y[0])

    @property
    def x_per_pixel(self) -> float:
        """How much of the x axis a pixel is."""
        return (self.x[1] - self.x[0]) / self.area.width()

    def polygon(self, x: NDArray[np.float64], y: NDArray[np.float64]) -> QPolygonF:
        """Return where points are."""
        right, down = self.x_px(0.0) + x / self.x_per_pixel, self.y_px(0.0) + y * (self.y_px(1.0) - self.y_px(0.0))
        return QPolygonF([QPointF(*point) for point in zip(right.tolist(), down.tolist(), strict=True)])


@lru_cache(maxsize=4096)
def text_width(text: str, size_px: int = TEXT_PX) -> float:
    """Return how wide a text is: asked for the same texts in every frame of a drag."""
    return QFontMetricsF(font(size_px)).horizontalAdvance(text)


watch().changed.connect(text_width.cache_clear)  # the font may be another


def frame_of(axes: Axes, box: QRectF, x: Range) -> Frame:
    """Return the frame of a plot that is painted into `box` and shows the range `x`, with room around for the axes."""
    ticks = y_ticks(axes, box.height() - _TOP_PX - _BOTTOM_PX)
    left = max((text_width(text) for _, text in ticks), default=0.0) + _GAP_PX + _LEFT_PX
    area = box.adjusted(round(left), _TOP_PX, -_RIGHT_PX, -_BOTTOM_PX)
    return Frame(QRectF(area.topLeft(), area.size().expandedTo(QSizeF(1, 1))), x, axes.y)


def y_ticks(axes: Axes, height: float) -> Ticks:
    """Return the ticks of the y axis, where its plot is so many pixels high."""
    return axes.y_ticks or _two_at_least(axes.y, int(height / _Y_TICK_PX), list)


def _two_at_least(limits: Range, most: int, seen: Callable[[Ticks], Ticks]) -> Ticks:
    """Return the ticks within a range that are seen: two where there is room, since one says nothing of the scale."""
    first = max(1, most)
    tries = [seen(round_ticks(limits, first))]
    while len(tries[-1]) < 2 and len(tries) < _FINER:
        tries.append(seen(round_ticks(limits, first + len(tries))))
    return max(tries, key=len)


def round_ticks(limits: Range, most: int) -> list[tuple[float, str]]:
    """Return at most about `most` round numbers within a range, ascending, with their texts.

    >>> round_ticks((-0.12, 1.0), 5)
    [(0.0, '0.0'), (0.5, '0.5'), (1.0, '1.0')]
    >>> [text for _, text in round_ticks((-20, 20), 5)]
    ['−20', '−10', '0', '10', '20']
    """
    low, high = sorted(limits)
    if not high > low:
        return []
    smallest = (high - low) / most
    size = 10.0 ** floor(log10(smallest))
    step = size * next(each for each in _STEPS if each * size >= smallest * (1 - _ROUNDING))
    decimals = max(0, -floor(log10(step) + _ROUNDING))
    first, last = ceil(low / step - _ROUNDING), floor(high / step + _ROUNDING)
    return [(number * step, written(number * step, decimals)) for number in range(first, last + 1)]


def written(value: float, decimals: int) -> str:
    """Return a number with a typographic minus; what is rounded to zero has none."""
    text = f"{value:.{decimals}f}"
    return text.lstrip("-") if float(text) == 0 else text.replace("-", "−")


# ---- painting ----


def paint_axes(painter: QPainter, frame: Frame, axes: Axes) -> None:
    """Paint grid, ticks and the title of the x axis, at its end."""
    tokens = current()
    painter.setFont(font(TEXT_PX))
    metrics = QFontMetricsF(painter.font())
    for value, text in y_ticks(axes, frame.area.height()):
        y = round(frame.y_px(value)) + 0.5
        _paint_line(painter, QPointF(frame.area.left(), y), QPointF(frame.area.right(), y), _GRID_OPACITY)
        painter.setPen(QColor(tokens.muted))
        at = QPointF(frame.area.left() - _GAP_PX - text_width(text), y + metrics.capHeight() / 2)
        painter.drawText(at, text)
    bottom = round(frame.area.bottom()) + 0.5
    _paint_line(painter, QPointF(frame.area.left(), bottom), QPointF(frame.area.right(), bottom), 1.0)
    _paint_x_texts(painter, frame, axes, metrics)


def paint_y_title(painter: QPainter, frame: Frame, axes: Axes, pill: QRectF) -> None:
    """Paint the title of the y axis above it; at the other end where the pill of the threshold stands there."""
    painter.setFont(font(TEXT_PX))
    painter.setPen(QColor(current().muted))
    width = text_width(axes.y_title)
    is_free = pill.isEmpty() or pill.left() > frame.area.left() + width + _GAP_PX
    left = frame.area.left() if is_free else frame.area.right() - width
    painter.drawText(QPointF(left, frame.area.top() - _GAP_PX - 2), axes.y_title)


def _paint_x_texts(painter: QPainter, frame: Frame, axes: Axes, metrics: QFontMetricsF) -> None:
    painter.setPen(QColor(current().muted))
    base = frame.area.bottom() + metrics.ascent() + 4
    title_at = frame.area.right() - text_width(axes.x_title)
    painter.drawText(QPointF(title_at, base), axes.x_title)
    for value, text in x_ticks(frame, axes):
        x = frame.x_px(value)
        painter.drawText(QPointF(x - text_width(text) / 2, base), text)
        _paint_line(painter, QPointF(x, frame.area.bottom()), QPointF(x, frame.area.bottom() + 3), 1.0)
        painter.setPen(QColor(current().muted))


def x_ticks(frame: Frame, axes: Axes) -> Ticks:
    """Return the ticks of the x axis that have room before its title."""
    title_at = frame.area.right() - text_width(axes.x_title)

    def seen(ticks: Ticks) -> Ticks:
        ends = [(frame.x_px(value), text_width(text) / 2 + _BETWEEN_PX / 2) for value, text in ticks]
        within = [
            place
            for place, (x, half) in enumerate(ends)
            if frame.area.left() - 1 <= x and x + half + _BETWEEN_PX / 2 <= title_at
        ]
        for stride in range(1, len(within) + 1):
            kept = within[::stride]
            if all(ends[one][0] + ends[one][1] <= ends[other][0] - ends[other][1] for one, other in pairwise(kept)):
                return [ticks[place] for place in kept]
        return []

    return seen(axes.x_ticks) if axes.x_ticks else _two_at_least(frame.x, int(frame.area.width() / _X_TICK_PX), seen)


def _paint_line(painter: QPainter, start: QPointF, end: QPointF, opacity: float) -> None:
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    painter.setPen(QPen(color(current().line, opacity), 1, Qt.PenStyle.SolidLine))
    painter.drawLine(start, end)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
