"""Answers about the data of a project, kept until the data change, the last used ones within a budget of bytes."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from typing import Any, TypeVar

T = TypeVar("T")


class Kept:
    """Answers by key, on whatever thread: of two threads that ask the same at once one waits for the other.

    size_bytes : of an answer; it may grow while the answer is kept.
    """

    def __init__(self, budget_bytes: int, size_bytes: Callable[[object], int]) -> None:
        self._budget = budget_bytes
        self._size_of = size_bytes
        self._answers: OrderedDict[Hashable, Future[Any]] = OrderedDict()
        self._gate = threading.Lock()

    def get(self, key: Hashable, answer: Callable[[], T]) -> T:
        """Return what is kept under `key`, else `answer()`, which is kept unless `forget` is called meanwhile."""
        with self._gate:
            is_new = key not in self._answers
            future: Future[T] = self._answers.setdefault(key, Future())
            self._answers.move_to_end(key)
        if is_new:
            self._compute(key, future, answer)
        return future.result()

    def _compute(self, key: Hashable, future: "Future[T]", answer: Callable[[], T]) -> None:
        try:
            value = answer()
        except BaseException as error:  # noqa: BLE001 - it belongs to all who wait for the answer
            with self._gate:
                if self._answers.get(key) is future:
                    del self._answers[key]
            future.set_exception(error)
        else:
            future.set_result(value)
            self._drop_old()

    def forget(self) -> None:
        """Keep nothing of before; whoever waits for an answer still gets it."""
        with self._gate:
            self._answers.clear()

    def _drop_old(self) -> None:
        """Drop what was used longest ago until the rest fits; the last used one stays however large it is."""
        with self._gate:
            sizes = {key: self._size_of(each.result()) for key, each in self._answers.items() if each.done()}
            used = sum(sizes.values())
            for key in list(sizes)[:-1]:
                if used <= self._budget:
                    break
                del self._answers[key]
                used -= sizes[key]
