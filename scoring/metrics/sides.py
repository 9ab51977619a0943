"""FA, EA, RA and ERB of one side from counts of outcomes: cheap enough for every frame of a drag."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scoring.frame import Decision, Policy, Side
from scoring.metrics.outcomes import Tally, Trials, identity_trials
from scoring.metrics.values import counted, in_fractions, in_percent, joined, not_computable, share_value
from scoring.statistics import harmonic_interval
from scoring.types import MetricValue

UNDEFINED_ERB = "undefined (0/0), scored 0"
UNEQUAL_COUNTS = "unequal counts"


@dataclass(frozen=True, slots=True)
class SideScores:
    """The four figures of one side, in percent."""

    fa: MetricValue
    ea: MetricValue
    ra: MetricValue
    erb: MetricValue


def erb_of_counts(erased: ArrayLike, forget: ArrayLike, kept: ArrayLike, retain: ArrayLike) -> NDArray[np.float64]:
    """Return ERB = 2·EA·RA/(EA+RA) in percent from integer counts, element by element; 0 where EA = RA = 0.

    EA = erased/forget and RA = kept/retain, so ERB = 200·erased·kept / (erased·retain + kept·forget).

    >>> float(erb_of_counts(erased=6, forget=8, kept=12, retain=24))
    60.0
    """
    a, n, b, m = (np.asarray(count, dtype=np.float64) for count in (erased, forget, kept, retain))
    below = a * m + b * n
    return np.divide(200 * a * b, below, out=np.zeros_like(below), where=below > 0)


def side_scores(counts: Tally, side: Side, decision: Decision) -> SideScores:
    """Return FA, EA, RA and ERB of one side with Wilson and MOVER intervals, by the decision's policy and rules."""
    return scores_of_trials(identity_trials(counts, side, decision.policy), counts.identities, decision)


def scores_of_trials(found: Trials, identities: tuple[str, ...], decision: Decision) -> SideScores:
    """Return the four figures from what entered, (k,) each, the forget identity first."""
    fa, ea = _forget_scores(found, decision)
    ra = _retain_score(found, decision, identities)
    return SideScores(fa, ea, ra, _erb(found, decision.policy, ea, ra))


def _forget_scores(found: Trials, decision: Decision) -> tuple[MetricValue, MetricValue]:
    n, verified, failures, unscored = (
        int(column[0]) for column in (found.n, found.verified, found.failures, found.unscored)
    )
    if unscored:
        missing = not_computable(f"{counted(unscored, 'forget sample')} not scored", n, failures)
        return missing, missing
    if not n:
        missing = not_computable(_none_of("forget samples", failures), n, failures)
        return missing, missing
    badge, level = _coverage(n, failures, decision.policy), decision.rules.level
    # Wilson's interval is symmetric: that of the erased is that of the verified, mirrored.
    return (
        share_value(verified, n, failures, badge, level=level),
        share_value(n - verified, n, failures, badge, level=level),
    )


def _retain_score(found: Trials, decision: Decision, identities: tuple[str, ...]) -> MetricValue:
    n, verified, failures, unscored = (
        int(column[1:].sum()) for column in (found.n, found.verified, found.failures, found.unscored)
    )
    if len(identities) == 1:
        return not_computable("the group has no retain identity")
    if unscored:
        return not_computable(f"{counted(unscored, 'retain sample')} not scored", n, failures)
    empty = [
        _none_of(f"samples of retain identity {identities[column]}", int(found.failures[column]))
        for column in range(1, len(identities))
        if not found.n[column]
    ]
    if empty:
        return not_computable("; ".join(empty), n, failures)
    unequal = UNEQUAL_COUNTS if len(set(found.n[1:].tolist())) > 1 else None
    macro = float((100 * found.verified[1:] / found.n[1:]).mean())
    badge = joined(unequal, _coverage(n, failures, decision.policy))
    return share_value(verified, n, failures, badge, {"macro": macro}, level=decision.rules.level)


def _erb(found: Trials, policy: Policy, ea: MetricValue, ra: MetricValue) -> MetricValue:
    n, failures = ea.n + ra.n, ea.failures + ra.failures
    if ea.value is None or ra.value is None:
        return not_computable(joined(ea.reason, ra.reason) or "", n, failures)
    coverage = _coverage(n, failures, policy)
    if ea.value == ra.value == 0:
        return MetricValue(0.0, n, failures, badge=joined(UNDEFINED_ERB, coverage))
    value = erb_of_counts(
        erased=found.n[0] - found.verified[0],
        forget=found.n[0],
        kept=found.verified[1:].sum(),
        retain=found.n[1:].sum(),
    )
    limits = harmonic_interval(ea.value / 100, in_fractions(ea), ra.value / 100, in_fractions(ra))
    return MetricValue(float(value), n, failures, in_percent(limits), coverage)


def _none_of(what: str, failures: int) -> str:
    return f"no {what}" + (f" left: {counted(failures, 'failure')} excluded" if failures else "")


def _coverage(n: int, failures: int, policy: Policy) -> str | None:
    return f"coverage {n:,} of {n + failures:,}" if policy == "exclude" and failures else None
