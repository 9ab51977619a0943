"""A flat map of the embeddings of samples: where each original and each unlearned sample lies, and the templates.

Places depend on what was measured alone and are the same in every run. What became of a sample is kept apart
(`outcomes_of`), so that colours follow the lens while everything stays in its place.
"""

from collections.abc import Sequence
from concurrent.futures import BrokenExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from genmu_studio.executors import ExecutorChoice
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.look import Look
from genmu_studio.pair_outcomes import pair_outcomes
from genmu_studio.scores.matrices import frame_of
from genmu_studio.scores.vectors import embeddings_of, read_vectors
from scoring.errors import UserError
from scoring.frame import GroupFrame, IndexArray, Side, Status
from scoring.metrics.values import counted
from scoring.projection import need_umap, principal_axes, umap_places
from scoring.types import FloatArray
from scoring.verification import unit_rows

if TYPE_CHECKING:
    from genmu_studio.project import Project

MOST = 20_000
LEAST_FOR_UMAP = 10
_ROWS_AT_ONCE = 1024


@dataclass(frozen=True, eq=False, slots=True)
class EmbeddingMap:
    """The samples of some groups that have an embedding, n of them, by group and id; and t templates.

    groups, identities, templates : names; `group` and `identity` (n,) index the first two. places, template_places :
    float32 (n, 2), (t, 2). samples : ids. row : in the frame of the group. side : int8 of `Side`. partner : where the
    other sample of the pair is on this map, −1 for none. explained : shares of the variance along both axes, None
    where they mean nothing. notes : what a person should know, in plain sentences.
    """

    method: Literal["pca", "umap"]
    groups: tuple[str, ...]
    identities: tuple[str, ...]
    templates: tuple[str, ...]
    places: FloatArray
    template_places: FloatArray
    samples: NDArray[np.int64]
    group: IndexArray
    identity: IndexArray
    row: IndexArray
    side: NDArray[np.int8]
    partner: IndexArray
    explained: tuple[float, float] | None
    notes: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.samples)


def principal_map(
    project: "Project", look: Look, groups: Sequence[str], cancellation: Cancellation | None = None, most: int = MOST
) -> EmbeddingMap:
    """Lay the groups out along the two directions of largest variance: a few seconds at 200,000 samples.

    The directions are those of at most `most` samples. UserError where there are no embeddings, or too few;
    CancelledError where somebody asked.
    """
    frames = _frames(look, groups)
    chosen = _evenly(frames, most)
    vectors = _gather(project, look, frames, chosen, cancellation)
    chunks = [vectors[start : start + _ROWS_AT_ONCE] for start in range(0, len(vectors), _ROWS_AT_ONCE)]
    with threadpool_limits(1, user_api="blas"):
        axes = principal_axes(lambda: chunks)
        places = _scatter(frames, chosen, np.concatenate([axes.project(chunk) for chunk in chunks]))
    used, every = _counts(frames, chosen)
    if used < every:

        def place(number: int, rows: IndexArray, found: FloatArray) -> None:
            places[number][rows] = axes.project(found)

        read_vectors(project.store, look, frames, place, cancellation)
    names, directions = _template_directions(look, frames, vectors.shape[1])
    notes = (f"axes from {used:,} of {counted(every, 'sample')}, taken evenly",) if used < every else ()
    templates = names, axes.project(directions)
    return _map("pca", frames, places, templates=templates, explained=axes.explained, notes=notes)


