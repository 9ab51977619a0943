"""What mouse and keys do on a plot: point, zoom and pan along x, move the threshold."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from ui.widgets.chart_sight import ChartSight
from ui.widgets.crosshair import Crosshair
from ui.widgets.threshold_grip import ThresholdGrip

STEP, FINE_STEP = 0.01, 0.001
_CROSSHAIR_PX, _FINE_CROSSHAIR_PX = 8.0, 1.0  # that a key moves it
_ARROWS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class ChartHands(QObject):
    """Acts on what is looked at, on the threshold and the crosshair, for the widget that shows them."""

    def __init__(self, widget: QWidget, sight: ChartSight, grip: ThresholdGrip, crosshair: Crosshair) -> None:
        super().__init__(widget)
        self._widget, self._sight, self._grip, self._crosshair = widget, sight, grip, crosshair
        self._panned_from: float | None = None
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what mouse and keys do here, and leave the rest."""
        kind = event.type()
        if isinstance(event, QWheelEvent):
            return self._turn(event)
        if isinstance(event, QMouseEvent):
            if kind == QEvent.Type.MouseButtonPress:
                return self._press(event)
            if kind == QEvent.Type.MouseButtonRelease:
                self._release()
                return False
            if kind == QEvent.Type.MouseButtonDblClick:
                self._sight.show_all()
            else:
                self._move(event.position())
            return True
        if kind == QEvent.Type.Leave:
            self._point_nowhere()
        return isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress and self._press_key(event)

    def _point_nowhere(self) -> None:
        self._crosshair.at = None
        self._widget.update()

    # ---- mouse ----

    def _press(self, event: QMouseEvent) -> bool:
        """Take the threshold, or else the plot; whether it was the left button."""
        if event.button() != Qt.MouseButton.LeftButton:
            return False
        if self._grip.take(event.position()):
            self._widget.update()
        elif not self._sight.is_whole:
            self._panned_from = event.position().x()
        return True

    def _move(self, at: QPointF) -> None:
        """Move what was taken, else point."""
        self._crosshair.at = at
        if self._grip.drag(at):
            return  # whoever hears of it shows another threshold: nothing is to be painted before
        if self._panned_from is not None:
            self._sight.pan((self._panned_from - at.x()) * self._sight.frame.x_per_pixel)
            self._panned_from = at.x()
        else:
            is_near = self._grip.is_near(at)
            self._widget.setCursor(Qt.CursorShape.SplitHCursor if is_near else Qt.CursorShape.ArrowCursor)
        self._widget.update()

    def _release(self) -> None:
        """Let go."""
        self._panned_from = None
        if self._grip.let_go():
            self._widget.update()

    def _turn(self, event: QWheelEvent) -> bool:
        """Zoom at the pointer, with Ctrl: without, the wheel scrolls what the plot lies in."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            return False
        self._sight.zoom(event.angleDelta().y() / 120, self._sight.frame.x_at(event.position().x()))
        event.accept()
        return True

    # ---- keys ----

    def _press_key(self, event: QKeyEvent) -> bool:
        """Step the threshold, or with Ctrl (and where there is none) the crosshair; zoom, show everything."""
        key, direction = Qt.Key(event.key()), _ARROWS.get(Qt.Key(event.key()))
        is_fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        has_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        mark = self._grip.mark
        if direction is not None:
            if has_ctrl or not self._grip.step(direction * (FINE_STEP if is_fine else STEP)):
                by_px = direction * (_FINE_CROSSHAIR_PX if is_fine else _CROSSHAIR_PX)
                self._crosshair.step(self._sight.frame, by_px, None if mark is None else mark.value)
                self._widget.update()
        elif key == Qt.Key.Key_Escape and self._crosshair.at is not None:
            self._point_nowhere()
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus}:
            middle = mark.value if mark is not None else sum(self._sight.x) / 2
            self._sight.zoom(-1 if key == Qt.Key.Key_Minus else 1, middle)
        elif key == Qt.Key.Key_Home:
            self._sight.show_all()
        else:
            return False
        return True
