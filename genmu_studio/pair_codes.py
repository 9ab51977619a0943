"""Codes of pairs as bits: what either sample of a pair was flagged with, failed with, or lacks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.codes import Code
from scoring.errors import BugError

BitArray = NDArray[np.uint64]

SETTINGS_DIFFER = "settings differ"
NO_PARTNER = "no partner"
_MOST = 64


@dataclass(frozen=True, eq=False, slots=True)
class NotedCodes:
    """The m samples that an evaluator gave a flag or a failure's code. samples : ids, ascending, int64 (m,).

    codes : names, in the order of `scoring.codes.Code`. bits : (m,), bit i = the sample has `codes[i]`.
    """

    samples: NDArray[np.int64]
    codes: tuple[str, ...]
    bits: BitArray

    def of(self, samples: NDArray[np.int64]) -> BitArray:
        """Return the bits of each of `samples`, 0 of those that nothing was noted of, (n,)."""
        if not len(self.samples):
            return np.zeros(len(samples), dtype=np.uint64)
        places = np.minimum(np.searchsorted(self.samples, samples), len(self.samples) - 1)
        found: BitArray = np.where(self.samples[places] == samples, self.bits[places], np.uint64(0))
        return found


def note_codes(found: Mapping[tuple[str, ...], Iterable[int]]) -> NotedCodes:
    """Return which samples have which codes. found : ids of samples by the codes that they have."""
    codes = _in_order({code for each in found for code in each})
    samples = [np.fromiter(ids, dtype=np.int64) for ids in found.values()]
    bits = [np.full(len(ids), bits_of(codes, each)) for each, ids in zip(found, samples, strict=True)]
    if not samples:
        return NotedCodes(np.empty(0, dtype=np.int64), (), np.empty(0, dtype=np.uint64))
    ids = np.concatenate(samples)
    order = np.argsort(ids, kind="stable")
    return NotedCodes(ids[order], codes, np.concatenate(bits)[order])


def bits_of(codes: tuple[str, ...], wanted: Iterable[str]) -> np.uint64:
    """Return the bits of those of `wanted` that are among `codes`."""
    if len(codes) > _MOST:
        raise BugError(f"{len(codes)} codes do not fit into {_MOST} bits")
    return np.uint64(sum(1 << codes.index(code) for code in set(wanted) if code in codes))


def _in_order(codes: set[str]) -> tuple[str, ...]:
    known = [code.value for code in Code if code.value in codes]
    return (*known, *sorted(codes.difference(known)))


NOTHING_NOTED = note_codes({})
