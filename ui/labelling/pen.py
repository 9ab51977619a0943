"""What is being written to a log of labels, and what became of it: kept, or refused with a way to try again."""

from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from ui.labelling.refusal import READ_ONLY, READ_ONLY_HINT, Refusal
from ui.questions import Questions

T = TypeVar("T")
_BESIDE = frozenset({"note", "remark"})


class Pen(QObject):
    """Writes one act after another; beside them notes and left words, which nothing waits for. To be closed.

    writable : whether anything can be kept. `ended` comes after each act, whatever became of it.
    """

    ended = Signal()
    refused = Signal(object)  # Refusal

    def __init__(self, parent: QObject, *, writable: bool) -> None:
        super().__init__(parent)
        self.writable = writable
        self.is_writing = False  # an act, which the next step waits for
        self.refusal: Refusal | None = None
        self.saved_at: datetime | None = None
        self._again: Callable[[], object] | None = None
        self._is_closed = False
        self._writes = Questions("genmu-label", self)

    def write(self, what: str, act: "Callable[[], Future[T]]", then: Callable[[T], object]) -> None:
        """Do `act()`, and `then` when it is on the disk.

        what : "answer", "skip", "undo" or "redo"; "note", or "remark" for words that were left without a key.
        """
        if not self.writable:
            self._refuse(Refusal(what, READ_ONLY, READ_ONLY_HINT), None)
            return
        if what not in _BESIDE:
            self.is_writing = True
        again = partial(self.write, what, act, then)
        keep, fail = partial(self._keep, what, then), partial(self._fail, what, again)
        self._writes.wait_for(act(), keep, fail, lambda: not self._is_closed)

    def try_again(self) -> None:
        """Do once more what was refused last."""
        if self._again is not None and not self.is_writing:
            again, self._again = self._again, None
            again()

    @property
    def is_busy(self) -> bool:
        """Whether anything is being written, notes too."""
        return self._writes.is_busy

    @property
    def can_try_again(self) -> bool:
        """Whether there is something to do once more."""
        return self._again is not None

    def _keep(self, what: str, then: Callable[[T], object], written: T) -> None:
        self._end(what)
        if self.refusal is None or (self.refusal.what in _BESIDE) == (what in _BESIDE):
            self.refusal = self._again = None
        self.saved_at = datetime.now().astimezone()
        then(written)
        self.ended.emit()

    def _fail(self, what: str, again: Callable[[], object], error: BaseException) -> None:
        self._end(what)
        self._refuse(Refusal.of(what, error), again)
        self.ended.emit()

    def _end(self, what: str) -> None:
        if what not in _BESIDE:
            self.is_writing = False

    def _refuse(self, refusal: Refusal, again: Callable[[], object] | None) -> None:
        self.refusal, self._again = refusal, again
        self.refused.emit(refusal)

    def close(self) -> None:
        """Hear of nothing more; what is being written is written. Safe to call twice."""
        self._is_closed = True
        with suppress(RuntimeError):  # Qt may have taken it away
            self._writes.close()
