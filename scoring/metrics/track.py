"""The track value of a submission: what its groups' figures make together, and what stands beside it (PROTOCOL §3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, Protocol

from scoring.errors import BugError
from scoring.frame import POLICIES, Policy
from scoring.metrics.policies import policy_badge
from scoring.metrics.sides import UNDEFINED_ERB, SideScores
from scoring.metrics.values import counted, in_fractions, in_percent, joined, not_computable
from scoring.registry import metric
from scoring.rules import SHIPPED, Rules
from scoring.statistics import harmonic_interval, harmonic_mean, mover
from scoring.types import MetricInfo, MetricValue

Aggregate = Literal["mean_of_groups", "erb_of_means"]

# One figure, or the unlearned side, per group of the protocol; None for a group of which nothing was delivered.
ByGroup = Mapping[str, MetricValue | None]
SideByGroup = Mapping[str, SideScores | None]


class ScoredGroup(Protocol):
    """What track values need to know of a group."""

    @property
    def group(self) -> str:
        """Its name."""
        ...

    @property
    def unlearned(self) -> SideScores:
        """The unlearned side under the policy of the decision."""
        ...

    @property
    def by_policy(self) -> Mapping[Policy, SideScores]:
        """The unlearned side under each policy."""
        ...


@dataclass(frozen=True, slots=True)
class TrackScores:
    """Track values of one submission.

    erb : the track value, by which entries are ranked: one of `mean_of_groups` and `erb_of_means`, as the aggregate
    says. ea, ra : unweighted means over groups. partial : the track value of the groups that have an ERB, only where
    not all have one. policies : the track value under each policy.
    """

    erb: MetricValue
    mean_of_groups: MetricValue
    erb_of_means: MetricValue
    ea: MetricValue
    ra: MetricValue
    partial: MetricValue | None
    policies: Mapping[Policy, MetricValue]
    policy_badge: str | None


def score_track(
    expected: Sequence[str],
    delivered: Sequence[ScoredGroup],
    aggregate: Aggregate = "mean_of_groups",
    rules: Rules = SHIPPED,
) -> TrackScores:
    """Return the track values over the protocol's groups `expected`; `delivered` are those with samples, any order.

    aggregate : what makes the track value of them, the mean of their ERB or the ERB of their mean EA and RA.
    """
    by_name = {scores.group: scores for scores in delivered}
    if len(by_name) < len(delivered) or not by_name.keys() <= set(expected):
        raise BugError("the scores of a track must be those of different groups of the protocol")
    groups = {name: by_name.get(name) for name in expected}
    sides = {name: each.unlearned if each else None for name, each in groups.items()}
    erb = track_value(sides, aggregate)
    ea, ra = _mean_parts(sides)
    policies = {
        policy: track_value(
            {name: each.by_policy[policy] if each else None for name, each in groups.items()}, aggregate
        )
        for policy in POLICIES
    }
    return TrackScores(
        erb=erb,
        mean_of_groups=erb if aggregate == "mean_of_groups" else track_value(sides, "mean_of_groups"),
        erb_of_means=erb if aggregate == "erb_of_means" else balance_of_means(ea, ra),
        ea=ea,
        ra=ra,
        partial=_partial(sides, aggregate),
        policies=policies,
        policy_badge=policy_badge(policies, rules),
    )


def track_value(sides: SideByGroup, aggregate: Aggregate) -> MetricValue:
    """Return the track value of the groups' unlearned sides."""
    if aggregate == "mean_of_groups":
        return mean_of_groups({name: side.erb if side else None for name, side in sides.items()})
    ea, ra = _mean_parts(sides)
    return _as_track_value(balance_of_means(ea, ra), ea, ra)


def _mean_parts(sides: SideByGroup) -> tuple[MetricValue, MetricValue]:
    """Return the unweighted means of the groups' EA and RA."""
    ea = mean_of_groups({name: side.ea if side else None for name, side in sides.items()})
    return ea, mean_of_groups({name: side.ra if side else None for name, side in sides.items()})


