"""Two submissions or revisions beside each other: what moved in the figures, and which samples ended otherwise."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.evaluation import Evaluation
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from genmu_studio.review import load_pairs
from scoring.errors import UserError
from scoring.frame import IndexArray
from scoring.statistics import mover
from scoring.types import MetricValue

if TYPE_CHECKING:
    from genmu_studio.domain import SubmissionRow
    from genmu_studio.project import Project
    from genmu_studio.view import View


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


@dataclass(frozen=True, slots=True)
class ChangedSample:
    """A sample whose outcome differs. outcomes and similarities (to the own template) : first, then second."""

    group: str
    identity: str
    role: str
    condition: str
    seed: int
    samples: tuple[int, int]
    outcomes: tuple[str, str]
    similarities: tuple[float | None, float | None]


@dataclass(frozen=True, eq=False, slots=True)
class EntryComparison:
    """What two entries of a track have in common and not.

    matched : unlearned samples of equal group, identity, condition and seed. only_first, only_second : without such a
    partner. changed : of the matched ones, largest change of similarity first.
    """

    first: Evaluation
    second: Evaluation
    deltas: tuple[Delta, ...]
    matched: int
    only_first: int
    only_second: int
    changed: tuple[ChangedSample, ...]


def compare_entries(
    project: "Project", first: "SubmissionRow", second: "SubmissionRow", view: "View"
) -> EntryComparison:
    """Compare two entries through one lens.

    UserError where they are of different tracks, where one has no results, or not of the same evaluator.
    """
    if first.track != second.track:
        raise UserError(f"{first.id} and {second.id} are of different tracks", "Compare two entries of one track.")
    one, other = (_evaluated(project, row, view) for row in (first, second))
    if one.evaluator.digest != other.evaluator.digest:
        raise UserError(
            f"{first.id} was measured by {one.evaluator.name} {one.evaluator.version}, {second.id} by "
            f"{other.evaluator.name} {other.evaluator.version}",
            "Name an evaluator that has measured both.",
        )
    before, after = (load_pairs(project, each.submission, each.look).table for each in (one, other))
    rows, partners = _matched(before, after)
    differs = np.flatnonzero(
        (before.outcome[rows] != after.outcome[partners])
        | (_names(before.identities, before.became[rows]) != _names(after.identities, after.became[partners]))
    )
    moved = np.abs(after.own_unlearned[partners[differs]] - before.own_unlearned[rows[differs]])
    order = differs[np.argsort(np.where(np.isnan(moved), np.inf, -moved), kind="stable")]
    return EntryComparison(
        first=one,
        second=other,
        deltas=deltas(one, other),
        matched=len(rows),
        only_first=_count(before) - len(rows),
        only_second=_count(after) - len(rows),
        changed=tuple(_changed(before, after, int(rows[place]), int(partners[place])) for place in order),
    )


def _evaluated(project: "Project", row: "SubmissionRow", view: "View") -> Evaluation:
    evaluation = project.evaluate(row, view)
    if evaluation is None:
        raise UserError(f"{row.id} has no results", "Score it first.")
    return evaluation


def _count(table: PairTable) -> int:
    return int(np.count_nonzero(table.unlearned != NO_SAMPLE))


def _names(identities: Sequence[str], became: IndexArray) -> NDArray[np.str_]:
    """Return whom each became, "" for nobody: tables may number identities differently."""
    return np.array([*identities, ""], dtype=np.str_)[became]


def _matched(first: PairTable, second: PairTable) -> tuple[IndexArray, IndexArray]:
    """Return the rows of the unlearned samples that both have, in the order of the first table."""
    keys = [_keys(table) for table in (first, second)]
    place = {key: row for row, key in keys[1].items()}
    rows = [(row, place[key]) for row, key in keys[0].items() if key in place]
    pairs = np.array(rows, dtype=np.intp).reshape(-1, 2)
    return pairs[:, 0], pairs[:, 1]


def _keys(table: PairTable) -> dict[int, tuple[str, str, str, int]]:
    rows = np.flatnonzero(table.unlearned != NO_SAMPLE).tolist()
    groups, identities, conditions = (
        [names[place] for place in column[rows].tolist()]
        for names, column in (
            (table.groups, table.group),
            (table.identities, table.identity),
            (table.conditions, table.condition),
        )
    )
    seeds = table.seed[rows].tolist()
    return dict(zip(rows, zip(groups, identities, conditions, seeds, strict=True), strict=True))


def _changed(before: PairTable, after: PairTable, row: int, partner: int) -> ChangedSample:
    return ChangedSample(
        group=before.groups[int(before.group[row])],
        identity=before.identity_of(row),
        role=before.role_of(row),
        condition=before.conditions[int(before.condition[row])],
        seed=int(before.seed[row]),
        samples=(int(before.unlearned[row]), int(after.unlearned[partner])),
        outcomes=(before.words_of(row), after.words_of(partner)),
        similarities=(_known(before.own_unlearned[row]), _known(after.own_unlearned[partner])),
    )


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


# ---- figures ----


def deltas(first: Evaluation, second: Evaluation) -> tuple[Delta, ...]:
    """Return the figures of the track, then of each group that both have, with their changes."""
    found = [
        _delta("ERB", "", first.track.erb, second.track.erb),
        _delta("EA", "", first.track.ea, second.track.ea),
        _delta("RA", "", first.track.ra, second.track.ra),
        _delta("GP", "", first.gp, second.gp),
    ]
    groups = {scores.group: scores for scores in second.groups}
    for scores in first.groups:
        if (other := groups.get(scores.group)) is None:
            continue
        for symbol in ("ERB", "FA", "RA"):
            name = symbol.lower()
            found.append(_delta(symbol, scores.group, getattr(scores.unlearned, name), getattr(other.unlearned, name)))
    return tuple(found)


def _delta(symbol: str, group: str, first: MetricValue, second: MetricValue) -> Delta:
    if first.value is None or second.value is None:
        return Delta(symbol, group, first, second, None, None)
    change = second.value - first.value
    return Delta(symbol, group, first, second, change, difference_interval(first, second))


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
