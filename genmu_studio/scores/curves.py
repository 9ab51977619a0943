"""Figures at any threshold: those beside a threshold that is being dragged, and their curves.

What is sorted once for a submission under an evaluator, a template and a rule serves every threshold, policy and
aggregate. Numbers are those of `evaluate`, but for the bootstrap: it widens intervals when the threshold rests
(`genmu_studio.scores.band`).
"""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from genmu_studio.evaluation import explain_side, missing_reference
from genmu_studio.look import Look
from genmu_studio.metrics_json import OUTCOMES
from genmu_studio.scores.thresholds import MOST, Plateaus, joint_steps, plateaus
from scoring.frame import POLICIES, RULES, Decision, GroupFrame, Policy, Rule, Side
from scoring.metrics.erb_bootstrap import FEW_CONDITIONS, condition_counts, has_few_conditions
from scoring.metrics.flips import FlipSweep, NearThreshold
from scoring.metrics.outcomes import Tally, became_counts, outcome_counts, outcomes
from scoring.metrics.policies import policy_badge
from scoring.metrics.sides import SideScores, side_scores
from scoring.metrics.stage1 import Stage1, stage1_gate
from scoring.metrics.sweep import Curve, SweptScores, ThresholdSweep
from scoring.metrics.tally_sweep import TallySweep
from scoring.metrics.track import Aggregate, TrackScores, mean_of_groups, score_track, track_value
from scoring.metrics.values import joined
from scoring.statistics import harmonic_mean
from scoring.types import FloatArray, MetricValue


@dataclass(frozen=True, eq=False, slots=True)
class LiveGroup:
    """One group at one threshold: what `GroupScores` says of it, as far as that follows from counts of outcomes."""

    group: str
    unlearned: SideScores
    original: SideScores
    by_policy: Mapping[Policy, SideScores]
    policy_badge: str | None
    outcomes: Mapping[str, Mapping[str, int]]
    became: Mapping[tuple[str, str], int]
    stage1: Stage1
    counts: Tally


@dataclass(frozen=True, eq=False, slots=True)
class LiveScores:
    """The delivered groups and the track at one threshold. fa : of the track, the unweighted mean, as EA and RA are."""

    threshold: float
    groups: Mapping[str, LiveGroup]
    track: TrackScores
    fa: MetricValue

    @property
    def outcomes(self) -> dict[str, dict[str, int]]:
        """The outcomes of all groups together, by role and name."""
        return {
            role: {name: sum(group.outcomes[role][name] for group in self.groups.values()) for name in names}
            for role, names in OUTCOMES.items()
        }


@dataclass(frozen=True, eq=False, slots=True)
class TrackCurves:
    """Percentages by threshold, float64 (t,) each; NaN where not computable. reason : why ERB is not ("" = it is).

    thresholds : float32 (t,), as they decide. groups : of the unlearned side, the delivered ones.
    """

    thresholds: FloatArray
    erb: Curve
    fa: Curve
    ea: Curve
    ra: Curve
    groups: Mapping[str, SweptScores]
    reason: str


class OneFlip(NamedTuple):
    """One decision that is changed: a forget or a retain sample of a group verifies (1) or does no more (−1).

    Which retain identity it is of makes no difference to RA and ERB, which pool them.
    """

    group: str
    forget: bool
    change: Literal[-1, 1]


class TrackSweep:
    """A look at any threshold; the threshold of the look itself plays no part.

    Made on a background thread: a tenth of a second at 100,000 pairs. What is asked of it then takes milliseconds.
    """

    def __init__(self, look: Look) -> None:
        groups = look.base.protocol.groups_of(look.submission.track)
        by_name = {group.name: group for group in groups}
        self._look = look
        self._expected = tuple(by_name)
        self._groups = {
            frame.group: _GroupSweep(frame, look.decision, missing_reference(by_name[frame.group], look.base.built))
            for frame in look.frames
        }
        self.at(look.decision.threshold)  # loads what intervals need: now, and not when somebody begins to drag

    @property
    def look(self) -> Look:
        """What it is a sweep of."""
        return self._look

    def through(self, look: Look) -> "TrackSweep":
        """Return the sweep of another look, at once; only another base or rule makes a new one."""
        if look.base is not self._look.base or look.decision.rule != self._look.decision.rule:
            return TrackSweep(look)
        other = copy(self)
        other._look = look
        return other

    def at(self, threshold: float) -> LiveScores:
        """Return the figures at one threshold."""
        decision = self._look.decision
        groups = {name: sweep.at(threshold, decision) for name, sweep in self._groups.items()}
        return LiveScores(
            threshold=threshold,
            groups=groups,
            track=score_track(self._expected, list(groups.values()), self._look.lens.aggregate, decision.rules),
            fa=mean_of_groups({name: groups[name].unlearned.fa if name in groups else None for name in self._expected}),
        )

    def near(self, threshold: float, delta: float) -> Mapping[str, NearThreshold]:
        """Return the unlearned samples of each group that `delta` more or less of the threshold decides otherwise."""
        return {name: sweep.flips.near(threshold, delta) for name, sweep in self._groups.items()}

    def flipped(self, threshold: float, flips: Collection[OneFlip]) -> dict[OneFlip, tuple[MetricValue, MetricValue]]:
        """Return ERB of its group and of the track, as if each of `flips` alone had happened."""
        policy, aggregate = self._look.decision.policy, self._look.lens.aggregate
        by_group: dict[str, list[OneFlip]] = {name: [] for name in self._groups}
        for flip in flips:
            by_group[flip.group].append(flip)
        now: dict[str, SideScores | None] = dict.fromkeys(self._expected)
        moved: dict[OneFlip, SideScores] = {}
        for name, sweep in self._groups.items():
            wanted = by_group[name]
            found = sweep.unlearned.under(policy).flipped(
                threshold, [(0, 0), *((int(not f.forget), f.change) for f in wanted)]
            )
            now[name], *sides = (explain_side(side, sweep.reason) for side in found)
            moved.update(zip(wanted, sides, strict=True))
        return {flip: (side.erb, track_value({**now, flip.group: side}, aggregate)) for flip, side in moved.items()}

    def plateaus(self, most: int = MOST) -> Plateaus:
        """Return the ranges of thresholds in which no figure of the unlearned side changes: where a curve is worth it.

        A curve at their `last` is the whole curve: its values hold from `first` to `last`.
        """
        steps = joint_steps([sweep.unlearned.steps for sweep in self._groups.values()])
        return plateaus(steps, self._look.decision.rules.comparison, most)

    def curve(self, thresholds: ArrayLike) -> TrackCurves:
        """Return the figures of the unlearned side at each of `thresholds` (t,), in any order."""
        return self._curve(thresholds, self._look.decision)

    def by_policy(self, thresholds: ArrayLike) -> Mapping[Policy, TrackCurves]:
        """Return the curves under each policy."""
        return {policy: self._curve(thresholds, replace(self._look.decision, policy=policy)) for policy in POLICIES}

    def by_rule(self, thresholds: ArrayLike) -> Mapping[Rule, TrackCurves]:
        """Return the curves under each rule; the samples are sorted once more."""
        looks = {rule: replace(self._look, decision=replace(self._look.decision, rule=rule)) for rule in RULES}
        return {rule: self.through(look).curve(thresholds) for rule, look in looks.items()}

    def _curve(self, thresholds: ArrayLike, decision: Decision) -> TrackCurves:
        sweeps = {name: group.unlearned.under(decision.policy) for name, group in self._groups.items()}
        reasons = {name: group.reason for name, group in self._groups.items()}
        return track_curves(sweeps, reasons, self._expected, self._look.lens.aggregate, thresholds)


