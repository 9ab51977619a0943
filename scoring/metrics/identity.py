"""The registered identity metrics of one group: FA, EA, RA and ERB (PROTOCOL §3)."""

from dataclasses import replace

from scoring.frame import BoolArray, Decision, GroupFrame, Side
from scoring.metrics.erb_bootstrap import condition_counts, with_bootstrap
from scoring.metrics.outcomes import OutcomeCodes, outcomes, tally
from scoring.metrics.sides import SideScores, side_scores
from scoring.registry import metric
from scoring.types import MetricInfo, MetricValue, Track

_TRACKS: tuple[Track, ...] = ("face", "speech")
_NEEDS = ("similarity",)


def scores_of_side(
    frame: GroupFrame, codes: OutcomeCodes, side: Side, decision: Decision, rows: BoolArray | None = None
) -> SideScores:
    """Return FA, EA, RA and ERB of one side with every interval, of the samples `rows` (n,) only where given."""
    scores = side_scores(tally(frame, codes, rows), side, decision)
    conditions = condition_counts(frame, codes, side, rows)
    return replace(scores, erb=with_bootstrap(scores.erb, conditions, side, decision))


@metric(
    MetricInfo(
        name="FA",
        symbol="FA",
        track=_TRACKS,
        unit="%",
        higher_is_better=False,
        needs=_NEEDS,
        definition=(
            "Forget Accuracy = 100 · forget samples verified as the forget identity / forget samples. Wilson interval "
            "at the protocol's level. Failures to acquire as the policy says: forgotten = not verified, failure = "
            "verified (unlearned side), exclude = left out. Not computable without forget samples, or while one is "
            "not scored."
        ),
    )
)
def forget_accuracy(frame: GroupFrame, decision: Decision, side: Side = Side.UNLEARNED) -> MetricValue:
    """Return FA of one side.

    2 of the example's 8 unlearned forget samples still verify as 84:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> forget_accuracy(EXAMPLE, Decision(threshold=0.5)).value
    25.0
    """
    return side_scores(tally(frame, outcomes(frame, decision)), side, decision).fa


@metric(
    MetricInfo(
        name="EA",
        symbol="EA",
        track=_TRACKS,
        unit="%",
        higher_is_better=True,
        needs=_NEEDS,
        definition="Erasure = 100 − FA; its interval is that of FA, mirrored. Not computable where FA is not.",
    )
)
def erasure(frame: GroupFrame, decision: Decision, side: Side = Side.UNLEARNED) -> MetricValue:
    """Return EA of one side.

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> erasure(EXAMPLE, Decision(threshold=0.5)).value
    75.0
    """
    return side_scores(tally(frame, outcomes(frame, decision)), side, decision).ea


@metric(
    MetricInfo(
        name="RA",
        symbol="RA",
        track=_TRACKS,
        unit="%",
        higher_is_better=True,
        needs=_NEEDS,
        definition=(
            "Retain Accuracy = 100 · retain samples verified as their own identity / retain samples, pooled over "
            "samples; part 'macro' is the mean over identities, badge 'unequal counts' where the two can differ. "
            "Wilson interval at the protocol's level. Failures to acquire: forgotten and failure = not verified, "
            "exclude = left out. Not computable where a retain identity of the group has no sample, or while one is "
            "not scored."
        ),
    )
)
def retain_accuracy(frame: GroupFrame, decision: Decision, side: Side = Side.UNLEARNED) -> MetricValue:
    """Return RA of one side.

    6 of 12 samples of 5895 and 12 of 12 of 3853 verify:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> retain_accuracy(EXAMPLE, Decision(threshold=0.5)).value
    75.0
    """
    return side_scores(tally(frame, outcomes(frame, decision)), side, decision).ra


@metric(
    MetricInfo(
        name="ERB",
        symbol="ERB",
        track=_TRACKS,
        unit="%",
        higher_is_better=True,
        needs=_NEEDS,
        definition=(
            "Erasure-retention balance = 2·EA·RA/(EA + RA), from integer counts. EA = RA = 0 gives 0 with the badge "
            "'undefined (0/0), scored 0' and no interval; a part that is not computable makes ERB not computable. "
            "Interval at the protocol's level: MOVER, L = ERB − √((ERB − H(EA_lo, RA))² + (ERB − H(EA, RA_lo))²), U "
            "alike; with at least as many conditions per identity as the protocol says (5) the hull of that and its "
            "seeded percentile bootstrap over conditions within identity (2,000), with fewer the badge 'few "
            "conditions'."
        ),
    )
)
def erasure_retention_balance(frame: GroupFrame, decision: Decision, side: Side = Side.UNLEARNED) -> MetricValue:
    """Return ERB of one side.

    EA and RA of the example are both 75; its forget identity has 4 conditions, which is few:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> value = erasure_retention_balance(EXAMPLE, Decision(threshold=0.5))
    >>> value.value, value.badge
    (75.0, 'few conditions')
    """
    return scores_of_side(frame, outcomes(frame, decision), side, decision).erb
