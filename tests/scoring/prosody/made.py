"""What the tests of prosody are made of: sounds with a known melody, and voices said again by Praat."""

from collections.abc import Sequence

import numpy as np
import parselmouth
from numpy.typing import NDArray
from parselmouth.praat import call

from scoring.prosody.pitch import pitch_track
from scoring.types import FloatArray

RATE = 16_000
Curve = NDArray[np.float64]


def tone(hz: float, seconds: float, amplitude: float = 0.3) -> FloatArray:
    t = np.arange(round(seconds * RATE)) / RATE
    return (amplitude * np.sin(2 * np.pi * hz * t)).astype(np.float32)


def silence(seconds: float) -> FloatArray:
    return np.zeros(round(seconds * RATE), np.float32)


def noise(seconds: float, seed: int = 0, amplitude: float = 0.1) -> FloatArray:
    return (amplitude * np.random.default_rng(seed).standard_normal(round(seconds * RATE))).astype(np.float32)


def sung(
    semitones: Sequence[float],
    base_hz: float = 120.0,
    syllable_s: Sequence[float] | Curve | float = 0.25,
    seed: int = 0,
) -> FloatArray:
    """Return one syllable per number: a hump of harmonics, its pitch gliding from one number of semitones to the next.

    The timbre changes from syllable to syllable, so that there is something to align by.
    """
    lengths = np.broadcast_to(np.asarray(syllable_s, dtype=np.float64), len(semitones))
    edges = np.concatenate(([0.0], np.cumsum(lengths)))
    middles = (edges[:-1] + edges[1:]) / 2
    t = np.arange(round(edges[-1] * RATE)) / RATE
    hz = base_hz * 2 ** (np.interp(t, middles, semitones) / 12)
    phase = 2 * np.pi * np.cumsum(hz) / RATE
    rng = np.random.default_rng(seed)
    which = np.clip(np.searchsorted(edges, t, side="right") - 1, 0, len(semitones) - 1)
    strength = rng.uniform(0.1, 1.0, (len(semitones), 20)) / np.arange(1, 21)
    sound = sum(strength[which, k - 1] * np.sin(k * phase) for k in range(1, 21))
    hump = 0.02 + np.sin(np.pi * (t - edges[which]) / lengths[which]) ** 2
    return np.asarray(0.1 * hump * sound + 1e-4 * rng.standard_normal(t.size), dtype=np.float32)


def said_again(samples: FloatArray, *, shift_semitones: float | None) -> FloatArray:
    """Return the sound with its pitch moved, or on one tone (None), by Praat's overlap-add; all else is kept."""
    track = pitch_track(samples, RATE)
    sound = parselmouth.Sound(samples.astype(np.float64), RATE)
    manipulation = call(sound, "To Manipulation", 0.01, track.floor_hz, track.ceiling_hz)
    if shift_semitones is None:
        tier = call("Create PitchTier", "one tone", 0, sound.xmax)
        call(tier, "Add point", sound.xmax / 2, track.median_hz)
    else:
        tier = call(manipulation, "Extract pitch tier")
        call(tier, "Shift frequencies", 0, sound.xmax, shift_semitones, "semitones")
    call([tier, manipulation], "Replace pitch tier")
    again = call(manipulation, "Get resynthesis (overlap-add)").values[0]
    return np.asarray(again, dtype=np.float32)
