"""The one place of the desk that touches pyqtgraph: what is drawn within a lane. Each item is made once and reused."""

from typing import Any, NamedTuple

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtWidgets import QGraphicsScene, QVBoxLayout, QWidget

from genmu_studio.sounds.contours import Contour
from genmu_studio.sounds.peaks import Curve
from scoring.types import FloatArray
from ui.models.sound_view import Span
from ui.theme import color, current

# pyqtgraph ships no types: what it makes is Any to mypy, and stays in this module.
_Item = Any
# Of a curve, smoothed and with a halo; more lie closer than pixels, where that shows nothing and takes time.
_MOST_SMOOTH = 1000


class Limits(NamedTuple):
    """The lowest and highest value of an axis."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """Return where a value is, 0 at the lowest and 1 at the highest."""
        return (value - self.low) / (self.high - self.low)


class Sheet:
    """What lanes lie on: a scene in pixels of the screen."""

    def __init__(self, parent: QWidget) -> None:
        self._view: _Item = pg.GraphicsView(parent, useOpenGL=False, background=None)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._view.setFrameShape(self._view.Shape.NoFrame)
        self._view.setAntialiasing(False)
        layout = QVBoxLayout(parent)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._view)

    @property
    def viewport(self) -> QWidget:
        """The widget that gets the mouse events, and is painted."""
        found: QWidget = self._view.viewport()
        return found

    @property
    def scene(self) -> QGraphicsScene:
        """Where items lie."""
        found: QGraphicsScene = self._view.scene()
        return found

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._view.setBackground(current().surface)

    def settle(self) -> None:
        """Let a pixel of the scene be one of the widget, now and not when the event loop comes to it."""
        self._view.setGeometry(self._view.parentWidget().rect())
        self._view.setRange(QRectF(self._view.rect()), padding=0, disableAutoPixel=False)


class Area:
    """The box of a lane: time to the right, values from 0 to 1 upwards."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._box: _Item = pg.ViewBox(enableMenu=False, enableMouse=False, defaultPadding=0)
        self._box.setYRange(0, 1, padding=0)
        scene.addItem(self._box)

    def place(self, rect: QRectF) -> None:
        """Lie there, in pixels."""
        self._box.setGeometry(rect)

    def set_visible(self, is_visible: bool) -> None:
        """Be seen, or not."""
        self._box.setVisible(is_visible)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._box.setBackgroundColor(current().background)

    def show_span(self, span: Span) -> None:
        """Show that stretch of time."""
        if span.length_s > 0:
            self._box.setXRange(span.start_s, span.end_s, padding=0)
            self._box.updateMatrix()  # now: what is left to the painting makes it paint twice

    def add(self, item: _Item) -> None:
        """Take an item in."""
        self._box.addItem(item, ignoreBounds=True)


class Outline:
    """A waveform: from the lowest to the highest value of each column of the screen."""

    def __init__(self, area: Area) -> None:
        self._curve: _Item = _curve(antialias=False)
        self.low = self.high = np.zeros(0, np.float32)  # what is drawn, as values of the sound
        area.add(self._curve)
        self._curve.setZValue(1)

    def dress(self, token: str) -> None:
        """Take a colour of the theme."""
        self._curve.setPen(pg.mkPen(getattr(current(), token), width=1))

    def clear(self) -> None:
        """Draw nothing."""
        self.low = self.high = np.zeros(0, np.float32)
        self._curve.setData([], [], connect="all")

    def show_curve(self, curve: Curve, rate: int, limits: Limits, pixel: float) -> None:
        """Draw a curve of columns. pixel : how much of the lane's height one pixel of the screen is."""
        if not len(curve.low):
            self.clear()
            return
        self.low, self.high = curve.low, curve.high
        span = limits.high - limits.low
        if np.array_equal(curve.low, curve.high):  # single values: a line through them, each at its own moment
            self._curve.setData(curve.edges[:-1] / rate, (curve.low - limits.low) / span, connect="all")
            return
        low, high = curve.low.copy(), curve.high.copy()
        # Columns touch their neighbours, as the sound passes through what lies between.
        np.minimum(low[1:], curve.high[:-1], out=low[1:])
        np.maximum(high[1:], curve.low[:-1], out=high[1:])
        y = np.stack([low - limits.low, high - limits.low], axis=1) / span
        y[:, 1] = np.maximum(y[:, 1], y[:, 0] + pixel)
        middles_s = (curve.edges[:-1] + curve.edges[1:]) / (2 * rate)
        self._curve.setData(np.repeat(middles_s, 2), y.ravel(), connect="pairs")


