"""The bridge from jobs to the window: a thread per job, one reference to its progress, a timer that shows it.

The job thread touches no widget. It ends with exactly one of finished, failed, cancelled, whatever was raised.
"""

import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QObject, QTimer, Signal

from genmu_studio.jobs import Cancellation, Progress
from scoring.errors import UserError

SHOWN_EVERY_MS = 100
Ending = Literal["finished", "failed", "cancelled"]
Work = Callable[[Callable[[Progress], None], Cancellation], object]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a job ended. value : what it returned. error : what it raised. report : for a bug, what to copy."""

    title: str
    ending: Ending
    value: object = None
    error: BaseException | None = None
    report: str = ""


class Job(QObject):
    """One job in the background; `start` it once."""

    progressed = Signal(object)  # Progress
    ended = Signal(object)  # Ended

    def __init__(self, title: str, work: Work, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.title = title
        self.cancellation = Cancellation()
        self._work = work
        self._progress = Progress("starting")
        self._shown: Progress | None = None
        self._result: Ended | None = None
        self._thread = threading.Thread(target=self._run, name=f"genmu-job {title}")
        self._timer = QTimer(self)
        self._timer.setInterval(SHOWN_EVERY_MS)
        self._timer.timeout.connect(self._show)

    @property
    def is_running(self) -> bool:
        """Whether it has begun and its end has not been told yet."""
        return self._timer.isActive()

    def start(self) -> None:
        """Begin."""
        self._timer.start()
        self._thread.start()

    def cancel(self) -> None:
        """Ask it to stop; `ended` follows when what is being measured is done."""
        self.cancellation.request()

    def wait(self) -> None:
        """Return when the thread has ended; for the end of the program only."""
        if self._thread.ident is not None:
            self._thread.join()

    def drop(self) -> None:
        """End it as cancelled before it has begun."""
        self.ended.emit(Ended(self.title, "cancelled"))
        self.deleteLater()

    def _run(self) -> None:
        try:
            value = self._work(self._note, self.cancellation)
        except BaseException as error:  # noqa: BLE001 - the thread ends here: whatever it was is told, not lost
            ending: Ending = "cancelled" if self.cancellation.requested else "failed"
            report = "" if isinstance(error, UserError) else traceback.format_exc()
            self._result = Ended(self.title, ending, None, error, report)
        else:
            self._result = Ended(self.title, "cancelled" if self.cancellation.requested else "finished", value)

    def _note(self, progress: Progress) -> None:
        self._progress = progress  # one reference, swapped: the timer reads whichever is there

    def _show(self) -> None:
        if self._progress is not self._shown:
            self._shown = self._progress
            self.progressed.emit(self._progress)
        if self._result is not None and not self._thread.is_alive():
            self._timer.stop()
            self._thread.join()
            self.ended.emit(self._result)


class Jobs(QObject):
    """The jobs of a window: one at a time, the others wait in line."""

    started = Signal(object)  # Job
    progressed = Signal(object)  # Progress
    ended = Signal(object)  # Ended

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._current: Job | None = None
        self._waiting: list[Job] = []

    @property
    def current(self) -> Job | None:
        """The job that runs."""
        return self._current

    def run(self, title: str, work: Work, then: Callable[[Ended], None] | None = None) -> Job:
        """Run `work(on_progress, cancellation)` when its turn comes; `then` is called on the GUI thread at its end."""
        job = Job(title, work, self)
        if then is not None:
            job.ended.connect(then)
        self._waiting.append(job)
        self._next()
        return job

    def cancel(self) -> None:
        """Cancel the job that runs, and drop those in line."""
        dropped, self._waiting = self._waiting, []
        for job in dropped:
            job.drop()
        if self._current is not None:
            self._current.cancel()

    def close(self) -> None:
        """Cancel and wait: at the end of the program no thread may be left."""
        self.cancel()
        if self._current is not None:
            self._current.wait()

    def _next(self) -> None:
        if self._current is None and self._waiting:
            self._current = self._waiting.pop(0)
            self._current.progressed.connect(self.progressed)
            self._current.ended.connect(self._end)
            self.started.emit(self._current)
            self._current.start()

    def _end(self, ended: Ended) -> None:
        job, self._current = self._current, None
        self.ended.emit(ended)
        if job is not None:
            job.deleteLater()
        self._next()
