"""One worker process that answers wishes, the newest first; started when it is first needed, replaced when it dies."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from genmu_studio.executors import ExecutorChoice, Lanes

Question = Callable[[], object]


class WorkerDiedError(Exception):
    """Answering a question ended the worker, twice."""


class _When(NamedTuple):
    """Tells an answer from one to a wish that was forgotten, or of a worker that was replaced."""

    epoch: int
    generation: int


class WorkerLane(QObject):
    """Answers by `answered` on the GUI thread: the key of the wish, and what came back or the exception."""

    answered = Signal(object, object)
    _done = Signal(object, object, object)

    def __init__(
        self,
        kept: int,
        in_flight: int = 1,
        receive: Callable[[object], object] = lambda answer: answer,
        parent: QObject | None = None,
    ) -> None:
        """Make a lane that starts nothing yet.

        kept : wishes that wait at most, the oldest are dropped. in_flight : questions that the worker may have in hand,
        where more than one saves it from waiting for the next. receive : what is made of an answer off the GUI thread.
        """
        super().__init__(parent)
        self._kept, self._in_flight, self._receive = kept, in_flight, receive
        self._waiting: OrderedDict[Hashable, Question] = OrderedDict()
        self._asked: dict[Hashable, Question] = {}
        self._suspects: set[Hashable] = set()
        self._when = _When(0, 0)
        self._lanes: Lanes | None = None
        self._done.connect(self._take)

    def wish(self, key: Hashable, question: Question) -> None:
        """Have `question()` computed in the worker, before all that was wished for earlier; it must pickle."""
        self.wish_all({key: question})

    def wish_all(self, questions: Mapping[Hashable, Question]) -> None:
        """Wish for several at once, the last one first."""
        for key, question in questions.items():
            if key not in self._asked:
                self._waiting[key] = question
                self._waiting.move_to_end(key)
        while len(self._waiting) > self._kept:
            dropped, _ = self._waiting.popitem(last=False)
            self._suspects.discard(dropped)
        self._ask()

    def renew(self, key: Hashable) -> bool:
        """Whether the key is wished for and not answered yet; where it waits, it is now the newest wish."""
        if key in self._waiting:
            self._waiting.move_to_end(key)
            return True
        return key in self._asked

    def withdraw(self, key: Hashable) -> None:
        """Take a wish back; one that the worker has in hand is answered all the same."""
        if self._waiting.pop(key, None) is not None:
            self._suspects.discard(key)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._waiting or self._asked)

    def forget(self) -> None:
        """Answer none of the wishes so far."""
        self._when = self._when._replace(epoch=self._when.epoch + 1)
        for forgotten in (self._waiting, self._asked, self._suspects):
            forgotten.clear()

    def close(self) -> None:
        """End the worker; safe to call twice."""
        self.forget()
        if self._lanes is not None:
            self._lanes.kill()  # whatever it computes, nobody waits for it any more
            self._lanes.close()
            self._lanes = None

    def _ask(self) -> None:
        # One at a time while it is not known which question took a worker down: the next to do so is the one.
        limit = 1 if self._suspects else self._in_flight
        while self._waiting and len(self._asked) < limit:
            key, question = self._waiting.popitem()
            self._asked[key] = question
            if self._lanes is None:
                self._lanes = ExecutorChoice("processes", 1).open()
            self._lanes.submit(question).add_done_callback(partial(self._tell, self._when, key))

    def _tell(self, when: _When, key: Hashable, future: "Future[object]") -> None:
        if not future.cancelled():
            error = future.exception()
            self._done.emit(when, key, error if error is not None else self._receive(future.result()))

    def _take(self, when: _When, key: Hashable, answer: object) -> None:
        if isinstance(answer, BrokenExecutor):
            if when.generation == self._when.generation:
                self._replace_worker()
        elif when.epoch == self._when.epoch and key in self._asked:
            del self._asked[key]
            self._suspects.discard(key)
            self.answered.emit(key, answer)
        self._ask()

    def _replace_worker(self) -> None:
        """Start another; what was in its hands is asked once more, and is at fault if that ends a worker again."""
        self._when = self._when._replace(generation=self._when.generation + 1)
        if self._lanes is not None:
            self._lanes.restart()
        died, self._asked = self._asked, {}
        at_fault = self._suspects & died.keys()
        self._suspects = set(died) - at_fault
        for key in self._suspects:
            self._waiting[key] = died[key]
            self._waiting.move_to_end(key, last=False)
        for key in at_fault:
            self.answered.emit(key, WorkerDiedError("answering it ended the worker, twice"))