class Track:
    """A curve with gaps. halo : whether it stands out from a picture below it."""

    def __init__(self, area: Area, token: str, width: float, *, halo: bool = False) -> None:
        self._token, self._width = token, width
        self._curves: list[_Item] = [_curve(antialias=True) for _ in range(1 + halo)]
        self._x = self._y = np.zeros(0)
        self._connect = np.zeros(0, np.int32)
        self._drawn = (0, 0)
        for each in self._curves:
            area.add(each)
            each.setZValue(3)

    def dress(self, ratio: float) -> None:
        """Take the colours of the theme. ratio : pixels of the screen for each of the widget."""
        tokens = current()
        self._curves[-1].setPen(_flat_pen(getattr(tokens, self._token), self._width * ratio))
        if len(self._curves) > 1:
            self._curves[0].setPen(_flat_pen(tokens.background, (self._width + 2.0) * ratio))

    def clear(self) -> None:
        """Draw nothing."""
        self._x = self._y = np.zeros(0)
        self._drawn = (0, 0)
        for each in self._curves:
            each.setData([], [])

    def show_contour(
        self, contour: Contour, limits: Limits, span: Span, times_s: NDArray[np.floating] | None = None
    ) -> None:
        """Draw a contour within a stretch of time. times_s : where its values are, if elsewhere than it says."""
        self._x = (contour.times_s if times_s is None else times_s).astype(np.float64)
        self._connect = np.zeros(len(self._x), np.int32)
        self._connect[:-1] = contour.present[:-1] & contour.present[1:]
        share = (contour.values - limits.low) / (limits.high - limits.low)
        self._y = np.clip(share, -0.5, 1.5).astype(np.float64)
        self._drawn = (0, 0)
        self.show_span(span)

    def show_span(self, span: Span) -> None:
        """Draw what lies within that stretch, and its neighbours: no more than is seen."""
        start = max(0, int(np.searchsorted(self._x, span.start_s)) - 2)
        end = int(np.searchsorted(self._x, span.end_s)) + 2
        if (start, end) != self._drawn:
            self._drawn = (start, end)
            is_smooth = end - start <= _MOST_SMOOTH
            for each in self._curves:
                is_halo = each is not self._curves[-1]
                last = end if is_smooth or not is_halo else start
                part = slice(start, last)
                each.setData(self._x[part], self._y[part], connect=self._connect[part], antialias=is_smooth)


class Picture:
    """Levels as shades."""

    def __init__(self, area: Area, depth: int) -> None:
        self._image: _Item = pg.ImageItem(axisOrder="row-major")
        self._image.setVisible(False)
        self._image.setZValue(depth)
        area.add(self._image)

    def clear(self) -> None:
        """Draw nothing."""
        self._image.clear()
        self._image.setVisible(False)

    def show_levels(self, levels: NDArray[np.uint8], shades: NDArray[np.uint8], box: QRectF) -> None:
        """Draw levels (bands, columns), lowest band first. shades : (256, 3). box : time, and 0..1 upwards."""
        self._image.setImage(levels, autoLevels=False, levels=(0, 255), lut=shades)
        self._image.setRect(box)
        self._image.setVisible(True)


def shades_of(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the colour (256, 3) of each level whose grey (256,) is 0 where it is loudest, 255 where it is nothing."""
    tokens = current()
    ground, ink = (_rgb(each) for each in (tokens.background, tokens.text))
    share = grey[:, np.newaxis] / np.float32(255)
    shades: NDArray[np.uint8] = np.rint(ink * (1 - share) + ground * share).astype(np.uint8)
    return shades


def _rgb(value: str) -> FloatArray:
    made = color(value)
    return np.array([made.red(), made.green(), made.blue()], dtype=np.float32)


def _curve(*, antialias: bool) -> _Item:
    # Line by line: as one path, a long curve of a broad pen takes a hundred times as long.
    made = pg.PlotCurveItem(antialias=antialias, skipFiniteCheck=True)
    made.setSegmentedLineMode("on")
    return made


def _flat_pen(token: str, width: float) -> _Item:
    made = pg.mkPen(token, width=width)
    made.setCapStyle(Qt.PenCapStyle.FlatCap)  # lines that meet do not stick out beyond each other
    return made
