"""Choosing which face of a picture counts: measure it first, then link every sample and reference that shows it.

So a choice is there with its score or not at all, and undo finds the results of the face before still in place.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlite_utils import Database

from genmu_studio.domain import EvaluatorRow, MediaId, SampleId, SubmissionId
from genmu_studio.executors import ExecutorChoice
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.pipeline import ScoreRequest, score
from genmu_studio.protocol import Protocol
from genmu_studio.store.evaluators import known
from genmu_studio.store.face_choices import Seen, ShownMedium, concerned, seen_in, shown_by, subject_by_protocol
from genmu_studio.store.media import chosen_faces, link_face, put_face
from genmu_studio.store.ownership import user_name
from genmu_studio.store.steps import Event, put_step
from genmu_studio.store.store import Store
from scoring.errors import UserError
from scoring.faces import name_face
from scoring.registry import evaluators, find_evaluator, identify
from scoring.types import EvaluatorSpec

_SAME_PX = 0.1  # boxes are kept to a tenth of a pixel

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """Which face shall count in the picture of a sample. title : of the step, as undo shows it.

    at : centre of its box in pixels of the upright picture, None = the face that the protocol takes.
    executor : where it is measured; one picture keeps no second worker busy.
    """

    sample: SampleId
    at: Point | None
    title: str
    executor: ExecutorChoice = ExecutorChoice("processes", 1)  # noqa: RUF009 - frozen


@dataclass(frozen=True, slots=True)
class NotMeasured:
    """An evaluator that has not measured the face, and why: its scores of the picture are missing until it has."""

    evaluator: str
    reason: str


@dataclass(frozen=True, slots=True)
class FaceChoiceReport:
    """How a choice went: "unchanged" where that face counted already. Whom it concerns, and who measured the face."""

    ending: Literal["changed", "unchanged", "cancelled"]
    samples: int = 0
    references: int = 0
    submissions: tuple[SubmissionId, ...] = ()
    measured: tuple[str, ...] = ()
    not_measured: tuple[NotMeasured, ...] = ()


def choose_face(
    store: Store,
    protocol: Protocol,
    choice: FaceChoice,
    evaluator: EvaluatorRow,
    *,
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation | None,
) -> FaceChoiceReport:
    """Let the face chosen count; `evaluator` is the one that the picture is looked at with.

    It is measured by that one, and by each other that measured the picture and can run here. UserError, and nothing
    changes, where the first cannot run, where one that had measured the picture finds no face there, where the project
    is read-only or the disk full.
    """
    shown = store.read(lambda db: shown_by(db, choice.sample))
    if shown.kind != "image" or evaluator.kind == "imported":
        raise UserError("there is no face to choose", "Faces are found in pictures, by an evaluator of this program.")
    face = _face_meant(store, shown, choice.at, evaluator)
    if face == shown.face:
        return FaceChoiceReport("unchanged")
    subject = store.write(lambda db: put_face(db, shown.media, face)).result()
    before, seen = _seen(store, shown.subject), _seen(store, subject)
    rows = [
        row
        for row in store.read(known)
        if (row.digest in before or row.digest == evaluator.digest) and not _is_of_an_attack(row)
    ]
    reasons: dict[str, str] = {}
    for row in sorted(rows, key=lambda row: row.digest != evaluator.digest):
        if _is_measured(seen.get(row.digest)):
            continue
        try:
            request = ScoreRequest(_spec_of(row), subjects=(subject,), executor=choice.executor)
            run = score(store, protocol, request, on_progress, cancellation)
        except UserError as error:
            if row.digest == evaluator.digest:
                raise
            reasons[row.digest] = error.message
        else:
            if run.cancelled:
                return FaceChoiceReport("cancelled")
            reasons.update((row.digest, sample.message) for sample in run.failed)
    seen = _seen(store, subject)
    needed = [row for row in rows if row.digest == evaluator.digest or before[row.digest].status == "ok"]
    _refuse_a_loss(needed, seen)
    store.write(lambda db: _put_choice(db, shown.media, face, choice.title)).result()
    who = store.read(lambda db: concerned(db, shown.media))
    measured = tuple(dict.fromkeys(row.name for row in rows if _is_measured(seen.get(row.digest))))
    not_measured = [
        NotMeasured(row.name, reasons[row.digest]) for row in rows if not _is_measured(seen.get(row.digest))
    ]
    return FaceChoiceReport("changed", who.samples, who.references, who.submissions, measured, tuple(not_measured))


def _is_of_an_attack(row: EvaluatorRow) -> bool:
    """Whether changed copies are meant, which an audit makes anew where it is asked to."""
    return row.aspect == "traces" and row.name not in evaluators()


def _is_measured(seen: Seen | None) -> bool:
    """Whether an evaluator has said what it finds, be it that it finds nothing."""
    return seen is not None and seen.status != "error"


def _seen(store: Store, subject: int) -> dict[str, Seen]:
    return store.read(lambda db: seen_in(db, subject))


def _refuse_a_loss(needed: Sequence[EvaluatorRow], seen: Mapping[str, Seen]) -> None:
    """Raise UserError where one of the evaluators that are needed could not measure the face."""
    for row in needed:
        if row.digest in seen and seen[row.digest].status != "ok":
            raise UserError(f"{row.name}: {seen[row.digest].message}", "The face that counted before still counts.")


def _put_choice(db: Database, media: MediaId, face: str | None, title: str) -> None:
    before = chosen_faces(db).get(media)
    if before != face:
        put_step(db, title, user_name(), [Event("face", media, before, face)])
        link_face(db, media, face)


def _face_meant(store: Store, shown: ShownMedium, at: Point | None, evaluator: EvaluatorRow) -> str | None:
    """Return the name of the face at a point; where it is the one that counts anyway, what that is called already."""
    if at is None:
        return None
    if _counts(_seen(store, shown.subject).get(evaluator.digest), at):
        return shown.face
    by_protocol = _seen(store, store.read(lambda db: subject_by_protocol(db, shown.media)))
    return None if _counts(by_protocol.get(evaluator.digest), at) else name_face(*at)


def _counts(seen: Seen | None, at: Point) -> bool:
    """Whether the face that an evaluator took has its centre at the point, but for the rounding of its box."""
    faces, chosen = (seen.detail.get("faces"), seen.detail.get("chosen")) if seen is not None else (None, None)
    if not isinstance(faces, list) or not isinstance(chosen, int) or chosen >= len(faces):
        return False
    x1, y1, x2, y2 = faces[chosen]["box"]
    return math.dist(((x1 + x2) / 2, (y1 + y2) / 2), at) <= _SAME_PX


def _spec_of(row: EvaluatorRow) -> EvaluatorSpec:
    """Return how to run the very evaluator that results name; UserError where it is not here any more."""
    spec = EvaluatorSpec(row.name, tuple(row.options.items()))
    find_evaluator(row.name).require_packages()
    if identify(spec).digest != row.digest:
        raise UserError(
            f"{row.name} has another version or other weights here than where the picture was measured",
            "Score the project anew first.",
        )
    return spec
