"""Bars that stand in a line of a table: 0 at the left end, 100 at the right one, drawn in a box of 100 by 8."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A band from `start` over `width`, and a stroke `at` the value, "" for none; all as a drawing writes them."""

    start: str
    width: str
    at: str = ""


def interval_bar(value: float, interval: Sequence[float] = ()) -> Bar:
    """Return the bar of a percentage: its interval as the band where there is one, the value as the stroke."""
    low, high = interval or (value, value)
    return Bar(_place(low), _place(high - low), _place(value))


def share_bar(part: float, whole: float) -> Bar:
    """Return the bar that is filled for `part` of `whole`; an empty one where there is nothing."""
    return Bar("0", _place(100 * part / whole if whole else 0.0))


def _place(value: float) -> str:
    return f"{min(max(value, 0.0), 100.0):.4g}"
