"""One worker process that answers wishes, the newest first; started when it is first needed, replaced when it dies."""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Future
from functools import partial
from itertools import count
from time import perf_counter
from typing import NamedTuple

from PySide6.QtCore import QObject, Qt, Signal

from genmu_studio.executors import ExecutorChoice, Lanes

Question = Callable[[], object]

_ENOUGH_S = 0.03  # of work before the answers to a batch are handed over
_PROMPT_S = 0.25  # within that a worker answers that is not held up


class WorkerDiedError(Exception):
    """Answering a question ended the worker, twice."""


class _Batch(NamedTuple):
    """Questions that were shipped together: their number, keys, and when.

    epoch, generation : tell an answer from one to a wish that was forgotten, or of a worker that was replaced.
    """

    number: int
    keys: tuple[Hashable, ...]
    asked_at: float
    epoch: int
    generation: int


class WorkerLane(QObject):
    """Answers by `answered` on the GUI thread: the key of the wish, and what came back or the exception."""

    answered = Signal(object, object)
    _done = Signal(object, object)

    def __init__(
        self,
        kept: int,
        in_flight: int = 1,
        at_once: int = 1,
        receive: Callable[[object], object] = lambda answer: answer,
        parent: QObject | None = None,
    ) -> None:
        """Make a lane that starts nothing yet.

        kept : wishes that wait at most, the oldest are dropped. in_flight : batches that the worker may have in hand,
        where more than one saves it from waiting for the next. at_once : questions of a batch at most; those that it
        has not come to after a while wait again. receive : what is made of an answer off the GUI thread.
        """
        super().__init__(parent)
        self._kept, self._in_flight, self._at_once, self._receive = kept, in_flight, at_once, receive
        self._waiting: OrderedDict[Hashable, Question] = OrderedDict()
        self._asked: dict[Hashable, Question] = {}
        self._withdrawn: set[Hashable] = set()  # of those asked
        self._suspects: set[Hashable] = set()
        self._in_hand: dict[int, _Batch] = {}
        self._numbers = count()
        self._epoch = self._generation = 0
        self._has_answered = False
        self._lanes: Lanes | None = None
        # Queued always: of a worker that has just died the answer is there at once, in the middle of the asking.
        self._done.connect(self._take, Qt.ConnectionType.QueuedConnection)

    def start(self) -> None:
        """Start the worker before it is needed; a second call does nothing."""
        if self._lanes is None:
            self._ship({})

    @property
    def is_prompt(self) -> bool:
        """Whether a question asked now is answered soon: the worker has started, and nothing holds it up."""
        now = perf_counter()
        return self._has_answered and all(now - batch.asked_at < _PROMPT_S for batch in self._in_hand.values())

    def wish(self, key: Hashable, question: Question) -> None:
        """Have `question()` computed in the worker, before all that was wished for earlier; it must pickle."""
        self.wish_all({key: question})

    def wish_all(self, questions: Mapping[Hashable, Question]) -> None:
        """Wish for several at once, the last one first."""
        for key, question in questions.items():
            self._withdrawn.discard(key)
            if key not in self._asked:
                self._waiting[key] = question
                self._waiting.move_to_end(key)
        self._drop_oldest()
        self._ask()

    def renew(self, key: Hashable) -> bool:
        """Whether the key is wished for and not answered yet; where it waits, it is now the newest wish."""
        if key in self._waiting:
            self._waiting.move_to_end(key)
            return True
        self._withdrawn.discard(key)
        return key in self._asked

    def withdraw(self, key: Hashable) -> None:
        """Take a wish back; one that the worker has begun is answered all the same."""
        if self._waiting.pop(key, None) is not None:
            self._suspects.discard(key)
        elif key in self._asked:
            self._withdrawn.add(key)

    @property
    def is_busy(self) -> bool:
        """Whether an answer is still to come."""
        return bool(self._waiting or self._asked)

    def forget(self) -> None:
        """Answer none of the wishes so far."""
        self._epoch += 1
        for forgotten in (self._waiting, self._asked, self._withdrawn, self._suspects, self._in_hand):
            forgotten.clear()

    def close(self) -> None:
        """End the worker; safe to call twice."""
        self.forget()
        if self._lanes is not None:
            self._lanes.kill()  # whatever it computes, nobody waits for it any more
            self._lanes.close()
            self._lanes = None

    def _drop_oldest(self) -> None:
        while len(self._waiting) > self._kept:
            dropped, _ = self._waiting.popitem(last=False)
            self._suspects.discard(dropped)

    def _ask(self) -> None:
        # One at a time while it is not known which question took a worker down: the next to do so is the one.
        in_flight, at_once = (1, 1) if self._suspects else (self._in_flight, self._at_once)
        while self._waiting and len(self._in_hand) < in_flight:
            self._ship(dict(self._waiting.popitem() for _ in range(min(at_once, len(self._waiting)))))

    def _ship(self, questions: dict[Hashable, Question]) -> None:
        batch = _Batch(next(self._numbers), tuple(questions), perf_counter(), self._epoch, self._generation)
        self._asked.update(questions)
        self._in_hand[batch.number] = batch
        if self._lanes is None:
            self._lanes = ExecutorChoice("processes", 1, gives_way=True).open()
        future = self._lanes.submit(_answer, tuple(questions.values()))
        future.add_done_callback(partial(self._tell, batch))

    def _tell(self, batch: _Batch, future: "Future[object]") -> None:
        if future.cancelled():
            return
        error = future.exception()
        answers = future.result() if error is None else error
        if isinstance(answers, list):
            answers = [each if isinstance(each, Exception) else self._receive(each) for each in answers]
        self._done.emit(batch, answers)

    def _take(self, batch: _Batch, answers: Sequence[object] | BaseException) -> None:
        if isinstance(answers, BrokenExecutor):
            if batch.generation == self._generation:
                self._replace_worker()
        elif batch.epoch == self._epoch and self._in_hand.pop(batch.number, None) is not None:
            self._has_answered = True
            found = [answers] * len(batch.keys) if isinstance(answers, BaseException) else answers
            for key, answer in zip(batch.keys, found, strict=False):
                del self._asked[key]
                self._withdrawn.discard(key)
                self._suspects.discard(key)
                self.answered.emit(key, answer)
            self._wait_again(batch.keys[len(found) :])
        self._ask()

    def _wait_again(self, keys: Sequence[Hashable]) -> None:
        """Let questions wait that the worker has not come to."""
        for key in reversed(keys):
            question = self._asked.pop(key)
            if key in self._withdrawn:
                self._withdrawn.discard(key)
            else:
                self._waiting[key] = question
        self._drop_oldest()

    def _replace_worker(self) -> None:
        """Start another; what was in its hands is asked once more, and is at fault if that ends a worker again."""
        self._generation += 1
        self._has_answered = False
        self._in_hand.clear()
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


def _answer(questions: Sequence[Question]) -> list[object]:
    """Return answers, or the exceptions instead, to the first of the questions: until they took enough time."""
    began = perf_counter()
    answers: list[object] = []
    for question in questions:
        try:
            answers.append(question())
        except Exception as error:  # noqa: BLE001 - as an executor, it hands the error to whoever asked
            answers.append(error)
        if perf_counter() - began > _ENOUGH_S:
            break
    return answers
