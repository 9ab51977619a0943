"""Intervals and tests for counts. Everything here is in fractions 0..1; percent is made where a metric is shown."""

from functools import lru_cache
from math import hypot, sqrt

import numpy as np
from numpy.typing import NDArray

Interval = tuple[float, float]
Counts = NDArray[np.int64]
Shares = NDArray[np.float64]
Limits = tuple[Shares, Shares]


@lru_cache
def two_sided_z(level: float) -> float:
    """Return the standard normal quantile that leaves `level` between itself and its negative."""
    from scipy.special import ndtri

    return float(ndtri((1 + level) / 2))


def wilson(successes: int, trials: int, level: float) -> Interval:
    """Return Wilson's score interval of `successes` out of `trials` > 0 at `level`, a fraction (Wilson 1927).

    >>> [round(limit, 4) for limit in wilson(0, 8, 0.95)]
    [0.0, 0.3244]
    """
    z = two_sided_z(level)
    share, z2 = successes / trials, z**2
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    # At the ends one limit is the share itself; rounding must not move it.
    low = 0.0 if successes == 0 else max(0.0, centre - half)
    high = 1.0 if successes == trials else min(1.0, centre + half)
    return low, high


def wilson_intervals(successes: Counts, trials: Counts, level: float) -> Limits:
    """Return the lower and the upper limit of `wilson` for arrays of counts, float64 of their shape; `trials` > 0."""
    z = two_sided_z(level)
    share, z2 = successes / trials, z**2
    centre = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = z / (1 + z2 / trials) * np.sqrt(share * (1 - share) / trials + z2 / (4 * trials**2))
    low = np.where(successes == 0, 0.0, np.maximum(0.0, centre - half))
    return low, np.where(successes == trials, 1.0, np.minimum(1.0, centre + half))


def mover(value: float, below: tuple[float, ...], above: tuple[float, ...]) -> Interval:
    """Return the interval of a combination of independent parts by MOVER (Zou and Donner 2008).

    The limits of the result are at the level of those of its parts.
    below, above : by how much the combination moves down or up when one part alone goes to its lower or upper limit.
    """
    return value - hypot(*below), value + hypot(*above)


def harmonic_mean(first: float, second: float) -> float:
    """Return 2ab/(a+b); 0 where both are 0."""
    return 2 * first * second / (first + second) if first + second else 0.0


def harmonic_interval(first: float, first_limits: Interval, second: float, second_limits: Interval) -> Interval:
    """Return the MOVER interval of the harmonic mean of two independent shares, within 0..1.

    Nothing of 8 forget samples verified, all of 24 retain samples:

    >>> low, high = harmonic_interval(1.0, (1 - wilson(0, 8, 0.95)[1], 1.0), 1.0, wilson(24, 24, 0.95))
    >>> round(100 * low), round(100 * high)
    (79, 100)
    """
    value = harmonic_mean(first, second)
    moved = [
        (harmonic_mean(a, second), harmonic_mean(first, b)) for a, b in zip(first_limits, second_limits, strict=True)
    ]
    low, high = mover(value, tuple(value - at for at in moved[0]), tuple(at - value for at in moved[1]))
    return max(0.0, low), min(1.0, high)


def harmonic_intervals(first: Shares, first_limits: Limits, second: Shares, second_limits: Limits) -> Limits:
    """Return the lower and the upper limit of `harmonic_interval` for arrays of shares, float64 of their shape."""

    def mean(one: Shares, other: Shares) -> Shares:
        total = one + other
        return np.divide(2 * one * other, total, out=np.zeros_like(total), where=total > 0)

    value = mean(first, second)
    low, high = (
        np.hypot(mean(first_limits[end], second) - value, mean(first, second_limits[end]) - value) for end in (0, 1)
    )
    return np.maximum(0.0, value - low), np.minimum(1.0, value + high)


def resampled_totals(clusters: NDArray[np.int64], resamples: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return the totals of `clusters` (c, 2) drawn c at a time with replacement: (resamples, 2).

    Equal clusters are drawn together: how often each *kind* comes up is multinomial too, and there are few kinds.
    """
    kinds, counts = np.unique(clusters, axis=0, return_counts=True)
    drawn = rng.multinomial(len(clusters), counts / len(clusters), size=resamples)
    totals: NDArray[np.int64] = drawn @ kinds
    return totals


def percentile_interval(values: NDArray[np.float64], level: float) -> Interval:
    """Return the percentiles of `values` that leave `level` between them: 2.5 and 97.5 for 0.95."""
    tail = round(50 * (1 - level), 9)  # 0.95 is no binary fraction
    low, high = np.percentile(values, [tail, 100 - tail])
    return float(low), float(high)


def hull(first: Interval, second: Interval) -> Interval:
    """Return the smallest interval that holds both."""
    return min(first[0], second[0]), max(first[1], second[1])


def mcnemar_exact(lost: int, gained: int) -> float:
    """Return the two-sided exact p of McNemar's test from the two counts of discordant pairs; 1 where there are none.

    >>> mcnemar_exact(6, 0)
    0.03125
    """
    from scipy.special import bdtr

    discordant = lost + gained
    return min(1.0, 2.0 * float(bdtr(min(lost, gained), discordant, 0.5))) if discordant else 1.0
