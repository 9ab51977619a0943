"""Two submissions or revisions beside each other: what moved in the figures, and which samples ended otherwise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from genmu_studio.evaluation import Evaluation
from genmu_studio.look import Look
from genmu_studio.pair_building import build_table
from genmu_studio.pair_table import PairTable
from genmu_studio.sample_changes import SampleChanges, compare_samples
from genmu_studio.view import NoResultsError
from scoring.errors import UserError
from scoring.metrics.sides import SideScores
from scoring.registry import metrics
from scoring.statistics import mover
from scoring.types import MetricValue

if TYPE_CHECKING:
    from genmu_studio.domain import EvaluatorRow, SubmissionRow
    from genmu_studio.project import Project
    from genmu_studio.view import View

NOT_DELIVERED = "no samples of this group were delivered"


@dataclass(frozen=True, slots=True)
class Delta:
    """One figure of both. group : "" for the track. change : second − first in points, None where either has no value.

    interval : of the change, by MOVER from the intervals of both as if they were independent (Zou and Donner 2008).
    Entries over the same conditions are not, so that it errs on the wide side.
    """

    symbol: str
    group: str
    first: MetricValue
    second: MetricValue
    change: float | None
    interval: tuple[float, float] | None

    @property
    def is_better(self) -> bool | None:
        """Whether the second entry does better by this figure; None where they are equal or one has no value."""
        if not self.change:
            return None
        return (self.change > 0) == metrics()[self.symbol].info.higher_is_better

    @property
    def may_be_chance(self) -> bool:
        """Whether the interval of the change holds 0."""
        return self.interval is not None and self.interval[0] <= 0 <= self.interval[1]


@dataclass(frozen=True, eq=False, slots=True)
class EntryComparison:
    """What two entries of a track have in common and not. deltas : of the track, then of each group that either has."""

    first: Evaluation
    second: Evaluation
    deltas: tuple[Delta, ...]
    samples: SampleChanges

    @property
    def missing(self) -> tuple[tuple[str, str], ...]:
        """(Id of the entry, group) of each group that only the other entry has delivered."""
        pairs = ((self.first, self.second), (self.second, self.first))
        return tuple(
            (one.submission.id, group) for one, other in pairs for group in _groups(other) if group not in _groups(one)
        )


def compare_entries(
    project: "Project", first: "SubmissionRow", second: "SubmissionRow", view: "View"
) -> EntryComparison:
    """Compare two entries through one lens: as long as both evaluations take.

    NoResultsError where one has no results; UserError where they are of different tracks, or measured by different
    evaluators.
    """
    if first.track != second.track:
        raise UserError(
            f"{first.id} is of the {first.track} track, {second.id} of the {second.track} track",
            "Compare two entries of one track.",
        )
    one, other = (_evaluated(project, row, view) for row in (first, second))
    if not _are_of_one_evaluator(one.evaluator, other.evaluator):
        raise _of_different_evaluators(project, one, other)
    return compare_evaluations(one, other)


def compare_evaluations(one: Evaluation, other: Evaluation) -> EntryComparison:
    """Return what moved from one evaluation to another, whatever they are of."""
    return EntryComparison(
        first=one,
        second=other,
        deltas=tuple(_deltas(one, other)),
        samples=compare_samples(_table(one.look), _table(other.look)),
    )


def suggest_second(entries: Sequence["SubmissionRow"], first: "SubmissionRow") -> "SubmissionRow | None":
    """Return what to compare an entry with: its team's revision before it, else the next entry of the track."""
    of_track = [row for row in entries if row.track == first.track]
    earlier = [row for row in of_track if row.team == first.team and row.revision < first.revision]
    if earlier:
        return max(earlier, key=lambda row: row.revision)
    place = next((n for n, row in enumerate(of_track) if row.id == first.id), -1)
    return next((row for row in of_track[place + 1 :] + of_track if row.id != first.id), None)


