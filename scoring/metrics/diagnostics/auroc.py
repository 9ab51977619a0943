"""AUROC of two sets of scores, the Mann-Whitney statistic with ties ½, and an interval that holds at its ends too."""

from collections.abc import Callable
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from scoring.statistics import Interval

_HALVINGS = 60


def auroc(higher: ArrayLike, lower: ArrayLike) -> float | None:
    """Return P(higher > lower) + ½·P(higher = lower) over all pairs of the two sets of scores; None where one is empty.

    Counted exactly, from the sorted scores: no matrix of all pairs.

    >>> auroc([0.3, 0.5], [0.1, 0.3])  # 3 of the 4 pairs, and a tie
    0.875
    """
    first, second = np.ravel(higher), np.sort(np.ravel(lower))
    if not len(first) or not len(second):
        return None
    below = np.searchsorted(second, first, side="left").sum(dtype=np.int64)
    not_above = np.searchsorted(second, first, side="right").sum(dtype=np.int64)
    return int(below + not_above) / (2 * len(first) * len(second))


def auroc_interval(value: float, higher: int, lower: int, z: float) -> Interval:
    """Return the interval of an AUROC of so many scores against so many: method 5 of Newcombe 2006.

    Statistics in Medicine 25(4), 559-573: all θ with |value − θ| ≤ z·√V(θ), where V is Hanley and McNeil's variance
    θ(1 − θ)·(1 + N·((1 − θ)/(2 − θ) + θ/(1 + θ))) / (higher·lower) with N = (higher + lower)/2 − 1. It stays within 0 …
    1, and has a width where the sets do not overlap at all. Scores are taken as independent of each other.

    >>> [round(limit, 3) for limit in auroc_interval(1.0, 8, 24, 1.959964)]
    [0.834, 1.0]
    """
    mean_rest = (higher + lower) / 2 - 1

    def outside(theta: float) -> bool:
        spread = 1 + mean_rest * ((1 - theta) / (2 - theta) + theta / (1 + theta))
        return abs(value - theta) > z * sqrt(theta * (1 - theta) * spread / (higher * lower))

    return _edge(outside, value, 0.0), _edge(outside, value, 1.0)


def _edge(outside: Callable[[float], bool], inside: float, end: float) -> float:
    """Return where the way from `inside` to `end` leaves the interval, by halving."""
    if inside == end:
        return end
    near, far = inside, end
    for _ in range(_HALVINGS):
        middle = (near + far) / 2
        near, far = (near, middle) if outside(middle) else (middle, far)
    return (near + far) / 2
