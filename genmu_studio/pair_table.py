"""All matched pairs of a submission as a few columns, with filters and orders as index arrays.

Built from the frames of an evaluation in milliseconds at 100,000 pairs; whatever else is known of a sample is read when
somebody looks at it (`genmu_studio.review`).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray, Side, Status
from scoring.metrics.outcomes import SampleOutcome, outcomes
from scoring.types import FloatArray

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

# By `SampleOutcome`; whether BECAME means the forget identity is decided by whom it became.
_OF_FORGET = np.array(
    [PairOutcome.STILL_VERIFIED, PairOutcome.BECAME_RETAIN, PairOutcome.FORGOTTEN, PairOutcome.COLLAPSED,
     PairOutcome.UNSCORED],
    dtype=np.int8,
)  # fmt: skip
_OF_RETAIN = np.array(
    [PairOutcome.KEPT, PairOutcome.BECAME_RETAIN, PairOutcome.LOST, PairOutcome.COLLAPSED, PairOutcome.UNSCORED],
    dtype=np.int8,
)  # fmt: skip


@dataclass(frozen=True, eq=False, slots=True)
class PairTable:
    """All pairs of a submission, n rows: by group, identity (the forget identity first), condition, seed.

    groups, identities : names; `group`, `identity` and `became` are indices into them, `became` −1 where the pair kept
    or lost its identity. original, unlearned : sample ids, −1 where the pair lacks that side; the columns of that side
    are then NaN, and its status −1. own_…, forget_… : similarity to the template of the identity asked for and of the
    forget identity, float32. status_… : int8 of `Status`. outcome : int8 of `PairOutcome`. mismatched : settings
    differ. problem : a failure, an error, a flag, differing settings, or no partner.
    """

    groups: tuple[str, ...]
    identities: tuple[str, ...]
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
    mismatched: BoolArray
    problem: BoolArray

    def __len__(self) -> int:
        return len(self.original)

    @property
    def members(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        """The identities of each group that it has pairs of, with their roles, the forget identity first."""
        found: dict[str, tuple[tuple[str, str], ...]] = {}
        for number, group in enumerate(self.groups):
            rows = np.flatnonzero(self.group == number)
            first = rows[np.sort(np.unique(self.identity[rows], return_index=True)[1])]
            found[group] = tuple((self.identity_of(row), self.role_of(row)) for row in first.tolist())
        return found

    def row_of(self, sample: int) -> int | None:
        """Return the row of the pair that the sample belongs to."""
        found = np.flatnonzero((self.original == sample) | (self.unlearned == sample))
        return int(found[0]) if sample != NO_SAMPLE and len(found) else None

    def samples(self, row: int) -> tuple[int, int]:
        """Return the ids of the original and the unlearned sample of a pair."""
        return int(self.original[row]), int(self.unlearned[row])

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


def build_table(frames: Sequence[GroupFrame], decision: Decision | None, flagged: Sequence[int] = ()) -> PairTable:
    """Return the pairs of all frames. decision : None where nothing is scored. flagged : ids of flagged samples."""
    identities = tuple(dict.fromkeys(identity for frame in frames for identity in frame.identities))
    marked = np.asarray(flagged, dtype=np.int64)
    parts = [_columns(frame, number, identities, decision, marked) for number, frame in enumerate(frames)]
    names = tuple(_EMPTY)
    joined = {
        name: np.concatenate([part[name] for part in parts]) if parts else np.empty(0, dtype=_EMPTY[name])
        for name in names
    }
    return PairTable(groups=tuple(frame.group for frame in frames), identities=identities, **joined)


_EMPTY: Mapping[str, type] = {
    "original": np.int64, "unlearned": np.int64, "group": np.intp, "identity": np.intp, "is_forget": np.bool_,
    "condition": np.intp, "seed": np.int64, "own_original": np.float32, "own_unlearned": np.float32,
    "forget_original": np.float32, "forget_unlearned": np.float32, "status_original": np.int8,
    "status_unlearned": np.int8, "outcome": np.int8, "became": np.intp, "mismatched": np.bool_, "problem": np.bool_,
}  # fmt: skip


def _columns(
    frame: GroupFrame,
    number: int,
    identities: tuple[str, ...],
    decision: Decision | None,
    flagged: NDArray[np.int64],
) -> dict[str, NDArray[Any]]:
    unlearned, original = _sides(frame)
    asked = np.where(unlearned >= 0, unlearned, original)
    order = np.lexsort((frame.seed[asked], frame.condition[asked], frame.identity[asked]))
    unlearned, original, asked = unlearned[order], original[order], asked[order]
    name_of = np.array([identities.index(identity) for identity in frame.identities], dtype=np.intp)
    is_forget = frame.identity[asked] == 0
    outcome, became = _outcomes(frame, decision, unlearned, is_forget)
    statuses = [_taken(frame.status, rows, NO_SAMPLE) for rows in (original, unlearned)]
    problem = frame.mismatched[asked] | (unlearned < 0) | (original < 0)
    for rows, status in zip((original, unlearned), statuses, strict=True):
        problem |= _taken(np.isin(frame.sample_id, flagged), rows, False)
        if decision is not None:  # before scoring nothing has failed
            problem |= status > Status.SCORED
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
        "outcome": outcome,
        "became": np.where(became >= 0, name_of[became], -1),
        "mismatched": frame.mismatched[asked],
        "problem": problem,
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


def _outcomes(
    frame: GroupFrame, decision: Decision | None, unlearned: IndexArray, is_forget: BoolArray
) -> tuple[NDArray[np.int8], IndexArray]:
    """Return (`PairOutcome`, whom it became as a column of the frame, −1 for nobody) of each pair."""
    if decision is None:
        codes = np.full(len(unlearned), SampleOutcome.UNSCORED, dtype=np.int8)
    else:
        codes = outcomes(frame, decision)[unlearned]
    outcome = np.where(is_forget, _OF_FORGET[codes], _OF_RETAIN[codes])
    moved = (codes == SampleOutcome.BECAME) & (unlearned >= 0)
    became = np.where(moved, frame.rival[unlearned], -1)
    outcome[moved & (became == 0)] = PairOutcome.BECAME_FORGET
    outcome[unlearned < 0] = PairOutcome.ABSENT
    return outcome, became


# ---- filters and orders ----


@dataclass(frozen=True, slots=True)
class PairFilter:
    """Which pairs to show; what is None or empty lets everything through. role : "forget" or "retain"."""

    group: str | None = None
    identity: str | None = None
    role: str | None = None
    outcomes: frozenset[PairOutcome] = frozenset()
    problems: bool = False


def matching(table: PairTable, wanted: PairFilter) -> BoolArray:
    """Return which pairs the filter lets through, (n,)."""
    mask = np.ones(len(table), dtype=np.bool_)
    if wanted.group is not None:
        mask &= table.group == _index(table.groups, wanted.group)
    if wanted.identity is not None:
        mask &= table.identity == _index(table.identities, wanted.identity)
    if wanted.role is not None:
        mask &= table.is_forget == (wanted.role == "forget")
    if wanted.outcomes:
        mask &= np.isin(table.outcome, [int(outcome) for outcome in wanted.outcomes])
    if wanted.problems:
        mask &= table.problem
    return mask


def _index(names: Sequence[str], name: str) -> int:
    return names.index(name) if name in names else -2  # no column holds it


def count_outcomes(table: PairTable, mask: BoolArray) -> dict[PairOutcome, int]:
    """Return how many of the pairs in `mask` ended in each outcome, without zeros, in the order of `PairOutcome`."""
    counts = np.bincount(table.outcome[mask], minlength=len(PairOutcome))
    return {outcome: int(counts[outcome]) for outcome in PairOutcome if counts[outcome]}


def _costs(table: PairTable) -> NDArray[np.int8]:
    """Return 0 for pairs that cost points, 1 for the others."""
    harmless = (PairOutcome.KEPT, PairOutcome.FORGOTTEN, PairOutcome.UNSCORED, PairOutcome.ABSENT)
    fine = np.isin(table.outcome, harmless) | (table.is_forget & (table.outcome != PairOutcome.STILL_VERIFIED))
    costs: NDArray[np.int8] = fine.astype(np.int8)
    return costs


SORTS: Mapping[str, tuple[str, Callable[[PairTable], NDArray[Any]]]] = {
    "published": ("identity, condition, seed", lambda table: np.zeros(len(table), dtype=np.int8)),
    "costs": ("points lost first", _costs),
    "lowest": ("similarity, lowest first", lambda table: table.own_unlearned),
    "highest": ("similarity, highest first", lambda table: -table.own_unlearned),
    "change": ("largest change first", lambda table: -np.abs(table.own_unlearned - table.own_original)),
    "forget": ("nearest to the forget identity", lambda table: -table.forget_unlearned),
}


def ordered(table: PairTable, sort: str) -> IndexArray:
    """Return all rows in the order `sort`, a name of `SORTS`; what has no value comes last, ties as in the table."""
    order: IndexArray = np.argsort(SORTS[sort][1](table), kind="stable")
    return order
