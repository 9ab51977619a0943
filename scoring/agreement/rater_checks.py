"""How far a rater can be relied on: the same answer to a repeated item, the expected one to a gold item."""

import numpy as np

from scoring.agreement.ratings import Values
from scoring.agreement.tolerance import same
from scoring.frame import BoolArray, IndexArray
from scoring.metrics.values import not_computable, share_value
from scoring.rules import SHIPPED, Rules
from scoring.types import MetricValue


def repeat_consistency(
    first: Values, second: Values, rater: IndexArray, raters: int, *, tolerance: float = 0.0, rules: Rules = SHIPPED
) -> tuple[MetricValue, ...]:
    """Return per rater how often a repeated item got the same answer, in percent with Wilson's interval.

    first, second : (k,) the two answers of each repeated item, NaN where one is missing: it stays out. rater : (k,)
    who gave them, 0 … raters − 1. tolerance : answers that differ by no more are the same.

    >>> values = repeat_consistency(np.array([1.0, 2.0]), np.array([1.0, 3.0]), np.array([0, 0]), raters=2)
    >>> values[0].value, values[0].n, values[1].reason
    (50.0, 2, 'no repeated item answered twice')
    """
    answered = ~np.isnan(first) & ~np.isnan(second)
    equal = same(first, second, tolerance)
    return _shares(equal, answered, rater, raters, reason="no repeated item answered twice", rules=rules)


def gold_performance(
    answers: Values, expected: Values, rater: IndexArray, raters: int, *, tolerance: float = 0.0, rules: Rules = SHIPPED
) -> tuple[MetricValue, ...]:
    """Return per rater how often gold or attention items got the expected answer, in percent with Wilson's interval.

    answers, expected : (k,), an answer that is NaN was skipped and stays out. rater : (k,) who answered. ValueError
    where an expected answer is missing.
    """
    if np.isnan(expected).any():
        raise ValueError("a gold item has no expected answer")
    equal = same(answers, expected, tolerance)
    return _shares(equal, ~np.isnan(answers), rater, raters, reason="no gold item answered", rules=rules)


def _shares(
    equal: BoolArray, answered: BoolArray, rater: IndexArray, raters: int, *, reason: str, rules: Rules
) -> tuple[MetricValue, ...]:
    trials = np.bincount(rater[answered], minlength=raters).tolist()
    hits = np.bincount(rater[answered & equal], minlength=raters).tolist()
    return tuple(
        share_value(hit, n, level=rules.level) if n else not_computable(reason)
        for hit, n in zip(hits, trials, strict=True)
    )
