"""Whether forget outputs lie further from the forget identity than strangers do: more than forgotten (PROTOCOL §6)."""

from dataclasses import dataclass

import numpy as np

from scoring.errors import UserError
from scoring.metrics.diagnostics.auroc import auroc, auroc_interval
from scoring.metrics.values import not_computable, share_value
from scoring.rules import SHIPPED, Rules
from scoring.statistics import two_sided_z
from scoring.types import FloatArray, MetricValue

# [ours] One true non-mated comparison in a hundred lies below the range: the range itself is not one odd comparison.
TAIL = 0.01


@dataclass(frozen=True, slots=True)
class OverSuppression:
    """What forget similarities look like beside true non-mated comparisons.

    below : share of the forget similarities below the non-mated range, percent; `tail`·100 is what strangers have.
    limit : where that range begins. auroc : of forget over non-mated similarities, 0 … 1; part 'distance' is
    |AUROC − 0.5|. 0.5: like strangers; below: further than strangers; above: something of the identity is left.
    """

    below: MetricValue
    auroc: MetricValue
    limit: float | None


def over_suppression(
    forget: FloatArray, non_mated: FloatArray, rules: Rules = SHIPPED, tail: float = TAIL
) -> OverSuppression:
    """Compare similarities of forget outputs to the forget template (m,) with true non-mated comparisons (n,).

    The range begins at the (⌊tail·n⌋ + 1)-th smallest non-mated similarity: with fewer than 1/tail of them at the
    smallest, with a badge. "Below" is strictly below. NaN (failures to acquire) is left out and counted. Intervals:
    Wilson of the share, Newcombe's method 5 of AUROC; both take samples as independent, which seeds of one condition
    are not quite. UserError where `tail` is no share below one half.

    >>> found = over_suppression(np.float32([-0.3, 0.1]), np.float32([-0.1, 0.0, 0.1, 0.2]))
    >>> found.below.value, found.auroc.value, found.auroc.parts["distance"]
    (50.0, 0.3125, 0.1875)
    """
    if not 0 <= tail < 0.5:
        raise UserError(f"{tail!r} is no tail of a distribution", "Give a share from 0 to below 0.5, such as 0.01.")
    scores, strangers = forget[np.isfinite(forget)], np.sort(non_mated[np.isfinite(non_mated)])
    failures, m, n = len(forget) - len(scores), len(scores), len(strangers)
    value = auroc(scores, strangers)
    if value is None:
        missing = not_computable("no true non-mated comparison" if m else "no forget similarity", m, failures)
        return OverSuppression(missing, missing, None)
    # Products such as 0.07·100 lie a rounding above or below the whole number that is meant.
    rank = int(tail * n + 1e-9)
    badge = f"{n:,} non-mated comparisons: the range begins at the smallest" if rank == 0 and tail > 0 else None
    limit = strangers[rank]
    share_parts = {"non_mated": float(n), "expected": 100 * rank / n}
    below = share_value(int(np.count_nonzero(scores < limit)), m, failures, badge, share_parts, level=rules.level)
    interval = auroc_interval(value, m, n, two_sided_z(rules.level))
    parts = {"distance": abs(value - 0.5), "non_mated": float(n)}
    return OverSuppression(below, MetricValue(value, m, failures, interval, parts=parts), float(limit))
