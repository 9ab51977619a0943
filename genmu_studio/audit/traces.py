"""The traces of a submission's files and of the references: taken where nobody has, and read for the checks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from genmu_studio.audit.check import NotRunError
from genmu_studio.audit.material import Material
from genmu_studio.domain import MEDIA_KIND, SubmissionRow
from genmu_studio.executors import ExecutorChoice
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.pipeline import ScoreRequest, plan
from genmu_studio.store.audited import AuditedSample
from genmu_studio.store.traces import TraceRow, read_reference_traces, read_traces
from scoring.likeness.bits import Fingerprint
from scoring.likeness.media import are_one_sound
from scoring.types import EvaluatorSpec, Media, SampleError, Track

if TYPE_CHECKING:
    from genmu_studio.project import Project

EVALUATOR_OF: Mapping[Track, str] = {"face": "traces_face", "speech": "traces_speech"}


def take_traces(
    project: "Project",
    submissions: Sequence[SubmissionRow],
    executor: ExecutorChoice | None,
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation | None,
) -> None:
    """Take the traces of files that nobody has looked at; CancelledError where somebody asked it to end."""
    for track, name in EVALUATOR_OF.items():
        ids = tuple(row.id for row in submissions if row.track == track)
        if not ids:
            continue
        request = ScoreRequest(EvaluatorSpec(name, device="cpu"), ids, executor or ExecutorChoice("processes"))
        if not plan(project.store, project.protocol, request).missing:
            continue
        report = project.score(request, on_progress, cancellation)
        if report.cancelled:
            raise CancelledError("cancelled: what was found until then is kept")


@dataclass(frozen=True, eq=False, slots=True)
class Traces:
    """The traces of the samples of a submission. prints : uint8 (n, bytes), of `printed`, the rows that have one."""

    rows: tuple[TraceRow, ...]
    printed: tuple[TraceRow, ...]
    prints: Fingerprint


def _traces(rows: Sequence[TraceRow]) -> Traces:
    printed = tuple(row for row in rows if row.fingerprint)
    prints = np.frombuffer(b"".join(bytes.fromhex(row.fingerprint) for row in printed), dtype=np.uint8)
    return Traces(tuple(rows), printed, prints.reshape(len(printed), -1) if printed else np.empty((0, 32), np.uint8))


def traces_of(material: Material) -> Traces:
    """Return the traces of the submission's samples; NotRunError where nobody has taken them."""

    def read() -> Traces:
        name = EVALUATOR_OF.get(material.submission.track, "")
        return _traces(material.store.read(lambda db: read_traces(db, material.submission.id, name)))

    found = material.once("traces", read)
    if not found.rows:
        raise NotRunError("nobody has taken the traces of its files")
    return found


def are_one(material: Material, one: AuditedSample | TraceRow, other: AuditedSample | TraceRow) -> bool:
    """Whether two files whose fingerprints are near show one thing; sounds are compared again, frame by frame.

    A file that is gone, or cannot be read any more, is nobody's copy.
    """
    if one.sha256 == other.sha256 or MEDIA_KIND[material.submission.track] == "image":
        return True

    def compare() -> bool:
        material.watch.check()
        try:
            return are_one_sound(Media(one.file, "audio"), Media(other.file, "audio"))
        except SampleError:
            return False

    return material.once(("one", *sorted((one.sha256, other.sha256))), compare)


def traces_of_references(material: Material) -> Traces:
    """Return the traces of the references of the track, under the id of the reference."""
    track = material.submission.track

    def read() -> Traces:
        return _traces(material.store.read(lambda db: read_reference_traces(db, track, EVALUATOR_OF.get(track, ""))))

    return material.once("traces of references", read)
