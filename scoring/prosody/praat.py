"""The one place that calls Praat (through parselmouth): pitch and intensity of a sound, and its other speeds.

Praat holds the interpreter's lock while it works: call this from a worker process, not from the process of a window.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.prosody.measurable import NotMeasurableError
from scoring.types import FloatArray

Track = NDArray[np.float64]

PITCH_PERIODS = 3.0  # of the floor, that Praat's autocorrelation needs to see at once
INTENSITY_PERIODS = 6.4  # of the lowest pitch, that its window for intensity holds


def praat_pitch(
    samples: FloatArray, rate: int, step_s: float, floor_hz: float, ceiling_hz: float
) -> tuple[Track, Track]:
    """Return (times in s (n,), F0 in Hz (n,), NaN where unvoiced): Praat's "To Pitch…" by autocorrelation.

    NotMeasurableError: the sound holds NaN or infinite values (Praat would call all of it unvoiced), or is shorter than
    three periods at the floor.
    """
    sound = _sound(samples, rate)
    _require_duration(len(samples) / rate, PITCH_PERIODS / floor_hz)
    pitch = sound.to_pitch(time_step=step_s, pitch_floor=floor_hz, pitch_ceiling=ceiling_hz)
    f0_hz: Track = pitch.selected_array["frequency"].astype(np.float64)
    f0_hz[f0_hz == 0] = np.nan  # so that no silence enters a mean
    return np.asarray(pitch.xs(), dtype=np.float64), f0_hz


def praat_intensity(samples: FloatArray, rate: int, step_s: float, lowest_hz: float) -> tuple[Track, Track]:
    """Return (times in s (n,), intensity in dB re 2e-5 of full scale (n,)): Praat's "To Intensity…".

    Its window spans 6.4 periods of `lowest_hz`. NotMeasurableError: values that are not finite, or a shorter sound.
    """
    sound = _sound(samples, rate)
    _require_duration(len(samples) / rate, INTENSITY_PERIODS / lowest_hz)
    intensity = sound.to_intensity(minimum_pitch=lowest_hz, time_step=step_s, subtract_mean=True)
    return np.asarray(intensity.xs(), dtype=np.float64), np.asarray(intensity.values[0], dtype=np.float64)


def praat_lengthened(samples: FloatArray, rate: int, factor: float, floor_hz: float, ceiling_hz: float) -> FloatArray:
    """Return the sound drawn out by `factor` with its own pitch, (n · factor,): Praat's "Lengthen (overlap-add)…".

    Pitch periods are repeated or left out; `floor_hz` and `ceiling_hz` limit where they are looked for.
    NotMeasurableError: values that are not finite, or a sound shorter than three periods at the floor.
    """
    from parselmouth.praat import call

    sound = _sound(samples, rate)
    _require_duration(len(samples) / rate, PITCH_PERIODS / floor_hz)
    longer = call(sound, "Lengthen (overlap-add)...", floor_hz, ceiling_hz, factor)
    drawn_out: FloatArray = longer.values[0].astype(np.float32)
    return drawn_out


def _sound(samples: FloatArray, rate: int) -> Any:
    import parselmouth

    if not np.isfinite(samples).all():
        raise NotMeasurableError("the sound holds NaN or infinite values")
    return parselmouth.Sound(samples.astype(np.float64), sampling_frequency=float(rate))


def _require_duration(duration_s: float, needed_s: float) -> None:
    # A thousandth of a sample is rounding, not shortness.
    if duration_s < needed_s * (1 - 1e-9):
        raise NotMeasurableError(
            f"needs {np.ceil(1000 * needed_s - 1e-6):.0f} ms, the sound has {1000 * duration_s:.0f} ms"
        )
