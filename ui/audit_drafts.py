"""Drafts of verdicts on their way to the disk: kept a moment after the last key, the latest of each submission."""

from collections.abc import Callable
from functools import partial
from threading import Lock

from PySide6.QtCore import QObject, QTimer, Signal

from genmu_studio.audit.drafts import Draft
from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.project import Project
from scoring.errors import UserError
from ui.context import Context

REST_MS = 1200


class DraftKeeping(QObject):
    """`changed` says that a draft was written down, or waits to be. What cannot be written stays here and is told."""

    changed = Signal()

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._project: Project | None = None
        self._open: dict[SubmissionId, tuple[SubmissionRow, Draft]] = {}
        self._lock = Lock()
        self.rest = QTimer(self)
        self.rest.setSingleShot(True)
        self.rest.setInterval(REST_MS)
        self.rest.timeout.connect(self.flush)
        context.leaving.connect(self.leave)

    def look_at(self, project: Project | None) -> None:
        """Keep the drafts of another project; those of the one before are dropped."""
        if project is not self._project:
            self._project = project
            with self._lock:
                self._open.clear()

    def draft_of(self, submission: SubmissionId) -> Draft | None:
        """Return what is not on the disk yet of a submission."""
        found = self._open.get(submission)
        return found[1] if found is not None else None

    def put(self, submission: SubmissionRow, draft: Draft, *, at_once: bool = False) -> None:
        """Keep a draft soon, or at once."""
        with self._lock:
            self._open[submission.id] = (submission, draft)
        self.changed.emit()
        if at_once:
            self.flush()
        else:
            self.rest.start()

    def flush(self, then: Callable[[], object] | None = None) -> None:
        """Write down what waits, then do `then`."""
        self.rest.stop()
        project = self._project
        if project is not None and (self._open or then is not None):
            self._context.ask(partial(self._write, project), lambda _: self._end(then))

    def leave(self) -> None:
        """Write down what waits before the project is closed."""
        self.rest.stop()
        project, self._project = self._project, None
        if project is not None and self._open:
            try:
                self._write(project)
            except UserError as error:
                self._context.failed.emit(error)
            self._open.clear()

    def _end(self, then: Callable[[], object] | None) -> None:
        self.changed.emit()
        if then is not None:
            then()

    def _write(self, project: Project) -> None:
        """Write the latest drafts, one after another; what was put meanwhile waits for its own turn."""
        with self._lock:
            waiting = dict(self._open)
        for id_, (submission, draft) in waiting.items():
            project.audit.write_draft(submission, draft)
            with self._lock:
                if self._open.get(id_) == (submission, draft):
                    del self._open[id_]