def _evaluated(project: "Project", row: "SubmissionRow", view: "View") -> Evaluation:
    evaluation = project.evaluate(row, view)
    if evaluation is None:
        if row.track == "concept":
            raise UserError(f"{row.id} cannot be compared", f"The {row.track} track has no evaluator yet.")
        raise NoResultsError(f"no evaluator has results for {row.id}", "Score it first.")
    return evaluation


def _are_of_one_evaluator(one: "EvaluatorRow", other: "EvaluatorRow") -> bool:
    """Whether figures of the two can be compared. Imported results have a digest for each table: their name counts."""
    return one.digest == other.digest or (one.name == other.name and one.kind == other.kind == "imported")


def _of_different_evaluators(project: "Project", one: Evaluation, other: Evaluation) -> UserError:
    """Return what to say of entries that were looked at with different evaluators, or states of one."""
    if one.evaluator.name == other.evaluator.name:
        return UserError(
            f"{one.submission.id} and {other.submission.id} were measured by different states of {one.evaluator.name}",
            "Its version, weights or options have changed between them: score both again.",
        )
    names = [
        dict.fromkeys(row.name for row in project.evaluators_of(evaluation.submission)) for evaluation in (one, other)
    ]
    shared = [name for name in names[0] if name in names[1]]
    return UserError(
        f"{one.submission.id} was measured by {one.evaluator.name}, {other.submission.id} by {other.evaluator.name}",
        f"Choose an evaluator that has measured both: {', '.join(shared)}."
        if shared
        else "Score both with one evaluator.",
    )


def _table(look: Look) -> PairTable:
    built = look.base.built
    return build_table(built.groups, look.decision, conditions=dict(enumerate(built.conditions)))


# ---- figures ----


def _deltas(first: Evaluation, second: Evaluation) -> Iterator[Delta]:
    track = (first.track, second.track)
    for symbol in ("ERB", "EA", "RA"):
        yield _delta(symbol, "", *(getattr(scores, symbol.lower()) for scores in track))
    yield _delta("GP", "", first.gp, second.gp)
    groups = _groups(first), _groups(second)
    for group in first.look.base.protocol.groups_of(first.submission.track):
        sides = [scores.get(group.name) for scores in groups]
        if any(sides):
            for symbol in ("ERB", "FA", "RA"):
                yield _delta(symbol, group.name, *(_figure(side, symbol) for side in sides))


def _groups(evaluation: Evaluation) -> dict[str, SideScores]:
    return {scores.group: scores.unlearned for scores in evaluation.groups}


def _figure(side: SideScores | None, symbol: str) -> MetricValue:
    if side is None:
        return MetricValue(None, reason=NOT_DELIVERED)
    value: MetricValue = getattr(side, symbol.lower())
    return value


def _delta(symbol: str, group: str, first: MetricValue, second: MetricValue) -> Delta:
    if first.value is None or second.value is None:
        return Delta(symbol, group, first, second, None, None)
    return Delta(symbol, group, first, second, second.value - first.value, difference_interval(first, second))


def difference_interval(first: MetricValue, second: MetricValue) -> tuple[float, float] | None:
    """Return MOVER's interval of second − first, as independent; None where either has none.

    50 [40, 60] and 70 [65, 75]: 20 − √(5² + 10²) and 20 + √(5² + 10²).

    >>> low, high = difference_interval(
    ...     MetricValue(50.0, 9, interval=(40.0, 60.0)), MetricValue(70.0, 9, interval=(65.0, 75.0)))
    >>> round(low, 3), round(high, 3)
    (8.82, 31.18)
    """
    if first.value is None or second.value is None or first.interval is None or second.interval is None:
        return None
    (low, high), (other_low, other_high) = first.interval, second.interval
    below = (second.value - other_low, high - first.value)
    above = (other_high - second.value, first.value - low)
    return mover(second.value - first.value, below, above)
