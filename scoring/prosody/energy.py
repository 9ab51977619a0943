"""The level of a sound every 10 ms, and where it begins and ends."""

from dataclasses import dataclass

import numpy as np

from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import STEP_S
from scoring.prosody.praat import Track
from scoring.types import FloatArray

WINDOW_S = 0.025
TRIM_DB = 30.0
_NOTHING_DB = -200.0  # what a frame without any energy is given, so that every level is finite


@dataclass(frozen=True, slots=True)
class Span:
    """From where to where a sound lasts, in s."""

    start_s: float
    end_s: float

    @property
    def duration_s(self) -> float:
        """How long it lasts."""
        return self.end_s - self.start_s


def frame_times_s(count: int) -> Track:
    """Return the middles of `count` frames, (n,): the first one lies at 0."""
    times_s: Track = STEP_S * np.arange(count, dtype=np.float64)
    return times_s


def levels_db(samples: FloatArray, rate: int) -> Track:
    """Return the root mean square in dB re full scale of 25 ms around every 10 ms: (1 + duration / 10 ms,).

    The mean of the whole sound is taken off; beyond its ends there is silence, counted as such. At least −200 dB.
    """
    hop, half = round(STEP_S * rate), round(WINDOW_S * rate / 2)
    signal = samples.astype(np.float64)
    squares = np.pad(np.square(signal - signal.mean()), half)
    total = np.concatenate(([0.0], np.cumsum(squares)))
    starts = np.arange(1 + len(samples) // hop) * hop
    power = (total[starts + 2 * half] - total[starts]) / (2 * half)
    levels: Track = 10 * np.log10(np.maximum(power, 10 ** (_NOTHING_DB / 10)))
    return levels


def trimmed(levels: Track) -> Span:
    """Return from the first to the last frame within 30 dB of the loudest, each frame counting 10 ms.

    NotMeasurableError where nothing sounds.
    """
    if len(levels) == 0 or levels.max() <= _NOTHING_DB:
        raise NotMeasurableError("the sound is silent")
    loud = np.flatnonzero(levels >= levels.max() - TRIM_DB)
    return Span(float(loud[0]) * STEP_S, float(loud[-1] + 1) * STEP_S)
