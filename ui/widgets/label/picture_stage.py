"""The pictures that are judged: one, or A and B and perhaps X, under one zoom and one centre; nothing tells them apart.

A and B lie side by side, X between them or below, whichever leaves more room. One of them alone may fill the stage.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHideEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import current
from ui.widgets.canvas_view import CanvasView
from ui.widgets.held_key import HeldKey
from ui.widgets.label.item_preloader import EntryPicture, EntryPictures, Undecodable
from ui.widgets.label.picture_stage_pane import PicturePane

LETTERS = ("A", "B", "X")
_OTHER: Mapping[str, str] = {"A": "B", "B": "A"}
_GAP_PX = 10
_RING_PX = 3
_PAN_STEP = 1 / 8
_BY_KEYS = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason, Qt.FocusReason.ShortcutFocusReason)


class PictureStage(QWidget):
    """Shows what is given; what acts returns whether there was something to do. `looked` : it is seen otherwise now."""

    looked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = CanvasView()
        self._pictures: tuple[EntryPicture | Undecodable, ...] = ()
        self._alone = ""
        self._shows_ring = False
        self._held = HeldKey(self)
        self._held.changed.connect(self._follow)
        self.panes = tuple(self._pane() for _ in LETTERS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(200, 120)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Picture")
        self._acts: Mapping[str, Callable[[], bool]] = {
            **{f"hear_{letter.lower()}": partial(self.look_at, letter) for letter in LETTERS},
            "flicker": self.flicker,
            "fit": self.fit,
            "actual": self.zoom_actual,
            "zoom_in": partial(self.zoom_by, 1),
            "zoom_out": partial(self.zoom_by, -1),
            "pan_left": partial(self.pan, -1, 0),
            "pan_right": partial(self.pan, 1, 0),
            "pan_up": partial(self.pan, 0, -1),
            "pan_down": partial(self.pan, 0, 1),
        }

    def _pane(self) -> PicturePane:
        made = PicturePane(self.view, self)
        made.zoomed.connect(lambda steps, at: self._zoom(steps, made.box, at))
        made.dragged.connect(lambda by: self._drag(by, made.box))
        made.doubled.connect(self.zoom_actual)
        made.hide()
        return made

    # ---- what is shown ----

    def show_pictures(self, shown: EntryPictures) -> None:
        """Show other pictures, whole."""
        self._held.hold(False)
        self._pictures, self._alone = shown.pictures, ""
        self.view.fit()
        sizes = [(each.width, each.height) for each in shown.pictures if isinstance(each, EntryPicture)]
        self.view.set_sizes(sizes, sizes)
        self.setAccessibleName("Picture" if len(shown.pictures) == 1 else f"Pictures {' and '.join(self._letters)}")
        self._follow()

    def clear(self) -> None:
        """Show nothing, and keep nothing."""
        self._held.hold(False)
        self._pictures, self._alone = (), ""
        for pane in self.panes:
            pane.show_picture(None, "")
            pane.hide()

    @property
    def _letters(self) -> tuple[str, ...]:
        return LETTERS[: len(self._pictures)] if len(self._pictures) > 1 else ("",)

    @property
    def codes(self) -> tuple[str, ...]:
        """Why pictures cannot be shown, one code for each that cannot."""
        return tuple(each.code for each in self._pictures if isinstance(each, Undecodable))

    @property
    def shown_letters(self) -> tuple[str, ...]:
        """What the panes show, in the order of the panes."""
        wanted = (self._alone,) if self._alone else self._letters
        return tuple(_OTHER.get(letter, letter) for letter in wanted) if self._held.is_held else wanted

    def _follow(self) -> None:
        """Let the panes show what is wanted of the pictures."""
        known = dict(zip(self._letters, self._pictures, strict=False))
        letters = self.shown_letters
        for pane, letter in zip(self.panes, letters, strict=False):
            pane.show_picture(known.get(letter), letter)
        self._arrange()
        for number, pane in enumerate(self.panes):
            pane.setVisible(number < len(letters) and bool(self._pictures))
        self.looked.emit()

    def _arrange(self) -> None:
        sizes = [(each.width, each.height) for each in self._pictures if isinstance(each, EntryPicture)]
        tallest = max((height / width for width, height in sizes), default=1.0)
        room = self.rect().adjusted(_RING_PX, _RING_PX, -_RING_PX, -_RING_PX)
        for pane, place in zip(self.panes, places(len(self.shown_letters), room, tallest), strict=False):
            pane.setGeometry(place)
        self.view.ratio = self.devicePixelRatioF()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out anew."""
        self._arrange()

    # ---- what a person does ----

    def act(self, name: str) -> bool:
        """Do an action of the desk by its name without "label_"; whether there was something to do."""
        does = self._acts.get(name)
        return does is not None and does()

    def look_at(self, letter: str) -> bool:
        """Show one of several alone, and once more all of them."""
        if letter not in self._letters or len(self._pictures) < 2:
            return False
        self._alone = "" if self._alone == letter else letter
        self._follow()
        return True

    def flicker(self) -> bool:
        """Show A in place of B and B in place of A for as long as a key is held; whichever is let go ends it."""
        can = len(self._pictures) > 1 and self._alone != "X"
        self._held.hold(can)
        return can

    def fit(self) -> bool:
        """Show all pictures whole."""
        self.view.fit()
        return self._looked()

    def zoom_actual(self) -> bool:
        """Show one pixel of the wider picture on one of the screen; whole where it is so already."""
        self.view.toggle_actual()
        return self._looked()

    def zoom_by(self, steps: float) -> bool:
        """Zoom in by steps, out where negative."""
        return self._zoom(steps, self.panes[0].box)

    def pan(self, right: int, down: int) -> bool:
        """Look further to the right and down, by eighths of a pane."""
        pane = self.panes[0].box
        return self._drag(QPointF(-right * _PAN_STEP * pane.width(), -down * _PAN_STEP * pane.height()), pane)

    @property
    def zoom(self) -> float:
        """Pixels of the screen for each of the wider picture."""
        return self.view.zoom(self.panes[0].box)

    def _zoom(self, steps: float, pane: QRectF, at: QPointF | None = None) -> bool:
        self.view.zoom_by(steps, pane, at)
        return self._looked()

    def _drag(self, by: QPointF, pane: QRectF) -> bool:
        self.view.drag_by(by, pane)
        return self._looked()

    def _looked(self) -> bool:
        self.view.ratio = self.devicePixelRatioF()
        for pane in self.panes:
            pane.update()
        self.looked.emit()
        return bool(self._pictures)

    # ---- focus ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a ring for whoever came here by keys."""
        if self.hasFocus() and self._shows_ring:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 8, 8)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        self._shows_ring = event.reason() in _BY_KEYS
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the keys go elsewhere."""
        self.update()

    def hideEvent(self, event: QHideEvent) -> None:
        """Let go of what was held."""
        self._held.hold(False)
        super().hideEvent(event)


def places(count: int, room: QRect, tallest: float) -> Sequence[QRect]:
    """Return where so many panes lie: A, B, X. tallest : height by width of the tallest picture."""
    half = (room.width() - _GAP_PX) // 2
    if count <= 1:
        return [room]
    if count == 2:
        left = QRect(room.left(), room.top(), half, room.height())
        return [left, left.translated(half + _GAP_PX, 0)]
    third, low = (room.width() - 2 * _GAP_PX) // 3, (room.height() - _GAP_PX) // 2
    if min(third, room.height() / tallest) >= min(half, low / tallest):
        first = QRect(room.left(), room.top(), third, room.height())
        return [first, first.translated(2 * (third + _GAP_PX), 0), first.translated(third + _GAP_PX, 0)]
    first = QRect(room.left(), room.top(), half, low)
    below = first.translated((room.width() - half) // 2, low + _GAP_PX)
    return [first, first.translated(half + _GAP_PX, 0), below]
