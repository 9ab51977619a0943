"""Imports from the window: a job per submission, in the background; at its end the submission is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from genmu_studio.hashing import CancelledError
from genmu_studio.importing import ImportedSubmission, Receipt
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.submission.scan import ScannedSubmission
from ui.jobs import Ended
from ui.notices import Notice
from ui.numbers import count

if TYPE_CHECKING:
    from ui.main_window import MainWindow


def start_import(window: MainWindow, project: Project, scanned: ScannedSubmission, receipt: Receipt) -> None:
    """Import a scanned submission as a job of the window; it is taken in whole or not at all."""

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> ImportedSubmission:
        return project.intake.submission(scanned, receipt, on_progress, cancellation)

    head = scanned.manifest.submission if scanned.manifest is not None else None
    name = scanned.source.path.name if head is None else f"{head.team}, {head.track}"
    window.jobs.run(f"Importing {name}", work, partial(_say, window, project))


def _say(window: MainWindow, project: Project, ended: Ended) -> None:
    if isinstance(ended.error, CancelledError):
        window.notices.show_notice(Notice("info", f"{ended.title}: cancelled, nothing was imported."))
    if not isinstance(ended.value, ImportedSubmission) or window.context.project is not project:
        return
    imported = ended.value
    window.context.select(imported.row.id)
    facts = f"{count(imported.samples, 'sample')}, {count(imported.pairs.matched, 'matched pair')}"
    name = f"{imported.row.team}, {imported.row.track}, revision {imported.row.revision}"
    if imported.already_there:
        notice = Notice("info", f"{name} was there already.", "Only what you said of its receipt was noted.")
    else:
        notice = Notice("info", f"{name} is imported: {facts}.", action=("Score", window.table["score"].trigger))
    window.notices.show_notice(notice)
