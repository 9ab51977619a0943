"""Means over samples of what an evaluator of another aspect found, before and after unlearning."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, IndexArray, Side, Status
from scoring.metrics.erb_bootstrap import FEW_CONDITIONS
from scoring.metrics.pair_means import Column, mean_interval
from scoring.metrics.values import counted, joined, not_computable
from scoring.rules import SHIPPED, Rules
from scoring.types import MetricValue


@dataclass(frozen=True, eq=False, slots=True)
class MeasuredSamples:
    """What an evaluator found in the n samples of a submission.

    side : int8 (n,) of `Side`. identity, condition : (n,) codes; an identity of two groups has two. forget : (n,)
    whether the identity is to be forgotten. partner : (n,) row of the other side's sample of the matched pair, −1 for
    none. mismatched : (n,) whether settings differ within that pair. status : int8 (n,) of `Status`.
    values : float64 (n,) by name, NaN where not measured.
    """

    side: NDArray[np.int8]
    identity: IndexArray
    condition: IndexArray
    forget: BoolArray
    partner: IndexArray
    mismatched: BoolArray
    status: NDArray[np.int8]
    values: Mapping[str, Column]

    def __len__(self) -> int:
        return len(self.side)

    def column(self, name: str) -> Column:
        """Return a value of each sample, (n,); NaN throughout where nobody has measured it."""
        return self.values.get(name, np.full(len(self), np.nan))


def mean_of_samples(samples: MeasuredSamples, name: str, rules: Rules = SHIPPED) -> MetricValue:
    """Return the mean of a value over the unlearned samples, in its own unit; failures are left out and counted.

    Interval as of `mean_of_pairs`. Parts: the mean of the original samples, the mean change within matched pairs, the
    means of the forget and retain samples. Not computable while an unlearned sample has not been measured.
    """
    column, unlearned = samples.column(name), samples.side == Side.UNLEARNED
    unscored = int(np.count_nonzero(unlearned & (samples.status == Status.ERROR)))
    measured = unlearned & np.isfinite(column)
    n = int(np.count_nonzero(measured))
    failed = int(np.count_nonzero(unlearned)) - n - unscored
    if unscored or not n:
        reason = f"{counted(unscored, 'sample')} not measured yet" if unscored else "no sample was measured"
        return not_computable(reason, n, failed)
    interval = mean_interval(column[measured], samples.identity[measured], samples.condition[measured], rules)
    badge = joined(
        f"{counted(failed, 'sample')} not measurable" if failed else None, None if interval else FEW_CONDITIONS
    )
    original = column[(samples.side == Side.ORIGINAL) & np.isfinite(column)]
    paired = np.flatnonzero(measured & (samples.partner >= 0) & ~samples.mismatched)
    change = column[paired] - column[samples.partner[paired]]
    parts = {
        "original": _mean(original),
        "change": _mean(change[np.isfinite(change)]),
        "forget": _mean(column[measured & samples.forget]),
        "retain": _mean(column[measured & ~samples.forget]),
    }
    return MetricValue(float(column[measured].mean()), n, failed, interval, badge, parts=parts)


def _mean(column: Column) -> float | None:
    return float(column.mean()) if len(column) else None
