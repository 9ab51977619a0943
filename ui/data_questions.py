"""Questions about the data whose answers are kept: each is asked once, and forgotten when the data change."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from ui.questions import Questions, take_no_notice

T = TypeVar("T")


class DataQuestions:
    """Asks on the thread of `questions`. A question that failed is asked again by the next who wants the answer."""

    def __init__(self, questions: Questions) -> None:
        self._questions = questions
        self._asked: set[object] = set()
        self._epoch = 0

    def is_asked(self, key: object) -> bool:
        """Whether the answer that is to be kept under `key` is still to come."""
        return key in self._asked

    def ask(
        self,
        key: object,
        question: Callable[[], T],
        then: Callable[[T], object],
        otherwise: Callable[[BaseException], object] = take_no_notice,
    ) -> None:
        """Ask what is to be kept under `key`; an answer from before a change of the data is dropped."""
        epoch = self._epoch
        self._asked.add(key)

        def answer(receive: Callable[[Any], object], value: object) -> None:
            self._asked.discard(key)
            receive(value)

        self._questions.ask(question, partial(answer, then), partial(answer, otherwise), lambda: epoch == self._epoch)

    def forget(self) -> None:
        """Hear none of the answers to come: the data are others."""
        self._epoch += 1
        self._asked.clear()
