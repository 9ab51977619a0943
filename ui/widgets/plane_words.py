"""How points of the EA–RA plane look, and what is said of them."""

from dataclasses import dataclass

from genmu_studio.overview.plane import PlanePoint, PointKind
from ui.numbers import percent
from ui.widgets.figure import WHAT_IF, explain


@dataclass(frozen=True, slots=True)
class Look:
    """Symbol and size of a mark, whether it is filled, size of its name, and the word for its kind."""

    symbol: str
    size: float
    filled: bool
    text_px: int
    word: str


LOOKS: dict[PointKind, Look] = {
    "unlearned": Look("o", 15, True, 12, "unlearned"),
    "original": Look("o", 13, True, 12, "original"),
    "group": Look("d", 11, True, 11, "group"),
    "team": Look("o", 9, False, 11, "other entry"),
    "trivial": Look("s", 6, False, 10, "trivial entry"),
}


def shortened(name: str, most: int = 30) -> str:
    """Return a name short enough to stand beside a mark, on one line."""
    line = " ".join(name.split())
    return line if len(line) <= most else line[: most - 1] + "…"


def sentence(point: PlanePoint) -> str:
    """Return a point in one line: name, kind, EA, RA, ERB."""
    word = LOOKS[point.kind].word
    name = point.name if point.name == word else f"{shortened(point.name, 48)} ({word})"
    figures = (("EA", point.ea), ("RA", point.ra), ("ERB", point.erb))
    return f"{name}: " + ", ".join(f"{symbol} {percent(value.value)}" for symbol, value in figures)


def describe(point: PlanePoint, what_if: bool) -> str:
    """Return all that is known of a point, with every digit."""
    figures = (("ERB", point.erb), ("EA", point.ea), ("RA", point.ra))
    lines = [point.name, *(explain(symbol, value, what_if=False) for symbol, value in figures)]
    return "\n".join([*lines, WHAT_IF] if what_if else lines)
