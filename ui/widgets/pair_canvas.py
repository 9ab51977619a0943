"""The pictures of a pair under one zoom and one centre: side by side, with a divider, in place, or their difference.

The original is blue and comes first, the unlearned is orange.
"""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QPainter, QPaintEvent, QPen, QTransform
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from genmu_studio.pair_details import FaceBox
from ui.theme import current, watch
from ui.widgets import canvas_paint as paint
from ui.widgets.canvas_arrangement import CanvasArrangement
from ui.widgets.canvas_contents import Contents, Shown
from ui.widgets.canvas_faces import CanvasFaces
from ui.widgets.canvas_hands import CanvasHands
from ui.widgets.canvas_modes import Mode
from ui.widgets.canvas_picture import CanvasPicture
from ui.widgets.canvas_view import CanvasView
from ui.widgets.thumbnails import Seen
from ui.widgets.tips import tip

_BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class PairCanvas(QWidget):
    """Shows what is given; the mouse pans and zooms everything together, moves the divider, and points at faces."""

    zoom_changed = Signal(str)
    face_clicked = Signal(str, object)  # side, FaceBox

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = CanvasView()
        self.contents = Contents(self.view)
        self.arrangement = CanvasArrangement(self, self.view, self.contents)
        self.faces = CanvasFaces(self.arrangement, self.contents)
        self._hands = CanvasHands(self, self.arrangement, self.faces)
        self._picture = CanvasPicture(self.arrangement, self.contents, self.faces)
        self._transform: QTransform | None = None
        self._shows_ring = False
        self._busy = ""
        self.arrangement.viewed.connect(self._tell_zoom)
        self.arrangement.divided.connect(self.update)
        self._hands.face_clicked.connect(self.face_clicked)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumSize(200, 120)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        watch().changed.connect(self.update)

    # ---- what is shown ----

    def show_sides(self, seen: Sequence[Seen | None], captions: Sequence[str]) -> None:
        """Show both sides: a picture, why there is none, or None while it is made; a caption for each."""
        self.contents.show_sides(seen, captions)
        self._tell_zoom()

    def show_faces(self, original: Sequence[FaceBox], unlearned: Sequence[FaceBox]) -> None:
        """Draw the faces that were found."""
        self.contents.show_faces(original, unlearned)
        self.faces.point_at(None)
        self.update()

    def show_difference(self, shown: Shown) -> None:
        """Show what differs, where the mode is that."""
        self.contents.show_difference(shown)
        self.update()

    def show_reference(self, shown: Shown | None) -> None:
        """Show a reference in place of the original, also of the difference; None for the original again."""
        self.contents.reference = shown
        self.update()

    def lay_over(self, transform: QTransform | None) -> None:
        """Lay the unlearned picture over the original where one pane shows both: from its pixels to the original's."""
        self._transform = transform
        self._lay_over()

    def _lay_over(self) -> None:
        self.contents.laid_over = self._transform if self.mode != "side" else None
        self.update()

    @property
    def is_laid_over(self) -> bool:
        """Whether the unlearned picture lies over the original, face over face."""
        return self.contents.laid_over is not None and self.contents.reference is None

    def set_shows_faces(self, shown: bool) -> None:
        """Draw faces, or do not."""
        self.faces.are_shown = shown
        self.update()

    def set_busy(self, text: str) -> None:
        """Say below the pictures what is being done; "" for nothing."""
        self._busy = text
        self.update()

    # ---- how it is laid out ----

    @property
    def mode(self) -> Mode:
        """How the pair is laid out."""
        return self.arrangement.mode

    def set_mode(self, mode: Mode) -> None:
        """Lay it out in another way; flicker once more shows the other side from now on."""
        self.arrangement.set_mode(mode)
        self._lay_over()
        self._tell_zoom()

    def show_other(self, other: bool) -> None:
        """Show the other side wherever one is shown; for as long as a key is held."""
        self.arrangement.shows_other = other
        self.update()

    def move_divider(self, steps: float) -> None:
        """Move the divider of a wipe to the right by steps, negative: to the left."""
        self.arrangement.step_divider(steps)

    # ---- zoom ----

    @property
    def zoom(self) -> float:
        """Screen pixels per pixel of the wider picture."""
        return self.arrangement.zoom

    def fit(self) -> None:
        """Show both pictures whole."""
        self.arrangement.fit()

    def zoom_actual(self) -> None:
        """Show one pixel of the wider picture on one of the screen; fit where it is so already."""
        self.arrangement.toggle_actual()

    def zoom_by(self, steps: float, at: QPointF | None = None) -> None:
        """Zoom in by steps (negative: out); the point `at` of the widget stays where it is."""
        self.arrangement.zoom_by(steps, at)

    def pan(self, right: float, down: float) -> None:
        """Look further to the right and down, in steps of an eighth of the pane."""
        self.arrangement.pan(right, down)

    def _tell_zoom(self) -> None:
        percent = f"{100 * self.zoom:.0f} %"
        self.zoom_changed.emit(f"fit, {percent}" if self.view.is_fit else percent)
        self.update()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all parts, and what lies over them."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._picture.paint(painter, holds_divider=self._hands.holds_divider)
        if self._picture.is_behind:
            self.update()
        if self._busy:
            paint.paint_note(painter, self.arrangement.bounds(), self._busy)
        if self.hasFocus() and self._shows_ring:
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    # ---- captions and focus ----

    def event(self, event: QEvent) -> bool:
        """Show what a caption tells further."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            shown = self._picture.captioned(event.pos())
            QToolTip.showText(event.globalPos(), tip(_hint(shown)) if shown is not None else "", self)
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show to whom goes through by keys that they go here now."""
        self._shows_ring = event.reason() in _BY_KEYS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go elsewhere."""
        self.update()


def _hint(shown: Shown) -> str:
    size = "{} × {} pixels".format(*shown.size) if shown.is_whole and shown.size is not None else ""
    return "\n".join(line for line in (shown.caption, size, shown.hint) if line)
