"""What the mouse does on the time axis: a click puts the cursor, a drag selects, the wheel pans, with Ctrl it zooms."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from ui.models.sound_view import SoundView

_DRAG_PX = 3.0
_PAN_PX_PER_NOTCH = 60.0
_NOTCH = 120.0


class Pointing(QObject):
    """Acts on `view` for a widget. pans : whether the left button too moves what is shown, as on the axis itself."""

    def __init__(
        self,
        widget: QWidget,
        view: SoundView,
        time_at: Callable[[float, float], float],
        seconds_per_pixel: Callable[[], float],
        *,
        pans: bool = False,
    ) -> None:
        super().__init__(widget)
        self._widget, self._view = widget, view
        self._time_at, self._seconds_per_pixel = time_at, seconds_per_pixel
        self._pans = pans
        self._pressed: QPointF | None = None
        self._anchor_s = 0.0
        self._panned_from: float | None = None
        self._selects = False
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what the mouse does, and leave the rest; what is drawn by others shall hear nothing of the mouse."""
        if isinstance(event, QWheelEvent):
            if self._view.length_s:
                self._turn(event)
            return True
        if not isinstance(event, QMouseEvent) or event.button() == Qt.MouseButton.RightButton:
            return False
        if not self._view.length_s:
            return True
        if event.type() in {QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick}:
            self._press(event)
        elif event.type() == QEvent.Type.MouseMove:
            self._move(event)
        elif event.type() == QEvent.Type.MouseButtonRelease:
            self._release()
        return True

    def _press(self, event: QMouseEvent) -> None:
        at = event.position()
        is_left = event.button() == Qt.MouseButton.LeftButton
        if event.button() == Qt.MouseButton.MiddleButton or (is_left and self._pans):
            self._panned_from = at.x()
            self._widget.setCursor(Qt.CursorShape.ClosedHandCursor)
            return
        if not is_left:
            return
        view, at_s = self._view, self._time_at(at.x(), at.y())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:  # from the farther end of what is selected
            known = view.selection
            ends = (view.cursor_s,) if known is None else (known.start_s, known.end_s)
            self._anchor_s = max(ends, key=lambda end: abs(end - at_s))
            view.select(self._anchor_s, at_s)
            self._selects = True
        else:
            view.set_cursor(at_s)
            self._anchor_s = view.cursor_s
            self._selects = False
        self._pressed = at

    def _move(self, event: QMouseEvent) -> None:
        at = event.position()
        if self._panned_from is not None:
            self._view.pan((self._panned_from - at.x()) * self._seconds_per_pixel())
            self._panned_from = at.x()
            return
        if self._pressed is None:
            return
        self._selects = self._selects or abs(at.x() - self._pressed.x()) >= _DRAG_PX
        if self._selects:
            self._view.select(self._anchor_s, self._time_at(at.x(), at.y()))

    def _release(self) -> None:
        if self._panned_from is not None:
            self._panned_from = None
            self._widget.unsetCursor()
            return
        if self._pressed is not None and not self._selects:
            self._view.clear_selection()
        self._pressed = None

    def _turn(self, event: QWheelEvent) -> None:
        at, turned = event.position(), event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._view.zoom((turned.y() or turned.x()) / _NOTCH, self._time_at(at.x(), at.y()))
        else:
            along = turned.x() if abs(turned.x()) > abs(turned.y()) else turned.y()
            self._view.pan(-along / _NOTCH * _PAN_PX_PER_NOTCH * self._seconds_per_pixel())
