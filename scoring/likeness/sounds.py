"""The fingerprint of a sound: the signs of the coarse frequencies of its spectrogram, between its two ends.

A spectrogram of 32 mel bands between 200 and 3,600 Hz, from where 2 % of its energy have passed to where 98 % have
(leading and trailing silence and soft noise fall off), brought to 64 steps, its logarithm, and 16 × 16 coefficients of
the cosine transform without those of rank 0: 256 bits [ours]. It finds candidates; `sound_frames` decides.

Measured on 40 sentences of the demo's voices and 50 utterances of 10 LibriSpeech speakers, of 256 bits, at the 95th
percentile: other rates and back, level, 0.2 s of leading silence: none differs; µ-law, noise 30 dB below: 2; noise 20
dB below: 4; MP3 and Vorbis of the lowest quality: 11, at most 32; a mean over 4 samples: 25. Another sentence or voice:
76 or more. The same sentence of the same voice, 2 % slower and lower: 8 or more, hence the second look.
"""

import numpy as np
from numpy.typing import NDArray

from scoring.likeness.bits import Fingerprint, above_median
from scoring.likeness.pictures import cosines
from scoring.likeness.spectra import Energies, band_energies, narrowed
from scoring.types import FloatArray

# [ours] Up to so many differing bits two sounds are worth a closer look.
SOUND_RADIUS = 24
_WINDOW, _HOP = 256, 80
_BANDS, _STEPS, _KEPT = 32, 64, 16
_LOWEST_HZ, _HIGHEST_HZ = 200.0, 3600.0
_END_SHARE = 0.02
# Energies below this share of the largest are no more than that: noise of the floor sets no bit.
_FLOOR = 1e-2
_SHORTEST_S = 0.2
_SILENCE = 1e-12


def sound_fingerprint(mono: FloatArray, rate: int) -> Fingerprint | None:
    """Return the 32 bytes of a sound (n,) at `rate` Hz; None where it is silent or shorter than 0.2 s."""
    if len(mono) < _SHORTEST_S * rate or not np.isfinite(mono).all():
        return None
    energies = band_energies(narrowed(mono, rate), _WINDOW, _HOP, _mel_edges())
    whole = energies.sum()
    if whole < _SILENCE * energies.size:
        return None
    steps = _brought_to_steps(energies, energies.sum(axis=1).cumsum() / whole)
    grid = np.log(steps + _FLOOR * steps.max())
    time, pitch = cosines(_KEPT + 1, _STEPS)[1:], cosines(_KEPT + 1, _BANDS)[1:]
    return above_median((time @ grid @ pitch.T).ravel())


def _mel_edges() -> NDArray[np.float64]:
    """Return the edges of the bands in Hz, evenly spaced on the mel scale of O'Shaughnessy 1987."""
    low, high = (2595 * np.log10(1 + hz / 700) for hz in (_LOWEST_HZ, _HIGHEST_HZ))
    edges: NDArray[np.float64] = 700 * (10 ** (np.linspace(low, high, _BANDS + 1) / 2595) - 1)
    return edges


def _brought_to_steps(energies: Energies, passed: NDArray[np.float64]) -> Energies:
    """Return the mean energies of 64 equal steps between the ends, (64, bands). passed : share of all, (frames,)."""
    frames = np.arange(len(energies) + 1)
    start, end = np.interp([_END_SHARE, 1 - _END_SHARE], np.concatenate([[0.0], passed]), frames)
    edges = np.linspace(start, max(end, start + 1e-6), _STEPS + 1)
    total = np.vstack([np.zeros(energies.shape[1]), energies.cumsum(axis=0)])
    at_edges = np.stack([np.interp(edges, frames, band) for band in total.T], axis=1)
    steps: Energies = np.maximum(np.diff(at_edges, axis=0) / np.diff(edges)[:, np.newaxis], 0.0)
    return steps
