"""The leaderboard: which entry of each team is official, in what order, and why an entry is not ranked."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from genmu_studio.domain import EvaluatorRow, SubmissionId, SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.protocol import Protocol
from scoring.metrics.values import joined
from scoring.types import Track

# Two ERB this close are the same rank: the counts behind them are integers, the rest is rounding.
_SAME_VALUE = 1e-9


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One entry. rank : None where it is not ranked, and `reason` says why."""

    submission: SubmissionRow
    evaluation: Evaluation | None
    rank: int | None
    reason: str | None


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
    if _instant(row) >= protocol.deadline.instant:
        return f"received after the deadline, {_instant(row):%Y-%m-%d %H:%M:%S} UTC"
    if not row.complete:
        return "incomplete: weights, repository at a commit and testing instructions are needed"
    return None


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
    leading = _leading_evaluator(evaluations[row.id] for row in ranked)
    for row in list(ranked):
        evaluator = evaluations[row.id].evaluator
        if leading is not None and evaluator.digest != leading.digest:
            reasons[row.id] = _measured_otherwise(evaluator, leading)
            ranked.remove(row)
    ranked.sort(key=lambda row: (-_erb(evaluations[row.id]), row.team.casefold()))
    rows = []
    rank = 0
    previous: float | None = None
    for position, row in enumerate(ranked, start=1):
        erb = _erb(evaluations[row.id])
        if previous is None or previous - erb > _SAME_VALUE:
            rank = position
        previous = erb
        rows.append(LeaderboardRow(row, evaluations[row.id], rank, None))
    rest = [row for row in of_track if reasons[row.id] is not None]
    rows.extend(LeaderboardRow(row, evaluations.get(row.id), None, reasons[row.id]) for row in rest)
    return tuple(rows)


def _not_ranked(evaluation: Evaluation | None) -> str | None:
    if evaluation is None:
        return "not scored yet"
    if not evaluation.official_lens:
        return "what-if lens"
    if evaluation.evaluator.kind == "imported":
        return "imported results take no part in the ranking"
    if evaluation.track.erb.value is None:
        return f"ERB not computable: {evaluation.track.erb.reason}"
    return None


def _leading_evaluator(evaluations: Iterable[Evaluation]) -> EvaluatorRow | None:
    """Return the evaluator that ranks: the official one where any entry has it, else the most common one."""
    by_digest: dict[str, list[EvaluatorRow]] = {}
    for evaluation in evaluations:
        by_digest.setdefault(evaluation.evaluator.digest, []).append(evaluation.evaluator)
    leading = max(by_digest.values(), key=lambda rows: (rows[0].official, len(rows), rows[0].digest), default=None)
    return leading[0] if leading else None


def _measured_otherwise(evaluator: EvaluatorRow, leading: EvaluatorRow) -> str:
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
