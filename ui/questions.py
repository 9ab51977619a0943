"""Questions that are answered on a thread of their own, one after another; the answers are taken on the GUI thread."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple, TypeVar

from PySide6.QtCore import QObject, Qt, Signal

T = TypeVar("T")


class MovedOnError(Exception):
    """Nobody wants the answer any more; no failure that anybody is told of."""


def take_no_notice(error: BaseException) -> None:
    """Leave a failure to whoever hears `Questions.failed`."""


class _Receivers(NamedTuple):
    """Who takes an answer, who a failure, and whether either is still wanted."""

    then: Callable[[object], object]
    otherwise: Callable[[BaseException], object]
    is_wanted: Callable[[], bool]


class Questions(QObject):
    """One thread, so that answers come in the order of the questions."""

    failed = Signal(object)  # what a question raised that is still wanted
    _answered = Signal(object, object)

    def __init__(self, name: str, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thread = ThreadPoolExecutor(1, name)
        self._open = 0
        self._is_closed = False
        # Queued always: an answer that is there before anybody waits for it would come in the middle of the asking.
        self._answered.connect(self._take, Qt.ConnectionType.QueuedConnection)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._open > 0

    def ask(
        self,
        question: Callable[[], T],
        then: Callable[[T], object],
        otherwise: Callable[[BaseException], object],
        is_wanted: Callable[[], bool],
    ) -> None:
        """Answer `question()`, and hand the answer to `then`, a failure to `otherwise` and to `failed`.

        `is_wanted()` is asked when the answer is there: where it says no, nobody is told.
        """
        if not self._is_closed:
            self.wait_for(self._thread.submit(question), then, otherwise, is_wanted)

    def wait_for(
        self,
        future: "Future[T]",
        then: Callable[[T], object],
        otherwise: Callable[[BaseException], object],
        is_wanted: Callable[[], bool],
    ) -> None:
        """Hand on what somebody else's thread comes to, as `ask` does; what is asked meanwhile does not wait for it."""
        self._open += 1
        receivers = _Receivers(then, otherwise, is_wanted)  # type: ignore[arg-type]  # `then` takes what is answered
        future.add_done_callback(lambda done: None if self._is_closed else self._answered.emit(done, receivers))

    def _take(self, done: "Future[object]", receivers: _Receivers) -> None:
        self._open -= 1
        if self._is_closed or done.cancelled() or not receivers.is_wanted():
            return
        error = done.exception()
        if error is None:
            receivers.then(done.result())
            return
        receivers.otherwise(error)
        if not isinstance(error, MovedOnError):
            self.failed.emit(error)

    def abandon(self) -> None:
        """Let nothing more be asked or told, without waiting for the end of what is being answered."""
        self._is_closed = True
        self._thread.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        """End the thread when what it answers is answered; nothing more is asked or told."""
        self._is_closed = True
        self._thread.shutdown(wait=True, cancel_futures=True)
