"""Finding places of a map: the one nearest to a point, and the next one in a direction."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, IndexArray
from scoring.types import FloatArray

_PER_CELL = 2.0
_MOST_CELLS = 512  # a side
_ASIDE_COSTS = 2.0  # of a step: how much worse a way aside is than one straight on


@dataclass(frozen=True, eq=False, slots=True)
class PlaceIndex:
    """n places, float32 (n, 2), in a grid of cells. `order` : places by cell; `starts` : where each cell begins there.

    Made in some milliseconds by `index_places`; then finding one takes no look at all of them.
    """

    places: FloatArray
    low: NDArray[np.float64]
    cell: NDArray[np.float64]
    cells: int
    order: IndexArray
    starts: IndexArray

    def nearest(self, x: float, y: float, reach: float, allowed: BoolArray | None = None) -> int | None:
        """Return the place nearest to (x, y), of equally near ones the first; None where none is within `reach`.

        allowed : which places may be found, (n,).
        """
        found = self._within_box(x, y, reach)
        if allowed is not None:
            found = found[allowed[found]]
        if not len(found):
            return None
        right, up = (self.places[found].astype(np.float64) - (x, y)).T
        distance = right**2 + up**2
        best = distance.min()
        return int(found[distance == best].min()) if best <= reach**2 else None

    def _within_box(self, x: float, y: float, reach: float) -> IndexArray:
        """Return the places of all cells that a square around (x, y) touches."""
        centre = np.array([x, y])
        first = np.floor((centre - reach - self.low) / self.cell)
        last = np.floor((centre + reach - self.low) / self.cell)
        # A square that only touches the edge, but for rounding, touches the places there.
        if (last < -1).any() or (first > self.cells).any():
            return np.empty(0, dtype=np.intp)
        left, bottom = np.clip(first, 0, self.cells - 1).astype(int).tolist()
        right, top = np.clip(last, 0, self.cells - 1).astype(int).tolist()
        rows = range(bottom, top + 1)
        parts = [
            self.order[self.starts[row * self.cells + left] : self.starts[row * self.cells + right + 1]] for row in rows
        ]
        return np.concatenate(parts)

    def next_toward(self, place: int, right: int, up: int, allowed: BoolArray | None = None) -> int | None:
        """Return the next place from `place` in a direction, of which one component is 0, within 45° of it.

        It is the nearest, where a way aside counts double; of equal ones the first. None where there is none.
        """
        away = self.places.astype(np.float64) - self.places[place]
        along = away[:, 0] * right + away[:, 1] * up
        aside = np.abs(away[:, 0] * up + away[:, 1] * right)
        is_ahead = (along > 0) & (aside <= along)
        if allowed is not None:
            is_ahead &= allowed
        ahead = np.flatnonzero(is_ahead)
        return int(ahead[np.argmin(along[ahead] + _ASIDE_COSTS * aside[ahead])]) if len(ahead) else None


def index_places(places: FloatArray) -> PlaceIndex:
    """Return the index of finite places, float32 (n, 2), n ≥ 1."""
    low, high = places.min(axis=0).astype(np.float64), places.max(axis=0).astype(np.float64)
    cells = int(min(_MOST_CELLS, max(1.0, np.sqrt(len(places) / _PER_CELL))))
    cell = np.where(high > low, (high - low) / cells, 1.0)
    columns, rows = np.clip(((places - low) / cell).astype(np.intp), 0, cells - 1).T
    number = rows * cells + columns
    order = np.argsort(number, kind="stable")
    starts = np.concatenate([[0], np.cumsum(np.bincount(number, minlength=cells**2))])
    return PlaceIndex(places, low, cell, cells, order, starts)
