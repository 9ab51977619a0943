"""Embeddings leave an evaluator with norm 1, or not at all."""

import numpy as np
from numpy.typing import NDArray

from scoring.codes import Code
from scoring.types import FloatArray, SampleError


def unit(vector: NDArray[np.floating]) -> FloatArray:
    """Return `vector` (d,) divided by its L2 norm, float32; SampleError where it is zero or not finite."""
    wide = np.asarray(vector, dtype=np.float64).ravel()
    norm = float(np.linalg.norm(wide))
    if not np.isfinite(norm) or norm == 0.0:
        raise SampleError(Code.EVALUATOR_ERROR, "the model returned a zero or non-finite embedding")
    return (wide / norm).astype(np.float32)
