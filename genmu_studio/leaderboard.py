"""The leaderboard: which entry of each team is official, in what order, and why an entry is not ranked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.domain import EvaluatorRow, SubmissionId, SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.preservation import PreservedValue
from genmu_studio.protocol import Protocol
from scoring.metrics.values import joined
from scoring.types import Track

if TYPE_CHECKING:
    from genmu_studio.labelling.people import PeopleValue
    from genmu_studio.labelling.shares import LabelledShare

NOT_SCORED = "not scored yet"
IMPORTED = "imported results take no part in the ranking"
# Two ERB this close are the same rank: the counts behind them are integers, the rest is rounding.
_SAME_VALUE = 1e-9


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One entry. rank : None where it is not ranked, and `reason` says why.

    preserved : figures of other aspects by the name of their metric; people : those that rest on people's judgments,
    by theirs, see `people_figures`. Reported, never ranked. labelled : how much of what people are asked about it is
    done, None where they are asked nothing.
    """

    submission: SubmissionRow
    evaluation: Evaluation | None
    rank: int | None
    reason: str | None
    preserved: Mapping[str, PreservedValue] = field(default_factory=dict)
    people: Mapping[str, "PeopleValue"] = field(default_factory=dict)
    labelled: "LabelledShare | None" = None


def official_entries(submissions: Iterable[SubmissionRow], protocol: Protocol) -> Mapping[SubmissionId, str | None]:
    """Return for each submission why it is not its team's official entry, None for the one that is.

    The official entry of a team in a track is the latest complete revision received before the deadline, by the
    organizer's time of receipt; of two received at once, the higher revision.
    """
    reasons: dict[SubmissionId, str | None] = {}
    candidates: dict[tuple[Track, str], list[SubmissionRow]] = {}
    for row in submissions:
        reasons[row.id] = _own_reason(row, protocol)
        if reasons[row.id] is None:
            candidates.setdefault((row.track, row.team.casefold()), []).append(row)
    for rows in candidates.values():
        latest = max(rows, key=lambda row: (_instant(row), row.revision, row.id))
        for row in rows:
            if row is not latest:
                reasons[row.id] = f"superseded by revision {latest.revision}"
    return reasons


def _own_reason(row: SubmissionRow, protocol: Protocol) -> str | None:
    if row.received_at_utc is None:
        return "no time of receipt"
    if is_late(row, protocol):
        return f"received after the deadline, {_instant(row):%Y-%m-%d %H:%M:%S} UTC"
    if not row.complete:
        return "incomplete: weights, repository at a commit and testing instructions are needed"
    return None


def is_late(row: SubmissionRow, protocol: Protocol) -> bool:
    """Whether a submission was received at the deadline or later; False where nobody noted when."""
    return row.received_at_utc is not None and _instant(row) >= protocol.deadline.instant


def _instant(row: SubmissionRow) -> datetime:
    return datetime.fromisoformat(row.received_at_utc or "")


def rank_entries(
    protocol: Protocol,
    track: Track,
    submissions: Sequence[SubmissionRow],
    evaluations: Mapping[SubmissionId, Evaluation],
) -> tuple[LeaderboardRow, ...]:
    """Return the entries of a track, ranked ones first and in order, equal ERB at the same rank (1, 1, 3).

    Only the protocol's own lens ranks. Entries that were measured by another evaluator than the first in line are not
    compared with it.
    """
    of_track = [row for row in submissions if row.track == track]
    entries = official_entries(of_track, protocol)
    reasons = {row.id: joined(entries[row.id], _not_ranked(evaluations.get(row.id))) for row in of_track}
    ranked = [row for row in of_track if reasons[row.id] is None]
    leading = leading_evaluator(evaluations[row.id].evaluator for row in ranked)
    for row in list(ranked):
        evaluator = evaluations[row.id].evaluator
        if leading is not None and evaluator.digest != leading.digest:
            reasons[row.id] = measured_otherwise(evaluator, leading)
            ranked.remove(row)
    ranked.sort(key=lambda row: (-_erb(evaluations[row.id]), row.team.casefold()))
    ranks = shared_ranks(np.array([_erb(evaluations[row.id]) for row in ranked])).tolist()
    rows = [LeaderboardRow(row, evaluations[row.id], rank, None) for row, rank in zip(ranked, ranks, strict=True)]
    rest = [row for row in of_track if reasons[row.id] is not None]
    rows.extend(LeaderboardRow(row, evaluations.get(row.id), None, reasons[row.id]) for row in rest)
    return tuple(rows)


def shared_ranks(values: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the rank of each of `values` (…, e) along the last axis: the highest is 1, equal ones share (1, 1, 3).

    >>> shared_ranks(np.array([80.0, 90.0, 90.0, 70.0])).tolist()
    [3, 1, 1, 4]
    """
    order = np.argsort(-values, axis=-1, kind="stable")
    falling = np.take_along_axis(values, order, axis=-1)
    begins = np.zeros(values.shape, dtype=np.int64)
    begins[..., 1:] = np.where(falling[..., :-1] - falling[..., 1:] > _SAME_VALUE, np.arange(1, values.shape[-1]), 0)
    ranks = np.empty(values.shape, dtype=np.int64)
    np.put_along_axis(ranks, order, np.maximum.accumulate(begins, axis=-1) + 1, axis=-1)
    return ranks


def _not_ranked(evaluation: Evaluation | None) -> str | None:
    if evaluation is None:
        return NOT_SCORED
    if not evaluation.official_lens:
        return "what-if lens"
    if evaluation.evaluator.kind == "imported":
        return IMPORTED
    if evaluation.track.erb.value is None:
        return f"ERB not computable: {evaluation.track.erb.reason}"
    return None


def leading_evaluator(evaluators: Iterable[EvaluatorRow]) -> EvaluatorRow | None:
    """Return the evaluator that ranks: the official one where any entry has it, else the most common one."""
    by_digest: dict[str, list[EvaluatorRow]] = {}
    for evaluator in evaluators:
        by_digest.setdefault(evaluator.digest, []).append(evaluator)
    leading = max(by_digest.values(), key=lambda rows: (rows[0].official, len(rows), rows[0].digest), default=None)
    return leading[0] if leading else None


def measured_otherwise(evaluator: EvaluatorRow, leading: EvaluatorRow) -> str:
    """Say in what an entry's evaluator differs from the one that ranks."""
    which = evaluator.name
    if evaluator.name == leading.name and evaluator.version != leading.version:
        which += f" version {evaluator.version} (not {leading.version})"
    elif evaluator.name == leading.name:
        what = "weights" if evaluator.weights_sha256 != leading.weights_sha256 else "options"
        which += f" with other {what} ({evaluator.digest[:12]}, not {leading.digest[:12]})"
    return f"measured by {which}, which the others are not"


def _erb(evaluation: Evaluation) -> float:
    value = evaluation.track.erb.value
    assert value is not None  # noqa: S101 - such entries are not ranked
    return value
