"""Write a report: what is asked for is checked, gathered and drawn, and the file appears whole or not at all."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from genmu_studio.domain import SubmissionRow
from genmu_studio.executors import ExecutorChoice
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.report.drawing import draw
from genmu_studio.report.material import gather
from genmu_studio.report.page import Page, board_page, submission_page
from genmu_studio.store.results import now_utc
from genmu_studio.view import View
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from scoring.types import Track

PROCESSES = ExecutorChoice("processes")


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What to report: a submission, or the leaderboard of the track where none is named, as `view` looks at it.

    out : the file. replace : whether one that is there may be replaced. lanes : where thumbnails are made.
    """

    out: Path
    track: Track
    submission: SubmissionRow | None = None
    view: View = field(default_factory=View)
    replace: bool = False
    lanes: ExecutorChoice = PROCESSES


@dataclass(frozen=True, slots=True)
class WrittenReport:
    """What was written. pairs : shown of those that cost points. bookmarks : shown of those that somebody marked."""

    request: ReportRequest
    pairs: int
    bookmarks: int
    size_bytes: int

    def to_json(self) -> dict[str, object]:
        """Return what `genmu report --json` prints."""
        row = self.request.submission
        about = {"track": self.request.track} if row is None else {"submission": row.id}
        counts = {"pairs": self.pairs, "bookmarks": self.bookmarks, "bytes": self.size_bytes}
        return {"written": str(self.request.out), **about, **counts}


def check_place(out: Path, *, replace: bool) -> None:
    """Raise UserError where a report cannot be written to `out`."""
    if out.is_dir():
        raise UserError(f"{out} is a folder", "Name the file that the report is to be written to.")
    if not out.parent.is_dir():
        raise UserError(f"there is no folder {out.parent}", "Make it, or name another place.")
    if out.exists() and not replace:
        raise UserError(f"{out} is there already", "Name another file, or say --force to replace it.")


def write_report(
    project: Project, request: ReportRequest, on_progress: Callable[[Progress], None], cancellation: Cancellation
) -> WrittenReport:
    """Write the report. UserError where the place does not take it; CancelledError where somebody asked."""
    check_place(request.out, replace=request.replace)
    page, pairs, bookmarks = _page(project, request, on_progress, cancellation)
    on_progress(Progress("writing the page"))
    content = draw(page)
    if cancellation.requested:
        raise CancelledError("cancelled: no report was written")
    write_atomically(request.out, content)
    return WrittenReport(request, pairs, bookmarks, len(content))


def _page(
    project: Project, request: ReportRequest, on_progress: Callable[[Progress], None], cancellation: Cancellation
) -> tuple[Page, int, int]:
    """Return the page, and how many pairs of each kind it shows."""
    if request.submission is None:
        on_progress(Progress("reading the scores"))
        rows = project.leaderboard(request.track, request.view)
        return board_page(project, request.track, rows, now_utc()), 0, 0
    material = gather(
        project,
        request.submission,
        request.view,
        lanes=request.lanes,
        on_progress=on_progress,
        cancellation=cancellation,
        written_at_utc=now_utc(),
    )
    return submission_page(material), sum(each.shown for each in material.worst), len(material.marked.rows)
