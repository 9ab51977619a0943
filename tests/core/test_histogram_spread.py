"""The spread of a histogram against a slow look at every value."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.histogram_spread import spread_of
from genmu_studio.pair_facets import Histogram

EDGES = np.arange(7, dtype=np.float64)


@given(st.lists(st.integers(0, 5), min_size=1, max_size=30))
def test_it_is_that_of_the_bins_of_the_values(bins: list[int]) -> None:
    counts = np.bincount(bins, minlength=6)
    found = spread_of(Histogram(EDGES, counts, counts))
    assert found is not None
    ordered = sorted(bins)
    assert found.n == len(bins)
    assert (found.low, found.high) == (ordered[0], ordered[-1] + 1)
    assert found.median == ordered[(len(bins) - 1) // 2] + 0.5


def test_of_nothing_there_is_none() -> None:
    nothing = np.zeros(6, dtype=np.intp)
    assert spread_of(Histogram(EDGES, nothing, np.ones(6, dtype=np.intp))) is None
