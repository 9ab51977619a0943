"""Letting another face count: measured in a worker first, then stored with its score; told when it is done."""

from collections.abc import Callable

from genmu_studio.domain import EvaluatorRow, SampleId
from genmu_studio.face_choice import FaceChoice, FaceChoiceReport
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from ui.jobs import Ended, Work
from ui.notices import Notice
from ui.numbers import count


def face_work(project: Project, evaluator: EvaluatorRow, sample: int, at: tuple[float, float], title: str) -> Work:
    """Return the job that lets the face with its centre `at` (pixels of the upright picture) count."""

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> FaceChoiceReport:
        choice = FaceChoice(SampleId(sample), at, title)
        return project.choose_face(choice, evaluator, on_progress, cancellation)

    return work


def notices_of(ended: Ended, pair: str, undo: Callable[[], object]) -> tuple[Notice, ...]:
    """Return what is to be said when the job has ended; errors are told as those of any job. pair : its name."""
    report = ended.value
    if not isinstance(report, FaceChoiceReport) or report.ending != "changed":
        return ()
    also = count(report.samples, "sample")
    if report.references:
        also += f" and {count(report.references, 'reference')}"
    where = count(len(report.submissions), "submission")
    text = f"Another face was chosen in the picture of {pair}: it counts for {also} in {where}."
    said = [Notice("info", text, action=("Undo", undo))]
    for missing in report.not_measured:
        text = f"{missing.evaluator} has not measured that face: {missing.reason}."
        said.append(Notice("warning", text, "Its scores of this picture are missing until it has."))
    return tuple(said)
