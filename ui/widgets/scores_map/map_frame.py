"""Which part of a map is shown, and where its places are on screen. Both directions have one scale: distances count."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF

from scoring.types import FloatArray

_MARGIN = 0.07  # of the area, around what is fitted into it
_LEAST_ZOOM, _MOST_ZOOM = 0.5, 2000.0


@dataclass(frozen=True, slots=True)
class Bounds:
    """The box around all places of a map."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """How wide it is; never 0."""
        return max(self.right - self.left, 1e-6)

    @property
    def height(self) -> float:
        """How high it is; never 0."""
        return max(self.top - self.bottom, 1e-6)


def bounds_of(*clouds: FloatArray) -> Bounds:
    """Return the box around places, float32 (n, 2) each, at least one of them."""
    places = np.concatenate(clouds)
    left, bottom = places.min(axis=0).tolist()
    right, top = places.max(axis=0).tolist()
    return Bounds(left, bottom, right, top)


@dataclass(frozen=True, slots=True)
class MapFrame:
    """`area`, in pixels of the widget, shows the place (x, y) in its middle, `scale` pixels to a unit of the map.

    zoom : how many times larger it is than where everything just fits.
    """

    area: QRectF
    x: float
    y: float
    scale: float
    zoom: float = 1.0

    def to_px(self, x: float, y: float) -> QPointF:
        """Return where a place is."""
        middle = self.area.center()
        return QPointF(middle.x() + (x - self.x) * self.scale, middle.y() - (y - self.y) * self.scale)

    def at(self, pixel: QPointF) -> tuple[float, float]:
        """Return the place at a pixel."""
        away = pixel - self.area.center()
        return self.x + away.x() / self.scale, self.y - away.y() / self.scale

    def all_to_px(self, places: FloatArray) -> NDArray[np.float64]:
        """Return where places (n, 2) are, (n, 2)."""
        middle = self.area.center()
        moved = places.astype(np.float64) - (self.x, self.y)
        return moved * (self.scale, -self.scale) + (middle.x(), middle.y())

    @property
    def shown(self) -> Bounds:
        """The box of places that is shown."""
        left, top = self.at(self.area.topLeft())
        right, bottom = self.at(self.area.bottomRight())
        return Bounds(left, bottom, right, top)

    def moved(self, right: float, down: float) -> "MapFrame":
        """Return the frame after the map was drawn along, in pixels."""
        return replace(self, x=self.x - right / self.scale, y=self.y + down / self.scale)

    def zoomed(self, factor: float, at: QPointF) -> "MapFrame":
        """Return the frame with everything `factor` times larger, the place at the pixel `at` staying there."""
        zoom = min(max(self.zoom * factor, _LEAST_ZOOM), _MOST_ZOOM)
        x, y = self.at(at)
        away = at - self.area.center()
        scale = self.scale * zoom / self.zoom
        return replace(self, x=x - away.x() / scale, y=y + away.y() / scale, scale=scale, zoom=zoom)

    def within(self, bounds: Bounds) -> "MapFrame":
        """Return the frame moved back so far that its middle lies within `bounds`."""
        x, y = min(max(self.x, bounds.left), bounds.right), min(max(self.y, bounds.bottom), bounds.top)
        return replace(self, x=x, y=y)

    def resized(self, area: QRectF, bounds: Bounds) -> "MapFrame":
        """Return the frame in another area, with the same middle and zoom."""
        fitted = fit(bounds, area)
        return replace(self, area=area, scale=fitted.scale * self.zoom)


def fit(bounds: Bounds, area: QRectF) -> MapFrame:
    """Return the frame that shows everything."""
    room = 1 - 2 * _MARGIN
    width, height = max(area.width(), 1.0) * room, max(area.height(), 1.0) * room
    scale = min(width / bounds.width, height / bounds.height)
    return MapFrame(area, (bounds.left + bounds.right) / 2, (bounds.bottom + bounds.top) / 2, scale)


_SIDES = ((800, 9), (4_000, 7), (20_000, 5), (60_000, 4))  # up to so many points in the usual area, and the side
_SMALLEST = 3
_USUAL_AREA = 240_000
_MOST_WORK = 40e6
_WORK_OF_A_POINT, _WORK_OF_A_PIXEL = 60, 4


def side_of_points(count: int, frame: MapFrame, ratio: float) -> int:
    """Return how large the sprites of `count` points are, in pixels of the screen, `ratio` to one of the widget.

    The fewer are likely to be shown the larger they are, as far as they can be painted within a frame. It depends on
    the zoom, not on the place: a map that is dragged does not flicker.
    """
    area = max(1.0, frame.area.width() * frame.area.height())
    shown = count / max(1.0, frame.zoom) ** 1.5 * _USUAL_AREA / area
    wanted = next((side for most, side in _SIDES if shown <= most), _SMALLEST)
    work = min(_WORK_OF_A_POINT * count, _WORK_OF_A_PIXEL * area * ratio**2)
    return max(_SMALLEST, min(round(wanted * ratio), int((_MOST_WORK / max(1.0, work)) ** 0.5)))
