"""Means over matched pairs of what an evaluator of pairs found, beside what it finds in pairs that do not match."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, IndexArray, Status
from scoring.metrics.erb_bootstrap import FEW_CONDITIONS
from scoring.metrics.values import counted, joined, not_computable
from scoring.rules import SHIPPED, Rules
from scoring.statistics import Interval, percentile_interval
from scoring.types import MetricValue

Column = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class ComparedPairs:
    """What an evaluator of pairs found in the p matched pairs of a submission, and in f that do not match.

    identity, condition : (p,) codes; an identity of two groups has two. forget : (p,) whether the identity is to be
    forgotten. mismatched : (p,) whether settings differ within the pair. status : int8 (p,) of `Status`.
    values : float64 (p,) by name, NaN where not measurable. floor : float64 (f,) by name, likewise, of originals
    compared with an original of another condition.
    """

    identity: IndexArray
    condition: IndexArray
    forget: BoolArray
    mismatched: BoolArray
    status: NDArray[np.int8]
    values: Mapping[str, Column]
    floor: Mapping[str, Column]

    def __len__(self) -> int:
        return len(self.identity)

    def column(self, name: str) -> Column:
        """Return a value of each pair, (p,); NaN throughout where nobody has measured it."""
        return self.values.get(name, np.full(len(self), np.nan))


def mean_of_pairs(pairs: ComparedPairs, name: str, rules: Rules = SHIPPED) -> MetricValue:
    """Return the mean of a value over the matched pairs, in its own unit; those that cannot be measured are counted.

    Pairs whose settings differ leave. Interval: percentile bootstrap over conditions within identity, where each has as
    many as the rules ask for; else there is none, and a badge says why. Parts: the mean of the forget and of the retain
    pairs, how many were skipped and left out, and the floor with its number. Not computable while a pair has not been
    compared.
    """
    matched = ~pairs.mismatched
    unscored = int(np.count_nonzero(matched & (pairs.status == Status.ERROR)))
    column = pairs.column(name)
    measured = matched & np.isfinite(column)
    n = int(np.count_nonzero(measured))
    skipped = int(np.count_nonzero(matched)) - n
    if not matched.any():
        return not_computable("no matched pair")
    if unscored:
        return not_computable(f"{counted(unscored, 'pair')} not compared yet", n, skipped - unscored)
    if not n:
        return not_computable(f"none of {counted(skipped, 'pair')} can be measured", 0, skipped)
    interval = mean_interval(column[measured], pairs.identity[measured], pairs.condition[measured], rules)
    badge = joined(
        f"{counted(skipped, 'pair')} not measurable" if skipped else None, None if interval else FEW_CONDITIONS
    )
    floor = _finite(pairs.floor.get(name, np.empty(0)))
    parts = {
        "forget": _mean(column[measured & pairs.forget]),
        "retain": _mean(column[measured & ~pairs.forget]),
        "skipped": float(skipped),
        "mismatched": float(np.count_nonzero(pairs.mismatched)),
        "floor": _mean(floor),
        "floor_n": float(len(floor)),
    }
    return MetricValue(float(column[measured].mean()), n, skipped, interval, badge, parts=parts)


def _finite(column: Column) -> Column:
    return column[np.isfinite(column)]


def _mean(column: Column) -> float | None:
    return float(column.mean()) if len(column) else None


def mean_interval(values: Column, identity: IndexArray, condition: IndexArray, rules: Rules) -> Interval | None:
    """Return the percentile bootstrap interval of the mean of `values` (m,), drawn by conditions within identity.

    identity, condition : (m,) codes. None where an identity has fewer conditions than the rules ask for.
    """
    rng = np.random.default_rng(rules.bootstrap_seed)
    totals = np.zeros((rules.bootstrap_resamples, 2))
    for each in np.unique(identity).tolist():
        rows = identity == each
        _, cell = np.unique(condition[rows], return_inverse=True)
        cells = int(cell.max()) + 1
        if cells < rules.min_conditions:
            return None
        sums = np.stack([np.bincount(cell, values[rows], cells), np.bincount(cell, minlength=cells)], axis=1)
        drawn = rng.multinomial(cells, np.full(cells, 1 / cells), size=rules.bootstrap_resamples)
        totals += drawn @ sums
    return percentile_interval(totals[:, 0] / totals[:, 1], rules.level)
