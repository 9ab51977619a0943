"""The lane of spectrogram and pitch: grey levels with their Hz on the left, F0 over them with its own axis right."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF

from genmu_studio.sounds.aligning import Alignment
from genmu_studio.sounds.measuring import Pitch, Unmeasured
from genmu_studio.sounds.spectrogram import Spectrogram, shades
from ui.widgets.sound.lane import Label, Lane
from ui.widgets.sound.lane_items import Limits, Picture, Track, shades_of
from ui.widgets.sound.lane_stack import LaneStack
from ui.widgets.sound.sound_words import hertz
from ui.widgets.sound.ticks import ticks

_LABEL_ROOM_PX = 26
_LEAST_PX = 56


class SpectrumLane:
    """Draws what is given."""

    def __init__(self, stack: LaneStack, weight: float) -> None:
        self._stack = stack
        self.lane: Lane = stack.add_lane(weight, _LEAST_PX)
        self._whole, self._part = Picture(self.lane.area, 1), Picture(self.lane.area, 2)
        self._track = Track(self.lane.area, "accent", 2.0, halo=True)
        self._spectra: tuple[Spectrogram | None, Spectrogram | None] = (None, None)
        self._pitch: Pitch | None = None
        self._shades: NDArray[np.uint8] = np.zeros((256, 3), np.uint8)
        self._grey: tuple[float, float] = (0.0, 60.0)
        self._band = Limits(0.0, 8000.0)
        self._pitch_limits: Limits | None = None
        self._alignment: Alignment | None = None
        stack.placed.connect(self.label)
        stack.spanned.connect(lambda: self._track.show_span(self.lane.span))
        self.dress()

    def show_band(self, band: Limits, pitch: Limits | None) -> None:
        """Let the axes reach from there to there; pitch : None = no pitch is shown."""
        if (band, pitch) != (self._band, self._pitch_limits):
            self._band, self._pitch_limits = band, pitch
            self._draw_pictures()
            self._draw_track()
        self.label()

    def set_grey(self, top_db: float, range_db: float) -> None:
        """Show `top_db` as the strongest shade, `range_db` below it as none."""
        if (top_db, range_db) != self._grey:
            self._grey = (top_db, range_db)
            self.dress()

    def show_spectra(self, whole: Spectrogram | None, part: Spectrogram | None) -> None:
        """Draw the whole sound, and over it a stretch of it in more columns."""
        if (whole, part) != self._spectra:
            self._spectra = (whole, part)
            self._draw_pictures()

    def show_pitch(self, pitch: Pitch | Unmeasured | None) -> None:
        """Draw a pitch."""
        wanted = pitch if isinstance(pitch, Pitch) else None
        if wanted is not self._pitch:
            self._pitch = wanted
            self._draw_track()
            self.label()

    def set_alignment(self, alignment: Alignment | None) -> None:
        """Draw on the time of the original; None = on the sound's own."""
        if alignment is not self._alignment:
            self._alignment = alignment
            self._draw_pictures()
            self._draw_track()

    def _draw_pictures(self) -> None:
        for picture, spectrum in zip((self._whole, self._part), self._spectra, strict=True):
            if spectrum is None:
                picture.clear()
                continue
            levels, start_s, length_s = spectrum.levels, spectrum.start_s, spectrum.levels.shape[1] * spectrum.step_s
            if self._alignment is not None:
                if picture is self._part:  # the whole one is as fine as the alignment
                    picture.clear()
                    continue
                levels, start_s, length_s = _warped(spectrum, self._alignment)
            low = self._band.place(spectrum.first_hz - spectrum.step_hz / 2)
            height = len(levels) * spectrum.step_hz / (self._band.high - self._band.low)
            picture.show_levels(levels, self._shades, QRectF(start_s, low, length_s, height))

    def _draw_track(self) -> None:
        pitch, limits = self._pitch, self._pitch_limits
        if pitch is None or limits is None:
            self._track.clear()
            return
        times_s = None if self._alignment is None else self._alignment.to_original(pitch.contour.times_s)
        self._track.show_contour(pitch.contour, limits, self.lane.span, times_s)

    def label(self) -> None:
        """Write both axes."""
        height = self.lane.rect.height()
        most = height / _LABEL_ROOM_PX
        left = []
        if self._spectra[0] is not None:
            band = [each for each in ticks(*self._band, most) if each > self._band.low]
            left = [Label(self._band.place(each), hertz(each)) for each in band]
            left.append(Label(0.0, "Hz"))
        right = []
        if self._pitch_limits is not None and self._pitch is not None:
            low, high = self._pitch_limits
            inner = [each for each in ticks(low, high, most) if min(each - low, high - each) * most > (high - low)]
            right = [Label(self._pitch_limits.place(each), f"{each:.0f}", "accent") for each in inner]
            right += [Label(1.0, f"{high:.0f}", "accent"), Label(0.0, f"{low:.0f} Hz", "accent")]
        self.lane.show_labels(left, right)

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._shades = shades_of(shades(*self._grey))
        self._track.dress(self._stack.devicePixelRatioF())
        self._draw_pictures()


def _warped(spectrum: Spectrogram, alignment: Alignment) -> tuple[NDArray[np.uint8], float, float]:
    """Return the levels of an unlearned sound on the time of the original, where they begin, and how long they last."""
    count = spectrum.levels.shape[1]
    start_s, end_s = alignment.to_original(np.array([spectrum.start_s, spectrum.start_s + count * spectrum.step_s]))
    middles_s = start_s + (np.arange(count) + 0.5) * (end_s - start_s) / count
    places = ((alignment.to_unlearned(middles_s) - spectrum.start_s) / spectrum.step_s).astype(np.int64)
    return spectrum.levels[:, np.clip(places, 0, count - 1)], float(start_s), float(end_s - start_s)
