"""A log of labels in a file: each event is a line, flushed to the disk before it counts."""

import errno
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import TypeVar

from filelock import FileLock, Timeout

from genmu_studio.labelling.events import LabelLog
from genmu_studio.labelling.journals import MakeEvent
from genmu_studio.labelling.label_files import LabelHead, event_line, head_line, parse_label_file
from genmu_studio.store.labels import LabelEvent
from genmu_studio.writing import write_atomically
from scoring.errors import UserError

T = TypeVar("T")


class FileJournal:
    """The log in the file at `path`, which is made where it is missing. To be closed.

    What a kill left of a last line is cut off. UserError where the file is of another campaign or queue, is damaged,
    open elsewhere, or cannot be written to.
    """

    def __init__(self, path: Path, head: LabelHead) -> None:
        self.path = path
        self._lock = FileLock(path.with_name(f".{path.name}.lock"), timeout=0, thread_local=False)
        try:
            self._lock.acquire()
        except Timeout:
            raise UserError(f"{path.name} is open in another window", "Close it there first.") from None
        except OSError as error:
            raise _cannot(path.name, error) from None
        try:
            if not path.exists():
                write_atomically(path, head_line(head))
            self._log = _read(path, head)
            try:
                self._file = path.open("ab", buffering=0)
            except OSError as error:
                raise _cannot(path.name, error) from None
        except BaseException:
            self._lock.release()
            raise
        self._gate = threading.Lock()
        self._is_torn = False  # what could not be written could not be taken away either
        self._pen = ThreadPoolExecutor(1, "genmu-journal")

    def read(self, function: Callable[[LabelLog], T]) -> T:
        """Return `function(log)` while nobody adds to it."""
        with self._gate:
            return function(self._log)

    def append(self, make: MakeEvent) -> "Future[LabelEvent | None]":
        """Add what `make(log)` returns, as `Journal` says."""
        return self._pen.submit(self._append, make)

    def _append(self, make: MakeEvent) -> LabelEvent | None:
        if self._is_torn:
            raise UserError("the file of answers can be written no further", "Close the pack, and open it again.")
        event = self.read(make)
        if event is not None:
            self._put(event_line(event))
            self.read(lambda log: log.add(event))
        return event

    def _put(self, line: bytes) -> None:
        """Write a line whole, or leave the file as it was."""
        descriptor = self._file.fileno()
        found = os.fstat(descriptor)
        if not found.st_nlink:
            raise UserError("the file of answers was deleted", "Close the pack, put the file back, and open it again.")
        before = found.st_size
        try:
            rest = memoryview(line)
            while rest:
                rest = rest[os.write(descriptor, rest) :]
            os.fsync(descriptor)
        except OSError as error:
            try:
                os.ftruncate(descriptor, before)
            except OSError:
                self._is_torn = True
            raise _cannot("the file of answers", error) from None

    def close(self) -> None:
        """Finish what is being written, then close the file; safe to call twice."""
        self._pen.shutdown()
        self._file.close()
        self._lock.release()


def _cannot(what: str, error: OSError) -> UserError:
    is_closed_to_us = error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}
    return UserError(
        f"{what} cannot be written: {error.strerror or error}; nothing was counted that is not kept",
        "Copy the pack into a folder of your own, and open it there." if is_closed_to_us
        else "Has the disk room, and may its folder be written to?",
    )  # fmt: skip


def _read(path: Path, head: LabelHead) -> LabelLog:
    try:
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        if whole and len(whole) < len(data):
            os.truncate(path, len(whole))
    except OSError as error:
        raise _cannot(path.name, error) from None
    file = parse_label_file(whole, path.name)
    if (file.head.campaign, file.head.annotator) != (head.campaign, head.annotator):
        raise UserError(f"{path.name} holds the labels of another pack", "Move it elsewhere, or take its own pack.")
    if file.refused:
        line = file.refused[0]
        raise UserError(
            f"{path.name} is damaged in line {line.line}: {line.reason}", "Keep it, and tell the organizer."
        )
    try:
        return LabelLog(event for _, event in file.events)
    except ValueError as error:
        raise UserError(f"{path.name} is damaged: {error}", "Keep it, and tell the organizer.") from None
