"""Everything that is measured along the time of one sound; what comes of it is in `summary` and `preservation`."""

from dataclasses import dataclass

import numpy as np

from scoring.prosody.energy import Span, levels_db, trimmed
from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import PitchTrack, pitch_track
from scoring.prosody.praat import Track
from scoring.prosody.rhythm import Intensity, intensity_of, nuclei
from scoring.types import FloatArray

_WHOLE_FRAMES_HZ = 400


@dataclass(frozen=True, eq=False, slots=True)
class Contours:
    """samples : float32 (n,), mono, at `rate` Hz. levels_db : (frames,), every 10 ms. nuclei_s : times of syllables."""

    samples: FloatArray
    rate: int
    pitch: PitchTrack
    levels_db: Track
    span: Span
    intensity: Intensity
    nuclei_s: Track

    @property
    def syllable_rate_hz(self) -> float:
        """Nuclei per second of the trimmed sound."""
        return len(self.nuclei_s) / self.span.duration_s


def contours_of(
    samples: FloatArray, rate: int, *, floor_hz: float | None = None, ceiling_hz: float | None = None
) -> Contours:
    """Return the contours of a sound, with the pitch range given or found (see `pitch_track`).

    A sound without any voice has contours: its pitch is NaN throughout.
    ValueError: a rate at which 10 ms and half of 25 ms are no whole samples. NotMeasurableError: not finite, silent, or
    shorter than 128 ms or than three periods at the floor.
    """
    if rate % _WHOLE_FRAMES_HZ:
        raise ValueError(f"at {rate} Hz a frame of 25 ms every 10 ms does not fall on samples: resample first")
    if not np.isfinite(samples).all():
        raise NotMeasurableError("the sound holds NaN or infinite values")
    intensity = intensity_of(samples, rate)
    levels = levels_db(samples, rate)
    span = trimmed(levels)
    pitch = pitch_track(samples, rate, floor_hz=floor_hz, ceiling_hz=ceiling_hz)
    return Contours(samples, rate, pitch, levels, span, intensity, nuclei(intensity, pitch))