class _GroupSweep:
    """One group. reason : why what is not computable is not, where that is no sample's fault."""

    def __init__(self, frame: GroupFrame, decision: Decision, reason: str | None) -> None:
        self.name = frame.group
        self.reason = reason
        self.unlearned = ThresholdSweep(frame, Side.UNLEARNED, decision)
        self.flips = FlipSweep(frame, Side.UNLEARNED, decision)
        self._counts = TallySweep(frame, decision)
        codes = outcomes(frame, decision)
        conditions = {side: condition_counts(frame, codes, side) for side in Side}
        self._few = {
            (side, policy)
            for side in Side
            for policy in POLICIES
            if has_few_conditions(conditions[side], side, replace(decision, policy=policy))
        }

    def at(self, threshold: float, decision: Decision) -> LiveGroup:
        counts = self._counts.at(threshold)
        by_policy = {
            policy: self._side(counts, Side.UNLEARNED, replace(decision, policy=policy)) for policy in POLICIES
        }
        unlearned, original = by_policy[decision.policy], self._side(counts, Side.ORIGINAL, decision)
        return LiveGroup(
            group=self.name,
            unlearned=explain_side(unlearned, self.reason),
            original=explain_side(original, self.reason),
            by_policy={policy: explain_side(side, self.reason) for policy, side in by_policy.items()},
            policy_badge=policy_badge({policy: side.erb for policy, side in by_policy.items()}, decision.rules),
            outcomes=outcome_counts(counts),
            became=became_counts(counts),
            stage1=stage1_gate(original, unlearned, decision.rules),
            counts=counts,
        )

    def _side(self, counts: Tally, side: Side, decision: Decision) -> SideScores:
        scores = side_scores(counts, side, decision)
        if scores.erb.interval is None or (side, decision.policy) not in self._few:
            return scores
        return replace(scores, erb=replace(scores.erb, badge=joined(scores.erb.badge, FEW_CONDITIONS)))


def track_curves(
    sweeps: Mapping[str, ThresholdSweep],
    reasons: Mapping[str, str | None],
    expected: Sequence[str],
    aggregate: Aggregate,
    thresholds: ArrayLike,
) -> TrackCurves:
    """Return the curves of a track from the unlearned sides of its delivered groups.

    reasons : by delivered group, why what is not computable is not, where that is no sample's fault. expected : all
    groups of the protocol.
    """
    limits = np.atleast_1d(np.asarray(thresholds, dtype=np.float32))
    groups = {name: sweep.scores(limits) for name, sweep in sweeps.items()}
    for name, swept in groups.items():
        if swept.reason and (reason := reasons[name]) is not None:
            groups[name] = replace(swept, reason=reason)
    missing = np.full(len(limits), np.nan)
    fa, ea, ra, erb = (
        _mean_curve([getattr(groups[name], figure) if name in groups else missing for name in expected], len(limits))
        for figure in ("fa", "ea", "ra", "erb")
    )
    if aggregate == "erb_of_means":
        erb = np.array([harmonic_mean(*means) for means in zip(ea.tolist(), ra.tolist(), strict=True)])
    why_not = ""
    if not expected or any(name not in groups or groups[name].reason for name in expected):
        sides = {name: explain_side(sweep.at(0.0), reasons[name]) for name, sweep in sweeps.items()}
        why_not = track_value({name: sides.get(name) for name in expected}, aggregate).reason or ""
    return TrackCurves(limits, erb, fa, ea, ra, groups, why_not)


def _mean_curve(curves: Sequence[Curve], points: int) -> Curve:
    # Python's own sum of Python's own numbers, as for a single value: to the last digit.
    columns = zip(*(curve.tolist() for curve in curves), strict=True)
    return np.array([sum(column) / len(column) for column in columns]) if curves else np.full(points, np.nan)
