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

    def add(self, item: _Item) -> None:
        """Take an item in."""
        self._box.addItem(item, ignoreBounds=True)


class Outline:
    """A waveform: from the lowest to the highest value of each column of the screen."""

    def __init__(self, area: Area) -> None:
        self._curve: _Item = pg.PlotCurveItem()
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
        self._curves: list[_Item] = [pg.PlotCurveItem(antialias=True) for _ in range(1 + halo)]
        for each in self._curves:
            area.add(each)
            each.setZValue(3)

    def dress(self, ratio: float) -> None:
        """Take the colours of the theme. ratio : pixels of the screen for each of the widget."""
        tokens = current()
        self._curves[-1].setPen(pg.mkPen(getattr(tokens, self._token), width=self._width * ratio))
        if len(self._curves) > 1:
            self._curves[0].setPen(pg.mkPen(color(tokens.background, 0.75), width=(self._width + 2.5) * ratio))

    def clear(self) -> None:
        """Draw nothing."""
        for each in self._curves:
            each.setData([], [])

    def show_contour(self, contour: Contour, limits: Limits, times_s: NDArray[np.floating] | None = None) -> None:
        """Draw a contour. times_s : where its values are, if elsewhere than it says."""
        x = contour.times_s if times_s is None else times_s
        present = contour.present
        connect = np.zeros(len(x), np.int32)
        connect[:-1] = present[:-1] & present[1:]
        y = np.clip((contour.values - limits.low) / (limits.high - limits.low), -0.5, 1.5)
        for each in self._curves:
            each.setData(x.astype(np.float64), y.astype(np.float64), connect=connect)


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
