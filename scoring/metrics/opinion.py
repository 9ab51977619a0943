"""MOS: what people think of how natural samples are, with an interval that knows items and raters (PROTOCOL §4)."""

from dataclasses import dataclass
from functools import lru_cache
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from scoring.metrics.values import joined, not_computable
from scoring.registry import metric
from scoring.rules import SHIPPED, Rules
from scoring.statistics import Interval
from scoring.types import MetricInfo, MetricValue

UNEQUAL = "unequal counts"
NOTHING_VARIES = "no interval: nothing varies"

_ROUNDING = 1e-9

Votes = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Opinions:
    """Votes on one scale: by each rater on each item one or none.

    votes : float64 (items, raters), NaN where there is none. minimum, maximum : ends of the scale; ValueError for a
    vote beyond.
    """

    votes: Votes
    minimum: float = 1.0
    maximum: float = 5.0

    def __post_init__(self) -> None:
        if self.votes.ndim != 2:
            raise ValueError("votes are a table of items and raters")
        given = self.votes[~np.isnan(self.votes)]
        if given.size and not self.minimum <= given.min() <= given.max() <= self.maximum:
            raise ValueError("a vote is beyond the scale")


@metric(
    MetricInfo(
        name="MOS",
        symbol="MOS",
        track=("face", "speech", "concept"),
        unit="1 to 5",
        higher_is_better=True,
        needs=("opinion",),
        definition=(
            "Mean opinion score = mean of people's votes on a scale (ACR, ITU-T P.800), at most one by a rater on an "
            "item. Interval at the protocol's level, for items and raters both drawn from many. Every rater voted on "
            "every item (crossed): variance = s²(item means)/I + s²(rater means)/R − MS_res/(I·R), [ours] never below "
            "MS_res/(I·R), with t of min(I, R) − 1 degrees of freedom. Otherwise the wider of the t-interval of the "
            "item means (I − 1) and that of the rater means (R − 1), set around the mean of the votes. Cut off at the "
            "ends of the scale. None with one item or one rater, or where nothing varies. Parts: 'items', 'raters' "
            "and 'macro', the mean of the item means; badge 'unequal counts' where items have unequal numbers of votes."
        ),
    )
)
def mean_opinion_score(opinions: Opinions, rules: Rules = SHIPPED) -> MetricValue:
    """Return the mean of the votes; n counts them. Items and raters without a vote do not count.

    The item means 2 and 4 and the rater means 2, 3 and 4 leave MS_res = 0: variance 2/2 + 1/3, t of 1 degree of freedom
    12.7, so that two items tell next to nothing:

    >>> value = mean_opinion_score(Opinions(np.array([[1.0, 2.0, 3.0], [3.0, 4.0, 5.0]])))
    >>> value.value, value.n, value.interval
    (3.0, 6, (1.0, 5.0))
    """
    given = ~np.isnan(opinions.votes)
    votes = opinions.votes[given.any(axis=1)][:, given.any(axis=0)]
    if not votes.size:
        return not_computable("no votes")
    present = votes[~np.isnan(votes)]
    per_item = np.count_nonzero(~np.isnan(votes), axis=1)
    mean, item_means = float(present.mean()), np.nanmean(votes, axis=1)
    half, why_none = _half_width(votes, rules.level)
    interval: Interval | None = None
    if half is not None:
        interval = max(opinions.minimum, mean - half), min(opinions.maximum, mean + half)
    badge = joined(why_none, UNEQUAL if per_item.min() < per_item.max() else None)
    parts = {"items": float(votes.shape[0]), "raters": float(votes.shape[1]), "macro": float(item_means.mean())}
    return MetricValue(mean, len(present), 0, interval, badge, parts=parts)


def _half_width(votes: Votes, level: float) -> tuple[float | None, str | None]:
    """Return half the width of the interval, or None and why; each row and column of `votes` holds one at least."""
    items, raters = votes.shape
    if raters == 1 or items == 1:
        return None, "no interval: one rater" if raters == 1 else "no interval: one item"
    if np.nanmin(votes) == np.nanmax(votes):
        return None, NOTHING_VARIES
    item_variance = float(np.var(np.nanmean(votes, axis=1), ddof=1)) / items
    rater_variance = float(np.var(np.nanmean(votes, axis=0), ddof=1)) / raters
    if np.isnan(votes).any():
        half = max(
            _student_t(level, items - 1) * sqrt(item_variance), _student_t(level, raters - 1) * sqrt(rater_variance)
        )
        return (half, "incomplete design") if half > _ROUNDING else (None, "no interval: no mean varies")
    residual = _residual_mean_square(votes) / (items * raters)
    # What remains within a cell is part of the mean's variance whatever the means say: a variance is not negative.
    variance = max(item_variance + rater_variance - residual, residual)
    return _student_t(level, min(items, raters) - 1) * sqrt(variance), None


def _residual_mean_square(votes: Votes) -> float:
    """Return MS_res of a complete table: what item and rater do not explain, over (I − 1)(R − 1)."""
    residual = votes - votes.mean(axis=1, keepdims=True) - votes.mean(axis=0, keepdims=True) + votes.mean()
    return float((residual**2).sum()) / float((votes.shape[0] - 1) * (votes.shape[1] - 1))


@lru_cache
def _student_t(level: float, degrees: int) -> float:
    """Return the quantile of Student's t that leaves `level` between itself and its negative."""
    from scipy.special import stdtrit

    return float(stdtrit(degrees, (1 + level) / 2))
