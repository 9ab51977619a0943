"""The figures of an audit once more, in plain loops over all pairs; and embeddings to try both on."""

import math
from collections.abc import Iterable, Sequence
from itertools import combinations, permutations

import numpy as np
from numpy.typing import ArrayLike

from scoring.types import FloatArray

Vector = Sequence[float]


def cosine(a: Vector, b: Vector) -> float:
    dot = math.fsum(x * y for x, y in zip(a, b, strict=True))
    return dot / math.sqrt(math.fsum(x * x for x in a) * math.fsum(y * y for y in b))


def mean(values: Iterable[float]) -> float:
    listed = list(values)
    return math.fsum(listed) / len(listed)


def mean_of_pairs(vectors: Sequence[Vector]) -> float:
    return mean(cosine(a, b) for a, b in combinations(vectors, 2))


def separation(by_identity: Sequence[Sequence[Vector]]) -> float:
    """Return mean diagonal − mean off-diagonal of the matrix of mean cosines, self-pairs excluded."""
    k = len(by_identity)
    diagonal = [mean_of_pairs(own) for own in by_identity]
    beside = [
        mean(cosine(a, b) for a in by_identity[i] for b in by_identity[j]) for i in range(k) for j in range(k) if i != j
    ]
    return mean(diagonal) - mean(beside)


def auroc(higher: Sequence[float], lower: Sequence[float]) -> float:
    return mean(1.0 if a > b else 0.5 if a == b else 0.0 for a in higher for b in lower)


def best_total(similarity: Sequence[Sequence[float]]) -> float:
    rows = range(len(similarity))
    return max(math.fsum(similarity[row][column] for row, column in enumerate(order)) for order in permutations(rows))


def random_vectors(seed: int, n: int, d: int = 5) -> FloatArray:
    rows = np.random.default_rng(seed).standard_normal((n, d))
    return floats(rows / np.linalg.norm(rows, axis=1, keepdims=True))


def floats(rows: ArrayLike) -> FloatArray:
    return np.asarray(rows, dtype=np.float32)


def rows_of(vectors: FloatArray, chosen: Sequence[bool] | np.ndarray) -> list[list[float]]:
    return [[float(each) for each in row] for row in vectors[np.asarray(chosen)]]
