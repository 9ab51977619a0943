"""The rhythm of the work: how long an item takes, how long the rest will take, and when a break is due."""

from collections import deque
from statistics import fmean

_RECENT = 20  # items: soon enough after a change of pace, steady enough to be read


class Rhythm:
    """Counts the items that were finished. every : a break is due after so many, 0 = never."""

    def __init__(self, every: int) -> None:
        self.every = every
        self._since_break = 0
        self._recent: deque[float] = deque(maxlen=_RECENT)

    def finished(self, seconds: float) -> None:
        """Take notice that an item was finished after so long."""
        self._since_break += 1
        self._recent.append(seconds)

    def rested(self) -> None:
        """Take notice of a break."""
        self._since_break = 0

    @property
    def is_break_due(self) -> bool:
        """Whether it is time to rest."""
        return 0 < self.every <= self._since_break

    @property
    def until_break(self) -> int | None:
        """How many items there are before the next break, None where none comes."""
        return max(0, self.every - self._since_break) if self.every else None

    @property
    def seconds_each(self) -> float | None:
        """How long an item took lately, None before the first."""
        return fmean(self._recent) if self._recent else None

    def seconds_for(self, items: int) -> float | None:
        """Return how long so many items will take, None before the first."""
        each = self.seconds_each
        return None if each is None else each * items
