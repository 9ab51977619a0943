"""A flat map of embeddings: principal components that are the same in every run, and UMAP where it is installed."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec

import numpy as np
from numpy.typing import NDArray

from scoring.errors import UserError
from scoring.types import FloatArray

Chunks = Callable[[], Iterable[FloatArray]]

UMAP_SEED = 20260711


@dataclass(frozen=True, eq=False, slots=True)
class PrincipalAxes:
    """The plane of largest variance. mean float64 (d,), axes (2, d) orthonormal, explained : share of the variance."""

    mean: NDArray[np.float64]
    axes: NDArray[np.float64]
    explained: tuple[float, float]

    def project(self, vectors: FloatArray) -> FloatArray:
        """Return the places of `vectors` (n, d) in the plane: float32 (n, 2), NaN where a row is not finite."""
        return ((vectors.astype(np.float64) - self.mean) @ self.axes.T).astype(np.float32)


def principal_axes(chunks: Chunks) -> PrincipalAxes:
    """Return the first two principal components of all rows that `chunks()` yields, (m, d) each; called twice.

    Rows that are not finite are left out. The sign of a component is such that its largest entry in magnitude is
    positive, and equal variances are ordered as the solver has them, so that the map never turns over between runs.
    UserError where fewer than three rows are left, or they all lie in one place.
    """
    count, total = 0, np.zeros(0)
    for rows in _finite(chunks):
        total = rows.sum(axis=0) + (total if total.size else 0.0)
        count += len(rows)
    if count < 3:
        raise UserError("a map needs at least three embeddings", "Score the submission first.")
    mean = total / count
    scatter = np.zeros((len(mean), len(mean)))
    for rows in _finite(chunks):
        centred = rows - mean
        scatter += centred.T @ centred
    variances, vectors = np.linalg.eigh(scatter)
    whole = float(variances.clip(min=0).sum())
    if whole <= 0:
        raise UserError("all embeddings are equal: there is nothing to lay out")
    axes = vectors[:, [-1, -2]].T if len(mean) > 1 else np.array([[1.0], [0.0]])
    largest = np.abs(axes).argmax(axis=1)
    signs = np.sign(axes[np.arange(len(axes)), largest])
    axes = axes * np.where(signs == 0, 1.0, signs)[:, np.newaxis]
    first, second = (float(max(0.0, variances[-1 - place]) / whole) if place < len(mean) else 0.0 for place in (0, 1))
    return PrincipalAxes(mean, axes, (first, second))


def _finite(chunks: Chunks) -> Iterable[NDArray[np.float64]]:
    for rows in chunks():
        kept = rows[np.isfinite(rows).all(axis=1)]
        if len(kept):
            yield kept.astype(np.float64)


def has_umap() -> bool:
    """Whether UMAP can be used here."""
    return find_spec("umap") is not None


def need_umap() -> None:
    """Raise UserError where UMAP cannot be used here."""
    if not has_umap():
        raise UserError("UMAP is not installed", "pip install umap-learn; the principal components need nothing.")


def umap_places(vectors: FloatArray) -> FloatArray:
    """Return the places of `vectors` (n, d) that UMAP gives them, float32 (n, 2): cosine metric, fixed seed.

    UserError where the package is missing.
    """
    need_umap()
    import umap

    places = umap.UMAP(metric="cosine", random_state=UMAP_SEED, n_jobs=1).fit_transform(vectors)
    return np.asarray(places, dtype=np.float32)
