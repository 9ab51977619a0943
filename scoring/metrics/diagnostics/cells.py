"""How alike the embeddings of one cell are, from their sum alone: no matrix of n × n similarities is ever made."""

import numpy as np
from numpy.typing import NDArray

from scoring.types import FloatArray
from scoring.verification import unit_rows

Values = NDArray[np.float64]
Counts = NDArray[np.int64]
Codes = NDArray[np.integer]

# Bounds the float64 copy that one step makes.
_ROWS_AT_ONCE = 8192


def cell_sums(embeddings: FloatArray, cell: Codes, cells: int) -> tuple[Values, Counts]:
    """Return the sums of the unit vectors of each cell, float64 (cells, d), and how many entered, (cells,).

    embeddings : (n, d), made unit vectors here. cell : (n,) codes 0 … cells − 1; a negative one enters nothing, nor
    does a row that is not finite or has no direction.
    """
    total = np.zeros((cells, embeddings.shape[1]))
    count = np.zeros(cells, dtype=np.int64)
    for start in range(0, len(embeddings), _ROWS_AT_ONCE):
        units = unit_rows(embeddings[start : start + _ROWS_AT_ONCE])
        codes = cell[start : start + _ROWS_AT_ONCE]
        entered = np.flatnonzero(np.isfinite(units).all(axis=1) & (codes >= 0))
        if not len(entered):
            continue
        entered = entered[np.argsort(codes[entered], kind="stable")]
        firsts = np.flatnonzero(np.diff(codes[entered], prepend=-1))
        total[codes[entered[firsts]]] += np.add.reduceat(units[entered], firsts)
        count += np.bincount(codes[entered], minlength=cells)
    return total, count


def mean_within(total: Values, count: Counts) -> Values:
    """Return the mean cosine over the pairs of different vectors of each cell, float64 (cells,); NaN below two vectors.

    The squared norm of a sum of m unit vectors is m and twice the cosines of its pairs: their mean is
    (‖Σu‖² − m) / (m·(m − 1)).

    >>> u = np.float32([[1, 0], [0, 1], [1, 0]])  # cosines 0, 1 and 0
    >>> round(float(mean_within(*cell_sums(u, np.zeros(3, dtype=np.intp), 1))[0]), 6)
    0.333333
    """
    size = count.astype(np.float64)
    pairs = size * (size - 1)
    doubled = np.square(total).sum(axis=-1) - size
    mean: Values = np.divide(doubled, pairs, out=np.full_like(doubled, np.nan), where=pairs > 0)
    return np.clip(mean, -1.0, 1.0)
