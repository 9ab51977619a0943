"""What somebody has heard of the sounds of an entry: the union of the stretches that sounded, of each of them."""

from typing import NamedTuple

# A device plays in blocks, and a player looks at it now and then: an end that is missing by less was heard.
SLACK_S = 0.05
_ROUNDING_S = 1e-6


class Stretch(NamedTuple):
    """From where to where a sound was heard, in s from its start."""

    start_s: float
    end_s: float


class Heard:
    """What was heard of each source (A, B, X), whatever was heard twice counted once."""

    def __init__(self) -> None:
        self._stretches: dict[str, tuple[Stretch, ...]] = {}

    def add(self, source: str, start_s: float, end_s: float) -> bool:
        """Count a stretch; whether it tells anything new. What is empty or ends before it starts counts for nothing."""
        start_s = max(0.0, start_s)
        before = self.of(source)
        if not end_s > start_s or any(each.start_s <= start_s and end_s <= each.end_s for each in before):
            return False
        apart = [each for each in before if each.end_s < start_s or each.start_s > end_s]
        touching = [each for each in before if each not in apart]
        joined = Stretch(
            min([start_s, *(each.start_s for each in touching)]), max([end_s, *(each.end_s for each in touching)])
        )
        self._stretches[source] = tuple(sorted([*apart, joined]))
        return True

    def of(self, source: str) -> tuple[Stretch, ...]:
        """Return what was heard of a source: stretches in order, none of which touch."""
        return self._stretches.get(source, ())

    def seconds(self, source: str, duration_s: float) -> float:
        """Return how much was heard of a source that lasts so long."""
        return sum(max(0.0, min(each.end_s, duration_s) - each.start_s) for each in self.of(source))

    def share(self, source: str, duration_s: float) -> float:
        """Return the same as a fraction, 1 where it is whole."""
        if self.is_whole(source, duration_s):
            return 1.0
        return self.seconds(source, duration_s) / duration_s if duration_s > 0 else 0.0

    def is_whole(self, source: str, duration_s: float) -> bool:
        """Return whether a source that lasts so long was heard, but for `SLACK_S` altogether; never of nothing."""
        heard_s = self.seconds(source, duration_s)
        return heard_s > 0 and duration_s - heard_s <= SLACK_S + _ROUNDING_S
