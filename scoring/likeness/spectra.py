"""Energies in frequency bands over time: what fingerprints of sounds are made of."""

from itertools import pairwise

import numpy as np
import soxr
from numpy.typing import NDArray

from scoring.types import FloatArray

RATE_HZ = 8_000
Energies = NDArray[np.float64]

# Bounds the float64 copies that one step makes.
_FRAMES_AT_ONCE = 1024


def narrowed(mono: FloatArray, rate: int) -> FloatArray:
    """Return the sound (n,) at 8 kHz: what lies above 4 kHz is what codecs take away first."""
    return mono if rate == RATE_HZ else np.asarray(soxr.resample(mono, rate, RATE_HZ), dtype=np.float32)


def band_energies(samples: FloatArray, window: int, hop: int, edges_hz: NDArray[np.float64]) -> Energies:
    """Return the mean energy in each band of each frame, float64 (frames, bands), of a sound (n,) at 8 kHz.

    window, hop : in samples, Hann. edges_hz : (bands + 1,), ascending. A sound shorter than a window is padded.
    """
    padded = np.pad(samples, (0, max(0, window - len(samples))))
    frames = np.lib.stride_tricks.sliding_window_view(padded, window)[::hop]
    frequencies = np.fft.rfftfreq(window, 1 / RATE_HZ)
    starts = np.searchsorted(frequencies, edges_hz)
    energies = np.empty((len(frames), len(edges_hz) - 1))
    for first in range(0, len(frames), _FRAMES_AT_ONCE):
        part = frames[first : first + _FRAMES_AT_ONCE].astype(np.float64) * np.hanning(window)
        power = np.square(np.abs(np.fft.rfft(part, axis=1)))
        for band, (low, high) in enumerate(pairwise(starts)):
            energies[first : first + len(part), band] = power[:, low : max(high, low + 1)].mean(axis=1)
    return energies
