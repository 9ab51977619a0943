"""The matched pairs of a submission: their table, and the facts of single samples when somebody looks at them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from genmu_studio.domain import SubmissionRow
from genmu_studio.look import Look
from genmu_studio.other_aspects import (
    AspectFacts,
    facts_of_pair,
    load_measured,
    names_of_others,
    values_of_other,
    who_heard,
)
from genmu_studio.pair_building import build_table
from genmu_studio.pair_codes import NOTHING_NOTED, NotedCodes
from genmu_studio.pair_index import MeasuredColumn
from genmu_studio.pair_orders import MeasurementName, measurement_of, other_measurement_of
from genmu_studio.pair_table import NO_SAMPLE, PairTable, with_label_states, with_marks
from genmu_studio.pair_texts import PairTexts, gather_texts
from genmu_studio.store import aspect_facts as aspect_store
from genmu_studio.store import review as review_store
from genmu_studio.store.review import SampleFacts
from genmu_studio.templates import Templates
from scoring.frame import GroupFrame, published_order
from scoring.types import FloatArray, Media

if TYPE_CHECKING:
    from genmu_studio.labelling.pair_labels import QuestionLabels
    from genmu_studio.project import Project

__all__ = ["Nearest", "PairFacts", "ReviewPairs", "SampleFacts", "load_pairs", "pair_facts", "sample_media"]

NEAREST_SHOWN = 5
_ROWS_SEEN = 1_000  # what an evaluator measures it measures of nearly every sample


@dataclass(frozen=True, eq=False, slots=True)
class ReviewPairs:
    """The pairs of one submission as one evaluator saw them, None = not scored yet. templates : to compare with."""

    submission: SubmissionRow
    look: Look | None
    table: PairTable
    templates: Templates

    @property
    def evaluator_digest(self) -> str:
        """The evaluator looked with, "" for none."""
        return self.look.evaluator.digest if self.look is not None else ""


def load_pairs(project: "Project", submission: SubmissionRow, look: Look | None) -> ReviewPairs:
    """Read what the table of pairs needs; before they are scored the pairs can be looked at all the same."""
    built = project.unscored_frames(submission) if look is None else look.base.built
    decision = None if look is None else look.decision
    noted = NOTHING_NOTED if look is None else _noted(project, look)
    table = build_table(built.groups, decision, noted, dict(enumerate(built.conditions)))
    table = with_label_states(with_marks(table, project.marks(submission)), label_states(project, submission, table))
    return ReviewPairs(submission, look, table, built.templates)


def label_states(project: "Project", submission: SubmissionRow, table: PairTable) -> NDArray[np.int8] | None:
    """Return what people said about each pair, as `PairTable.label_state` has it."""
    return project.labelling.pair_states(submission, table) if project.asks_people else None


def _noted(project: "Project", look: Look) -> NotedCodes:
    submission, digest = look.submission.id, look.evaluator.digest
    return project.kept.get(
        ("noted codes", submission, digest),
        lambda: project.store.read(lambda db: review_store.noted_codes(db, submission, digest)),
    )


def load_texts(project: "Project", pairs: ReviewPairs) -> PairTexts:
    """Read what can be searched of the pairs: a second or two at 100,000 of them, for a background thread."""
    submission, who = pairs.submission.id, who_heard(project, pairs.submission)

    def read(db: Database) -> PairTexts:
        conditions = review_store.condition_settings(db, submission)
        heard = (batch for digest in who for batch in aspect_store.texts_heard(db, submission, digest))
        return gather_texts(pairs.table, review_store.sample_texts(db, submission), conditions, heard)

    return project.store.read(read)


def measurement_names(project: "Project", pairs: ReviewPairs) -> tuple[MeasurementName, ...]:
    """Return what pairs can be ordered by: measurements of the evaluator that they are looked at with, then others."""
    submission, digest = pairs.submission.id, pairs.evaluator_digest
    names = project.store.read(lambda db: review_store.measurement_names(db, submission, digest, _ROWS_SEEN))
    return (*(MeasurementName(name) for name in names), *names_of_others(project, pairs.submission))


def measured_column(project: "Project", pairs: ReviewPairs, part: str) -> MeasuredColumn | None:
    """Return what a part of a filter asks of another aspect (`MEASURED_PARTS`), None where nobody has measured it.

    For a background thread: of 100,000 pairs most take a second, WER half a minute, since the words are counted first.
    """
    return load_measured(project, pairs.submission, pairs.table, part)


def measurement_values(project: "Project", pairs: ReviewPairs, by: str) -> FloatArray:
    """Return the values of an order by a measurement (`MeasurementName.by`), float32 (n,), NaN where there is none."""
    table, wanted = pairs.table, measurement_of(by)
    if (other := other_measurement_of(by)) is not None:
        return values_of_other(project, pairs.submission, table, other)
    if wanted is None:
        return np.full(len(table), np.nan, dtype=np.float32)
    name, side = wanted
    values = np.full((len(table), 2), np.nan, dtype=np.float32)

    def read(db: Database) -> None:
        for batch in review_store.measurement_values(db, pairs.submission.id, pairs.evaluator_digest, name):
            places = table.index.by_sample.find(np.array([sample for sample, _ in batch], dtype=np.int64))
            is_known = places >= 0
            np.put(values, places[is_known], np.array([value for _, value in batch])[is_known])

    project.store.read(read)
    original, unlearned = values.T
    return {"original": original, "unlearned": unlearned, "change": unlearned - original}[side]


def sample_media(project: "Project", ids: Sequence[int]) -> dict[int, Media]:
    """Return the media file of each of these samples."""
    return project.store.read(lambda db: review_store.read_media(db, ids))


@dataclass(frozen=True, slots=True)
class Nearest:
    """An identity near a sample. kind : "own", "forget", "retain", or "cohort" for one outside the group."""

    identity: str
    similarity: float
    kind: str


@dataclass(frozen=True, slots=True)
class PairFacts:
    """What is known of both samples of a pair; None where a side has no sample, "" and empty where not measured.

    others : what evaluators of other aspects found, by aspect. labels : what people said.
    """

    original: SampleFacts | None
    unlearned: SampleFacts | None
    nearest_original: tuple[Nearest, ...]
    nearest_unlearned: tuple[Nearest, ...]
    others: tuple[AspectFacts, ...] = ()
    labels: tuple["QuestionLabels", ...] = ()

    @property
    def differing(self) -> tuple[str, ...]:
        """Names of the settings that differ within the pair."""
        known = self.unlearned or self.original
        return known.differing if known is not None else ()


def pair_facts(project: "Project", pairs: ReviewPairs, row: int) -> PairFacts:
    """Read everything that is known of the pair in `row`: a few small reads."""
    ids = [sample for sample in pairs.table.samples(row) if sample != NO_SAMPLE]
    digest = pairs.evaluator_digest
    facts = project.store.read(lambda db: review_store.read_facts(db, ids, digest))
    vectors = project.store.read(lambda db: review_store.read_vectors(db, ids, digest))
    original, unlearned = (facts.get(sample) for sample in pairs.table.samples(row))
    return PairFacts(
        original,
        unlearned,
        _nearest(pairs, original, vectors),
        _nearest(pairs, unlearned, vectors),
        facts_of_pair(project, pairs.submission, pairs.table.samples(row), (_asked(original), _asked(unlearned))),
        _labels(project, pairs, row),
    )


def _labels(project: "Project", pairs: ReviewPairs, row: int) -> tuple["QuestionLabels", ...]:
    if not project.asks_people:
        return ()
    original, unlearned = (None if each == NO_SAMPLE else each for each in pairs.table.samples(row))
    return project.labelling.pair_labels(pairs.submission.track, original, unlearned)


def _asked(sample: SampleFacts | None) -> str | None:
    return None if sample is None else sample.settings.get("transcript")


def _nearest(pairs: ReviewPairs, sample: SampleFacts | None, vectors: Mapping[int, FloatArray]) -> tuple[Nearest, ...]:
    """Return the identities nearest to a sample, best first, ties by published order; none where it was not scored."""
    if sample is None or pairs.look is None:
        return ()
    frame = next((frame for frame in pairs.look.frames if frame.group == sample.group), None)
    if frame is None:
        return ()
    known = pairs.templates.by_identity
    if sample.id in vectors and known:
        names: Sequence[str] = sorted(known, key=published_order)
        values = pairs.templates.similarity(vectors[sample.id][np.newaxis], names)[0]
    else:  # imported comparisons: with the identities of the group only
        names = frame.identities
        values = frame.similarity[frame.sample_id == sample.id][0]
    order = np.argsort(-values, kind="stable")[:NEAREST_SHOWN]
    return tuple(
        Nearest(names[column], float(values[column]), _kind(names[column], sample.identity, frame))
        for column in order
        if np.isfinite(values[column])
    )


def _kind(identity: str, asked: str, frame: GroupFrame) -> str:
    if identity == asked:
        return "own"
    if identity == frame.forget:
        return "forget"
    return "retain" if identity in frame.retain else "cohort"
