"""Syllables, their rate and their evenness, and pauses: heard from intensity and voicing alone, without a transcript.

Nuclei after de Jong and Wempe, "Praat script to detect syllable nuclei and measure speech rate automatically" (2009).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.prosody.energy import Span
from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import PitchTrack
from scoring.prosody.praat import Track, praat_intensity
from scoring.types import FloatArray

# Finer than the 10 ms of the other curves: a nucleus is placed on this grid, and intervals are differences of places.
INTENSITY_STEP_S = 0.002
LOWEST_HZ = 50.0
BELOW_LOUD_DB = 25.0
LOUD_PERCENTILE = 99.0
DIP_DB = 2.0
FEWEST_NUCLEI = 4
PAUSE_S = 0.3


@dataclass(frozen=True, eq=False, slots=True)
class Intensity:
    """times_s, levels_db : float64 (n,), Praat's, every 2 ms over windows of 128 ms."""

    times_s: Track
    levels_db: Track

    @property
    def threshold_db(self) -> float:
        """Above which something sounds: 25 dB below the 99th percentile."""
        return float(np.percentile(self.levels_db, LOUD_PERCENTILE)) - BELOW_LOUD_DB


def intensity_of(samples: FloatArray, rate: int) -> Intensity:
    """Return the intensity of `samples` (n,) at `rate` Hz; NotMeasurableError below 128 ms, or not finite."""
    return Intensity(*praat_intensity(samples, rate, INTENSITY_STEP_S, LOWEST_HZ))


def nuclei(intensity: Intensity, pitch: PitchTrack) -> Track:
    """Return the times of the syllable nuclei in s, (k,).

    A nucleus is a peak of intensity that is voiced, above the threshold, and parted from any higher one, and from both
    ends of the sound, by a dip of at least 2 dB.
    """
    from scipy.signal import find_peaks

    peaks, _ = find_peaks(intensity.levels_db, height=intensity.threshold_db, prominence=DIP_DB)
    times_s: Track = intensity.times_s[peaks]
    return times_s[np.isfinite(pitch.at(times_s))]


def npvi(intervals: Track) -> float:
    """Return the normalised pairwise variability index, 0 where all intervals (k,) > 0 are equal, below 200.

    100 · mean of |a − b| / ((a + b) / 2) over neighbours (Grabe and Low 2002). NotMeasurableError: fewer than two.

    >>> round(npvi(np.array([0.2, 0.1, 0.3])), 2)
    83.33
    """
    if len(intervals) < 2:
        raise NotMeasurableError("fewer than two intervals between nuclei")
    return float(100 * np.mean(np.abs(np.diff(intervals)) / ((intervals[1:] + intervals[:-1]) / 2)))


def nucleus_npvi(times_s: Track) -> float:
    """Return the nPVI of the intervals between the nuclei at `times_s` (k,); NotMeasurableError: under 4 nuclei."""
    if len(times_s) < FEWEST_NUCLEI:
        raise NotMeasurableError(f"{len(times_s)} of at least {FEWEST_NUCLEI} syllable nuclei")
    return npvi(np.diff(times_s))


def pauses(intensity: Intensity, span: Span) -> tuple[Span, ...]:
    """Return the stretches of at least 0.3 s within `span` whose intensity stays below the threshold of nuclei."""
    inside = (intensity.times_s >= span.start_s) & (intensity.times_s <= span.end_s)
    times_s, quiet = intensity.times_s[inside], intensity.levels_db[inside] < intensity.threshold_db
    edges: NDArray[np.int64] = np.flatnonzero(np.diff(quiet, prepend=False, append=False))
    stretches = (Span(float(times_s[start]), float(times_s[end - 1])) for start, end in edges.reshape(-1, 2))
    return tuple(each for each in stretches if each.duration_s >= PAUSE_S)
