"""What the mouse does on the canvas of a pair: it pans and zooms, moves the divider, points at faces."""

from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPointF, Qt, Signal
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication, QWidget

from ui.widgets.canvas_arrangement import CanvasArrangement
from ui.widgets.canvas_faces import CanvasFaces


class CanvasHands(QObject):
    """Acts on the arrangement and the faces, for the widget that shows them."""

    face_clicked = Signal(str, object)  # side, FaceBox; one that does not count

    def __init__(self, widget: QWidget, arrangement: CanvasArrangement, faces: CanvasFaces) -> None:
        super().__init__(widget)
        self._widget, self._arrangement, self._faces = widget, arrangement, faces
        self._held: Literal["", "divider", "pictures"] = ""
        self._pressed = QPointF()
        self._dragged_from: QPointF | None = None
        widget.installEventFilter(self)

    @property
    def holds_divider(self) -> bool:
        """Whether the mouse has hold of the divider."""
        return self._held == "divider"

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what the mouse does, and leave the rest."""
        kind = event.type()
        if isinstance(event, QWheelEvent):
            self._turn(event)
            return True
        if kind == QEvent.Type.Leave:
            self._faces.point_at(None)
            self._widget.update()
        if not isinstance(event, QMouseEvent):
            return False
        if kind == QEvent.Type.MouseButtonPress:
            self._press(event)
        elif kind == QEvent.Type.MouseMove:
            self._move(event.position())
        elif kind == QEvent.Type.MouseButtonRelease:
            self._release(event)
        elif kind == QEvent.Type.MouseButtonDblClick and not self._arrangement.is_on_divider(event.position()):
            self._arrangement.toggle_actual()
        return True

    def _turn(self, event: QWheelEvent) -> None:
        """Zoom at the cursor; with Shift move the divider."""
        delta = event.angleDelta()
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._arrangement.zoom_by(delta.y() / 120, event.position())
        elif self._arrangement.mode == "wipe":
            # some systems turn the wheel sideways with Shift
            self._arrangement.step_divider((delta.y() or delta.x()) / 120)
        event.accept()

    def _press(self, event: QMouseEvent) -> None:
        """Take hold of the divider or of the pictures."""
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._held = "divider" if is_left and self._arrangement.is_on_divider(event.position()) else "pictures"
        self._pressed, self._dragged_from = event.position(), None
        self._point(event.position())
        self._widget.update()

    def _move(self, at: QPointF) -> None:
        """Move what the mouse has hold of; else show what it points at."""
        if self._held == "divider":
            self._arrangement.put_divider(at.x())
        elif self._held == "pictures":
            is_far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
            if self._dragged_from is not None or is_far:
                self._arrangement.drag(at - (self._dragged_from or self._pressed))
                self._dragged_from = at
        self._point(at)

    def _release(self, event: QMouseEvent) -> None:
        """Let go; a click on a face that does not count is told."""
        was_click = self._held == "pictures" and self._dragged_from is None
        self._held, self._dragged_from = "", None
        if was_click and event.button() == Qt.MouseButton.LeftButton:
            face = self._faces.other_at(event.position())
            if face is not None:
                self.face_clicked.emit(*face)
        self._point(event.position())
        self._widget.update()

    def _point(self, at: QPointF) -> None:
        face = None if self._held else self._faces.other_at(at)
        if self._faces.point_at(face):
            self._widget.update()
        if self._held == "divider" or self._arrangement.is_on_divider(at):
            self._widget.setCursor(Qt.CursorShape.SplitHCursor)
        elif self._held:
            self._widget.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            self._widget.setCursor(Qt.CursorShape.PointingHandCursor if face else Qt.CursorShape.OpenHandCursor)
