"""The bootstrap over conditions within identity, which widens the interval of ERB where there are conditions enough."""

from dataclasses import dataclass, replace

import numpy as np

from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray, Side
from scoring.metrics.outcomes import CountArray, OutcomeCodes, SampleOutcome, trials
from scoring.metrics.sides import erb_of_counts
from scoring.metrics.values import joined
from scoring.statistics import hull, percentile_interval, resampled_totals
from scoring.types import MetricValue

FEW_CONDITIONS = "few conditions"


@dataclass(frozen=True, eq=False, slots=True)
class ConditionCounts:
    """Counts of outcomes per condition and identity of one side: `identity` (c,), `table` int64 (c, 5)."""

    identities: int
    identity: IndexArray
    table: CountArray


def condition_counts(
    frame: GroupFrame, codes: OutcomeCodes, side: Side, rows: BoolArray | None = None
) -> ConditionCounts:
    """Count `codes` of one side by identity and condition, of the samples `rows` (n,) only where given."""
    k, kinds = len(frame.identities), len(SampleOutcome)
    chosen = frame.side == side if rows is None else (frame.side == side) & rows
    cell = frame.condition_index[chosen] * k + frame.identity[chosen]
    cells = k * (int(frame.condition_index.max(initial=-1)) + 1)
    table = np.bincount(cell * kinds + codes[chosen], minlength=cells * kinds).reshape(cells, kinds).astype(np.int64)
    present = np.flatnonzero(table.any(axis=1))
    return ConditionCounts(k, present % k, table[present])


def with_bootstrap(erb: MetricValue, counts: ConditionCounts, side: Side, decision: Decision) -> MetricValue:
    """Return `erb` with the hull of its interval and the percentile bootstrap over conditions within identity.

    An identity with fewer conditions than the rules ask for leaves the interval as it is and adds the badge "few
    conditions": resampling would only repeat the same few.
    """
    rules = decision.rules
    if erb.interval is None:
        return erb
    by_identity = _clusters(counts, side, decision)
    if _are_few(by_identity, decision):
        return replace(erb, badge=joined(erb.badge, FEW_CONDITIONS))
    rng = np.random.default_rng(rules.bootstrap_seed)
    totals = np.stack([resampled_totals(clusters, rules.bootstrap_resamples, rng) for clusters in by_identity])
    forget, retain = totals[0], totals[1:].sum(axis=0)
    values = erb_of_counts(forget[:, 1] - forget[:, 0], forget[:, 1], retain[:, 0], retain[:, 1])
    return replace(erb, interval=hull(erb.interval, percentile_interval(values, rules.level)))


def has_few_conditions(counts: ConditionCounts, side: Side, decision: Decision) -> bool:
    """Return whether an identity has fewer conditions than the rules ask for; no threshold changes that."""
    return _are_few(_clusters(counts, side, decision), decision)


def _clusters(counts: ConditionCounts, side: Side, decision: Decision) -> list[CountArray]:
    """Return for each identity (verified, n) of its conditions of which anything entered, (c, 2)."""
    found = trials(counts.table, counts.identity == 0, side, decision.policy)
    entered = found.n > 0
    pairs = np.stack([found.verified, found.n], axis=1)
    return [pairs[entered & (counts.identity == column)] for column in range(counts.identities)]


def _are_few(by_identity: list[CountArray], decision: Decision) -> bool:
    return min(len(clusters) for clusters in by_identity) < decision.rules.min_conditions
