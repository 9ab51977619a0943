"""Fingerprints: so many bits that alike media share nearly all of them; compared by how many differ."""

import numpy as np
from numpy.typing import NDArray

from scoring.errors import BugError

# (bytes,) of one, (n, bytes) of several: eight bits each, the first in the highest place. The same on every machine.
Fingerprint = NDArray[np.uint8]
Words = NDArray[np.uint64]
Distances = NDArray[np.uint16]


def above_median(values: NDArray[np.float64]) -> Fingerprint:
    """Return one bit per value: whether it is above the median of all. Half of the bits are set, but for ties."""
    return np.packbits(values > np.median(values))


def words_of(fingerprints: Fingerprint) -> Words:
    """Return the bits of (n, bytes) as (n, words) of 64 each, padded with zeros; only good for counting differences."""
    if fingerprints.ndim != 2 or fingerprints.dtype != np.uint8:
        raise BugError("fingerprints are a uint8 array (n, bytes)")
    padding = -fingerprints.shape[1] % 8
    words: Words = np.ascontiguousarray(np.pad(fingerprints, ((0, 0), (0, padding)))).view(np.uint64)
    return words


def distances(a: Words, b: Words) -> Distances:
    """Return how many bits differ between the words of `a` and of `b`, (…, words) each, broadcast.

    >>> one, other = (words_of(np.array([[byte]], dtype=np.uint8)) for byte in (0b1100, 0b1010))
    >>> distances(one, other).tolist()
    [2]
    """
    # Word by word: a sum along so short an axis takes several times as long.
    counted = np.zeros(np.broadcast_shapes(a.shape, b.shape)[:-1], dtype=np.uint16)
    for word in range(a.shape[-1]):
        counted += np.bitwise_count(a[..., word] ^ b[..., word])
    return counted
