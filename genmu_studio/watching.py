"""Steps of a long operation that say where they are and end when somebody asks for it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation, Progress

T = TypeVar("T")
_PER_ANNOUNCEMENT = 200


def no_progress(progress: Progress) -> None:
    """Take no notice."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Who is told of the steps, and who may end them. kept : what is left of the work then, in words."""

    on_progress: Callable[[Progress], None] = no_progress
    cancellation: Cancellation | None = None
    kept: str = "nothing was imported"

    def check(self) -> None:
        """Raise a CancelledError where somebody asked the operation to end."""
        if self.cancellation is not None and self.cancellation.requested:
            raise CancelledError(f"cancelled: {self.kept}")

    def step(self, phase: str, done: int = 0, total: int = 0) -> None:
        """Say where the operation stands; CancelledError where somebody asked it to end."""
        self.check()
        self.on_progress(Progress(phase, done, total))

    def each(self, phase: str, items: Iterable[T], total: int) -> Iterator[T]:
        """Yield `items`, and say from time to time how many of `total` there were."""
        for done, item in enumerate(items):
            if done % _PER_ANNOUNCEMENT == 0:
                self.step(phase, done, total)
            yield item


UNWATCHED = Watch()
