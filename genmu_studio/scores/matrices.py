"""Matrices of identities: how similar what was generated is to each template, and whom it verifies as."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from genmu_studio.jobs import Cancellation
from genmu_studio.look import Look
from genmu_studio.scores.vectors import read_vectors
from scoring.errors import UserError
from scoring.frame import BoolArray, GroupFrame, IndexArray, Side, Status, nearest_column, published_order
from scoring.metrics.transfer import TransferMatrix, transfer_matrix
from scoring.types import FloatArray
from scoring.verification import verified

if TYPE_CHECKING:
    from genmu_studio.project import Project

OUTSIDE_SHOWN = 24

Cell = Literal["all", "verified", "nearest"]
Numbers = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Outside:
    """Similarity of a group's n samples to identities beyond it, those that most samples are nearest to, float32.

    similarity : (n, t), NaN where not scored. left_out : how many further identities there are.
    """

    identities: tuple[str, ...]
    similarity: FloatArray
    left_out: int


@dataclass(frozen=True, eq=False, slots=True)
class SimilarityMatrix:
    """Similarity of the scored samples of one side by generated identity (k rows) and template (t columns).

    templates : the group's identities, then those outside. n : how many were compared. mean, sd : NaN where n is 0, and
    under 2 for sd, the standard deviation (n − 1).
    """

    group: str
    side: Side
    identities: tuple[str, ...]
    templates: tuple[str, ...]
    mean: Numbers
    sd: Numbers
    n: IndexArray


def similarity_matrix(look: Look, group: str, side: Side, outside: Outside | None = None) -> SimilarityMatrix:
    """Return the mean similarities of a group; no threshold plays a part."""
    frame = frame_of(look, group)
    similarity, templates = _with_outside(frame, outside)
    rows = _scored(frame, side, similarity)
    of_identity = [
        similarity[rows & (frame.identity == column)].astype(np.float64) for column in range(len(frame.identities))
    ]
    n = np.stack([np.count_nonzero(~np.isnan(each), axis=0) for each in of_identity])
    mean = _quotient(np.stack([np.nansum(each, axis=0) for each in of_identity]), n)
    squares = [np.nansum((each - of_row) ** 2, axis=0) for each, of_row in zip(of_identity, mean, strict=True)]
    return SimilarityMatrix(
        group, side, frame.identities, templates, mean, np.sqrt(_quotient(np.stack(squares), n - 1)), n
    )


def transfer(look: Look, group: str, side: Side, outside: Outside | None = None) -> TransferMatrix:
    """Return whom the samples of a group verify as, and whom they are nearest to."""
    frame = frame_of(look, group)
    if outside is None:
        return transfer_matrix(frame, look.decision, side)
    return transfer_matrix(frame, look.decision, side, outside.identities, outside.similarity)


def samples_of_cell(
    look: Look,
    group: str,
    side: Side,
    *,
    identity: str,
    template: str | None,
    which: Cell,
    outside: Outside | None = None,
) -> NDArray[np.int64]:
    """Return the ids of the samples behind a cell, the most similar to its template first; equals by id.

    which : all that were compared, those that verify as `template` by threshold alone, or those nearest to it.
    template : None for those that verify as nobody, by their highest similarity.
    """
    frame = frame_of(look, group)
    similarity, templates = _with_outside(frame, outside)
    rows = np.flatnonzero(_scored(frame, side, similarity) & (frame.identity == frame.identities.index(identity)))
    similarity = similarity[rows]
    accepted = verified(similarity, look.decision.threshold, look.decision.rules.comparison)
    if template is None:
        chosen, value = ~accepted.any(axis=1), np.nanmax(similarity, axis=1, initial=-np.inf)
    else:
        column = templates.index(template)
        value = similarity[:, column]
        chosen = {
            "all": ~np.isnan(value),
            "verified": accepted[:, column],
            "nearest": nearest_column(similarity, templates) == column,
        }[which]
    ids = frame.sample_id[rows[chosen]]
    return ids[np.lexsort((ids, -value[chosen]))]


def load_outside(
    project: "Project", look: Look, group: str, cancellation: Cancellation | None = None, shown: int = OUTSIDE_SHOWN
) -> Outside | None:
    """Read the embeddings of a group and compare them with the identities beyond it; None where there are none.

    A second or two at 100,000 samples, twice that where there are more identities than are shown. CancelledError where
    somebody asked.
    """
    frame, templates = frame_of(look, group), look.base.built.templates
    names = sorted((name for name in templates.by_identity if name not in frame.identities), key=published_order)
    if not names:
        return None
    every = len(names)
    if every > shown:
        count = np.zeros(every, dtype=np.intp)

        def tell(_: int, rows: IndexArray, vectors: FloatArray) -> None:
            nearest = nearest_column(templates.similarity(vectors, names), names)
            np.add.at(count, nearest, 1)

        read_vectors(project.store, look, [frame], tell, cancellation)
        most = sorted(np.argsort(-count, kind="stable")[:shown].tolist())
        names = [names[place] for place in most]
    similarity = np.full((len(frame), len(names)), np.nan, dtype=np.float32)

    def fill(_: int, rows: IndexArray, vectors: FloatArray) -> None:
        similarity[rows] = templates.similarity(vectors, names)

    read_vectors(project.store, look, [frame], fill, cancellation)
    return Outside(tuple(names), similarity, every - len(names))


def frame_of(look: Look, group: str) -> GroupFrame:
    """Return the frame of a group; UserError where the submission has no sample of it."""
    for frame in look.frames:
        if frame.group == group:
            return frame
    known = ", ".join(frame.group for frame in look.frames) or "none"
    raise UserError(f"{look.submission.id} has no sample of {group}", f"It has samples of: {known}.")


def _with_outside(frame: GroupFrame, outside: Outside | None) -> tuple[FloatArray, tuple[str, ...]]:
    if outside is None:
        return frame.similarity, frame.identities
    return np.hstack([frame.similarity, outside.similarity]), (*frame.identities, *outside.identities)


def _scored(frame: GroupFrame, side: Side, similarity: FloatArray) -> BoolArray:
    scored: BoolArray = (frame.side == side) & (frame.status == Status.SCORED) & ~np.isnan(similarity).all(axis=1)
    return scored


def _quotient(total: Numbers, n: IndexArray) -> Numbers:
    """Return `total` / `n`, NaN where nothing was counted."""
    result: Numbers = np.divide(total, n, out=np.full(total.shape, np.nan), where=n > 0)
    return result
