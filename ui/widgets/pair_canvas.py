"""The pictures of a pair under one zoom and one centre: side by side, with a divider, in place, or their difference.

The original is blue and comes first, the unlearned is orange.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QToolTip, QWidget

from genmu_studio.pair_details import FaceBox
from genmu_studio.thumbnails import Unshown
from ui.theme import current, watch
from ui.widgets import canvas_paint as paint
from ui.widgets.canvas_contents import Contents, Shown
from ui.widgets.canvas_modes import Layer, Mode, Part, panes, parts
from ui.widgets.canvas_view import CanvasView, Size
from ui.widgets.picture_levels import PictureLevels
from ui.widgets.thumbnails import Picture, Seen
from ui.widgets.tips import tip

_RING = 3  # around everything, for the focus
_GRIP = 8.0  # how near to the divider one takes hold of it
_DIVIDER_STEP = 0.02
_PAN_STEP = 1 / 8
_BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class PairCanvas(QWidget):
    """Shows what is given; the mouse pans and zooms everything together, moves the divider, and points at faces."""

    zoom_changed = Signal(str)
    face_clicked = Signal(str, object)  # side, FaceBox

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = CanvasView()
        self._mode: Mode = "side"
        self._base: Layer = "original"
        self._contents = Contents(self.view)
        self._transform: QTransform | None = None
        self._levels = PictureLevels()
        self._shows_faces = True
        self._shows_other = False
        self._shows_ring = False
        self._divider = 0.5  # as a share of the pane
        self._busy = ""
        self._captions: list[tuple[QRectF, Shown]] = []  # where they were painted
        self._grip = ""  # what the mouse has hold of: "divider", "pictures"
        self._pressed = QPointF()
        self._dragged_from: QPointF | None = None
        self._pointed_at: tuple[Layer, FaceBox] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 120)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        watch().changed.connect(self.update)

    # ---- what is shown ----

    @property
    def _seen(self) -> list[Seen | None]:
        return [side.seen for side in self._contents.sides]

    def show_sides(self, seen: Sequence[Seen | None], captions: Sequence[str]) -> None:
        """Show both sides: a picture, why there is none, or None while it is made; a caption for each."""
        self._contents.show_sides(seen, captions)
        self._changed()

    def show_faces(self, original: Sequence[FaceBox], unlearned: Sequence[FaceBox]) -> None:
        """Draw the faces that were found."""
        self._contents.show_faces(original, unlearned)
        self._pointed_at = None
        self.update()

    def show_difference(self, shown: Shown) -> None:
        """Show what differs, where the mode is that."""
        self._contents.show_difference(shown)
        self.update()

    def show_reference(self, shown: Shown | None) -> None:
        """Show a reference in place of the original, also of the difference; None for the original again."""
        self._contents.reference = shown
        self.update()

    def lay_over(self, transform: QTransform | None) -> None:
        """Lay the unlearned picture over the original where one pane shows both: from its pixels to the original's."""
        self._transform = transform
        self._lay_over()

    def _lay_over(self) -> None:
        self._contents.laid_over = self._transform if self._mode != "side" else None
        self.update()

    @property
    def is_laid_over(self) -> bool:
        """Whether the unlearned picture lies over the original, face over face."""
        return self._contents.laid_over is not None and self._contents.reference is None

    def set_shows_faces(self, shown: bool) -> None:
        """Draw faces, or do not."""
        self._shows_faces = shown
        self.update()

    def set_busy(self, text: str) -> None:
        """Say below the pictures what is being done; "" for nothing."""
        self._busy = text
        self.update()

    # ---- how it is laid out ----

    @property
    def mode(self) -> Mode:
        """How the pair is laid out."""
        return self._mode

    def set_mode(self, mode: Mode) -> None:
        """Lay it out in another way; flicker once more shows the other side from now on."""
        again = mode == self._mode == "flicker"
        self._base = "unlearned" if again and self._base == "original" else "original"
        self._mode = mode
        self._lay_over()
        self._changed()

    def show_other(self, other: bool) -> None:
        """Show the other side wherever one is shown; for as long as a key is held."""
        self._shows_other = other
        self.update()

    def move_divider(self, steps: float) -> None:
        """Move the divider of a wipe to the right by steps, negative: to the left."""
        pane = self._panes()[0]
        self._put_divider(self._divider_x() + steps * _DIVIDER_STEP * pane.width())

    def _put_divider(self, x: float) -> None:
        pane = self._panes()[0]
        self._divider = (self._within_scene(x) - pane.left()) / pane.width()
        self.update()

    def _divider_x(self) -> float:
        pane = self._panes()[0]
        return self._within_scene(pane.left() + self._divider * pane.width())

    def _within_scene(self, x: float) -> float:
        seen = self._scene_in_sight()
        return min(max(x, seen.left()), seen.right())

    def _scene_in_sight(self) -> QRectF:
        pane = self._panes()[0]
        return self._view_now().scene(pane).intersected(pane)

    # ---- zoom ----

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the wider picture."""
        return self._view_now().zoom(self._panes()[0])

    def fit(self) -> None:
        """Show both pictures whole."""
        self.view.fit()
        self._changed()

    def zoom_actual(self) -> None:
        """Show one pixel of the wider picture on one of the screen; fit where it is so already."""
        self.view.toggle_actual()
        self._changed()

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom in by steps (negative: out); the point `at` of the widget stays where it is."""
        found = next((pane for pane in self._panes() if at is not None and pane.contains(at)), None)
        self._view_now().zoom_by(steps, found or self._panes()[0], at if found is not None else None)
        self._changed()

    def pan(self, right: float, down: float) -> None:
        """Look further to the right and down, in steps of an eighth of the pane."""
        pane = self._panes()[0]
        self._drag(QPointF(-right * _PAN_STEP * pane.width(), -down * _PAN_STEP * pane.height()))

    def _drag(self, by: QPointF) -> None:
        self._view_now().drag_by(by, self._panes()[0])
        self._changed()

    def _changed(self) -> None:
        percent = f"{100 * self.zoom:.0f} %"
        self.zoom_changed.emit(f"fit, {percent}" if self.view.is_fit else percent)
        self.update()

    # ---- geometry ----

    def _view_now(self) -> CanvasView:
        self.view.ratio = self.devicePixelRatioF()
        return self.view

    def _bounds(self) -> QRectF:
        return QRectF(self.rect()).adjusted(_RING, _RING, -_RING, -_RING)

    def _panes(self) -> tuple[QRectF, ...]:
        return panes(self._mode, self._bounds())

    def _parts(self) -> list[Part]:
        """Return the parts from left to right; the last one is on top."""
        has_reference = self._contents.reference is not None
        mode: Mode = "flicker" if self._mode == "difference" and has_reference else self._mode
        base: Layer = "original" if has_reference else self._base
        return parts(mode, self._bounds(), self._divider_x(), base, other=self._shows_other)

    def _target(self, pane: QRectF, size: Size) -> QRectF:
        return self._view_now().target(pane, size)

    def _face_at(self, point: QPointF) -> tuple[Layer, FaceBox] | None:
        """Return the smallest face that is drawn below a point, and its side."""
        part = next((each for each in reversed(self._parts()) if each.clip.contains(point)), None)
        to_screen = self._contents.to_screen(part.layer, part.pane) if part is not None else None
        if part is None or to_screen is None or not self._draws_faces(part.layer):
            return None
        outlines = [(paint.outline(face, to_screen), face) for face in self._contents[part.layer].faces]
        below = [(box, face) for box, face in outlines if box.containsPoint(point, Qt.FillRule.WindingFill)]
        if not below:
            return None
        smallest = min(below, key=lambda each: each[0].boundingRect().width() * each[0].boundingRect().height())
        return part.layer, smallest[1]

    def _draws_faces(self, layer: Layer) -> bool:
        return self._shows_faces and self._contents[layer].is_whole

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all parts, and what lies over them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._levels.begin_frame()
        shown = self._parts()
        for part in shown:
            self._paint_part(painter, part)
        if self._levels.is_behind:
            self.update()
        if self._mode == "wipe":
            paint.paint_divider(painter, self._divider_x(), self._scene_in_sight(), is_active=self._grip == "divider")
        self._captions = []
        for part in shown:
            layer = self._contents[part.layer]
            box = paint.paint_caption(painter, part.clip, layer.caption, layer.token, right=part.captioned_right)
            self._captions.append((box, layer))
            if layer.scale is not None:
                paint.paint_scale(painter, part.clip, layer.scale)
        if self._busy:
            paint.paint_note(painter, self._bounds(), self._busy)
        if self.hasFocus() and self._shows_ring:
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def _paint_part(self, painter: QPainter, part: Part) -> None:
        shown = self._contents[part.layer]
        painter.save()
        painter.setClipRect(part.clip)
        painter.fillRect(part.clip, paint.ground())
        to_screen = self._contents.to_screen(part.layer, part.pane)
        if isinstance(shown.seen, Picture) and shown.size is not None and to_screen is not None:
            paint.paint_picture(
                painter, shown.seen.pixmap, shown.size, to_screen, self._levels, is_whole=shown.is_whole
            )
            if self._draws_faces(part.layer):
                pointed_at = self._pointed_at
                face = pointed_at[1] if pointed_at is not None and pointed_at[0] == part.layer else None
                paint.paint_faces(painter, shown.faces, to_screen, face)
        elif isinstance(shown.seen, Unshown):
            paint.paint_unshown(painter, part.clip, shown.seen)
        elif shown.caption:
            paint.paint_waiting(painter, part.clip, shown.waiting)
        paint.paint_frame(painter, part.pane, shown.token)
        painter.restore()

    # ---- mouse and focus ----

    def event(self, event: QEvent) -> bool:
        """Show what a caption tells further."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            shown = next((shown for box, shown in self._captions if box.contains(event.pos())), None)
            QToolTip.showText(event.globalPos(), tip(_hint(shown)) if shown is not None else "", self)
            return True
        return super().event(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the cursor; with Shift move the divider."""
        delta = event.angleDelta()
        if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self.zoom_by(delta.y() / 120, event.position())
        elif self._mode == "wipe":
            self.move_divider((delta.y() or delta.x()) / 120)  # some systems turn the wheel sideways with Shift
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold of the divider or of the pictures."""
        if event.button() not in (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton):
            return
        is_left = event.button() == Qt.MouseButton.LeftButton
        self._grip = "divider" if is_left and self._is_on_divider(event.position()) else "pictures"
        self._pressed, self._dragged_from = event.position(), None
        self._point_with_cursor(event.position())
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move what the mouse has hold of; else show what it points at."""
        at = event.position()
        if self._grip == "divider":
            self._put_divider(at.x())
        elif self._grip == "pictures":
            far = (at - self._pressed).manhattanLength() >= QApplication.startDragDistance()
            if self._dragged_from is not None or far:
                self._drag(at - (self._dragged_from or self._pressed))
                self._dragged_from = at
        self._point_with_cursor(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go; a click on a face that does not count is told."""
        was_click = self._grip == "pictures" and self._dragged_from is None
        self._grip, self._dragged_from = "", None
        if was_click and event.button() == Qt.MouseButton.LeftButton:
            face = self._face_at(event.position())
            if face is not None and not face[1].is_chosen:
                self.face_clicked.emit(*face)
        self._point_with_cursor(event.position())
        self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show whole, or pixel for pixel."""
        if not self._is_on_divider(event.position()):
            self.zoom_actual()

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        self._pointed_at = None
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show to whom goes through by keys that they go here now."""
        self._shows_ring = event.reason() in _BY_KEYS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go elsewhere."""
        self.update()

    def _is_on_divider(self, at: QPointF) -> bool:
        if self._mode != "wipe":
            return False
        away, scene = abs(at.x() - self._divider_x()), self._scene_in_sight()
        radius = paint.handle_radius(scene)
        on_handle = away <= radius and abs(at.y() - scene.center().y()) <= radius
        return on_handle or (away <= _GRIP and scene.top() <= at.y() <= scene.bottom())

    def _point_with_cursor(self, at: QPointF) -> None:
        face = self._face_at(at) if not self._grip else None
        pointed_at = face if face is not None and not face[1].is_chosen else None
        if pointed_at != self._pointed_at:
            self._pointed_at = pointed_at
            self.update()
        if self._grip == "divider" or self._is_on_divider(at):
            self.setCursor(Qt.CursorShape.SplitHCursor)
        elif self._grip:
            self.setCursor(Qt.CursorShape.ClosedHandCursor)
        else:
            self.setCursor(Qt.CursorShape.PointingHandCursor if pointed_at else Qt.CursorShape.OpenHandCursor)


def _hint(shown: Shown) -> str:
    size = "{} × {} pixels".format(*shown.size) if shown.is_whole and shown.size is not None else ""
    return "\n".join(line for line in (shown.caption, size, shown.hint) if line)
