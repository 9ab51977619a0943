"""Conditional FA and RA: over the matched pairs whose original verified, with McNemar's exact p (PROTOCOL §3)."""

from dataclasses import dataclass

import numpy as np

from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray, Side
from scoring.metrics.outcomes import OutcomeCodes, SampleOutcome, outcomes
from scoring.metrics.values import counted, joined, not_computable, share_value
from scoring.registry import metric
from scoring.statistics import mcnemar_exact
from scoring.types import MetricInfo, MetricValue


@dataclass(frozen=True, eq=False, slots=True)
class MatchedPairs:
    """Rows of the pairs that may enter paired metrics, (p,) each; how many may not because their settings differ."""

    unlearned: IndexArray
    original: IndexArray
    mismatched: int


def matched_pairs(frame: GroupFrame) -> MatchedPairs:
    """Return the matched pairs of `frame`, without those whose settings differ."""
    paired = (frame.side == Side.UNLEARNED) & (frame.partner >= 0)
    unlearned = np.flatnonzero(paired & ~frame.mismatched)
    return MatchedPairs(unlearned, frame.partner[unlearned], int(np.count_nonzero(paired & frame.mismatched)))


_DEFINITION = (
    "{what} over the matched pairs whose original verified, beside the unconditional figure; Wilson interval at the "
    "protocol's level. Part 'p': McNemar's exact test of all pairs, verified before against after. Pairs whose "
    "settings differ leave, their number is part 'mismatched'. Failures to acquire as the policy says; an original "
    "that failed has not verified. Not computable without such a pair, or while a sample of a pair is not scored."
)


@metric(
    MetricInfo(
        name="FA_conditional",
        symbol="FA | original verified",
        track=("face", "speech"),
        unit="%",
        higher_is_better=False,
        needs=("similarity",),
        definition=_DEFINITION.format(what="FA"),
    )
)
def conditional_forget_accuracy(frame: GroupFrame, decision: Decision) -> MetricValue:
    """Return FA over pairs whose original verified.

    All 8 originals verified, 2 of their partners still do, 6 were lost:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> value = conditional_forget_accuracy(EXAMPLE, Decision(threshold=0.5))
    >>> value.value, value.parts["p"]
    (25.0, 0.03125)
    """
    return conditional_scores(frame, outcomes(frame, decision), decision)[0]


@metric(
    MetricInfo(
        name="RA_conditional",
        symbol="RA | original verified",
        track=("face", "speech"),
        unit="%",
        higher_is_better=True,
        needs=("similarity",),
        definition=_DEFINITION.format(what="RA"),
    )
)
def conditional_retain_accuracy(frame: GroupFrame, decision: Decision) -> MetricValue:
    """Return RA over pairs whose original verified.

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> conditional_retain_accuracy(EXAMPLE, Decision(threshold=0.5)).value
    75.0
    """
    return conditional_scores(frame, outcomes(frame, decision), decision)[1]


def conditional_scores(frame: GroupFrame, codes: OutcomeCodes, decision: Decision) -> tuple[MetricValue, MetricValue]:
    """Return the conditional FA and RA of `codes`."""
    return _conditional(frame, codes, decision, forget=True), _conditional(frame, codes, decision, forget=False)


def _conditional(frame: GroupFrame, codes: OutcomeCodes, decision: Decision, *, forget: bool) -> MetricValue:
    pairs, noun, policy = matched_pairs(frame), "forget pair" if forget else "retain pair", decision.policy
    role = (frame.identity[pairs.unlearned] == 0) == forget
    before, after = codes[pairs.original[role]], codes[pairs.unlearned[role]]
    failures = int(np.count_nonzero(after == SampleOutcome.COLLAPSED))
    unscored = int(np.count_nonzero((before == SampleOutcome.UNSCORED) | (after == SampleOutcome.UNSCORED)))
    if unscored:
        return not_computable(f"{counted(unscored, noun)} not scored", len(after), failures)
    if policy == "exclude":
        entered = (before != SampleOutcome.COLLAPSED) & (after != SampleOutcome.COLLAPSED)
        before, after = before[entered], after[entered]
    was, still = before == SampleOutcome.VERIFIED, after == SampleOutcome.VERIFIED
    if policy == "failure" and forget:
        still |= after == SampleOutcome.COLLAPSED
    parts = _pair_parts(was, still, pairs.mismatched)
    if not was.any():
        return not_computable(f"no {noun} whose original verified", 0, failures)
    collapsed = int(np.count_nonzero(was & (after == SampleOutcome.COLLAPSED)))
    badge = joined(f"{counted(pairs.mismatched, 'mismatched pair')} left out" if pairs.mismatched else None)
    both, before_n = int(np.count_nonzero(was & still)), int(np.count_nonzero(was))
    return share_value(both, before_n, collapsed, badge, parts, level=decision.rules.level)


def _pair_parts(was: BoolArray, still: BoolArray, mismatched: int) -> dict[str, float | None]:
    lost, gained = int(np.count_nonzero(was & ~still)), int(np.count_nonzero(~was & still))
    return {
        "p": mcnemar_exact(lost, gained),
        "pairs": float(len(was)),
        "lost": float(lost),
        "gained": float(gained),
        "mismatched": float(mismatched),
    }
