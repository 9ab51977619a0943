"""The table of identities: what each asked for and got on both sides, with the totals of groups and track."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard_table import mean_fa
from scoring.frame import Decision, GroupFrame, Side
from scoring.metrics.group import GroupScores, IdentityScores
from scoring.metrics.outcomes import Tally, identity_trials
from scoring.metrics.track import mean_of_groups
from scoring.metrics.values import counted, not_computable, share_value
from scoring.types import MetricValue

Role = Literal["forget", "retain"]


@dataclass(frozen=True, slots=True)
class IdentityRow:
    """One identity, or a total ("" as identity; "" as group too for that of all groups).

    rate, original : FA of a forget row, RA of a retain row, under the lens. change : their difference in points.
    n, failures : of the unlearned side, before any policy. points_lost, gain : points of the group's ERB.
    """

    group: str
    identity: str
    role: Role
    n: int
    failures: int
    rate: MetricValue
    original: MetricValue
    mean_similarity: float | None
    original_similarity: float | None = None
    points_lost: float | None = None
    gain: float | None = None

    @property
    def change(self) -> float | None:
        """Unlearned minus original, in points of percent."""
        if self.rate.value is None or self.original.value is None:
            return None
        return self.rate.value - self.original.value


def identity_rows(evaluation: Evaluation, tallies: Sequence[Tally]) -> tuple[IdentityRow, ...]:
    """Return the rows of each group, forget identity first, its retain total last; then the totals of all groups.

    tallies : the counts of the evaluation's frames, in their order.
    """
    groups = zip(evaluation.groups, evaluation.frames, tallies, strict=True)
    rows = [row for scores, frame, counts in groups for row in _group_rows(scores, frame, counts)]
    return (*rows, *(_track_rows(evaluation, rows) if len(evaluation.groups) > 1 else ()))


def _group_rows(scores: GroupScores, frame: GroupFrame, counts: Tally) -> list[IdentityRow]:
    sides = {side: _rates(counts, side, scores.decision) for side in Side}
    known = {(each.identity, each.side): each for each in scores.identities}
    rows = [
        _identity_row(
            scores.group,
            known[identity, Side.UNLEARNED],
            known[identity, Side.ORIGINAL],
            sides[Side.UNLEARNED][column],
            sides[Side.ORIGINAL][column],
        )
        for column, identity in enumerate(frame.identities)
    ]
    retain = rows[1:]
    if len(retain) > 1:
        n, failures = sum(row.n for row in retain), sum(row.failures for row in retain)
        rate, original = scores.unlearned.ra, scores.original.ra
        rows.append(IdentityRow(scores.group, "", "retain", n, failures, rate, original, scores.rs.value))
    return rows


def _identity_row(
    group: str, after: IdentityScores, before: IdentityScores, rate: MetricValue, original: MetricValue
) -> IdentityRow:
    return IdentityRow(
        group=group,
        identity=after.identity,
        role=after.role,
        n=after.n,
        failures=after.failures,
        rate=rate,
        original=original,
        mean_similarity=after.mean_similarity,
        original_similarity=before.mean_similarity,
        points_lost=after.points_lost,
        gain=after.gain,
    )


def _rates(counts: Tally, side: Side, decision: Decision) -> list[MetricValue]:
    """Return the share of verified samples of every identity on one side, with Wilson's interval."""
    found, level = identity_trials(counts, side, decision.policy), decision.rules.level
    columns = (found.verified, found.n, found.failures, found.unscored)
    return [_rate(*(int(column[place]) for column in columns), level=level) for place in range(len(counts.identities))]


def _rate(verified: int, n: int, failures: int, unscored: int, *, level: float) -> MetricValue:
    if unscored:
        return not_computable(f"{counted(unscored, 'sample')} not scored", n, failures)
    if not n:
        return not_computable("no samples" if not failures else "every sample is a failure, left out", n, failures)
    return share_value(verified, n, failures, level=level)


def _track_rows(evaluation: Evaluation, rows: Sequence[IdentityRow]) -> tuple[IdentityRow, IdentityRow]:
    original_fa, original_ra = (
        mean_of_groups({scores.group: getattr(scores.original, figure) for scores in evaluation.groups})
        for figure in ("fa", "ra")
    )
    forget = [row for row in rows if row.identity and row.role == "forget"]
    retain = [row for row in rows if row.identity and row.role == "retain"]
    return (
        _track_row("forget", forget, mean_fa(evaluation), original_fa),
        _track_row("retain", retain, evaluation.track.ra, original_ra),
    )


def _track_row(role: Role, rows: Sequence[IdentityRow], rate: MetricValue, original: MetricValue) -> IdentityRow:
    return IdentityRow("", "", role, sum(r.n for r in rows), sum(r.failures for r in rows), rate, original, None)
