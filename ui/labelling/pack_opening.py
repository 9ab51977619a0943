"""Packs are unpacked and put away off the GUI thread; the answers are flushed before anything is taken away."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.labelling.unpacked_pack import UnpackedPack, unpack
from genmu_studio.watching import Watch
from scoring.errors import UserError
from ui.jobs import Ended, Job


class PackOpening(QObject):
    """Opens one pack at a time: a later wish takes the place of the one before. To be closed.

    room : where packs are unpacked, None = the user's own folder for that.
    """

    progressed = Signal(object)  # Progress
    opened = Signal(object)  # UnpackedPack
    failed = Signal(object, str)  # what went wrong, and of a bug the report

    def __init__(self, parent: QObject | None = None, room: Path | None = None) -> None:
        super().__init__(parent)
        self._room = room
        self._wanted: Job | None = None
        self._jobs: list[Job] = []
        self._made: list[UnpackedPack] = []  # those that are not put away
        self._is_closed = False

    @property
    def is_busy(self) -> bool:
        """Whether a pack is being opened or put away."""
        return bool(self._jobs)

    def open(self, path: Path) -> None:
        """Open a pack; `opened` or `failed` follows, unless it is cancelled."""
        self.cancel()
        job = self._start("opening", path)
        job.progressed.connect(self.progressed)
        self._wanted = job

    def _start(self, title: str, what: Path | UnpackedPack) -> Job:
        work = partial(self._unpack, what) if isinstance(what, Path) else partial(self._put_away, what)
        job = Job(title, work, self)
        job.ended.connect(partial(self._ended, job))
        self._jobs.append(job)
        job.start()
        return job

    def cancel(self) -> None:
        """Want no pack any more."""
        if self._wanted is not None:
            self._wanted.cancel()
        self._wanted = None

    def put_away(self, pack: UnpackedPack) -> None:
        """Close a pack, and take its media away."""
        self._start("closing", pack)

    def _unpack(self, path: Path, tell: Callable[[Progress], None], cancellation: Cancellation) -> UnpackedPack:
        made = unpack(path, Watch(tell, cancellation), self._room)
        self._made.append(made)
        return made

    def _put_away(self, pack: UnpackedPack, tell: Callable[[Progress], None], cancellation: Cancellation) -> None:
        pack.close()
        self._made.remove(pack)

    def _ended(self, job: Job, ended: Ended) -> None:
        if self._is_closed:
            return
        self._jobs.remove(job)
        job.deleteLater()
        is_wanted = job is self._wanted
        if is_wanted:
            self._wanted = None
        if isinstance(ended.value, UnpackedPack):
            if is_wanted:
                self.opened.emit(ended.value)
            else:
                self.put_away(ended.value)
        elif is_wanted:
            error = ended.error or UserError("the pack could not be opened", "Open it again.")
            self.failed.emit(error, ended.report)

    def close(self) -> None:
        """Cancel what is being opened, and put away all that is open; waits for that. Safe to call twice."""
        self.cancel()
        self._is_closed = True
        for job in self._jobs:
            job.wait()
        for pack in tuple(self._made):
            pack.close()
            self._made.remove(pack)