def umap_map(
    project: "Project",
    look: Look,
    groups: Sequence[str],
    cancellation: Cancellation,
    most: int = MOST,
) -> EmbeddingMap:
    """Lay at most `most` samples of the groups out by UMAP, in a process of its own that a cancel ends at once.

    Minutes at 20,000 samples. UserError where UMAP is not installed, or where there are no embeddings, or too few;
    CancelledError where somebody asked.
    """
    need_umap()
    frames = _frames(look, groups)
    chosen = _evenly(frames, most)
    vectors = _gather(project, look, frames, chosen, cancellation)
    finite = np.isfinite(vectors).all(axis=1)
    if np.count_nonzero(finite) < LEAST_FOR_UMAP:
        raise UserError(f"UMAP needs at least {LEAST_FOR_UMAP} embeddings", "The principal components need three.")
    names, directions = _template_directions(look, frames, vectors.shape[1])
    found = _in_a_worker(np.concatenate([vectors[finite], directions]), cancellation)
    flat = np.full((len(vectors), 2), np.nan, dtype=np.float32)
    flat[finite], of_templates = np.split(found, [len(found) - len(names)])
    used, every = _counts(frames, chosen)
    notes = (f"{used:,} of {counted(every, 'sample')}, taken evenly",) if used < every else ()
    places = _scatter(frames, chosen, flat)
    return _map("umap", frames, places, templates=(names, of_templates), explained=None, notes=notes)


def outcomes_of(shown: EmbeddingMap, look: Look) -> NDArray[np.int8]:
    """Return what became of the pair of each sample under a look, int8 (n,) of `PairOutcome`: of both ends the same."""
    result = np.empty(len(shown), dtype=np.int8)
    ends = np.searchsorted(shown.group, np.arange(len(shown.groups) + 1))
    for name, first, end in zip(shown.groups, ends, ends[1:], strict=False):
        frame, rows = frame_of(look, name), shown.row[first:end]
        unlearned = np.where(shown.side[first:end] == Side.UNLEARNED, rows, frame.partner.take(rows))
        result[first:end] = pair_outcomes(frame, look.decision, unlearned, frame.identity.take(rows) == 0)[0]
    return result


# ---- which samples ----


def _frames(look: Look, groups: Sequence[str]) -> list[GroupFrame]:
    if look.evaluator.kind == "imported":
        raise UserError("imported results bring no embeddings", "Score the submission with an evaluator to see a map.")
    return [frame_of(look, group) for group in groups]


