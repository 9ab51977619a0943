"""Points lost: how much of 100 − ERB each identity of the group costs (PROTOCOL §3)."""

from dataclasses import dataclass
from math import factorial

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, Decision, GroupFrame, Side
from scoring.metrics.outcomes import CountArray, identity_trials, outcomes, tally
from scoring.metrics.sides import erb_of_counts, side_scores
from scoring.registry import metric
from scoring.rules import Rules
from scoring.types import MetricInfo

FloatValues = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class PointsLost:
    """Points of ERB per identity, the forget identity first, (k,) each.

    points : Shapley values, which sum to 100 − ERB. gains : by how much ERB would rise if this identity alone were
    perfect.
    """

    points: FloatValues
    gains: FloatValues


@metric(
    MetricInfo(
        name="points_lost",
        symbol="points lost",
        track=("face", "speech"),
        unit="points",
        higher_is_better=False,
        needs=("similarity",),
        definition=(
            "Shapley value over the identities of the group of the game v(S) = ERB with the identities S made perfect "
            "(a perfect forget identity never verifies, a perfect retain identity always does). The points sum to 100 "
            "− ERB. Exact up to as many identities as the protocol says (12), otherwise the mean over its number of "
            "seeded permutations (2,000). Beside it the gain v({identity}) − v(∅). None where ERB is not computable."
        ),
    )
)
def points_lost(frame: GroupFrame, decision: Decision) -> PointsLost | None:
    """Return what each identity costs on the unlearned side, or None where ERB is not computable.

    In the example 2 of 8 forget samples still verify and 18 of 24 retain samples do, 6 of 12 and 12 of 12: ERB is 75.

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> lost = points_lost(EXAMPLE, Decision(threshold=0.5))
    >>> [round(float(each), 2) for each in lost.points], round(float(lost.points.sum()), 2)
    ([12.5, 12.5, 0.0], 25.0)
    """
    counts = tally(frame, outcomes(frame, decision))
    if side_scores(counts, Side.UNLEARNED, decision).erb.value is None:
        return None
    found = identity_trials(counts, Side.UNLEARNED, decision.policy)
    return points_of_counts(found.n, found.verified, decision.rules)


def points_of_counts(n: CountArray, verified: CountArray, rules: Rules) -> PointsLost:
    """Return the points of identities with `verified` of `n` > 0 samples verified, (k,) each; forget identity first."""
    k = len(n)
    alone = np.eye(k, dtype=np.bool_)
    gains = _erb_with_perfect(alone, n, verified) - _erb_with_perfect(np.zeros((1, k), dtype=np.bool_), n, verified)
    points = _exact(n, verified) if k <= rules.exact_up_to else _sampled(n, verified, rules)
    return PointsLost(points, gains)


def _erb_with_perfect(perfect: BoolArray, n: CountArray, verified: CountArray) -> FloatValues:
    """Return ERB with the identities of each row of `perfect` (s, k) made perfect, (s,)."""
    kept = perfect[:, 1:] @ (n[1:] - verified[1:]) + verified[1:].sum()
    erased = np.where(perfect[:, 0], n[0], n[0] - verified[0])
    return erb_of_counts(erased, n[0], kept, n[1:].sum())


def _exact(n: CountArray, verified: CountArray) -> FloatValues:
    k = len(n)
    codes = np.arange(2**k)
    perfect = (codes[:, np.newaxis] >> np.arange(k) & 1).astype(np.bool_)
    values = _erb_with_perfect(perfect, n, verified)
    sizes = perfect.sum(axis=1)
    weights = np.array([factorial(size) * factorial(k - size - 1) / factorial(k) for size in range(k)])
    points = np.empty(k)
    for identity in range(k):
        without = codes[~perfect[:, identity]]
        points[identity] = weights[sizes[without]] @ (values[without | 1 << identity] - values[without])
    return points


def _sampled(n: CountArray, verified: CountArray, rules: Rules) -> FloatValues:
    k = len(n)
    rng = np.random.default_rng(rules.permutation_seed)
    orders = rng.permuted(np.tile(np.arange(k), (rules.permutations, 1)), axis=1)
    place = np.argsort(orders, axis=1)  # when each identity becomes perfect
    steps = np.stack([_erb_with_perfect(place < step, n, verified) for step in range(k + 1)], axis=1)
    gains = np.diff(steps, axis=1)
    points: FloatValues = np.take_along_axis(gains, place, axis=1).mean(axis=0)
    return points
