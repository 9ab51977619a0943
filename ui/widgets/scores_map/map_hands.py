"""What the mouse does on a map: it points, clicks, draws the map along, draws a lasso; the wheel zooms."""

from PySide6.QtCore import QEvent, QObject, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QWidget

from ui.widgets.scores_map.map_choice import MapChoice
from ui.widgets.scores_map.map_sight import MapSight
from ui.widgets.scores_map.meant_sample import MeantSample

_CLICK_PX = 4.0
_LINE_STEP_PX = 3.0


class MapHands(QObject):
    """Acts on what is looked at, meant and chosen, for the widget that shows it."""

    def __init__(self, widget: QWidget, sight: MapSight, meant: MeantSample, choice: MapChoice) -> None:
        super().__init__(widget)
        self._widget, self._sight, self._meant, self._choice = widget, sight, meant, choice
        self._draws_always = False
        self._pressed: QPointF | None = None
        self._dragged: QPointF | None = None
        widget.installEventFilter(self)

    @property
    def is_holding(self) -> bool:
        """Whether the button is held down."""
        return self._pressed is not None

    @property
    def draws_always(self) -> bool:
        """Whether a drag draws a lasso without Shift."""
        return self._draws_always

    def set_draws_always(self, draws: bool) -> None:
        """Let a drag draw a lasso, or move the map."""
        self._draws_always = draws
        self._widget.setCursor(Qt.CursorShape.CrossCursor if draws else Qt.CursorShape.ArrowCursor)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what the mouse does, and leave the rest."""
        if isinstance(event, QWheelEvent):
            return self._turn(event)
        if not isinstance(event, QMouseEvent):
            return False
        kind = event.type()
        if kind == QEvent.Type.MouseButtonPress:
            return self._press(event)
        if kind == QEvent.Type.MouseButtonRelease:
            self._release(event)
            return False
        if kind == QEvent.Type.MouseButtonDblClick:
            self._open(event)
        else:
            self._move(event)
        return True

    def _press(self, event: QMouseEvent) -> bool:
        """Begin to draw a lasso or to move the map; whether there is one."""
        if event.button() != Qt.MouseButton.LeftButton or self._sight.is_empty:
            return False
        self._pressed = self._dragged = event.position()
        if self._draws_always or event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._choice.draw_from(self._sight.frame.at(event.position()))
        self._widget.update()
        return True

    def _move(self, event: QMouseEvent) -> None:
        """Go on with it; without a button, point."""
        at = event.position()
        if self._pressed is None or self._dragged is None:
            self._meant.point_at(at)
            return
        step = at - self._dragged
        if self._choice.is_drawing and step.manhattanLength() >= _LINE_STEP_PX:
            self._dragged = at
            self._choice.draw_to(self._sight.frame.at(at))
        elif not self._choice.is_drawing and (step.manhattanLength() >= _CLICK_PX or self._dragged != self._pressed):
            self._dragged = at
            self._widget.setCursor(Qt.CursorShape.ClosedHandCursor)
            self._sight.move(step.x(), step.y())

    def _release(self, event: QMouseEvent) -> None:
        """End it; where nothing was drawn or moved it was a click, which makes the sample there the current one."""
        if self._pressed is None or event.button() != Qt.MouseButton.LeftButton:
            return
        was_click = self._dragged == self._pressed
        self._pressed = self._dragged = None
        self.set_draws_always(self._draws_always)
        if self._choice.is_drawing:
            self._choice.end_line()
        self._meant.point_at(event.position())
        if was_click:
            self._meant.take_pointed()
        self._widget.update()

    def _open(self, event: QMouseEvent) -> None:
        """Open the sample that is there; elsewhere, show everything."""
        self._meant.point_at(event.position())
        if not self._meant.open_pointed():
            self._sight.show_all()

    def _turn(self, event: QWheelEvent) -> bool:
        """Zoom at the pointer, with Ctrl or the focus: else the wheel scrolls what the map lies in."""
        has_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if self._sight.is_empty or not (has_ctrl or self._widget.hasFocus()):
            return False
        self._sight.zoom(event.angleDelta().y() / 120, event.position())
        self._meant.point_at(event.position())
        event.accept()
        return True
