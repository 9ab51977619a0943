"""All matched pairs of a submission as a few columns.

Built from the frames of an evaluation in milliseconds at 100,000 pairs; whatever else is known of a sample is read when
somebody looks at it (`genmu_studio.review`). `pair_filter`, `pair_facets` and `pair_orders` read these columns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from genmu_studio.pair_codes import NO_PARTNER, NOTHING_NOTED, SETTINGS_DIFFER, BitArray, NotedCodes, bits_of
from genmu_studio.pair_index import MeasuredColumn, PairIndex, index_pairs
from scoring.errors import BugError
from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray, Side, Status
from scoring.metrics.outcomes import SampleOutcome, outcomes
from scoring.types import FloatArray

if TYPE_CHECKING:
    from genmu_studio.look import Look
    from genmu_studio.marks import Marks

Value = TypeVar("Value", bound=np.generic)

NO_SAMPLE = -1


class PairOutcome(IntEnum):
    """What became of a pair, by its unlearned sample; ABSENT = it has none. The order is that of the filters."""

    FORGOTTEN = 0
    STILL_VERIFIED = 1
    KEPT = 2
    LOST = 3
    BECAME_FORGET = 4
    BECAME_RETAIN = 5
    COLLAPSED = 6
    UNSCORED = 7
    ABSENT = 8


OUTCOME_WORDS: Mapping[PairOutcome, str] = {
    PairOutcome.FORGOTTEN: "forgotten",
    PairOutcome.STILL_VERIFIED: "still verified",
    PairOutcome.KEPT: "kept",
    PairOutcome.LOST: "lost",
    PairOutcome.BECAME_FORGET: "became forget",
    PairOutcome.BECAME_RETAIN: "became retain",
    PairOutcome.COLLAPSED: "collapsed",
    PairOutcome.UNSCORED: "not scored",
    PairOutcome.ABSENT: "no unlearned sample",
}

# By `SampleOutcome`, of a retain and of a forget sample; who became the forget identity is told apart afterwards.
_OUTCOMES = np.array(
    [
        [PairOutcome.KEPT, PairOutcome.BECAME_RETAIN, PairOutcome.LOST, PairOutcome.COLLAPSED, PairOutcome.UNSCORED],
        [PairOutcome.STILL_VERIFIED, PairOutcome.BECAME_RETAIN, PairOutcome.FORGOTTEN, PairOutcome.COLLAPSED,
         PairOutcome.UNSCORED],
    ],
    dtype=np.int8,
)  # fmt: skip


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


def build_table(
    frames: Sequence[GroupFrame],
    decision: Decision | None,
    noted: NotedCodes = NOTHING_NOTED,
    conditions: Mapping[int, str] | None = None,
) -> PairTable:
    """Return the pairs of all frames, without marks.

    decision : None where nothing is scored. noted : codes of samples. conditions : names of the frames' conditions.
    """
    identities = tuple(dict.fromkeys(identity for frame in frames for identity in frame.identities))
    codes = (*noted.codes, SETTINGS_DIFFER, NO_PARTNER)
    parts = [_columns(frame, number, identities, decision, noted) for number, frame in enumerate(frames)]
    columns: dict[str, Any] = {name: _joined(parts, name) for name in _EMPTY}
    lacks_side = (columns["original"] == NO_SAMPLE) | (columns["unlearned"] == NO_SAMPLE)
    columns["code_bits"] |= np.where(columns["mismatched"], bits_of(codes, [SETTINGS_DIFFER]), np.uint64(0))
    columns["code_bits"] |= np.where(lacks_side, bits_of(codes, [NO_PARTNER]), np.uint64(0))
    columns["problem"] |= columns["code_bits"] != 0
    names, columns["condition"] = _name_conditions(columns["condition"], conditions or {})
    n = len(lacks_side)
    return PairTable(
        groups=tuple(frame.group for frame in frames),
        identities=identities,
        conditions=names,
        codes=codes,
        **columns,
        pick=np.zeros(n, dtype=np.int8),
        bookmarked=np.zeros(n, dtype=np.bool_),
        noted=np.zeros(n, dtype=np.bool_),
        notes={},
        index=index_pairs(
            original=columns["original"],
            unlearned=columns["unlearned"],
            group=columns["group"],
            identity=columns["identity"],
            seed=columns["seed"],
            own=columns["own_unlearned"],
            forget=columns["forget_unlearned"],
        ),
    )


def _name_conditions(numbers: IndexArray, names: Mapping[int, str]) -> tuple[tuple[str, ...], IndexArray]:
    """Return the names of the conditions that occur, by their numbers, and the place of each row's among them."""
    found, places = np.unique(numbers, return_inverse=True)
    return tuple(names.get(number, f"condition {number + 1}") for number in found.tolist()), places


