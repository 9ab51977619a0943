"""Which thresholds are worth looking at: figures change only where a similarity lies, and never in between."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.rules import Comparison
from scoring.types import FloatArray

MOST = 400
_LOWEST, _HIGHEST = np.float32(-1), np.float32(1)


@dataclass(frozen=True, eq=False, slots=True)
class Plateaus:
    """Ranges of thresholds, p of them from −1 to 1, ascending, without a gap: no figure changes within one.

    first, last : the lowest and the highest float32 threshold of each, (p,). They are exact where `is_exact`; else
    there were more, and only every so many-th border is kept: figures can change within one too.
    """

    first: FloatArray
    last: FloatArray
    is_exact: bool

    def __len__(self) -> int:
        return len(self.first)

    def place(self, threshold: float) -> int:
        """Return which of them holds a threshold in −1 … 1."""
        return int(np.clip(np.searchsorted(self.last, np.float32(threshold)), 0, len(self) - 1))


def joint_steps(steps: Sequence[FloatArray]) -> FloatArray:
    """Return all of these similarities, ascending, each once."""
    return np.unique(np.concatenate([np.empty(0, dtype=np.float32), *steps]))


def plateaus(steps: FloatArray, comparison: Comparison, most: int = MOST) -> Plateaus:
    """Return the plateaus between `steps`, the similarities at which a figure changes: ascending, each once.

    Of more than `most` the borders that lie evenly along the scale are kept, one in each `most`-th of it.

    >>> found = plateaus(np.float32([0.25, 0.5]), ">=")
    >>> found.last.tolist(), found.place(0.25), found.place(0.26)
    ([0.25, 0.5, 1.0], 0, 1)
    """
    # A similarity equal to the threshold verifies under ">=": it belongs to the plateau below.
    ends = steps if comparison == ">=" else np.nextafter(steps, np.float32(-np.inf))
    ends = ends[(ends >= _LOWEST) & (ends < _HIGHEST)]
    is_exact = len(ends) < most
    if not is_exact:
        low, high = float(ends[0]), float(ends[-1])
        cell = ((ends.astype(np.float64) - low) / (high - low) * (most - 2)).astype(np.intp)  # 0 … most − 2
        ends = ends[np.append(np.diff(cell) > 0, True)]
    last = np.append(ends, _HIGHEST)
    first = np.append(_LOWEST, np.nextafter(ends, np.float32(np.inf)))
    return Plateaus(first, last, is_exact)
