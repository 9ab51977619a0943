"""Which pair is looked at: it outlives its table, and stays when a filter hides it, until the person goes on."""

import numpy as np

from ui.models.pair_list import PairList
from ui.widgets.pair_grid import PairGrid


class PairWalk:
    """Walks the pairs that a grid shows."""

    def __init__(self, pairs: PairList, grid: PairGrid) -> None:
        self._pairs = pairs
        self._grid = grid
        self._samples: tuple[int, int] | None = None

    @property
    def row(self) -> int | None:
        """The row of the pair in the table, None where there is none."""
        table = self._pairs.table
        return table.row_of(max(self._samples)) if table is not None and self._samples is not None else None

    @property
    def is_outside(self) -> bool:
        """Whether the filter hides it."""
        return self._grid.current < 0

    def forget(self) -> None:
        """Look at none, until `settle` takes the first."""
        self._samples = None

    def look_at(self, row: int) -> None:
        """Look at the pair of a row of the table."""
        if self._pairs.table is not None:
            self._samples = self._pairs.table.samples(row)

    def settle(self) -> int:
        """Return the pair's place among those that are to be shown, −1 where it is not; of none, take the first."""
        rows = self._pairs.rows
        if self.row is None and len(rows):
            self.look_at(int(rows[0]))
        found = np.flatnonzero(rows == self.row)
        return int(found[0]) if len(found) else -1

    def in_words(self) -> str:
        """Return where it stands among those that are shown."""
        shown = len(self._grid.rows)
        return f"outside the filter of {shown:,}" if self.is_outside else f"{self._grid.current + 1:,} of {shown:,}"

    # ---- walking ----

    def step(self, by: int) -> bool:
        """Go `by` places on; from a pair that the filter hides, to the next that it shows."""
        if not self.is_outside:
            return self._grid.go_to(self._grid.current + by)
        return self._grid.go_to(self._place_before() + by - (1 if by > 0 else 0))

    def step_unmarked(self, by: int) -> bool:
        """Go to the next pair in that direction that is neither picked nor rejected; whether there is one."""
        table = self._pairs.table
        if table is None:
            return False
        unmarked = np.flatnonzero(table.pick[self._grid.rows] == 0)
        if by > 0:
            ahead = unmarked[unmarked >= (self._place_before() if self.is_outside else self._grid.current + 1)]
        else:
            ahead = unmarked[unmarked < (self._place_before() if self.is_outside else self._grid.current)][::-1]
        return len(ahead) > 0 and self._grid.go_to(int(ahead[0]))

    def _place_before(self) -> int:
        """Return at which place the pair would stand if the filter showed it."""
        row, place_of = self.row, self._pairs.places_in_order()
        return int(np.count_nonzero(place_of[self._grid.rows] < place_of[row])) if row is not None else 0
