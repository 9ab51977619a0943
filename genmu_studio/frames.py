"""From the store to the arrays that metrics read: one `GroupFrame` per identity group of a submission.

What lies still, whose samples they are and how they pair, is read once; what an evaluator found is laid over it, its
embeddings read a piece at a time and kept only as similarities and sums.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database
from threadpoolctl import threadpool_limits

from genmu_studio.domain import EvaluatorRow, IdentityGroup, SubmissionId
from genmu_studio.store.face_choices import PickedFaces, picked_faces
from genmu_studio.store.frames import (
    Comparisons,
    Measured,
    SampleColumns,
    read_comparisons,
    read_measured,
    read_samples,
)
from genmu_studio.store.store import Store
from genmu_studio.templates import Templates, load_templates
from scoring.frame import EmbeddingSums, GroupFrame, IndexArray, Status, sum_embeddings
from scoring.verification import TemplateRule

_NO_TEMPLATES = Templates({}, ())
_NO_FACES = PickedFaces()


@dataclass(frozen=True, eq=False, slots=True)
class SubmissionFrames:
    """The groups of one submission, as one evaluator saw them or before any has.

    conditions : names, which the frames' `condition` indexes. templates : empty where none are needed, as for imported
    results. providers : what really ran the evaluator, each once. picked : how much rests on faces that people picked.
    """

    groups: tuple[GroupFrame, ...]
    conditions: tuple[str, ...]
    templates: Templates = _NO_TEMPLATES
    needs_templates: bool = False
    providers: tuple[str, ...] = ()
    picked: PickedFaces = _NO_FACES

    @property
    def size_bytes(self) -> int:
        """How much memory the arrays take, what was derived from them included."""
        templates = sum(template.vectors.nbytes for template in self.templates.by_identity.values())
        return templates + sum(frame.size_bytes for frame in self.groups)


def read_frames(store: Store, submission: SubmissionId, groups: Sequence[IdentityGroup]) -> SubmissionFrames:
    """Return a frame for each of `groups` of which the submission has a sample, in their order, as before scoring.

    Every status is ERROR, every similarity NaN.
    """
    columns = store.read(lambda db: read_samples(db, submission))
    frames = (_bare_frame(columns, group) for group in groups)
    return SubmissionFrames(tuple(frame for frame in frames if len(frame)), columns.conditions)


def score_frames(
    store: Store, bare: SubmissionFrames, submission: SubmissionId, evaluator: EvaluatorRow, template: TemplateRule
) -> SubmissionFrames:
    """Return the frames that `read_frames` gave with what the evaluator found; they share what lies still."""
    if evaluator.kind == "imported":
        found = store.read(lambda db: read_comparisons(db, submission, evaluator.digest))
        return replace(bare, groups=tuple(_compared(frame, found) for frame in bare.groups))
    templates = load_templates(store, evaluator.track, evaluator.digest, template)

    def read(db: Database) -> SubmissionFrames:
        measured = _measured(bare, templates, read_measured(db, submission, evaluator.digest))
        return replace(measured, picked=picked_faces(db, submission, evaluator.track, evaluator.digest))

    # A thousand vectors against a handful of templates: threads of BLAS would only wait, and take the window's time.
    with threadpool_limits(1, user_api="blas"):
        return store.read(read)


def _bare_frame(columns: SampleColumns, group: IdentityGroup) -> GroupFrame:
    column_of = np.array(
        [group.identities.index(name) if name in group.identities else -1 for name in columns.identities],
        dtype=np.intp,
    )
    number = columns.groups.index(group.name) if group.name in columns.groups else -1
    chosen = columns.group == number
    if len(column_of):
        chosen &= column_of[columns.identity] >= 0
    rows = np.flatnonzero(chosen)
    place = np.full(len(chosen), -1, dtype=np.intp)
    place[rows] = np.arange(len(rows))
    partner = columns.partner[rows]
    return GroupFrame(
        group=group.name,
        forget=group.forget,
        retain=group.retain,
        identities=group.identities,
        sample_id=columns.ids[rows],
        side=columns.side[rows],
        identity=column_of[columns.identity[rows]],
        condition=columns.condition[rows],
        seed=columns.seed[rows],
        status=np.full(len(rows), Status.ERROR, dtype=np.int8),
        similarity=np.full((len(rows), len(group.identities)), np.nan, dtype=np.float32),
        partner=np.where(partner >= 0, place[partner], -1),
        mismatched=columns.mismatched[rows],
    )


def rows_of(frame: GroupFrame, ids: NDArray[np.int64]) -> tuple[IndexArray, IndexArray]:
    """Return which of `ids` are of the frame, as places, and their rows in it. The ids of a frame ascend."""
    rows = np.minimum(np.searchsorted(frame.sample_id, ids), len(frame) - 1)
    places = np.flatnonzero(frame.sample_id[rows] == ids)
    return places, rows[places]


# ---- similarities that follow from embeddings and templates ----


def _measured(bare: SubmissionFrames, templates: Templates, pieces: Iterable[Measured]) -> SubmissionFrames:
    frames = [_Filling(frame, templates) for frame in bare.groups]
    providers: set[str] = set()
    for piece in pieces:
        providers |= piece.providers
        for frame in frames:
            frame.take(piece)
    return SubmissionFrames(
        tuple(frame.filled() for frame in frames), bare.conditions, templates, True, tuple(sorted(providers))
    )


class _Filling:
    """A frame into which results are filled, piece by piece."""

    def __init__(self, frame: GroupFrame, templates: Templates) -> None:
        self._frame = frame
        self._templates = templates
        self._status = frame.status.copy()
        self._similarity = frame.similarity.copy()
        self._embeddings: EmbeddingSums | None = None

    def take(self, piece: Measured) -> None:
        frame = self._frame
        places, rows = rows_of(frame, piece.ids)
        self._status[rows] = piece.status[places]
        places, rows = rows_of(frame, piece.embedded)
        if piece.vectors is None or not len(rows):
            return
        vectors = piece.vectors[places]
        self._similarity[rows] = self._templates.similarity(vectors, frame.identities)
        # Only what was measured has an embedding.
        sums = sum_embeddings(vectors, frame.side[rows], frame.identity[rows], len(frame.identities))
        self._embeddings = sums if self._embeddings is None else self._embeddings + sums

    def filled(self) -> GroupFrame:
        return replace(self._frame, status=self._status, similarity=self._similarity, embeddings=self._embeddings)


# ---- similarities that somebody else computed ----


def _compared(frame: GroupFrame, found: Comparisons) -> GroupFrame:
    places, rows = rows_of(frame, found.ids)
    failed = found.status[places] == Status.FAILURE
    status, similarity = frame.status.copy(), frame.similarity.copy()
    status[rows] = found.status[places]
    status[rows[failed]] = Status.FAILURE  # of a sample that failed against one template nothing was acquired
    for column, identity in enumerate(frame.identities):
        if identity in found.identities:
            with_it = found.identity[places] == found.identities.index(identity)
            similarity[rows[with_it], column] = found.similarity[places[with_it]]
    return replace(frame, status=status, similarity=similarity)
