"""Questions that are asked again only when what they are about is another."""

from collections.abc import Callable, Hashable
from functools import partial
from typing import Generic, Protocol, TypeVar

T = TypeVar("T")


class Ask(Protocol):
    """What answers a question off the GUI thread: `Context.ask` is one."""

    def __call__(
        self,
        question: Callable[[], T],
        then: Callable[[T], object],
        otherwise: Callable[[BaseException], object],
    ) -> None:
        """Hand the answer to `then`, or a failure to `otherwise`, on the GUI thread."""
        ...


class Answer(Generic[T]):
    """The answer to one question at a time. told : called when it has come, or could not be had."""

    def __init__(self, ask: Ask, told: Callable[[], object]) -> None:
        self._ask = ask
        self._told = told
        self._key: Hashable = None
        self._value: T | None = None
        self._error: BaseException | None = None
        self._is_waiting = False

    @property
    def value(self) -> T | None:
        """What was answered; None while it is still to come."""
        return self._value

    @property
    def is_waiting(self) -> bool:
        """Whether the answer is still to come."""
        return self._is_waiting

    @property
    def error(self) -> BaseException | None:
        """Why there is no answer."""
        return self._error

    def want(self, key: Hashable, question: Callable[[], T]) -> T | None:
        """Return the answer to the question that `key` names, None while it is still to come; it is asked once."""
        if key != self._key:
            self._key, self._value, self._error, self._is_waiting = key, None, None, True
            self._ask(question, partial(self._take, key), partial(self._fail, key))
        return self._value

    def forget(self) -> None:
        """Want nothing; what is still to come is dropped."""
        self._key, self._value, self._error, self._is_waiting = None, None, None, False

    def _take(self, key: Hashable, value: T) -> None:
        if key == self._key:
            self._value, self._is_waiting = value, False
            self._told()

    def _fail(self, key: Hashable, error: BaseException) -> None:
        if key == self._key:
            self._error, self._is_waiting = error, False
            self._told()
