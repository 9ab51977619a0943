"""The lane of a waveform: exact at every zoom, as high as the loudest of the sounds that are compared."""

from genmu_studio.sounds.peaks import curve
from ui.models.sound_store import Opened
from ui.widgets.sound.lane import Label, Lane
from ui.widgets.sound.lane_items import Limits, Outline
from ui.widgets.sound.lane_stack import LaneStack

_LEAST_PX = 30


class OutlineLane:
    """Draws what is given, a column for each pixel of the screen."""

    def __init__(self, stack: LaneStack, ink: str, weight: float) -> None:
        self._stack = stack
        self._ink = ink
        self.lane: Lane = stack.add_lane(weight, _LEAST_PX)
        self.outline = Outline(self.lane.area)
        self._opened: Opened | None = None
        self._limits = Limits(-1.0, 1.0)
        stack.spanned.connect(self.draw)
        self.dress()

    def show_sound(self, opened: Opened | None, note: str, note_ink: str = "muted") -> None:
        """Draw a sound, or say why there is none."""
        self._opened = opened
        self.lane.show_note(note if opened is None else "", note_ink)
        self.draw()

    def set_limits(self, peak: float) -> None:
        """Let the lane reach from −peak to peak."""
        wanted = Limits(-peak, peak)
        if wanted != self._limits:
            self._limits = wanted
            self.draw()
        self.lane.show_labels([Label(0.5, f"±{peak:.2f}")] if self._opened is not None else [])

    def draw(self) -> None:
        """Draw what is shown of the time axis."""
        opened, lane = self._opened, self.lane
        span = lane.span
        if opened is None or not lane.is_shown or span.length_s <= 0:
            self.outline.clear()
            return
        rate, frames = opened.sound.rate, opened.sound.frames
        start, end = int(span.start_s * rate), min(frames, int(span.end_s * rate) + 2)
        ratio = self._stack.devicePixelRatioF()
        share = (end - start) / (span.length_s * rate)
        columns = max(1, round(lane.rect.width() * ratio * share))
        drawn = curve(opened.sound.mono, opened.peaks, start, end, columns)
        pixel = 1 / max(1.0, lane.rect.height() * ratio)
        self.outline.show_curve(drawn, rate, self._limits, pixel)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self.outline.dress(self._ink)
