"""Lanes one above the other that show one view: the same stretch of time, cursor, selection and loop."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.models.sound_view import SoundView
from ui.theme import watch
from ui.widgets.sound.lane import LEFT_PX, RIGHT_PX, Lane
from ui.widgets.sound.lane_items import Sheet
from ui.widgets.sound.pointing import Pointing

GAP_PX = 3.0
_LEAST_WIDTH_PX = 240


@dataclass(slots=True)
class _Place:
    """How much a lane needs to be read, its share of what is left, and how much lies free below it."""

    lane: Lane
    weight: float
    least_px: int
    gap_px: float = GAP_PX


class LaneStack(QWidget):
    """`placed` says that lanes lie elsewhere, `spanned` that or that they show another stretch of time."""

    placed = Signal()
    spanned = Signal()

    def __init__(self, view: SoundView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = view
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.sheet = Sheet(self)
        self.sheet.dress()
        self._places: list[_Place] = []
        self._pointing = Pointing(self.sheet.viewport, view, self._time_at, self._seconds_per_pixel)
        view.shown_changed.connect(self._follow_shown)
        view.cursor_moved.connect(self._follow_cursor)
        view.selection_changed.connect(self._follow_selection)
        view.loop_changed.connect(self._follow_loop)
        watch().changed.connect(self.dress)

    def add_lane(self, weight: float, least_px: int) -> Lane:
        """Add a lane below the others. weight : its share of what the lanes do not need."""
        lane = Lane(self.sheet.scene)
        self._places.append(_Place(lane, weight, least_px))
        lane.dress()
        return lane

    @property
    def lanes(self) -> list[Lane]:
        """The lanes that are shown, from above."""
        return [place.lane for place in self._places if place.lane.is_shown]

    @property
    def viewport(self) -> QWidget:
        """The widget that gets the mouse events."""
        return self.sheet.viewport

    def minimumSizeHint(self) -> QSize:
        """Keep what lanes need to be read."""
        shown = [place for place in self._places if place.lane.is_shown]
        gaps = sum(place.gap_px for place in shown[:-1])
        return QSize(_LEAST_WIDTH_PX, round(gaps) + sum(place.least_px for place in shown))

    def set_gap(self, below: Lane, gap_px: float) -> None:
        """Leave so much free below a lane."""
        for place in self._places:
            if place.lane is below:
                place.gap_px = gap_px
        self.updateGeometry()
        self.lay_out()

    def set_shown(self, lane: Lane, is_shown: bool) -> None:
        """Show a lane, or do not; the others take its place."""
        if lane.is_shown != is_shown:
            lane.set_shown(is_shown)
            self.updateGeometry()
            self.lay_out()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay the lanes out anew."""
        super().resizeEvent(event)
        self.lay_out()

    def lay_out(self) -> None:
        """Give each lane what it needs, and its share of what is left."""
        shown = [place for place in self._places if place.lane.is_shown]
        width = self.width() - LEFT_PX - RIGHT_PX
        if not shown or width <= 0:
            return
        self.sheet.settle()
        needed = sum(place.gap_px for place in shown[:-1]) + sum(place.least_px for place in shown)
        free = max(0.0, self.height() - needed)
        whole = sum(place.weight for place in shown)
        top = 0.0
        for place in shown:
            height = float(round(place.least_px + free * place.weight / whole))
            place.lane.place(QRectF(LEFT_PX, top, width, height))
            top += height + place.gap_px
        self.placed.emit()
        self._follow_shown()

    # ---- following the view ----

    def _follow_shown(self) -> None:
        for lane in self.lanes:
            lane.show_span(self.view.shown)
        self.follow_marks()
        self.spanned.emit()

    def follow_marks(self) -> None:
        """Put cursor, selection and loop where they are."""
        self._follow_selection()
        self._follow_loop()
        self._follow_cursor()

    def _follow_cursor(self) -> None:
        self._each(lambda lane: lane.show_cursor(self.view.cursor_s if self.view.length_s else None))

    def _follow_selection(self) -> None:
        self._each(lambda lane: lane.show_selection(self.view.selection))

    def _follow_loop(self) -> None:
        is_on = self.view.loop is not None
        self._each(lambda lane: lane.show_loop(self.view.loop_ends, is_on=is_on))

    def _each(self, do: Callable[[Lane], None]) -> None:
        for lane in self.lanes:
            do(lane)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.sheet.dress()
        for place in self._places:
            place.lane.dress()
        self._follow_loop()

    # ---- where the mouse is ----

    def _time_at(self, x: float, y: float) -> float:
        lanes = self.lanes
        lane = next((each for each in lanes if each.rect.top() <= y <= each.rect.bottom()), lanes[-1])
        return lane.time_at(x)

    def _seconds_per_pixel(self) -> float:
        width = self.width() - LEFT_PX - RIGHT_PX
        return self.view.shown.length_s / width if width > 0 else 0.0
