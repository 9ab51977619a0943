"""Which moment of one sound answers which moment of another: dynamic time warping on cepstral coefficients."""

import numpy as np
from numpy.typing import NDArray

from scoring.prosody.energy import WINDOW_S
from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import STEP_S
from scoring.prosody.praat import Track
from scoring.types import FloatArray

COEFFICIENTS = 13
_BANDS = 40
# One byte each: 100 MB, two sounds of 70 s; for two of 20 s they are 8 MB.
MAX_CELLS = 100_000_000
_DIAGONAL, _FIRST_ON, _SECOND_ON = 0, 1, 2
_STEPS = {_DIAGONAL: (1, 1), _FIRST_ON: (1, 0), _SECOND_ON: (0, 1)}

Path = NDArray[np.int64]


def cepstra(samples: FloatArray, rate: int) -> Track:
    """Return 13 MFCC of 25 ms around every 10 ms, (1 + duration / 10 ms, 13); each of mean 0 and standard deviation 1.

    40 mel bands, Hann window, 80 dB below the loudest at least. A coefficient that never moves is 0.
    """
    from librosa.feature import mfcc

    hop, window = round(STEP_S * rate), round(WINDOW_S * rate)
    signal = samples.astype(np.float64)
    coefficients = mfcc(
        y=signal - signal.mean(), sr=rate, n_mfcc=COEFFICIENTS, n_fft=window, hop_length=hop, n_mels=_BANDS
    ).T
    spread = coefficients.std(axis=0)
    moves = spread > 1e-9 * np.maximum(1.0, np.abs(coefficients).max(axis=0))
    standardised: Track = np.where(moves, (coefficients - coefficients.mean(axis=0)) / np.where(moves, spread, 1.0), 0)
    return standardised


def warping_path(first: Track, second: Track) -> Path:
    """Return the cheapest path through the frames of `first` (n, d) and `second` (m, d): (p, 2), row and column.

    It leads from (0, 0) to (n − 1, m − 1). Its steps are (1, 1), (1, 0) and (0, 1) with weight 1, its cost is the sum
    of the Euclidean distances on it (Sakoe and Chiba 1978, without slope limits). Of equally cheap ways the one by
    (1, 1) is taken, then the one by (1, 0).
    Memory: one byte for each of the (n + m) × n cells of the diagonals; NotMeasurableError above `MAX_CELLS`.
    """
    n, m = len(first), len(second)
    if (n + m) * n > MAX_CELLS:
        raise NotMeasurableError(f"{n * STEP_S:.0f} s and {m * STEP_S:.0f} s are too long to be aligned")
    return _backwards(_moves(first, second), n, m)


def _moves(first: Track, second: Track) -> NDArray[np.uint8]:
    """Return by which step the cell (i, k − i) is entered, as [k, i]: each diagonal k depends on the two before it."""
    n, m = len(first), len(second)
    backwards = second[::-1]
    moves = np.zeros((n + m - 1, n), np.uint8)
    # Sums of the last two diagonals by i + 1; the place before the first row is never reached.
    older, newer = np.full(n + 1, np.inf), np.full(n + 1, np.inf)
    for k in range(n + m - 1):
        low, high = max(0, k - m + 1), min(n, k + 1)
        apart = first[low:high] - backwards[m - 1 - k + low : m - 1 - k + high]
        sums = np.sqrt(np.einsum("id,id->i", apart, apart))
        if k:
            ways = np.stack((older[low:high], newer[low:high], newer[low + 1 : high + 1]))
            chosen = ways.argmin(axis=0)
            moves[k, low:high] = chosen
            sums += np.take_along_axis(ways, chosen[np.newaxis], axis=0)[0]
        older, newer = newer, older
        newer[low + 1 : high + 1] = sums
    return moves


def _backwards(moves: NDArray[np.uint8], n: int, m: int) -> Path:
    i, j = n - 1, m - 1
    path = [(i, j)]
    while i or j:
        step_i, step_j = _STEPS[int(moves[i + j, i])]
        i, j = i - step_i, j - step_j
        path.append((i, j))
    return np.array(path[::-1], dtype=np.int64)
