"""Templates of identities, similarities to them, and the one decision that everybody uses (PROTOCOL §2)."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scoring.errors import BugError, UserError
from scoring.frame import BoolArray, IndexArray
from scoring.rules import Comparison
from scoring.types import FloatArray

TemplateRule = Literal["mean", "max", "mean_score"]
TEMPLATE_RULES: tuple[TemplateRule, ...] = ("mean", "max", "mean_score")

# Bounds the float64 copies that one product makes.
_ROWS_AT_ONCE = 8192


def verified(similarity: ArrayLike, threshold: float, comparison: Comparison) -> BoolArray:
    """Return where `similarity` is at or above (">=") or above (">") `threshold`, both as float32; NaN never verifies.

    This and `count_verified` are the only places of the program where a similarity meets a threshold, so that command
    line, tables, plots and report agree on equality.
    """
    scores, limit = np.asarray(similarity, dtype=np.float32), np.float32(threshold)
    decided: BoolArray = scores >= limit if comparison == ">=" else scores > limit
    return decided


def count_verified(ascending: FloatArray, thresholds: ArrayLike, comparison: Comparison) -> IndexArray:
    """Return how many of the `ascending` similarities, none of them NaN, `verified` accepts at each of `thresholds`."""
    # Equal scores verify under ">=" and lie left of the limit under ">".
    edge: Literal["left", "right"] = "left" if comparison == ">=" else "right"
    below: IndexArray = ascending.searchsorted(np.asarray(thresholds, dtype=np.float32), side=edge)
    return len(ascending) - below


def unit_rows(vectors: ArrayLike) -> NDArray[np.float64]:
    """Return the rows of `vectors` (n, d) with L2 norm 1, float64; NaN where a row is not finite or all zero."""
    rows = np.asarray(vectors, dtype=np.float64)
    norms = np.linalg.norm(rows, axis=-1, keepdims=True)
    units: NDArray[np.float64] = np.divide(
        rows, norms, out=np.full_like(rows, np.nan), where=(norms > 0) & np.isfinite(norms)
    )
    return units


@dataclass(frozen=True, eq=False, slots=True)
class Template:
    """What stands for an identity: float32 (m, d) rows of L2 norm 1, one for `mean`, else one per reference."""

    identity: str
    rule: TemplateRule
    vectors: FloatArray
    references: int


def build_template(identity: str, references: ArrayLike, rule: TemplateRule = "mean") -> Template:
    """Return the template of `identity` from its reference embeddings (m, d); each is L2-normalised first.

    `mean` is their mean, normalised again; `max` and `mean_score` keep them all and combine the scores. UserError where
    no reference could be embedded or the references cancel each other; BugError for an embedding that is not finite.
    """
    rows = np.atleast_2d(np.asarray(references, dtype=np.float64))
    if rows.size == 0:
        raise UserError(f"identity {identity} has no reference that could be embedded")
    units = unit_rows(rows)
    if not np.isfinite(units).all():
        raise BugError(f"a reference embedding of identity {identity} is not finite or has no direction")
    vectors = unit_rows(units.mean(axis=0, keepdims=True)) if rule == "mean" else units
    if not np.isfinite(vectors).all():
        raise UserError(f"the references of identity {identity} cancel each other: no mean template")
    return Template(identity, rule, vectors.astype(np.float32), len(units))


def similarities(embeddings: FloatArray, templates: Sequence[Template]) -> FloatArray:
    """Return the cosine similarity of each embedding (n, d) to each template: float32 (n, k).

    `max` takes the nearest reference, `mean_score` the mean over references. A row that is not finite or has no
    direction gives NaN. Computed in float64 and rounded once, so that the order and size of a batch leave the result
    alone.
    """
    result = np.full((len(embeddings), len(templates)), np.nan, dtype=np.float32)
    if not templates or len(embeddings) == 0:
        return result
    vectors = np.concatenate([template.vectors for template in templates]).astype(np.float64)
    if embeddings.ndim != 2 or embeddings.shape[1] != vectors.shape[1]:
        raise BugError(f"embeddings of shape {embeddings.shape} against templates of dimension {vectors.shape[1]}")
    ends = np.cumsum([len(template.vectors) for template in templates])
    for start in range(0, len(embeddings), _ROWS_AT_ONCE):
        rows = slice(start, start + _ROWS_AT_ONCE)
        scores = np.clip(unit_rows(embeddings[rows]) @ vectors.T, -1.0, 1.0)
        for column, (template, end) in enumerate(zip(templates, ends, strict=True)):
            own = scores[:, end - len(template.vectors) : end]
            result[rows, column] = own.max(axis=1) if template.rule == "max" else own.mean(axis=1)
    return result
