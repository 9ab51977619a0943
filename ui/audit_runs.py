"""Checks that a person lets run: a job of the window each, and what is said at its end."""

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Signal

from genmu_studio.domain import SubmissionRow
from genmu_studio.project import Project
from ui import audit_jobs
from ui.jobs import Ended
from ui.views.page import Page


class AuditRuns(QObject):
    """`changed` says that some began or ended; `ended` that there may be other findings now."""

    changed = Signal()
    ended = Signal()

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._page = page
        self._project: Project | None = None
        self._open = 0

    @property
    def is_running(self) -> bool:
        """Whether checks run, or wait in line."""
        return self._open > 0

    def forget(self) -> None:
        """Take no more notice of what runs: another project is looked at."""
        self._project, self._open = None, 0

    def start(self, project: Project, submissions: Sequence[SubmissionRow], title: str, attack: int = 0) -> None:
        """Run the checks on submissions; no rows = on all. attack : see `audit_jobs.check_work`."""
        self._project = project
        self._open += 1
        self.changed.emit()
        lanes = self._page.actions_table.settings.number("scoring.lanes")
        work = audit_jobs.check_work(project, submissions, lanes, attack)
        again = partial(self.start, project, submissions, title, attack)
        self._page.job_wanted.emit(title, work, partial(self._end, project, again))

    def _end(self, project: Project, again: "partial[None]", ended: Ended) -> None:
        if self._project is not project:
            return
        self._open = max(0, self._open - 1)
        self.changed.emit()
        self.ended.emit()
        notice = audit_jobs.checked_notice(ended, again)
        if notice is not None and notice.action is None and self._page.isVisible():
            self._page.said.emit(notice.text)  # what was found is to be seen
        elif notice is not None:
            self._page.noticed.emit(notice)
