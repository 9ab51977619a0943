"""From one stretch of sound to another without a gap, a click or a change of level.

Two unlike sounds keep their power where the gains are a cosine and a sine (equal power); two alike ones would swell by
3 dB. How alike they are is measured over the fade itself, and the gains are divided by what the sum would differ from
the way between the two powers.
"""

import numpy as np
from numpy.typing import NDArray

from scoring.types import FloatArray

FADE_S = 0.010
# Opposite sounds cancel each other; to keep their level, gains would grow without end.
_LEAST_POWER = 0.2


def fade_gains(frames: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the gains of what goes and of what comes, (frames,) each, strictly between 1 and 0: cosine and sine."""
    angle = np.pi / 2 * np.arange(1, frames + 1) / (frames + 1)
    return np.cos(angle), np.sin(angle)


def crossfaded(old: FloatArray, new: FloatArray) -> FloatArray:
    """Return the way from `old` (n, c) to `new` (n, c) over n frames, float32 (n, c); both finite and within ±1.

    With P, Q their powers, R their mean product and d, u the gains, both gains are multiplied by the square root of
    (d²P + u²Q) / (d²P + u²Q + 2duR): the mean power goes from P to Q on d²P + u²Q however alike they are. Of equal
    stretches this gives the stretch itself, to rounding. Where they are opposite, the factor stays below √5.
    """
    down, up = fade_gains(len(old))
    power, new_power, product = (float(np.vdot(left, right)) for left, right in ((old, old), (new, new), (old, new)))
    apart = down**2 * power + up**2 * new_power
    together = np.maximum(apart + 2 * down * up * product, _LEAST_POWER * apart)
    factor = np.sqrt(np.divide(apart, together, out=np.ones_like(apart), where=together > 0))
    faded = old * (down * factor)[:, np.newaxis] + new * (up * factor)[:, np.newaxis]
    narrow: FloatArray = faded.astype(np.float32)
    return narrow
