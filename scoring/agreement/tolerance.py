"""When two answers count as the same."""

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray

_ROUNDING = 1e-9  # of the tolerance: 1.1 − 1.0 is above 0.1 in binary


def same(first: NDArray[np.float64], second: NDArray[np.float64], tolerance: float = 0.0) -> BoolArray:
    """Return where two arrays of one shape differ by at most `tolerance` ≥ 0; False where either is NaN.

    >>> same(np.array([1.0, 2.0, np.nan]), np.array([1.0, 3.0, np.nan]), tolerance=1.0).tolist()
    [True, True, False]
    """
    if not tolerance >= 0:
        raise ValueError("a tolerance is not negative")
    slack = _ROUNDING * tolerance
    close: BoolArray = np.abs(first - second) <= tolerance + slack
    return close
