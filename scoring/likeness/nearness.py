"""Which of many fingerprints differ in at most so many bits: exact, without comparing each with each.

Of r + 1 bands of bits, two fingerprints that differ in at most r bits agree on one whole band (the pigeonhole
principle): only those that share a band are compared. Where the bands would not help, everything is, in tiles.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.errors import BugError
from scoring.frame import IndexArray
from scoring.likeness.bits import Distances, Fingerprint, Words, distances, words_of
from scoring.likeness.chains import Chains, numbered

Keys = NDArray[np.int64]
# Pairs of rows (p, 2), the smaller first, and their distances (p,).
Found = tuple[IndexArray, Distances]

# What is remembered of the pairs; groups know all of them.
MOST_PAIRS = 1_000_000
_CANDIDATES_AT_ONCE = 200_000
# A candidate of a band is fetched from two places, a pair of a tile lies beside the next.
_CANDIDATE_COST = 3
_TILE_ROWS, _TILE_COLUMNS = 256, 4096
# Bits that a key holds of its band: more only tell apart what is compared anyway.
_KEY_BITS = 48


@dataclass(frozen=True, eq=False, slots=True)
class NearDuplicates:
    """Which of n fingerprints are near each other.

    first : (n,) the first row with the same fingerprint, itself where it is alone. pairs : (p, 2) of such first rows
    that differ, in at most as many bits as asked, ascending; distance : (p,). left_out : how many pairs are not listed.
    group : (n,) number of the group of rows that chains of near pairs connect, −1 for a row that is near no other.
    """

    first: IndexArray
    pairs: IndexArray
    distance: Distances
    left_out: int
    group: IndexArray

    @property
    def groups(self) -> list[IndexArray]:
        """The rows of each group, ascending, the groups by their first row."""
        rows = np.argsort(self.group, kind="stable")
        rows = rows[self.group[rows] >= 0]
        return np.split(rows, np.flatnonzero(np.diff(self.group[rows])) + 1) if len(rows) else []


def near_duplicates(fingerprints: Fingerprint, radius: int) -> NearDuplicates:
    """Return which of `fingerprints` (n, bytes) differ in at most `radius` bits. 100,000 take seconds.

    Equal ones are found first and compared once, so that a thousand black pictures are no half a million pairs. Groups
    are chains: their ends may differ by more than `radius`.

    >>> near_duplicates(np.array([[0b0000], [0b0001], [0b1111], [0b0000]], dtype=np.uint8), 1).groups
    [array([0, 1, 3])]
    """
    if radius < 0:
        raise BugError("a radius is 0 or more")
    n = len(fingerprints)
    if n == 0:
        nothing = np.empty(0, dtype=np.intp)
        return NearDuplicates(nothing, nothing.reshape(0, 2), nothing.astype(np.uint16), 0, nothing)
    _, firsts, kind = np.unique(fingerprints, axis=0, return_index=True, return_inverse=True)
    order = np.argsort(firsts)  # distinct fingerprints in the order of their first rows
    distinct, rank = firsts[order], np.argsort(order)
    member = rank[kind.reshape(-1)]
    chains = Chains(len(distinct))
    kept: list[Found] = []
    listed = total = 0
    for pairs, apart in near_pairs(fingerprints[distinct], radius):
        chains.join(pairs)
        room = max(0, MOST_PAIRS - listed)
        kept.append((pairs[:room], apart[:room]))
        listed, total = listed + len(kept[-1][1]), total + len(apart)
    pairs = np.concatenate([np.empty((0, 2), dtype=np.intp), *(each for each, _ in kept)])
    apart = np.concatenate([np.empty(0, dtype=np.uint16), *(each for _, each in kept)])
    ascending = np.lexsort((pairs[:, 1], pairs[:, 0]))
    group = numbered(chains.labels()[member])
    return NearDuplicates(distinct[member], distinct[pairs[ascending]], apart[ascending], total - listed, group)


def near_pairs(fingerprints: Fingerprint, radius: int) -> Iterator[Found]:
    """Yield all pairs of rows of `fingerprints` (n, bytes) that differ in at most `radius` bits, each once."""
    words, bits = words_of(fingerprints), 8 * fingerprints.shape[1]
    n = len(words)
    keys = _band_keys(fingerprints, radius + 1) if radius < bits else None
    if keys is None or _CANDIDATE_COST * sum(_candidates(own) for own in keys) > n * (n - 1) // 2:
        yield from _by_tiles(words, radius)
    else:
        yield from _by_bands(words, keys, radius)


def _band_keys(fingerprints: Fingerprint, bands: int) -> Keys:
    """Return a key of each band of each fingerprint, int64 (bands, n): equal bands have equal keys.

    A band takes every so-manieth bit, since neighbouring bits of a fingerprint often go together.
    """
    bits = np.unpackbits(fingerprints, axis=1)
    keys = np.empty((bands, len(bits)), dtype=np.int64)
    for band in range(bands):
        own = bits[:, band::bands][:, :_KEY_BITS]
        keys[band] = own.astype(np.float64) @ (2.0 ** np.arange(own.shape[1]))  # below 2**53, exact
    return keys


def _candidates(keys: Keys) -> int:
    sizes = np.unique(keys, return_counts=True)[1].astype(np.int64)
    return int((sizes * (sizes - 1) // 2).sum())


def _by_bands(words: Words, keys: Keys, radius: int) -> Iterator[Found]:
    for band, own in enumerate(keys):
        order = np.argsort(own, kind="stable")
        sorted_words = words[order]  # neighbours of a run lie side by side
        for left, right in _sharing(own[order]):
            apart = distances(sorted_words[left], sorted_words[right])
            near = np.flatnonzero(apart <= radius)
            one, other = order[left[near]], order[right[near]]
            # A pair that shares several bands is found in the first of them.
            new = ~(keys[:band, one] == keys[:band, other]).any(axis=0)
            yield _ordered(one[new], other[new]), apart[near[new]]


def _sharing(keys: Keys) -> Iterator[tuple[IndexArray, IndexArray]]:
    """Yield the pairs of places of equal keys in ascending `keys` (n,), in portions."""
    after = np.searchsorted(keys, keys, side="right") - np.arange(len(keys)) - 1  # how many of its run follow each
    portion = np.cumsum(after) // _CANDIDATES_AT_ONCE
    places = np.flatnonzero(after)
    for own in np.split(places, np.flatnonzero(np.diff(portion[places])) + 1):
        if len(own):
            left = np.repeat(own, after[own])
            begins = np.repeat(np.cumsum(after[own]) - after[own], after[own])
            yield left, left + 1 + np.arange(len(left)) - begins


def _by_tiles(words: Words, radius: int) -> Iterator[Found]:
    for top in range(0, len(words), _TILE_ROWS):
        for start in range(top, len(words), _TILE_COLUMNS):
            apart = distances(words[top : top + _TILE_ROWS, np.newaxis], words[start : start + _TILE_COLUMNS])
            rows, columns = np.nonzero(apart <= radius)
            later = start + columns > top + rows
            rows, columns = rows[later], columns[later]
            if len(rows):
                yield _ordered(top + rows, start + columns), apart[rows, columns]


def _ordered(one: IndexArray, other: IndexArray) -> IndexArray:
    return np.stack([np.minimum(one, other), np.maximum(one, other)], axis=1)


def nearest_of(fingerprints: Fingerprint, others: Fingerprint) -> Found:
    """Return the nearest of `others` (m, bytes) to each of `fingerprints` (n, bytes): its row (n,) and distance (n,).

    Of equals the first; row −1 and distance 8·bytes + 1 where there are no others.
    """
    words, against = words_of(fingerprints), words_of(others)
    row = np.full(len(words), -1, dtype=np.intp)
    distance = np.full(len(words), 8 * fingerprints.shape[1] + 1, dtype=np.uint16)
    for top in range(0, len(words), _TILE_ROWS):
        own = slice(top, top + _TILE_ROWS)
        for start in range(0, len(against), _TILE_COLUMNS):
            apart = distances(words[own, np.newaxis], against[start : start + _TILE_COLUMNS])
            best = apart.argmin(axis=1)
            found = apart[np.arange(len(apart)), best]
            nearer = found < distance[own]
            row[own] = np.where(nearer, start + best, row[own])
            distance[own] = np.where(nearer, found, distance[own])
    return row, distance
