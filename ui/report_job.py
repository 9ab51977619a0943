"""Reports from the window: one job in the background, and at its end a notice from which the page can be opened."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.report.request import ReportRequest, WrittenReport, write_report
from scoring.errors import UserError
from ui.jobs import Ended
from ui.notices import Notice
from ui.sample_files import open_externally, reveal

if TYPE_CHECKING:
    from ui.main_window import MainWindow


def start_report(window: MainWindow, request: ReportRequest, *, open_it: bool) -> None:
    """Write a report of the open project as a job of the window. open_it : show it in the browser when it is there."""
    project = window.context.project
    assert project is not None  # noqa: S101 - the action is disabled without a project

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> WrittenReport:
        return write_report(project, request, on_progress, cancellation)

    window.jobs.run("Report", work, partial(_say, window, open_it))


def _say(window: MainWindow, open_it: bool, ended: Ended) -> None:
    if isinstance(ended.error, CancelledError):
        window.notices.show_notice(Notice("info", "The report was cancelled; nothing was written."))
    if not isinstance(ended.value, WrittenReport):
        return
    out = ended.value.request.out
    actions = [
        (text, partial(_try, window, do, out)) for text, do in (("Open", open_externally), ("Show in folder", reveal))
    ]
    window.notices.show_notice(Notice("info", f"Report written: {out}.", action=actions[0], second=actions[1]))
    if open_it:
        _try(window, open_externally, out)


def _try(window: MainWindow, do: Callable[[Path], None], path: Path) -> None:
    try:
        do(path)
    except UserError as error:
        window.show_error(error)
