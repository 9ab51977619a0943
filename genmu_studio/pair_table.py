"""All matched pairs of a submission as a few columns.

`pair_building` fills them in milliseconds at 100,000 pairs; whatever else is known of a sample is read when somebody
looks at it (`genmu_studio.review`). `pair_filter`, `pair_facets` and `pair_orders` read these columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.pair_codes import BitArray
from genmu_studio.pair_index import MeasuredColumn, PairIndex
from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome
from scoring.frame import BoolArray, IndexArray
from scoring.types import FloatArray

if TYPE_CHECKING:
    from genmu_studio.marks import Marks

NO_SAMPLE = -1

# What people said about a pair: something, or different things.
LABELLED, CONFLICTING = 1, 2


@dataclass(frozen=True, eq=False, slots=True)
class PairTable:
    """All pairs of a submission, n rows: by group, identity (the forget identity first), condition, seed.

    groups, identities, conditions : names; `group`, `identity`, `condition` and `became` are indices into them,
    `became` −1 where the pair kept or lost its identity. original, unlearned : sample ids, −1 where the pair lacks that
    side; the columns of that side are then NaN, and its status −1. own_…, forget_… : similarity to the template of the
    identity asked for and of the forget identity, float32. status_… : int8 of `Status`. outcome : int8 of
    `PairOutcome`. costs : costs points under the policy. frame_row : row of the unlearned sample in the frame of its
    group, −1 where the pair lacks it. mismatched : settings differ. code_bits : bit i is set where either side was
    flagged or failed with `codes[i]`, the last two of which say that settings differ and that a side is missing.
    problem : a failure, an error, a flag, differing settings, or no partner.
    pick : 1 picked, −1 rejected, 0 neither. bookmarked. noted : has a note. notes : those, by row, as written.
    measured : what a filter can ask of other aspects, by the name of its part, as far as it was read; None where nobody
    has measured it. label_state : what people said, `LABELLED`, `CONFLICTING` or 0 for nothing; None where nobody is
    asked anything.
    """

    groups: tuple[str, ...]
    identities: tuple[str, ...]
    conditions: tuple[str, ...]
    codes: tuple[str, ...]
    original: NDArray[np.int64]
    unlearned: NDArray[np.int64]
    group: IndexArray
    identity: IndexArray
    is_forget: BoolArray
    condition: IndexArray
    seed: NDArray[np.int64]
    own_original: FloatArray
    own_unlearned: FloatArray
    forget_original: FloatArray
    forget_unlearned: FloatArray
    status_original: NDArray[np.int8]
    status_unlearned: NDArray[np.int8]
    outcome: NDArray[np.int8]
    became: IndexArray
    costs: BoolArray
    frame_row: IndexArray
    mismatched: BoolArray
    code_bits: BitArray
    problem: BoolArray
    pick: NDArray[np.int8]
    bookmarked: BoolArray
    noted: BoolArray
    notes: Mapping[int, str]
    index: PairIndex
    measured: Mapping[str, MeasuredColumn | None] = field(default_factory=dict)
    label_state: NDArray[np.int8] | None = None

    def __len__(self) -> int:
        return len(self.original)

    @property
    def members(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The identities of each group that it has pairs of, with their roles, the forget identity first."""
        found: dict[str, list[tuple[str, str]]] = {group: [] for group in self.groups}
        for (group, identity), row in zip(self.index.members, self.index.first_rows.tolist(), strict=True):
            found[self.groups[group]].append((self.identities[identity], self.role_of(row)))
        return {group: tuple(each) for group, each in found.items()}

    @property
    def member_names(self) -> tuple[tuple[str, str], ...]:
        """(Group, identity) by the numbers of `index.member`."""
        return tuple((self.groups[group], self.identities[identity]) for group, identity in self.index.members)

    def row_of(self, sample: int) -> int | None:
        """Return the row of the pair that the sample belongs to."""
        place = int(self.index.by_sample.find(np.array([sample]))[0])
        return place // 2 if place >= 0 else None

    def samples(self, row: int) -> tuple[int, int]:
        """Return the ids of the original and the unlearned sample of a pair."""
        return int(self.original[row]), int(self.unlearned[row])

    def key(self, row: int) -> int:
        """Return the sample that the marks of a pair belong to: the unlearned one, else the original."""
        original, unlearned = self.samples(row)
        return original if unlearned == NO_SAMPLE else unlearned

    def identity_of(self, row: int) -> str:
        """Return the identity that a pair was asked to show."""
        return self.identities[int(self.identity[row])]

    def role_of(self, row: int) -> str:
        """Return "forget" or "retain"."""
        return "forget" if self.is_forget[row] else "retain"

    def outcome_of(self, row: int) -> PairOutcome:
        """Return what became of a pair."""
        return PairOutcome(int(self.outcome[row]))

    def words_of(self, row: int) -> str:
        """Return what became of a pair, in words."""
        became = int(self.became[row])
        return f"became {self.identities[became]}" if became >= 0 else OUTCOME_WORDS[self.outcome_of(row)]


def with_marks(table: PairTable, marks: "Marks") -> PairTable:
    """Return the table with these marks instead of its own, all else shared; marks of unknown samples are left out."""
    pick = np.zeros(len(table), dtype=np.int8)
    pick[_rows_of(table, [sample for sample, mark in marks.picks.items() if mark == "pick"])] = 1
    pick[_rows_of(table, [sample for sample, mark in marks.picks.items() if mark == "reject"])] = -1
    bookmarked, noted = np.zeros(len(table), dtype=np.bool_), np.zeros(len(table), dtype=np.bool_)
    bookmarked[_rows_of(table, list(marks.bookmarks))] = True
    rows = table.index.by_key.find(np.array(list(marks.notes), dtype=np.int64)).tolist()
    notes = {row: note for row, note in zip(rows, marks.notes.values(), strict=True) if row >= 0}
    noted[list(notes)] = True
    return replace(table, pick=pick, bookmarked=bookmarked, noted=noted, notes=notes)


def with_label_states(table: PairTable, states: NDArray[np.int8] | None) -> PairTable:
    """Return the table with what people said of its pairs, (n,), all else shared."""
    return replace(table, label_state=states)


def with_measured(table: PairTable, measured: Mapping[str, MeasuredColumn | None]) -> PairTable:
    """Return the table with these columns of other aspects instead of its own, all else shared."""
    return replace(table, measured=measured)


def _rows_of(table: PairTable, keys: Sequence[int]) -> IndexArray:
    found = table.index.by_key.find(np.array(keys, dtype=np.int64))
    return found[found >= 0]
