"""Which of the pairs shown are selected: a mask over the rows of their table, so that 100,000 are selected at once."""

import numpy as np
from numpy.typing import NDArray

from genmu_studio.pair_building import build_table
from genmu_studio.pair_table import PairTable
from scoring.frame import BoolArray, IndexArray

_NOBODY = -1


class PairSelection:
    """Places are those of `rows`, the order in which pairs are shown; what is not shown is not selected.

    A range begins at the anchor: the place that was last marked or toggled.
    """

    def __init__(self) -> None:
        self._table: PairTable = build_table((), None)
        self._rows: IndexArray = np.empty(0, dtype=np.intp)
        self._mask: BoolArray = np.zeros(0, dtype=np.bool_)
        self._anchor = _NOBODY  # a key sample: it outlives a table

    def follow(self, table: PairTable, rows: IndexArray) -> None:
        """Show other pairs; those selected stay so where they are still shown."""
        mask = np.zeros(len(table), dtype=np.bool_)
        if table.index is self._table.index:  # the same pairs with other marks
            mask |= self._mask
        elif self._mask.any():
            found = table.index.by_key.find(_keys(self._table)[self._mask])
            mask[found[found >= 0]] = True
        shown = np.zeros(len(table), dtype=np.bool_)
        shown[rows] = True
        self._table, self._rows, self._mask = table, rows, mask & shown

    @property
    def places(self) -> IndexArray:
        """The places of the selected pairs, ascending."""
        return np.flatnonzero(self._mask[self._rows])

    @property
    def rows(self) -> IndexArray:
        """The rows of the selected pairs, in the order in which they are shown."""
        rows: IndexArray = self._rows[self._mask[self._rows]]
        return rows

    def __len__(self) -> int:
        return int(np.count_nonzero(self._mask))

    def has_row(self, row: int) -> bool:
        """Whether the pair of a row is selected."""
        return bool(self._mask[row])

    def anchor_at(self, place: int) -> None:
        """Let the next range begin here."""
        self._anchor = self._table.key(int(self._rows[place]))

    def select_all(self) -> None:
        """Select every pair that is shown."""
        self._mask[self._rows] = True

    def clear(self) -> bool:
        """Select none; whether any was."""
        was_any = bool(self._mask.any())
        self._mask[:] = False
        return was_any

    def toggle(self, place: int) -> None:
        """Select a pair, or no longer; the next range begins there."""
        self._mask[self._rows[place]] ^= True
        self.anchor_at(place)

    def select_to(self, place: int, *, start: int, also: bool = False) -> None:
        """Select what lies between anchor and `place`, both included; `also` = besides what is selected already.

        start : becomes the anchor where there is none, or it is shown no longer.
        """
        first, last = sorted((self._anchor_place(start), place))
        if not also:
            self._mask[:] = False
        self._mask[self._rows[first : last + 1]] = True

    def _anchor_place(self, otherwise: int) -> int:
        row = self._table.row_of(self._anchor)
        found = np.flatnonzero(self._rows == (_NOBODY if row is None else row))
        if not len(found):
            self.anchor_at(otherwise)
            return otherwise
        return int(found[0])


def _keys(table: PairTable) -> NDArray[np.int64]:
    """Return the key sample of each pair, (n,)."""
    return np.where(table.unlearned >= 0, table.unlearned, table.original)
