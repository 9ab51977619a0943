"""Which part of two pictures is seen: one zoom and one centre for both, whatever their sizes.

The scene is as wide as both pictures are drawn and as high as the taller of them; both lie in its middle. A point of
the scene is therefore found at the same place of every pane. Lengths are in points of the screen, of which
`ratio` pixels make one.
"""

from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QPointF, QRectF

Size = tuple[float, float]  # width and height

_SMALLEST, _LARGEST = 0.02, 64.0
_STEP = 1.25
_ROOM = 6.0  # between picture and edge of the pane, both sides together


class CanvasView:
    """Fit, 100 % or free; what is looked at stays the same from pair to pair."""

    def __init__(self) -> None:
        self.ratio = 1.0
        self._how: Literal["fit", "actual", "free"] = "fit"
        self._free_width = 1.0
        self._centre = QPointF(0.5, 0.5)  # as a share of the scene
        self._widest_px = 1.0
        self._tallest = 1.0  # height by width

    def set_sizes(self, known: Sequence[Size], proportions: Sequence[Size]) -> None:
        """Look at other pictures. known : their sizes in pixels where the whole is there. proportions : sizes of all.

        What is not known is taken to be as it was: most pairs of a submission are of one size.
        """
        if known:
            self._widest_px = max(width for width, _ in known)
        if proportions:
            self._tallest = max(height / width for width, height in proportions)

    # ---- how large, and where ----

    @property
    def is_fit(self) -> bool:
        """Whether both pictures are shown whole."""
        return self._how == "fit"

    def zoom(self, pane: QRectF) -> float:
        """Return screen pixels per pixel of the wider picture."""
        return 1.0 if self._how == "actual" else self._width(pane) * self.ratio / self._widest_px

    def scene(self, pane: QRectF) -> QRectF:
        """Return where the scene lies."""
        width = self._width(pane)
        height = width * self._tallest
        left = pane.center().x() - self._centre.x() * width
        return QRectF(left, pane.center().y() - self._centre.y() * height, width, height)

    def target(self, pane: QRectF, size: Size, *, contained: bool = False) -> QRectF:
        """Return where a picture of that size lies. contained : it may be narrower than the scene, but not higher."""
        scene = self.scene(pane)
        wide, high = size
        width = min(scene.width(), scene.height() * wide / high) if contained else scene.width()
        target = QRectF(0, 0, width, width * high / wide)
        target.moveCenter(scene.center())
        return target

    def _width(self, pane: QRectF) -> float:
        if self._how == "fit":
            return self._fit(pane)
        return self._widest_px / self.ratio if self._how == "actual" else self._free_width

    def _fit(self, pane: QRectF) -> float:
        return min(max(1.0, pane.width() - _ROOM), max(1.0, pane.height() - _ROOM) / self._tallest)

    # ---- changing it ----

    def fit(self) -> None:
        """Show both whole."""
        self._how, self._centre = "fit", QPointF(0.5, 0.5)

    def toggle_actual(self) -> None:
        """Show one pixel of the wider picture on one of the screen; fit where it is so already."""
        if self._how == "actual":
            self.fit()
        else:
            self._how = "actual"

    def zoom_by(self, steps: float, pane: QRectF, at: QPointF | None = None) -> None:
        """Zoom in by steps (negative: out); the scene stays where it is below the point `at`, else in the middle."""
        before = self._width(pane)
        zoom = before * self.ratio / self._widest_px
        fitting = self._fit(pane) * self.ratio / self._widest_px
        wanted = min(max(zoom * _STEP**steps, min(_SMALLEST, fitting)), max(_LARGEST, fitting))
        self._how, self._free_width = "free", wanted * self._widest_px / self.ratio
        if at is not None:
            kept = 1 / before - 1 / self._free_width
            away = at - pane.center()
            self._move(away.x() * kept, away.y() * kept / self._tallest)

    def drag_by(self, by: QPointF, pane: QRectF) -> None:
        """Move the scene by that much; its edge goes no further than the middle of the pane."""
        width = self._width(pane)
        if self._how == "fit":
            self._how, self._free_width = "free", width
        self._move(-by.x() / width, -by.y() / (width * self._tallest))

    def _move(self, x: float, y: float) -> None:
        self._centre = QPointF(min(max(self._centre.x() + x, 0.0), 1.0), min(max(self._centre.y() + y, 0.0), 1.0))
