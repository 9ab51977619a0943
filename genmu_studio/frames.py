"""From the store to the arrays that metrics read: one `GroupFrame` per identity group of a submission."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmu_studio.domain import EvaluatorRow, IdentityGroup, SubmissionId
from genmu_studio.store.frames import SampleColumns, read_comparisons, read_samples
from genmu_studio.store.store import Store
from genmu_studio.templates import Templates, load_templates
from scoring.frame import GroupFrame, Side, Status
from scoring.types import FloatArray
from scoring.verification import TemplateRule

_STATUS = {"ok": Status.SCORED, "failure": Status.FAILURE, "error": Status.ERROR, "": Status.ERROR}
_NO_TEMPLATES = Templates({}, ())


@dataclass(frozen=True, eq=False, slots=True)
class SubmissionFrames:
    """The groups of one submission under one evaluator. templates : empty for imported results."""

    groups: tuple[GroupFrame, ...]
    templates: Templates
    needs_templates: bool


def build_frames(
    store: Store,
    submission: SubmissionId,
    evaluator: EvaluatorRow,
    groups: Sequence[IdentityGroup],
    template: TemplateRule,
) -> SubmissionFrames:
    """Return a frame for each of `groups` of which the submission has a sample, in their order."""
    columns = store.read(lambda db: read_samples(db, submission, evaluator.digest))
    scored: _Embedded | _Imported
    if evaluator.kind == "imported":
        scored = _imported(store, submission, evaluator.digest, columns)
        templates = _NO_TEMPLATES
    else:
        scored = _Embedded(columns)
        templates = load_templates(store, evaluator.track, evaluator.digest, template)
    return SubmissionFrames(_frames(columns, groups, scored, templates), templates, evaluator.kind != "imported")


def unscored_frames(store: Store, submission: SubmissionId, groups: Sequence[IdentityGroup]) -> tuple[GroupFrame, ...]:
    """Return the same frames for a submission that no evaluator has seen: every status ERROR, every similarity NaN."""
    columns = store.read(lambda db: read_samples(db, submission, ""))
    return _frames(columns, groups, _Embedded(columns), _NO_TEMPLATES)


def _frames(
    columns: SampleColumns, groups: Sequence[IdentityGroup], scored: "_Embedded | _Imported", templates: Templates
) -> tuple[GroupFrame, ...]:
    return tuple(
        _group_frame(columns, rows, group, scored, templates)
        for group in groups
        if len(rows := np.flatnonzero((columns.group == group.name) & np.isin(columns.identity, group.identities)))
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Embedded:
    """Similarities that follow from embeddings and templates."""

    columns: SampleColumns

    @property
    def status(self) -> NDArray[np.int8]:
        return np.array([_STATUS[str(status)] for status in self.columns.status], dtype=np.int8)

    def similarity(self, rows: NDArray[np.intp], identities: Sequence[str], templates: Templates) -> FloatArray:
        if self.columns.vectors is None:
            return np.full((len(rows), len(identities)), np.nan, dtype=np.float32)
        return templates.similarity(self.columns.vectors[rows], identities)


@dataclass(frozen=True, eq=False, slots=True)
class _Imported:
    """Similarities that somebody else computed, by (row, identity)."""

    status: NDArray[np.int8]
    known: dict[tuple[int, str], float]

    def similarity(self, rows: NDArray[np.intp], identities: Sequence[str], templates: Templates) -> FloatArray:
        values = [[self.known.get((int(row), identity), np.nan) for identity in identities] for row in rows]
        return np.array(values, dtype=np.float32).reshape(len(rows), len(identities))


def _imported(store: Store, submission: SubmissionId, digest: str, columns: SampleColumns) -> _Imported:
    status = np.full(len(columns.ids), Status.ERROR, dtype=np.int8)
    row_of = {int(id_): row for row, id_ in enumerate(columns.ids)}
    known: dict[tuple[int, str], float] = {}
    for sample, identity, word, similarity in store.read(lambda db: read_comparisons(db, submission, digest)):
        if (row := row_of.get(sample)) is None:
            continue
        if status[row] != Status.FAILURE:  # of a sample that failed against one template nothing was acquired
            status[row] = _STATUS[word]
        if similarity is not None:
            known[row, identity] = similarity
    return _Imported(status, known)


def _group_frame(
    columns: SampleColumns,
    rows: NDArray[np.intp],
    group: IdentityGroup,
    scored: _Embedded | _Imported,
    templates: Templates,
) -> GroupFrame:
    identities = group.identities
    column_of = {identity: column for column, identity in enumerate(identities)}
    place = np.full(len(columns.ids), -1, dtype=np.intp)
    place[rows] = np.arange(len(rows))
    partner = columns.partner[rows]
    return GroupFrame(
        group=group.name,
        forget=group.forget,
        retain=group.retain,
        identities=identities,
        sample_id=columns.ids[rows],
        side=np.where(columns.side[rows] == "original", Side.ORIGINAL, Side.UNLEARNED).astype(np.int8),
        identity=np.array([column_of[str(identity)] for identity in columns.identity[rows]], dtype=np.intp),
        condition=columns.condition[rows],
        seed=columns.seed[rows],
        status=scored.status[rows],
        similarity=scored.similarity(rows, identities, templates),
        partner=np.where(partner >= 0, place[partner], -1),
        mismatched=columns.mismatched[rows],
        embedding=None if columns.vectors is None else columns.vectors[rows],
    )
