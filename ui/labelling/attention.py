"""How long an item has been looked at: breaks, other windows and whatever hides the item are left out."""

from collections.abc import Callable
from time import monotonic

Clock = Callable[[], float]


class Attention:
    """A stop watch that runs while nothing takes the eyes away. clock : in seconds, never back."""

    def __init__(self, clock: Clock = monotonic) -> None:
        self._clock = clock
        self._away: set[str] = set()
        self._before = 0.0
        self._since = clock()

    def restart(self) -> None:
        """Count from nothing: something else is looked at."""
        self._before, self._since = 0.0, self._clock()

    def look_away(self, why: str) -> None:
        """Stop for a reason; another reason may hold it already."""
        if not self._away:
            self._before = self.seconds
        self._away.add(why)

    def look_back(self, why: str) -> None:
        """Let a reason hold no more; it runs on where that was the last one."""
        if why in self._away:
            self._away.remove(why)
            self._since = self._clock()

    @property
    def is_away(self) -> bool:
        """Whether it stands still."""
        return bool(self._away)

    @property
    def seconds(self) -> float:
        """How long it ran."""
        return self._before if self._away else self._before + self._clock() - self._since
