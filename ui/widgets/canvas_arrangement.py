"""How a pair is arranged on its canvas: mode, divider, zoom, and the parts that follow from them."""

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtWidgets import QWidget

from ui.widgets import canvas_paint as paint
from ui.widgets.canvas_contents import Contents
from ui.widgets.canvas_modes import Layer, Mode, Part, panes, parts
from ui.widgets.canvas_view import CanvasView

_RING = 3  # around everything, for the focus
_GRIP = 8.0  # how near to the divider one takes hold of it
_DIVIDER_STEP = 0.02
_PAN_STEP = 1 / 8


class CanvasArrangement(QObject):
    """Lays `contents` out on a widget as `view` says.

    `viewed` : they are seen in another size or at another place. `divided` : the divider is elsewhere. mode : how the
    pair is laid out. divider : where it is, as a share of the pane. shows_other : the other side wherever one is shown.
    """

    viewed = Signal()
    divided = Signal()

    def __init__(self, widget: QWidget, view: CanvasView, contents: Contents) -> None:
        super().__init__(widget)
        self._widget, self._view, self._contents = widget, view, contents
        self.mode: Mode = "side"
        self.divider = 0.5
        self.shows_other = False
        self._base: Layer = "original"

    def set_mode(self, mode: Mode) -> None:
        """Lay it out in another way; flicker once more shows the other side from now on."""
        again = mode == self.mode == "flicker"
        self._base = "unlearned" if again and self._base == "original" else "original"
        self.mode = mode

    # ---- panes and parts ----

    @property
    def view(self) -> CanvasView:
        """The zoom, on the screen where the widget is now."""
        self._view.ratio = self._widget.devicePixelRatioF()
        return self._view

    def bounds(self) -> QRectF:
        """Return where pictures are painted."""
        return QRectF(self._widget.rect()).adjusted(_RING, _RING, -_RING, -_RING)

    def panes(self) -> tuple[QRectF, ...]:
        """Return what pictures are laid out in: two panes side by side, or one."""
        return panes(self.mode, self.bounds())

    def parts(self) -> list[Part]:
        """Return the parts from left to right; the last one is on top."""
        has_reference = self._contents.reference is not None
        mode: Mode = "flicker" if self.mode == "difference" and has_reference else self.mode
        base: Layer = "original" if has_reference else self._base
        return parts(mode, self.bounds(), self.divider_x(), base, other=self.shows_other)

    # ---- divider ----

    def divider_x(self) -> float:
        """Return where the divider is, in points."""
        pane = self.panes()[0]
        return self._within_scene(pane.left() + self.divider * pane.width())

    def put_divider(self, x: float) -> None:
        """Put the divider there, or to the edge of what is seen."""
        pane = self.panes()[0]
        self.divider = (self._within_scene(x) - pane.left()) / pane.width()
        self.divided.emit()

    def step_divider(self, steps: float) -> None:
        """Move the divider to the right by steps, negative: to the left."""
        self.put_divider(self.divider_x() + steps * _DIVIDER_STEP * self.panes()[0].width())

    def is_on_divider(self, at: QPointF) -> bool:
        """Whether one takes hold of the divider there."""
        if self.mode != "wipe":
            return False
        away, scene = abs(at.x() - self.divider_x()), self.scene_in_sight()
        radius = paint.handle_radius(scene)
        on_handle = away <= radius and abs(at.y() - scene.center().y()) <= radius
        return on_handle or (away <= _GRIP and scene.top() <= at.y() <= scene.bottom())

    def scene_in_sight(self) -> QRectF:
        """Return what is seen of the scene in the first pane."""
        pane = self.panes()[0]
        return self.view.scene(pane).intersected(pane)

    def _within_scene(self, x: float) -> float:
        seen = self.scene_in_sight()
        return min(max(x, seen.left()), seen.right())

    # ---- zoom ----

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the wider picture."""
        return self.view.zoom(self.panes()[0])

    def fit(self) -> None:
        """Show both pictures whole."""
        self.view.fit()
        self.viewed.emit()

    def toggle_actual(self) -> None:
        """Show one pixel of the wider picture on one of the screen; fit where it is so already."""
        self.view.toggle_actual()
        self.viewed.emit()

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom in by steps (negative: out); the point `at` of the widget stays where it is."""
        found = next((pane for pane in self.panes() if at is not None and pane.contains(at)), None)
        self.view.zoom_by(steps, found or self.panes()[0], at if found is not None else None)
        self.viewed.emit()

    def pan(self, right: float, down: float) -> None:
        """Look further to the right and down, in steps of an eighth of the pane."""
        pane = self.panes()[0]
        self.drag(QPointF(-right * _PAN_STEP * pane.width(), -down * _PAN_STEP * pane.height()))

    def drag(self, by: QPointF) -> None:
        """Draw the pictures along."""
        self.view.drag_by(by, self.panes()[0])
        self.viewed.emit()
