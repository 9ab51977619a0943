"""What a histogram says in numbers: how many, from where to where, and where the middle lies."""

from dataclasses import dataclass

import numpy as np

from genmu_studio.pair_facets import Histogram


@dataclass(frozen=True, slots=True)
class Spread:
    """Of n > 0 values that were counted in bins, exact to the width of a bin.

    low, high : the outer edges of the outermost bins that hold any. median : the middle of the bin of the lower median.
    """

    n: int
    low: float
    median: float
    high: float


def spread_of(histogram: Histogram) -> Spread | None:
    """Return the spread of the pairs left, None where none is.

    >>> import numpy as np
    >>> spread_of(Histogram(np.array([0.0, 0.5, 1.0, 1.5]), np.array([0, 1, 2]), np.array([4, 4, 4])))
    Spread(n=3, low=0.5, median=1.25, high=1.5)
    """
    filled = np.flatnonzero(histogram.counts)
    if not len(filled):
        return None
    running = np.cumsum(histogram.counts)
    n = int(running[-1])
    middle = int(np.searchsorted(running, (n + 1) // 2))
    edges = histogram.edges
    return Spread(
        n,
        float(edges[filled[0]]),
        float(edges[middle] + edges[middle + 1]) / 2,
        float(edges[filled[-1] + 1]),
    )
