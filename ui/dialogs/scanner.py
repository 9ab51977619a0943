"""Reads submissions in the background, one after the other, for the preview before an import."""

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path, PurePosixPath

from PySide6.QtCore import QCoreApplication, QObject, Signal

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.project import Project
from genmu_studio.submission.delivered import Delivered, count_delivered
from genmu_studio.submission.layouts import NO_CORRECTION
from genmu_studio.submission.path_parts import Correction
from genmu_studio.submission.scan import ScannedSubmission, find_submissions, scan_submission
from genmu_studio.watching import Watch
from ui.jobs import Ended, Job, Work

_MOST_NAMES = 400


@dataclass(frozen=True, slots=True)
class Scan:
    """What was understood of a submission. folders : names of its folders, the most frequent first."""

    scanned: ScannedSubmission
    delivered: tuple[Delivered, ...]
    folders: tuple[str, ...]


class Scanner(QObject):
    """Finds submissions and reads them. It ends with the dialog that owns it: later answers are dropped."""

    found = Signal(object)  # tuple[Path, ...]
    scanned = Signal(object, object)  # Path, Scan
    failed = Signal(object, object)  # Path, exception
    progressed = Signal(object, object)  # Path, Progress

    def __init__(self, project: Project, parent: QObject) -> None:
        super().__init__(parent)
        self._project = project
        self._waiting: deque[tuple[Path, Work]] = deque()
        self._running: tuple[Path, Job] | None = None
        application = QCoreApplication.instance()
        if application is not None:
            application.aboutToQuit.connect(self.stop)

    @property
    def is_busy(self) -> bool:
        """Whether something is being read or waits to be."""
        return self._running is not None

    def find(self, paths: Sequence[Path]) -> None:
        """Look for submissions at `paths`: each may be one, or a folder of several."""
        for path in paths:
            self._add(path, partial(_find, path))

    def scan(self, path: Path, correction: Correction = NO_CORRECTION) -> None:
        """Read the submission at `path`; an earlier wish for it that still waits is replaced."""
        self.forget(path)
        self._add(path, partial(_scan, self._project, path, correction))

    def forget(self, path: Path) -> None:
        """Read the submission at `path` no more."""
        self._waiting = deque(each for each in self._waiting if each[0] != path)
        if self._running is not None and self._running[0] == path:
            self._running[1].cancel()

    def stop(self) -> None:
        """Read nothing more."""
        self._waiting.clear()
        if self._running is not None:
            self._running[1].cancel()

    def _add(self, path: Path, work: Work) -> None:
        self._waiting.append((path, work))
        self._next()

    def _next(self) -> None:
        if self._running is None and self._waiting:
            path, work = self._waiting.popleft()
            job = Job(f"reading {path.name}", work, self)
            self._running = (path, job)
            job.progressed.connect(self._tell)
            job.ended.connect(self._end)
            job.start()

    def _tell(self, progress: Progress) -> None:
        if self._running is not None:
            self.progressed.emit(self._running[0], progress)

    def _end(self, ended: Ended) -> None:
        if self._running is None:
            return
        path, job = self._running
        self._running = None
        job.deleteLater()
        if ended.ending == "failed":
            self.failed.emit(path, ended.error)
        elif ended.ending == "finished" and isinstance(ended.value, Scan):
            self.scanned.emit(path, ended.value)
        elif ended.ending == "finished":
            self.found.emit(ended.value)
        self._next()


def _find(path: Path, on_progress: Callable[[Progress], None], cancellation: Cancellation) -> tuple[Path, ...]:
    on_progress(Progress("looking for submissions"))
    return find_submissions(path)


def _scan(
    project: Project,
    path: Path,
    correction: Correction,
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation,
) -> Scan:
    scanned = scan_submission(
        path,
        project.protocol,
        unpack_into=project.intake.unpack_folder,
        correction=correction,
        watch=Watch(on_progress, cancellation),
    )
    return Scan(scanned, count_delivered(scanned.rows, scanned.pairs), _folder_names(scanned))


def _folder_names(scanned: ScannedSubmission) -> tuple[str, ...]:
    counts: Counter[str] = Counter()
    paths = [row.path for row in scanned.rows] + [each.path for each in scanned.unmatched]
    for path in paths:
        counts.update(PurePosixPath(path).parts[:-1])
    return tuple(name for name, _ in counts.most_common(_MOST_NAMES))
