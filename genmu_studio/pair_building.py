"""Builds the table of all pairs from the frames of an evaluation, and decides about its pairs anew."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from genmu_studio.pair_codes import NO_PARTNER, NOTHING_NOTED, SETTINGS_DIFFER, NotedCodes, bits_of
from genmu_studio.pair_index import index_pairs
from genmu_studio.pair_outcomes import costs_points, pair_outcomes
from genmu_studio.pair_table import NO_SAMPLE, PairTable
from scoring.errors import BugError
from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray, Side, Status

if TYPE_CHECKING:
    from genmu_studio.look import Look

Value = TypeVar("Value", bound=np.generic)

_EMPTY: Mapping[str, type] = {
    "original": np.int64, "unlearned": np.int64, "group": np.intp, "identity": np.intp, "is_forget": np.bool_,
    "condition": np.intp, "seed": np.int64, "own_original": np.float32, "own_unlearned": np.float32,
    "forget_original": np.float32, "forget_unlearned": np.float32, "status_original": np.int8,
    "status_unlearned": np.int8, "outcome": np.int8, "became": np.intp, "costs": np.bool_, "frame_row": np.intp,
    "mismatched": np.bool_, "code_bits": np.uint64, "problem": np.bool_,
}  # fmt: skip


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
        "costs": costs_points(outcome, is_forget, decision),
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
