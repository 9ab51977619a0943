"""The pitch of a sound every 10 ms, in a range that fits the voice."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.prosody.praat import Track, praat_pitch
from scoring.types import FloatArray

STEP_S = 0.01
# The range of the first pass holds every speaking voice; the second one leaves octave jumps no room.
FIRST_FLOOR_HZ, FIRST_CEILING_HZ = 60.0, 700.0
_FLOOR_OF_Q25, _CEILING_OF_Q75 = 0.75, 1.5


@dataclass(frozen=True, eq=False, slots=True)
class PitchTrack:
    """times_s : float64 (n,), every 10 ms. f0_hz : float64 (n,), NaN where unvoiced. The limits are those searched."""

    times_s: Track
    f0_hz: Track
    floor_hz: float
    ceiling_hz: float

    @property
    def voiced(self) -> NDArray[np.bool_]:
        """Where there is a pitch: (n,)."""
        return np.isfinite(self.f0_hz)

    def at(self, times_s: Track) -> Track:
        """Return F0 in Hz of the frame nearest to each time (n,); NaN where it is unvoiced or over half a step away."""
        nearest = np.rint((times_s - self.times_s[0]) / STEP_S).astype(np.int64)
        inside = (nearest >= 0) & (nearest < len(self.f0_hz))
        return np.where(inside, self.f0_hz[np.clip(nearest, 0, len(self.f0_hz) - 1)], np.nan)

    def semitones_at(self, times_s: Track) -> Track:
        """Return `at` in semitones re the median of the voiced frames, (n,); NaN where unvoiced."""
        return semitones(self.at(times_s), self.median_hz or 1.0)

    @property
    def voiced_semitones(self) -> Track:
        """F0 of the voiced frames alone in semitones re their median, (v,)."""
        return semitones(self.f0_hz[self.voiced], self.median_hz or 1.0)

    @property
    def median_hz(self) -> float | None:
        """The median F0 of the voiced frames; None where there is none."""
        return float(np.median(self.f0_hz[self.voiced])) if self.voiced.any() else None


def pitch_track(
    samples: FloatArray, rate: int, *, floor_hz: float | None = None, ceiling_hz: float | None = None
) -> PitchTrack:
    """Return the pitch of `samples` (n,) at `rate` Hz.

    A limit that is None is found by a first pass over 60 to 700 Hz: floor 0.75 · lower quartile, ceiling 1.5 · upper
    quartile of the voiced F0. Where nothing is voiced there, the track of the first pass is returned.
    ValueError: floor and ceiling in the wrong order. NotMeasurableError: shorter than three periods at the floor, or
    not finite.
    """
    if floor_hz is None or ceiling_hz is None:
        first = _track(samples, rate, FIRST_FLOOR_HZ, FIRST_CEILING_HZ)
        if not first.voiced.any():
            return first
        low, high = np.percentile(first.f0_hz[first.voiced], [25, 75])
        floor_hz = _FLOOR_OF_Q25 * float(low) if floor_hz is None else floor_hz
        ceiling_hz = _CEILING_OF_Q75 * float(high) if ceiling_hz is None else ceiling_hz
    return _track(samples, rate, floor_hz, ceiling_hz)


def _track(samples: FloatArray, rate: int, floor_hz: float, ceiling_hz: float) -> PitchTrack:
    if not 0 < floor_hz < ceiling_hz:
        raise ValueError(f"no pitch lies between {floor_hz:g} and {ceiling_hz:g} Hz")
    return PitchTrack(*praat_pitch(samples, rate, STEP_S, floor_hz, ceiling_hz), floor_hz, ceiling_hz)


def semitones(f0_hz: Track, reference_hz: float) -> Track:
    """Return 12 · log2(f0 / reference), (n,); NaN stays NaN.

    >>> semitones(np.array([220.0, 110.0]), 110.0).tolist()
    [12.0, 0.0]
    """
    in_semitones: Track = 12 * np.log2(f0_hz / reference_hz)
    return in_semitones
