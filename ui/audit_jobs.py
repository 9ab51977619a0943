"""The jobs of the audit room: run checks, write a bundle, verify one. Each says at its end what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from genmu_studio.audit.auditing import Audited
from genmu_studio.audit.bundle.verifying import Verified, verify_bundle
from genmu_studio.audit.bundle.writing import WrittenBundle
from genmu_studio.domain import SubmissionRow
from genmu_studio.executors import ExecutorChoice
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.watching import Watch
from scoring.errors import UserError
from ui.jobs import Ended, Work
from ui.notices import Notice
from ui.numbers import count
from ui.sample_files import copy_text, reveal

if TYPE_CHECKING:
    from ui.main_window import MainWindow

_PATTERN = "Evidence bundles (*.zip)"


def check_work(project: Project, submissions: Sequence[SubmissionRow], lanes: int, attack: int) -> Work:
    """Return the work that runs the checks on submissions; no rows = on all. lanes : worker processes.

    attack : of so many forget samples per group mildly changed copies are measured first.
    """
    executor = ExecutorChoice("processes", lanes, gives_way=True)

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> Audited:
        return project.audit.run(submissions, on_progress, cancellation, executor, attack)

    return work


def checked_notice(ended: Ended, again: Callable[[], object]) -> Notice | None:
    """Return what is said when checks have ended, None where the failure speaks for itself."""
    if isinstance(ended.error, CancelledError) or ended.ending == "cancelled":
        text = "The checks were stopped; what they found until then is kept."
        return Notice("info", text, "They go on from there.", action=("Go on", again))
    if not isinstance(ended.value, Audited):
        return None
    raised = sum(len(found.raised) for found in ended.value.submissions)
    kept = f", {ended.value.kept} kept from before" if ended.value.kept else ""
    return Notice("info", f"{count(ended.value.ran, 'check')} run{kept}: {count(raised, 'finding')}.")


def ask_for_bundle(window: MainWindow, submission: SubmissionRow) -> None:
    """Ask where to, and write the evidence bundle of a submission there."""
    dialog = QFileDialog(window, "Write the evidence bundle to")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setNameFilters([_PATTERN])
    dialog.setDefaultSuffix("zip")
    project = window.context.project
    if project is not None:
        dialog.setDirectory(str(project.folder.parent))
    dialog.selectFile(f"{submission.id}-evidence.zip")
    dialog.fileSelected.connect(lambda path: start_bundle(window, submission, Path(path)))
    dialog.open()


def ask_to_verify(window: MainWindow) -> None:
    """Ask which bundle, and verify it."""
    dialog = QFileDialog(window, "Verify an evidence bundle")
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.setNameFilters([_PATTERN, "All files (*)"])
    dialog.fileSelected.connect(lambda path: start_verifying(window, Path(path)))
    dialog.open()


def start_bundle(window: MainWindow, submission: SubmissionRow, out: Path) -> None:
    """Write the evidence bundle of a submission as a job of the window; a file of that name is replaced."""
    project = window.context.project
    if project is None:
        return

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> WrittenBundle:
        return project.audit.bundle(submission, out, replace=True, watch=Watch(on_progress, cancellation))

    window.jobs.run("Evidence bundle", work, partial(_say_written, window))


def _say_written(window: MainWindow, ended: Ended) -> None:
    if isinstance(ended.error, CancelledError):
        window.notices.show_notice(Notice("info", "The bundle was cancelled; nothing was written."))
    written = ended.value
    if not isinstance(written, WrittenBundle):
        return
    left_out = f"; {count(written.left_out, 'file')} left out: gone, changed, or no room" if written.left_out else ""
    text = f"Bundle written: {written.path}, {count(written.media, 'file')} of evidence{left_out}."
    hint = f"SHA-256 of its head: {written.digest[:16]}… – print it where the bundle's reader will see it."
    window.notices.show_notice(
        Notice(
            "info",
            text,
            hint,
            action=("Copy digest", partial(copy_text, written.digest)),
            second=("Show in folder", partial(_reveal, window, written.path)),
        )
    )


def _reveal(window: MainWindow, path: Path) -> None:
    try:
        reveal(path)
    except UserError as error:
        window.show_error(error)


def start_verifying(window: MainWindow, path: Path) -> None:
    """Verify a bundle as a job of the window; a dialog lists what came of it."""

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> Verified:
        return verify_bundle(path, Watch(on_progress, cancellation))

    window.jobs.run(f"Verifying {path.name}", work, partial(_show_verified, window, path))


def _show_verified(window: MainWindow, path: Path, ended: Ended) -> None:
    from ui.dialogs.verify_bundle import VerifiedDialog  # noqa: PLC0415 - only where somebody verifies

    if isinstance(ended.error, CancelledError):
        window.notices.show_notice(Notice("info", f"{path.name} was not verified to the end."))
    if isinstance(ended.value, Verified):
        VerifiedDialog(window, path, ended.value).open()
