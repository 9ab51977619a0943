"""What a column of the leaderboard is."""

from collections.abc import Callable
from dataclasses import dataclass

from genmu_studio.leaderboard import LeaderboardRow
from scoring.types import MetricValue
from ui.widgets.segments import Lines

Key = float | str | None


@dataclass(frozen=True, slots=True)
class Column:
    """One column. text : as read aloud and copied. key : sorted by; None goes last in either order. tip : of a cell."""

    title: str
    about: str
    text: Callable[[LeaderboardRow], str]
    key: Callable[[LeaderboardRow], Key]
    tip: Callable[[LeaderboardRow], str]
    is_number: bool = False  # written to the right
    value: Callable[[LeaderboardRow], MetricValue | None] | None = None
    lines: Callable[[LeaderboardRow], Lines] | None = None
