"""Which samples of two entries ended otherwise: the same identity, condition and seed, another outcome."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, prod
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from scoring.frame import IndexArray, published_order


@dataclass(frozen=True, slots=True)
class ChangedSample:
    """A sample whose outcome differs. Each pair of values : of the first entry, then of the second.

    words : the outcomes, and whom it became. similarities : to the own template, None where nothing was acquired.
    """

    group: str
    identity: str
    role: str
    condition: str
    seed: int
    samples: tuple[int, int]
    outcomes: tuple[PairOutcome, PairOutcome]
    words: tuple[str, str]
    similarities: tuple[float | None, float | None]

    @property
    def moved(self) -> float | None:
        """Second similarity − first, None where either is missing."""
        first, second = self.similarities
        return None if first is None or second is None else second - first


class Turn(NamedTuple):
    """What became of samples of a role in the first entry, and in the second."""

    role: str
    first: PairOutcome
    second: PairOutcome


@dataclass(frozen=True, eq=False, slots=True)
class ChangedSamples(Sequence[ChangedSample]):
    """Changed samples, made when they are looked at. rows, partners : of the tables of both entries, (n,) each."""

    before: PairTable
    after: PairTable
    rows: IndexArray
    partners: IndexArray

    def __len__(self) -> int:
        return len(self.rows)

    @overload
    def __getitem__(self, place: int) -> ChangedSample: ...
    @overload
    def __getitem__(self, place: slice) -> "ChangedSamples": ...
    def __getitem__(self, place: int | slice) -> "ChangedSample | ChangedSamples":
        if isinstance(place, slice):
            return ChangedSamples(self.before, self.after, self.rows[place], self.partners[place])
        before, after, row, partner = self.before, self.after, int(self.rows[place]), int(self.partners[place])
        return ChangedSample(
            group=before.groups[int(before.group[row])],
            identity=before.identity_of(row),
            role=before.role_of(row),
            condition=before.conditions[int(before.condition[row])],
            seed=int(before.seed[row]),
            samples=(int(before.unlearned[row]), int(after.unlearned[partner])),
            outcomes=(before.outcome_of(row), after.outcome_of(partner)),
            words=(before.words_of(row), after.words_of(partner)),
            similarities=(_known(before.own_unlearned[row]), _known(after.own_unlearned[partner])),
        )

    def __iter__(self) -> Iterator[ChangedSample]:
        return (self[place] for place in range(len(self)))

    def turns(self) -> Mapping[Turn, int]:
        """Return how many samples took each turn, the most frequent first."""
        shape = (2, len(PairOutcome), len(PairOutcome))
        (before, rows), (after, partners) = self._sides
        places = (before.is_forget[rows].astype(np.intp), before.outcome[rows], after.outcome[partners])
        counts = np.bincount(np.ravel_multi_index(places, shape), minlength=prod(shape))
        order = np.argsort(-counts, kind="stable")[: np.count_nonzero(counts)]
        found = zip(*(place.tolist() for place in np.unravel_index(order, shape)), counts[order].tolist(), strict=True)
        return {
            Turn(("retain", "forget")[is_forget], PairOutcome(a), PairOutcome(b)): n for is_forget, a, b, n in found
        }

    def that_took(self, turn: Turn) -> "ChangedSamples":
        """Return the samples that took a turn, in the same order."""
        (before, rows), (after, partners) = self._sides
        took = self.before.is_forget[rows] == (turn.role == "forget")
        took &= (before.outcome[rows] == turn.first) & (after.outcome[partners] == turn.second)
        return ChangedSamples(before, after, rows[took], partners[took])

    def place_of(self, sample: int) -> int | None:
        """Return where a sample of the first entry stands, None where it is not among these."""
        found = np.flatnonzero(self.before.unlearned[self.rows] == sample)
        return int(found[0]) if len(found) else None

    @property
    def _sides(self) -> tuple[tuple[PairTable, IndexArray], tuple[PairTable, IndexArray]]:
        return (self.before, self.rows), (self.after, self.partners)


@dataclass(frozen=True, eq=False, slots=True)
class SampleChanges:
    """What becomes of the samples of two entries.

    matched : unlearned samples of equal group, identity, condition and seed. only_first, only_second : without such a
    partner. changed : of the matched ones, largest change of similarity first, those that nothing was acquired of last.
    """

    matched: int
    only_first: int
    only_second: int
    changed: ChangedSamples


def compare_samples(before: PairTable, after: PairTable) -> SampleChanges:
    """Compare the unlearned samples of two tables; groups, identities and conditions are told by their names."""
    rows, partners = _matched(before, after)
    differs = before.outcome[rows] != after.outcome[partners]
    # A sample that became one person and then another has the same outcome, and is not the same.
    became = _renumbered(
        ((*before.identities, ""), before.became[rows]), ((*after.identities, ""), after.became[partners])
    )
    differs |= np.not_equal(*np.split(became, 2))
    rows, partners = rows[differs], partners[differs]
    moved = np.abs(after.own_unlearned[partners] - before.own_unlearned[rows])
    order = np.argsort(-moved, kind="stable")  # NaN goes last
    return SampleChanges(
        matched=len(differs),
        only_first=_count(before) - len(differs),
        only_second=_count(after) - len(differs),
        changed=ChangedSamples(before, after, rows[order], partners[order]),
    )


def _matched(first: PairTable, second: PairTable) -> tuple[IndexArray, IndexArray]:
    """Return the rows in both tables of the unlearned samples that both have, by the names of what was asked for.

    The order is that of the names, whichever table comes first.
    """
    rows = [np.flatnonzero(table.unlearned != NO_SAMPLE) for table in (first, second)]
    columns = [
        _renumbered((first.groups, first.group[rows[0]]), (second.groups, second.group[rows[1]])),
        _renumbered((first.identities, first.identity[rows[0]]), (second.identities, second.identity[rows[1]])),
        _renumbered((first.conditions, first.condition[rows[0]]), (second.conditions, second.condition[rows[1]])),
        np.concatenate([first.seed[rows[0]], second.seed[rows[1]]]),
    ]
    places = np.full((2, len(columns[0])), NO_SAMPLE, dtype=np.intp)
    for place, found, key in zip(places, rows, np.split(_keys(columns), [len(rows[0])]), strict=True):
        place[key] = found
    in_both = (places != NO_SAMPLE).all(axis=0)
    return places[0, in_both], places[1, in_both]


def _keys(columns: Sequence[NDArray[np.int64]]) -> IndexArray:
    """Return a number for each row (n,), smaller than n: equal where all columns are, ascending with the first of them.

    A fifth of what `np.unique` takes over rows.
    """
    order = np.lexsort(columns[::-1])
    begins = np.zeros(len(order), dtype=np.bool_)
    for column in columns:
        begins[1:] |= np.diff(column[order]) != 0
    keys = np.empty(len(order), dtype=np.intp)
    keys[order] = np.cumsum(begins)
    return keys


def _renumbered(*tables: tuple[Sequence[str], IndexArray]) -> IndexArray:
    """Return one column under another, numbered alike: tables may number the same names differently."""
    known = sorted({name for names, _ in tables for name in names}, key=published_order)
    number = {name: place for place, name in enumerate(known)}
    return np.concatenate([
        np.array([number[name] for name in names], dtype=np.intp)[column] for names, column in tables
    ])  # fmt: skip


def _count(table: PairTable) -> int:
    return int(np.count_nonzero(table.unlearned != NO_SAMPLE))


def _known(value: float) -> float | None:
    return None if isnan(value) else float(value)
