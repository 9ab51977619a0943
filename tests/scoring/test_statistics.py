from math import comb
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.statistics import (
    harmonic_interval,
    harmonic_mean,
    hull,
    mcnemar_exact,
    mover,
    percentile_interval,
    resampled_totals,
    wilson,
)

counts = st.integers(1, 200).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


@given(counts, st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.999]))
def test_wilson_equals_another_implementation(count: tuple[int, int], level: float) -> None:
    from scipy.stats import binomtest

    successes, trials = count
    expected = binomtest(successes, trials).proportion_ci(level, method="wilson")
    assert wilson(successes, trials, level) == pytest.approx((expected.low, expected.high), abs=1e-12)


@given(counts)
def test_wilson_is_symmetric_and_holds_the_share(count: tuple[int, int]) -> None:
    successes, trials = count
    low, high = wilson(successes, trials, 0.95)
    assert 0 <= low <= successes / trials <= high <= 1
    mirrored = wilson(trials - successes, trials, 0.95)
    assert (1 - high, 1 - low) == pytest.approx(mirrored, abs=1e-12)


def test_wilson_of_the_tables() -> None:
    assert wilson(24, 24, 0.95) == pytest.approx((0.8620, 1.0), abs=1e-4)
    assert wilson(5, 10, 0.95) == pytest.approx((0.2366, 0.7634), abs=1e-4)


@given(counts, counts)
def test_the_interval_of_a_harmonic_mean_holds_it(first: tuple[int, int], second: tuple[int, int]) -> None:
    a, b = first[0] / first[1], second[0] / second[1]
    low, high = harmonic_interval(a, wilson(*first, 0.95), b, wilson(*second, 0.95))
    assert 0 <= low <= harmonic_mean(a, b) + 1e-12
    assert harmonic_mean(a, b) - 1e-12 <= high <= 1
    assert (low, high) == pytest.approx(harmonic_interval(b, wilson(*second, 0.95), a, wilson(*first, 0.95)), abs=1e-12)


def test_harmonic_interval_by_hand() -> None:
    # EA = 0.75 in [0.4, 0.9], RA = 0.5 in [0.3, 0.7]: H = 0.6;
    # H(0.4, 0.5) = 4/9, H(0.75, 0.3) = 3/7, H(0.9, 0.5) = 9/14, H(0.75, 0.7) = 21/29.
    low, high = harmonic_interval(0.75, (0.4, 0.9), 0.5, (0.3, 0.7))
    assert low == pytest.approx(0.6 - ((0.6 - 4 / 9) ** 2 + (0.6 - 3 / 7) ** 2) ** 0.5)
    assert high == pytest.approx(0.6 + ((9 / 14 - 0.6) ** 2 + (21 / 29 - 0.6) ** 2) ** 0.5)


def test_mover_and_hull() -> None:
    assert mover(10.0, (3.0, 4.0), (5.0, 12.0)) == (5.0, 23.0)
    assert hull((1.0, 3.0), (2.0, 5.0)) == (1.0, 5.0)


@given(st.integers(0, 40), st.integers(0, 40))
def test_mcnemar_equals_the_binomial_sum(lost: int, gained: int) -> None:
    n = lost + gained
    tail = sum(comb(n, hits) for hits in range(min(lost, gained) + 1)) / 2**n
    assert mcnemar_exact(lost, gained) == pytest.approx(min(1.0, 2 * tail), rel=1e-9)
    assert mcnemar_exact(lost, gained) == mcnemar_exact(gained, lost)


def test_mcnemar_by_hand() -> None:
    assert mcnemar_exact(0, 0) == 1.0
    assert mcnemar_exact(10, 2) == pytest.approx(2 * (1 + 12 + 66) / 4096)


def test_resampled_totals_are_distributed_as_those_of_a_plain_bootstrap() -> None:
    rng = np.random.default_rng(1)
    clusters = rng.integers(0, 5, (40, 2))
    plain = np.stack([clusters[rng.integers(0, 40, 40)].sum(axis=0) for _ in range(2000)])
    quick = resampled_totals(clusters, 2000, np.random.default_rng(2))
    assert quick.shape == (2000, 2)
    np.testing.assert_allclose(quick.mean(axis=0), clusters.sum(axis=0), rtol=0.02)
    np.testing.assert_allclose(np.cov(quick.T), np.cov(plain.T), rtol=0.2, atol=5)


def test_resampled_totals_depend_on_the_clusters_not_on_their_order() -> None:
    clusters = np.array([[1, 2], [0, 2], [1, 2], [2, 2], [0, 1]])
    first, second = (resampled_totals(each, 2000, np.random.default_rng(7)) for each in (clusters, clusters[::-1]))
    np.testing.assert_array_equal(first, second)


def test_percentile_interval() -> None:
    assert percentile_interval(np.arange(1001.0), 0.95) == (25.0, 975.0)
    assert percentile_interval(np.arange(1001.0), 0.8) == (100.0, 900.0)
    assert percentile_interval(np.arange(1001.0), 0.99) == (5.0, 995.0)


def test_the_number_of_resamples_is_asked_for() -> None:
    assert resampled_totals(np.array([[1, 2]]), 7, np.random.default_rng(0)).tolist() == [[1, 2]] * 7


def test_bootstrap_of_many_clusters_is_quick() -> None:
    clusters = np.random.default_rng(0).integers(0, 30, (25_000, 2))
    start = perf_counter()
    resampled_totals(clusters, 2000, np.random.default_rng(0))
    assert perf_counter() - start < 5  # about 0.1 s; a loop over clusters takes minutes
