"""The track value of a submission: the mean of its groups' ERB, and what stands beside it (PROTOCOL §3)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.errors import BugError
from scoring.frame import POLICIES, Policy
from scoring.metrics.group import GroupScores
from scoring.metrics.policies import policy_badge
from scoring.metrics.sides import UNDEFINED_ERB
from scoring.metrics.values import counted, joined, not_computable
from scoring.registry import metric
from scoring.statistics import harmonic_mean, mover
from scoring.types import MetricInfo, MetricValue

# One figure per group of the protocol; None for a group of which nothing was delivered.
ByGroup = Mapping[str, MetricValue | None]


@dataclass(frozen=True, slots=True)
class TrackScores:
    """Track values of one submission.

    ea, ra : unweighted means over groups. partial : the mean over the groups that have an ERB, only where not all have
    one.
    """

    erb: MetricValue
    erb_of_means: MetricValue
    ea: MetricValue
    ra: MetricValue
    partial: MetricValue | None
    policies: Mapping[Policy, MetricValue]
    policy_badge: str | None


def score_track(expected: Sequence[str], delivered: Sequence[GroupScores]) -> TrackScores:
    """Return the track values over the protocol's groups `expected`; `delivered` are those with samples, any order."""
    by_name = {scores.group: scores for scores in delivered}
    if len(by_name) < len(delivered) or not by_name.keys() <= set(expected):
        raise BugError("the scores of a track must be those of different groups of the protocol")
    groups = {name: by_name.get(name) for name in expected}
    erb = {name: each.unlearned.erb if each else None for name, each in groups.items()}
    ea = mean_of_groups({name: each.unlearned.ea if each else None for name, each in groups.items()})
    ra = mean_of_groups({name: each.unlearned.ra if each else None for name, each in groups.items()})
    policies = {
        policy: mean_of_groups({name: each.policies[policy] if each else None for name, each in groups.items()})
        for policy in POLICIES
    }
    return TrackScores(
        erb=mean_of_groups(erb),
        erb_of_means=balance_of_means(ea, ra),
        ea=ea,
        ra=ra,
        partial=partial_mean(erb),
        policies=policies,
        policy_badge=policy_badge(policies),
    )


@metric(
    MetricInfo(
        name="ERB_track",
        symbol="ERB",
        track=("face", "speech"),
        unit="%",
        higher_is_better=True,
        needs=("similarity",),
        definition=(
            "Track value [ours] = mean of the ERB of the protocol's groups. 95 % interval: root-sum-square of the "
            "groups' half-widths (from value to limit, below and above apart), divided by their number; none where a "
            "group has none. A group without an ERB makes the track value not computable; the mean over the others is "
            "shown as partial."
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


def partial_mean(groups: ByGroup) -> MetricValue | None:
    """Return the mean over the groups that have a value, with a badge; None where all or none have one."""
    values = [value for value in groups.values() if value is not None and value.value is not None]
    if not values or len(values) == len(groups):
        return None
    mean = _mean(values)
    return replace(mean, badge=joined(f"partial: {len(values)} of {counted(len(groups), 'group')}", mean.badge))


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
            "the badge 'undefined (0/0), scored 0' where both are 0; not computable where either is not. No interval."
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
