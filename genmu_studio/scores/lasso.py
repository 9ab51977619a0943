"""Which places of a map lie within a line that somebody drew around them."""

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray
from scoring.types import FloatArray


def enclosed(places: FloatArray, line: NDArray[np.float64]) -> BoolArray:
    """Return which of `places` (n, 2) lie within the closed line through `line` (m, 2), by the even-odd rule, (n,).

    What the line goes around twice lies outside. Of places on the line itself those on a left or lower edge are within.
    Milliseconds for 100,000 places and a line of some hundred points.
    """
    result = np.zeros(len(places), dtype=np.bool_)
    if len(line) < 3:
        return result
    low, high = line.min(axis=0), line.max(axis=0)
    near = np.flatnonzero(((places >= low) & (places <= high)).all(axis=1))
    near = near[np.argsort(places[near, 1], kind="stable")]
    x, y = places[near].astype(np.float64).T
    # A ray to the left of a place crosses the edges whose lower end is not above it and whose upper end is.
    starts, ends = line, np.roll(line, -1, axis=0)
    is_rising = starts[:, 1] <= ends[:, 1]
    lower = np.where(is_rising[:, np.newaxis], starts, ends)
    upper = np.where(is_rising[:, np.newaxis], ends, starts)
    first, last = np.searchsorted(y, lower[:, 1]), np.searchsorted(y, upper[:, 1])
    within = np.zeros(len(near), dtype=np.bool_)
    for (x_low, y_low), (x_high, y_high), begin, end in zip(lower, upper, first.tolist(), last.tolist(), strict=True):
        if begin < end:
            crossing = x_low + (y[begin:end] - y_low) * ((x_high - x_low) / (y_high - y_low))
            within[begin:end] ^= x[begin:end] >= crossing
    result[near] = within
    return result
