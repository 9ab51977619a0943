"""Which things chains of pairs connect: single linkage, in memory that does not grow with the pairs."""

import numpy as np

from scoring.frame import IndexArray

_WAITING_AT_MOST = 1_000_000


class Chains:
    """Which of n things chains of pairs connect, however many pairs there are."""

    def __init__(self, n: int) -> None:
        self._label = np.arange(n)
        self._waiting: list[IndexArray] = []

    def join(self, pairs: IndexArray) -> None:
        """Connect the two things of each of `pairs` (p, 2)."""
        self._waiting.append(pairs)
        if sum(len(each) for each in self._waiting) > _WAITING_AT_MOST:
            self._fold()

    def labels(self) -> IndexArray:
        """Return a number for each thing, (n,), equal where pairs connect two, by whatever way."""
        self._fold()
        return self._label

    def _fold(self) -> None:
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        if not self._waiting:
            return
        pairs, n = np.concatenate(self._waiting), len(self._label)
        one, other = self._label[pairs[:, 0]], self._label[pairs[:, 1]]
        graph = coo_array((np.ones(len(one), dtype=np.bool_), (one, other)), shape=(n, n))
        self._label = connected_components(graph, directed=False)[1][self._label].astype(np.intp)
        self._waiting = []


def numbered(label: IndexArray) -> IndexArray:
    """Return the groups of two or more numbered by their first row, (n,); −1 for what is alone."""
    _, first, group, size = np.unique(label, return_index=True, return_inverse=True, return_counts=True)
    order = np.argsort(first)
    order = order[size[order] > 1]
    number = np.full(len(first), -1, dtype=np.intp)
    number[order] = np.arange(len(order))
    return number[group.reshape(-1)]
