"""The lane of the intensity: dB re full scale, the same axis for all sounds."""

from genmu_studio.sounds.aligning import Alignment
from genmu_studio.sounds.contours import Contour
from ui.widgets.sound.lane import Label, Lane
from ui.widgets.sound.lane_items import Limits, Track
from ui.widgets.sound.lane_stack import LaneStack
from ui.widgets.sound.sound_words import MINUS
from ui.widgets.sound.ticks import ticks

LOWEST_DB, HIGHEST_DB = -70.0, 0.0
_LABEL_ROOM_PX = 20
_LEAST_PX = 30


class IntensityLane:
    """Draws what is given."""

    def __init__(self, stack: LaneStack, ink: str, weight: float) -> None:
        self._stack = stack
        self.lane: Lane = stack.add_lane(weight, _LEAST_PX)
        self._track = Track(self.lane.area, ink, 1.5)
        self._contour: Contour | None = None
        self._alignment: Alignment | None = None
        self._limits = Limits(LOWEST_DB, HIGHEST_DB)
        stack.placed.connect(self.label)
        stack.spanned.connect(lambda: self._track.show_span(self.lane.span))
        self.dress()

    def show_contour(self, contour: Contour | None, alignment: Alignment | None) -> None:
        """Draw an intensity. alignment : on the time of the original, None = on the sound's own."""
        if contour is not self._contour or alignment is not self._alignment:
            self._contour, self._alignment = contour, alignment
            self._draw()

    def label(self) -> None:
        """Write the axis."""
        inner = ticks(LOWEST_DB, HIGHEST_DB, self.lane.rect.height() / _LABEL_ROOM_PX)
        labels = [Label(self._limits.place(each), f"{each:.0f}".replace("-", MINUS)) for each in inner]
        self.lane.show_labels(labels, [Label(0.5, "dB")])

    def _draw(self) -> None:
        if self._contour is None:
            self._track.clear()
            return
        times_s = None if self._alignment is None else self._alignment.to_original(self._contour.times_s)
        self._track.show_contour(self._contour, self._limits, self.lane.span, times_s)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._track.dress(self._stack.devicePixelRatioF())
