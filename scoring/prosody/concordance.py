"""Lin's concordance: whether two curves are equal, not only whether they move together."""

import numpy as np

from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.praat import Track

_ROUNDING = 1e-12


def concordance(first: Track, second: Track) -> float:
    """Return Lin's coefficient 2·s₁₂ / (s₁² + s₂² + (m₁ − m₂)²) of two curves (n,), −1..1; moments over n (Lin 1989).

    NotMeasurableError: fewer than two values, or both curves the same constant.

    >>> round(concordance(np.array([1.0, 2.0, 3.0]), np.array([2.0, 3.0, 4.0])), 4)
    0.5714
    """
    if len(first) < 2:
        raise NotMeasurableError("fewer than two values to compare")
    apart_first, apart_second = first - first.mean(), second - second.mean()
    spread = float(np.mean(apart_first**2) + np.mean(apart_second**2) + (first.mean() - second.mean()) ** 2)
    largest = max(float(np.abs(first).max()), float(np.abs(second).max()))
    if spread <= (_ROUNDING * largest) ** 2:
        raise NotMeasurableError("neither curve moves")
    # Rounding must not lead beyond the bounds.
    return float(np.clip(2 * np.mean(apart_first * apart_second) / spread, -1.0, 1.0))