def _partial(sides: SideByGroup, aggregate: Aggregate) -> MetricValue | None:
    """Return the track value of the groups that have an ERB, with a badge; None where all or none have one."""
    known = {name: side for name, side in sides.items() if side is not None and side.erb.value is not None}
    if not known or len(known) == len(sides):
        return None
    value = track_value(known, aggregate)
    return replace(value, badge=joined(f"partial: {len(known)} of {counted(len(sides), 'group')}", value.badge))


@metric(
    MetricInfo(
        name="ERB_track",
        symbol="ERB",
        track=("face", "speech"),
        unit="%",
        higher_is_better=True,
        needs=("similarity",),
        definition=(
            "Track value [ours] = mean of the ERB of the protocol's groups. Interval: root-sum-square of the groups' "
            "half-widths (from value to limit, below and above apart), divided by their number; none where a group has "
            "none. A group without an ERB makes the track value not computable; that of the others is shown as "
            "partial. Where the protocol's aggregate is 'erb_of_means', ERB_of_means takes its place."
        ),
    )
)
def mean_of_groups(groups: ByGroup) -> MetricValue:
    """Return the mean over groups, or why there is none.

    >>> first, second = MetricValue(70.0, 32, interval=(64.0, 73.0)), MetricValue(90.0, 32, interval=(82.0, 94.0))
    >>> value = mean_of_groups({"Face Set 1": first, "Face Set 2": second})
    >>> value.value, value.interval
    (80.0, (75.0, 82.5))
    """
    missing = [f"{name}: {_why_not(value)}" for name, value in groups.items() if value is None or value.value is None]
    values = [value for value in groups.values() if value is not None]
    if missing or not groups:
        reason = "; ".join(missing) or "the protocol has no group"
        return not_computable(reason, sum(each.n for each in values), sum(each.failures for each in values))
    return _mean(values)


def _why_not(value: MetricValue | None) -> str:
    return "no unlearned samples" if value is None else value.reason or "not computable"


def _mean(values: Sequence[MetricValue]) -> MetricValue:
    known = [(each.value, each.interval) for each in values if each.value is not None]
    mean = sum(value for value, _ in known) / len(known)
    halves = [(value - limits[0], limits[1] - value) for value, limits in known if limits is not None]
    interval = None
    if len(halves) == len(known):
        below, above = ([half / len(known) for half in each] for each in zip(*halves, strict=True))
        low, high = mover(mean, tuple(below), tuple(above))
        interval = max(0.0, low), min(100.0, high)
    badge = joined(*(each.badge for each in values))
    return MetricValue(mean, sum(each.n for each in values), sum(each.failures for each in values), interval, badge)


@metric(
    MetricInfo(
        name="ERB_of_means",
        symbol="ERB of means",
        track=("face", "speech"),
        unit="%",
        higher_is_better=True,
        needs=("similarity",),
        definition=(
            "2·EA·RA/(EA + RA) of the unweighted means of the groups' EA and RA, beside the mean of their ERB. 0 with "
            "the badge 'undefined (0/0), scored 0' where both are 0; not computable where either is not. No interval; "
            "as the track value (aggregate 'erb_of_means') MOVER of the intervals of the two means, which rest on "
            "Wilson's alone, and their badges."
        ),
    )
)
def balance_of_means(ea: MetricValue, ra: MetricValue) -> MetricValue:
    """Return the ERB of the mean EA and the mean RA, in percent.

    >>> balance_of_means(MetricValue(75.0, 16), MetricValue(50.0, 48)).value
    60.0
    """
    n, failures = ea.n + ra.n, ea.failures + ra.failures
    if ea.value is None or ra.value is None:
        return not_computable(joined(ea.reason, ra.reason) or "", n, failures)
    badge = UNDEFINED_ERB if ea.value == ra.value == 0 else None
    return MetricValue(harmonic_mean(ea.value, ra.value), n, failures, badge=badge)


def _as_track_value(value: MetricValue, ea: MetricValue, ra: MetricValue) -> MetricValue:
    """Return the balance of two means with the interval and the badges that they give it."""
    if ea.value is None or ra.value is None:
        return value
    interval = None
    if ea.interval is not None and ra.interval is not None and value.badge != UNDEFINED_ERB:
        interval = in_percent(harmonic_interval(ea.value / 100, in_fractions(ea), ra.value / 100, in_fractions(ra)))
    return replace(value, interval=interval, badge=joined(value.badge, ea.badge, ra.badge))