def with_decision(table: PairTable, look: "Look") -> PairTable:
    """Return the table under another decision about the frames that it was built from, everything else shared.

    Other are `outcome`, `became` and `costs`: milliseconds at 100,000 pairs, for a threshold that is being dragged.
    """
    if tuple(frame.group for frame in look.frames) != table.groups:
        raise BugError("the table is of other frames")
    ends = np.searchsorted(table.group, np.arange(len(look.frames) + 1))
    parts = [
        _decided(frame, look.decision, table.frame_row[first:end], table.is_forget[first:end], table.identities)
        for frame, first, end in zip(look.frames, ends, ends[1:], strict=False)
    ]
    decided: dict[str, Any] = {name: _joined(parts, name) for name in ("outcome", "became", "costs")}
    return replace(table, **decided)


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


_EMPTY: Mapping[str, type] = {
    "original": np.int64, "unlearned": np.int64, "group": np.intp, "identity": np.intp, "is_forget": np.bool_,
    "condition": np.intp, "seed": np.int64, "own_original": np.float32, "own_unlearned": np.float32,
    "forget_original": np.float32, "forget_unlearned": np.float32, "status_original": np.int8,
    "status_unlearned": np.int8, "outcome": np.int8, "became": np.intp, "costs": np.bool_, "frame_row": np.intp,
    "mismatched": np.bool_, "code_bits": np.uint64, "problem": np.bool_,
}  # fmt: skip


def _joined(parts: Sequence[Mapping[str, NDArray[Any]]], name: str) -> NDArray[Any]:
    return np.concatenate([part[name] for part in parts]) if parts else np.empty(0, dtype=_EMPTY[name])


def _columns(
    frame: GroupFrame,
    number: int,
    identities: tuple[str, ...],
    decision: Decision | None,
    noted: NotedCodes,
) -> dict[str, NDArray[Any]]:
    unlearned, original = _sides(frame)
    asked = np.where(unlearned >= 0, unlearned, original)
    order = np.lexsort((frame.seed[asked], frame.condition[asked], frame.identity[asked]))
    unlearned, original, asked = unlearned[order], original[order], asked[order]
    name_of = _places_of(frame.identities, identities)
    is_forget = frame.identity[asked] == 0
    statuses = [_taken(frame.status, rows, NO_SAMPLE) for rows in (original, unlearned)]
    bits = noted.of(frame.sample_id)
    failed = np.zeros(len(asked), dtype=np.bool_)
    if decision is not None:  # before scoring nothing has failed
        failed = (statuses[0] > Status.SCORED) | (statuses[1] > Status.SCORED)
    return {
        "original": _taken(frame.sample_id, original, NO_SAMPLE),
        "unlearned": _taken(frame.sample_id, unlearned, NO_SAMPLE),
        "group": np.full(len(asked), number, dtype=np.intp),
        "identity": name_of[frame.identity[asked]],
        "is_forget": is_forget,
        "condition": frame.condition[asked],
        "seed": frame.seed[asked],
        "own_original": _taken(frame.own, original, np.nan),
        "own_unlearned": _taken(frame.own, unlearned, np.nan),
        "forget_original": _taken(frame.similarity[:, 0], original, np.nan),
        "forget_unlearned": _taken(frame.similarity[:, 0], unlearned, np.nan),
        "status_original": statuses[0],
        "status_unlearned": statuses[1],
        **_decided(frame, decision, unlearned, is_forget, identities),
        "frame_row": unlearned,
        "mismatched": frame.mismatched[asked],
        "code_bits": _taken(bits, original, 0) | _taken(bits, unlearned, 0),
        "problem": failed,
    }