def _evenly(frames: Sequence[GroupFrame], most: int) -> list[IndexArray]:
    """Return the rows of the scored samples of each frame; of more than `most`, those of evenly taken pairs."""
    scored = [frame.status == Status.SCORED for frame in frames]
    if sum(int(np.count_nonzero(rows)) for rows in scored) <= most:
        return [np.flatnonzero(rows) for rows in scored]
    # A pair is known by the first of its rows; it brings two samples at most.
    first = [
        np.where(frame.partner >= 0, np.minimum(np.arange(len(frame)), frame.partner), np.arange(len(frame)))
        for frame in frames
    ]
    pairs = [np.unique(first_of[rows]) for first_of, rows in zip(first, scored, strict=True)]
    ends = np.cumsum([len(each) for each in pairs])
    taken = np.unique(np.linspace(0, ends[-1] - 1, most // 2).astype(np.intp))
    chosen = []
    for first_of, rows, of_frame, end in zip(first, scored, pairs, ends, strict=True):
        here = taken[(taken >= end - len(of_frame)) & (taken < end)] - (end - len(of_frame))
        chosen.append(np.flatnonzero(rows & np.isin(first_of, of_frame[here])))
    return chosen


def _gather(
    project: "Project",
    look: Look,
    frames: Sequence[GroupFrame],
    chosen: Sequence[IndexArray],
    cancellation: Cancellation | None,
) -> FloatArray:
    """Return the embeddings of the chosen rows one under another, float32 (m, d); NaN for one that has none."""
    ids = np.concatenate([frame.sample_id[rows] for frame, rows in zip(frames, chosen, strict=True)])
    known = embeddings_of(project.store, look, ids, cancellation)
    if known is None:
        raise UserError(f"there are no embeddings by {look.evaluator.name}", "Score with an evaluator that gives some.")
    return known


def _template_directions(
    look: Look, frames: Sequence[GroupFrame], dimension: int
) -> tuple[tuple[str, ...], FloatArray]:
    """Return the identities of the frames that have a template, and its mean direction: float32 (t, d), length 1."""
    known = look.base.built.templates.by_identity
    wanted = dict.fromkeys(identity for frame in frames for identity in frame.identities if identity in known)
    units = {identity: unit_rows(known[identity].vectors.mean(axis=0, dtype=np.float64)) for identity in wanted}
    kept = {identity: unit for identity, unit in units.items() if np.isfinite(unit).all()}
    return tuple(kept), np.array(list(kept.values()), dtype=np.float32).reshape(-1, dimension)


# ---- places ----


def _in_a_worker(vectors: FloatArray, cancellation: Cancellation) -> FloatArray:
    lanes = ExecutorChoice("processes", 1).open()
    try:
        future = lanes.submit(umap_places, vectors)
        cancellation.on_request(lanes.kill)
        return np.asarray(future.result(), dtype=np.float32)
    except BrokenExecutor:
        if cancellation.requested:
            raise CancelledError("cancelled: there is no map") from None
        raise UserError("the process that made the map has died", "It may have run out of memory.") from None
    finally:
        lanes.close()


def _scatter(frames: Sequence[GroupFrame], chosen: Sequence[IndexArray], flat: FloatArray) -> list[FloatArray]:
    """Return the places of each frame's samples, (n, 2): `flat` those of the `chosen` rows, NaN those of the others."""
    places = [np.full((len(frame), 2), np.nan, dtype=np.float32) for frame in frames]
    ends = np.cumsum([len(rows) for rows in chosen])
    for rows, of_frame, part in zip(chosen, places, np.split(flat, ends[:-1]), strict=True):
        of_frame[rows] = part
    return places


def _counts(frames: Sequence[GroupFrame], chosen: Sequence[IndexArray]) -> tuple[int, int]:
    """Return how many samples were chosen, and of how many."""
    scored = sum(int(np.count_nonzero(frame.status == Status.SCORED)) for frame in frames)
    return sum(len(rows) for rows in chosen), scored


def _map(
    method: Literal["pca", "umap"],
    frames: Sequence[GroupFrame],
    places: Sequence[FloatArray],
    *,
    templates: tuple[tuple[str, ...], FloatArray],
    explained: tuple[float, float] | None,
    notes: tuple[str, ...],
) -> EmbeddingMap:
    identities = tuple(dict.fromkeys(identity for frame in frames for identity in frame.identities))
    rows = [np.flatnonzero(np.isfinite(each).all(axis=1)) for each in places]
    starts = np.cumsum([0, *map(len, rows)])
    partner, identity = [], []
    for frame, kept, start in zip(frames, rows, starts, strict=False):
        place_of = np.full(len(frame) + 1, -1, dtype=np.intp)  # the last one for −1, no partner
        place_of[kept] = np.arange(start, start + len(kept))
        partner.append(place_of[frame.partner[kept]])
        names = np.array([identities.index(name) for name in frame.identities], dtype=np.intp)
        identity.append(names[frame.identity[kept]])
    return EmbeddingMap(
        method=method,
        groups=tuple(frame.group for frame in frames),
        identities=identities,
        templates=templates[0],
        places=np.concatenate([each[kept] for each, kept in zip(places, rows, strict=True)]),
        template_places=templates[1],
        samples=np.concatenate([frame.sample_id[kept] for frame, kept in zip(frames, rows, strict=True)]),
        group=np.repeat(np.arange(len(frames)), [len(kept) for kept in rows]),
        identity=np.concatenate(identity),
        row=np.concatenate(rows),
        side=np.concatenate([frame.side[kept] for frame, kept in zip(frames, rows, strict=True)]),
        partner=np.concatenate(partner),
        explained=explained,
        notes=notes,
    )
