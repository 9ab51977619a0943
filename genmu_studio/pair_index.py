"""What is worked out once for the pairs of a table: where a sample stands, whose pairs they are, bins of histograms."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, IndexArray
from scoring.types import FloatArray

BINS = 40
STEP = 0.05  # of similarities
_ROUNDING = 1e-4  # of a step: a cosine of 1.0000001 needs no bin of its own
_NOWHERE = -1


@dataclass(frozen=True, eq=False, slots=True)
class Bins:
    """Bins of one column of n rows. edges : float64 (b + 1,), ascending. place : (n,) the bin, b where it is missing.

    A value lies in bin i where edges[i] ≤ value < edges[i + 1]; what lies a rounding error outside, or on the last
    edge, in the bin beside it.
    """

    edges: NDArray[np.float64]
    place: IndexArray

    def count(self, mask: BoolArray | None = None) -> IndexArray:
        """Return how many of the rows in `mask` (of all) lie in each bin, (b,)."""
        bins = len(self.edges) - 1
        places = self.place if mask is None else self.place[mask]
        counts: IndexArray = np.bincount(places, minlength=bins + 1)[:bins]
        return counts


@dataclass(frozen=True, eq=False, slots=True)
class MeasuredColumn:
    """What an evaluator of another aspect found in n pairs. values : float32 (n,), NaN where it found nothing."""

    values: FloatArray
    bins: Bins
    evaluator: str


@dataclass(frozen=True, eq=False, slots=True)
class Lookup:
    """Where ids stand: `ids` ascending, `places` beside them."""

    ids: NDArray[np.int64]
    places: IndexArray

    def find(self, ids: NDArray[np.int64]) -> IndexArray:
        """Return the place of each of `ids`, −1 for those that are not there."""
        if not len(self.ids):
            return np.full(len(ids), _NOWHERE, dtype=np.intp)
        nearest = np.minimum(np.searchsorted(self.ids, ids), len(self.ids) - 1)
        found: IndexArray = np.where(self.ids[nearest] == ids, self.places[nearest], _NOWHERE)
        return found


@dataclass(frozen=True, eq=False, slots=True)
class PairIndex:
    """Of n pairs. by_key : rows by key sample. by_sample : 2 · row by original samples, 2 · row + 1 by unlearned ones.

    members : (number of the group, number of the identity), in the order of the table; `member` (n,) indexes them, and
    `first_rows` are where they begin.
    own, forget, seeds : bins of the histograms, of the unlearned side.
    """

    by_sample: Lookup
    by_key: Lookup
    members: tuple[tuple[int, int], ...]
    member: IndexArray
    first_rows: IndexArray
    own: Bins
    forget: Bins
    seeds: Bins


def index_pairs(
    *,
    original: NDArray[np.int64],
    unlearned: NDArray[np.int64],
    group: IndexArray,
    identity: IndexArray,
    seed: NDArray[np.int64],
    own: FloatArray,
    forget: FloatArray,
) -> PairIndex:
    """Return the index of pairs that come by group and identity. original, unlearned : ids, −1 for none."""
    rows = np.arange(len(original))
    has_original, has_unlearned = original >= 0, unlearned >= 0
    begins = np.ones(len(rows), dtype=np.bool_)
    begins[1:] = (np.diff(group) != 0) | (np.diff(identity) != 0)
    first = np.flatnonzero(begins)
    return PairIndex(
        by_sample=_look_up(
            np.concatenate([original[has_original], unlearned[has_unlearned]]),
            np.concatenate([2 * rows[has_original], 2 * rows[has_unlearned] + 1]),
        ),
        by_key=_look_up(np.where(has_unlearned, unlearned, original), rows),
        members=tuple(zip(group[first].tolist(), identity[first].tolist(), strict=True)),
        member=np.cumsum(begins) - 1,
        first_rows=first,
        own=value_bins(own, STEP),
        forget=value_bins(forget, STEP),
        seeds=_seed_bins(seed),
    )


def _look_up(ids: NDArray[np.int64], places: IndexArray) -> Lookup:
    order = np.argsort(ids, kind="stable")
    return Lookup(ids[order], places[order])


def value_bins(values: FloatArray, step: float) -> Bins:
    """Return `BINS` equal bins over the range of the values (n,), rounded out to whole steps; NaN lies in none."""
    is_known = np.isfinite(values)
    known = values[is_known].astype(np.float64)
    low, high = (float(known.min()), float(known.max())) if len(known) else (0.0, 1.0)
    first, last = math.floor(low / step + _ROUNDING), math.ceil(high / step - _ROUNDING)
    edges = np.round(np.linspace(first * step, max(last, first + 1) * step, BINS + 1), 6)
    place = np.full(len(values), BINS, dtype=np.intp)
    place[is_known] = np.clip(np.searchsorted(edges, known, side="right") - 1, 0, BINS - 1)
    return Bins(edges, place)


def _seed_bins(seeds: NDArray[np.int64]) -> Bins:
    """Return at most `BINS` bins of whole numbers, equally wide."""
    low, high = (int(seeds.min()), int(seeds.max())) if len(seeds) else (0, 0)
    width = (high - low) // BINS + 1
    bins = (high - low) // width + 1
    edges = np.array([low + number * width for number in range(bins + 1)], dtype=np.float64)
    # Unsigned, since the widest range of seeds is wider than int64.
    place = (seeds.view(np.uint64) - np.uint64(low % 2**64)) // np.uint64(width)
    return Bins(edges, place.astype(np.intp))