def _places_of(names: Sequence[str], among: Sequence[str]) -> IndexArray:
    return np.array([among.index(name) for name in names], dtype=np.intp)


def _decided(
    frame: GroupFrame,
    decision: Decision | None,
    unlearned: IndexArray,
    is_forget: BoolArray,
    identities: Sequence[str],
) -> dict[str, NDArray[Any]]:
    """Return the columns that follow from the decision about each pair; `unlearned` : its row in the frame, or −1."""
    outcome, became = pair_outcomes(frame, decision, unlearned, is_forget)
    return {
        "outcome": outcome,
        "became": np.append(_places_of(frame.identities, identities), -1).take(became),
        "costs": _costs(outcome, is_forget, decision),
    }


def _sides(frame: GroupFrame) -> tuple[IndexArray, IndexArray]:
    """Return rows of the unlearned and the original sample of each pair, −1 where a side has none."""
    later = np.flatnonzero(frame.side == Side.UNLEARNED)
    alone = np.flatnonzero((frame.side == Side.ORIGINAL) & (frame.partner < 0))
    unlearned = np.concatenate([later, np.full(len(alone), -1, dtype=np.intp)])
    original = np.concatenate([frame.partner[later], alone])
    return unlearned, original


def _taken(column: NDArray[Value], rows: IndexArray, missing: float) -> NDArray[Value]:
    """Return `column[rows]`, `missing` where a row is −1; of the column's type."""
    taken: NDArray[Value] = np.where(rows >= 0, column[rows], np.asarray(missing, dtype=column.dtype))
    return taken


def pair_outcomes(
    frame: GroupFrame, decision: Decision | None, unlearned: IndexArray, is_forget: BoolArray
) -> tuple[NDArray[np.int8], IndexArray]:
    """Return (`PairOutcome`, whom it became as a column of the frame, −1 for nobody) of each pair."""
    if decision is None:
        codes = np.full(len(unlearned), SampleOutcome.UNSCORED, dtype=np.int8)
    else:
        codes = outcomes(frame, decision).take(unlearned)
    outcome = _by_role(_OUTCOMES, is_forget, codes)
    moved = np.flatnonzero((codes == SampleOutcome.BECAME) & (unlearned >= 0))
    became = np.full(len(unlearned), -1, dtype=np.intp)
    became[moved] = frame.rival[unlearned[moved]]
    outcome[moved[became[moved] == 0]] = PairOutcome.BECAME_FORGET
    outcome[unlearned < 0] = PairOutcome.ABSENT
    return outcome, became


def _costs(outcome: NDArray[np.int8], is_forget: BoolArray, decision: Decision | None) -> BoolArray:
    """Return which pairs cost points: whoever should be forgotten and is not, whoever should be kept and is not."""
    costs = np.zeros((2, len(PairOutcome)), dtype=np.bool_)  # of a retain sample, of a forget sample
    costs[0] = True
    costs[0, [PairOutcome.KEPT, PairOutcome.UNSCORED, PairOutcome.ABSENT]] = False
    costs[1, PairOutcome.STILL_VERIFIED] = True
    if decision is not None and decision.policy != "forgotten":
        # `failure` counts a failed forget sample against the entry, `exclude` no failed one at all.
        costs[:, PairOutcome.COLLAPSED] = decision.policy == "failure"
    return _by_role(costs, is_forget, outcome)


def _by_role(table: NDArray[Value], is_forget: BoolArray, codes: NDArray[np.int8]) -> NDArray[Value]:
    """Return the entry of `table`, of a retain and of a forget sample by code, of each sample."""
    # `take` from one flat row is several times faster than an index of two columns.
    found: NDArray[Value] = table.ravel().take(codes + table.shape[1] * is_forget.view(np.int8))
    return found
