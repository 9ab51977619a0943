"""Everything that is said of one identity group, in one value: what tables, plots, report and command line show."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from scoring.frame import POLICIES, Decision, GroupFrame, Policy, Side
from scoring.metrics.identity import scores_of_side
from scoring.metrics.outcomes import (
    OutcomeCodes,
    Tally,
    became_counts,
    identity_trials,
    outcome_counts,
    outcomes,
    tally,
)
from scoring.metrics.pairs import conditional_scores, matched_pairs
from scoring.metrics.points_lost import PointsLost, points_of_counts
from scoring.metrics.policies import policy_badge
from scoring.metrics.sides import SideScores
from scoring.metrics.stage1 import Stage1, stage1_gate
from scoring.metrics.threshold_free import forget_score, mean_own_similarity, retain_score
from scoring.metrics.trivial import TrivialEntry, trivial_entries
from scoring.types import MetricValue


@dataclass(frozen=True, slots=True)
class IdentityScores:
    """One identity on one side, as counted before any policy.

    n : samples, failures included, errors not. verified : those accepted by the rule. mean_similarity : of the scored
    ones to their own template. points_lost, gain : points of ERB, on the unlearned side, where ERB is computable.
    """

    identity: str
    role: Literal["forget", "retain"]
    side: Side
    n: int
    verified: int
    failures: int
    unscored: int
    mean_similarity: float | None
    points_lost: float | None = None
    gain: float | None = None


@dataclass(frozen=True, slots=True)
class GroupScores:
    """One group under one decision.

    by_policy : the unlearned side under each policy; `unlearned` and `original` are under that of `decision`.
    outcomes : counts by role and name, `became` : {(asked for, became): count}, both unlearned.
    erb_without_mismatched : only where pairs are mismatched.
    """

    group: str
    forget: str
    decision: Decision
    unlearned: SideScores
    original: SideScores
    by_policy: Mapping[Policy, SideScores]
    policy_badge: str | None
    identities: tuple[IdentityScores, ...]
    outcomes: Mapping[str, Mapping[str, int]]
    became: Mapping[tuple[str, str], int]
    stage1: Stage1
    conditional_fa: MetricValue
    conditional_ra: MetricValue
    mismatched_pairs: int
    erb_without_mismatched: MetricValue | None
    fs: MetricValue
    rs: MetricValue
    trivial: tuple[TrivialEntry, ...]

    @property
    def policies(self) -> Mapping[Policy, MetricValue]:
        """ERB under each policy."""
        return {policy: side.erb for policy, side in self.by_policy.items()}


def score_group(frame: GroupFrame, decision: Decision) -> GroupScores:
    """Return everything that is said of one group, intervals included."""
    codes = outcomes(frame, decision)
    counts = tally(frame, codes)
    by_policy = {
        each: scores_of_side(frame, codes, Side.UNLEARNED, replace(decision, policy=each)) for each in POLICIES
    }
    unlearned, original = by_policy[decision.policy], scores_of_side(frame, codes, Side.ORIGINAL, decision)
    conditional_fa, conditional_ra = conditional_scores(frame, codes, decision)
    return GroupScores(
        group=frame.group,
        forget=frame.forget,
        decision=decision,
        unlearned=unlearned,
        original=original,
        by_policy=by_policy,
        policy_badge=policy_badge({each: side.erb for each, side in by_policy.items()}, decision.rules),
        identities=_identity_scores(frame, counts, unlearned.erb, decision),
        outcomes=outcome_counts(counts),
        became=became_counts(counts),
        stage1=stage1_gate(original, unlearned, decision.rules),
        conditional_fa=conditional_fa,
        conditional_ra=conditional_ra,
        mismatched_pairs=matched_pairs(frame).mismatched,
        erb_without_mismatched=_without_mismatched(frame, codes, decision),
        fs=forget_score(frame),
        rs=retain_score(frame),
        trivial=trivial_entries(frame, decision, counts),
    )


def _without_mismatched(frame: GroupFrame, codes: OutcomeCodes, decision: Decision) -> MetricValue | None:
    if not frame.mismatched.any():
        return None
    return scores_of_side(frame, codes, Side.UNLEARNED, decision, ~frame.mismatched).erb


def _identity_scores(
    frame: GroupFrame, counts: Tally, erb: MetricValue, decision: Decision
) -> tuple[IdentityScores, ...]:
    lost = None
    if erb.value is not None:
        entered = identity_trials(counts, Side.UNLEARNED, decision.policy)
        lost = points_of_counts(entered.n, entered.verified, decision.rules)
    return tuple(
        _one_identity(frame, counts, side, column, lost if side == Side.UNLEARNED else None)
        for side in Side
        for column in range(len(frame.identities))
    )


def _one_identity(frame: GroupFrame, counts: Tally, side: Side, column: int, lost: PointsLost | None) -> IdentityScores:
    # `forgotten` adds and removes nothing: its trials are the bare counts.
    bare = identity_trials(counts, side, "forgotten")
    return IdentityScores(
        identity=frame.identities[column],
        role="retain" if column else "forget",
        side=side,
        n=int(bare.n[column]),
        verified=int(bare.verified[column]),
        failures=int(bare.failures[column]),
        unscored=int(bare.unscored[column]),
        mean_similarity=mean_own_similarity(frame, (frame.side == side) & np.equal(frame.identity, column)),
        points_lost=None if lost is None else float(lost.points[column]),
        gain=None if lost is None else float(lost.gains[column]),
    )
