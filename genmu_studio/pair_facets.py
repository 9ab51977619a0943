"""How many pairs each value of a filter would show: counts for its panel."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from genmu_studio.pair_codes import BitArray
from genmu_studio.pair_filter import LABELS, MARKS, ROLES, PairFilter, labelled_as, masks
from genmu_studio.pair_index import Bins
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pair_table import PairTable
from genmu_studio.pair_texts import PairTexts
from scoring.frame import BoolArray, IndexArray

Name = TypeVar("Name")

# Row v holds the eight bits of the byte v, the lowest first.
_BITS_OF_BYTE = np.arange(256)[:, np.newaxis] >> np.arange(8) & 1


@dataclass(frozen=True, eq=False, slots=True)
class Histogram:
    """Counts by bins. edges : float64 (b + 1,), ascending. counts : of the pairs left, (b,). all_counts : of all."""

    edges: NDArray[np.float64]
    counts: IndexArray
    all_counts: IndexArray


@dataclass(frozen=True, eq=False, slots=True)
class Facets:
    """Counts for the panel of a filter, zeros included, each with every *other* part of the filter applied.

    left : how many pairs the whole filter lets through, of `total`. problems : of those that are left without that
    part. own, forget : similarity of the unlearned sample to its own and the forget template. seeds : bins of whole
    numbers, edges[i] ≤ seed < edges[i + 1]. measured : of `PairTable.measured`, by the parts of the filter.
    """

    left: int
    total: int
    outcomes: Mapping[PairOutcome, int]
    identities: Mapping[tuple[str, str], int]
    roles: Mapping[str, int]
    codes: Mapping[str, int]
    conditions: Mapping[str, int]
    marks: Mapping[str, int]
    labels: Mapping[str, int]
    problems: int
    own: Histogram
    forget: Histogram
    seeds: Histogram
    measured: Mapping[str, Histogram]


def facets(table: PairTable, wanted: PairFilter, texts: PairTexts | None = None) -> Facets:
    """Return the counts for a filter; `texts` as in `matching`."""
    parts = masks(table, wanted, texts)
    misses = np.zeros(len(table), dtype=np.uint8)
    for part in parts.values():
        misses += ~part
    left: BoolArray = misses == 0

    def besides(name: str) -> BoolArray:
        """Return the pairs that all other parts let through: those that miss nothing but this one."""
        only: BoolArray = misses == ~parts[name] if name in parts else left
        return only

    def histogram(name: str, bins: Bins) -> Histogram:
        return Histogram(bins.edges, bins.count(besides(name)), bins.count())

    by_role = _count(table.is_forget, besides("roles"), 2)
    return Facets(
        left=int(np.count_nonzero(left)),
        total=len(table),
        outcomes=_named(PairOutcome, _count(table.outcome, besides("outcomes"), len(PairOutcome))),
        identities=_named(
            table.member_names, _count(table.index.member, besides("identities"), len(table.index.members))
        ),
        roles=dict(zip(ROLES, (by_role[1], by_role[0]), strict=True)),
        codes=_named(table.codes, _count_bits(table.code_bits, besides("codes"), len(table.codes))),
        conditions=_named(table.conditions, _count(table.condition, besides("conditions"), len(table.conditions))),
        marks=_count_marks(table, besides("marks")),
        labels=_count_labels(table, besides("labels")),
        problems=int(np.count_nonzero(table.problem & besides("problems"))),
        own=histogram("own", table.index.own),
        forget=histogram("forget", table.index.forget),
        seeds=histogram("seeds", table.index.seeds),
        measured={part: histogram(part, column.bins) for part, column in table.measured.items() if column is not None},
    )


def _count(places: NDArray[np.generic], mask: BoolArray, kinds: int) -> IndexArray:
    counts: IndexArray = np.bincount(places[mask], minlength=kinds)
    return counts


def _named(names: Iterable[Name], counts: IndexArray) -> dict[Name, int]:
    return dict(zip(names, counts.tolist(), strict=True))


def _count_bits(bits: BitArray, mask: BoolArray, kinds: int) -> IndexArray:
    """Return how often each of the lowest `kinds` bits is set in the rows of `mask`, (kinds,): byte by byte."""
    chosen = bits[mask]
    counts = [
        np.bincount((chosen >> np.uint64(first) & np.uint64(255)).astype(np.intp), minlength=256) @ _BITS_OF_BYTE
        for first in range(0, kinds, 8)
    ]
    return np.concatenate(counts)[:kinds]


def _count_marks(table: PairTable, mask: BoolArray) -> dict[str, int]:
    rejected, unmarked, picked = _count(table.pick + 1, mask, 3).tolist()
    bookmarked, noted = (int(np.count_nonzero(column & mask)) for column in (table.bookmarked, table.noted))
    return dict(zip(MARKS, (picked, rejected, unmarked, bookmarked, noted), strict=True))


def _count_labels(table: PairTable, mask: BoolArray) -> dict[str, int]:
    if table.label_state is None:
        return dict.fromkeys(LABELS, 0)
    return {name: int(np.count_nonzero(labelled_as(table, name) & mask)) for name in LABELS}
