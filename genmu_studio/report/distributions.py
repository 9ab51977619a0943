"""Distributions of similarity: the original side above one axis, the unlearned side below it, the threshold across.

Above and below tell the sides apart without any colour.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, log10

import numpy as np
from numpy.typing import NDArray

from genmu_studio.report.figures import cosine, count
from scoring.frame import GroupFrame, Side, Status
from scoring.types import FloatArray

_BIN = 0.02
_WIDTH, _HEIGHT = 460, 220
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 448, 20, 178
_MIDDLE, _HALF = (_TOP + _BOTTOM) / 2, (_BOTTOM - _TOP) / 2
_WORDS_ROOM = 60  # half of what the words at the threshold take

Counts = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Rect:
    """A box of the drawing."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class Tick:
    """A mark of an axis, and its words, which may stand elsewhere."""

    at: str
    words: str
    words_at: str


@dataclass(frozen=True, slots=True)
class SideHistogram:
    """The samples of one side. n : with a similarity, in words; without : how many have none, in words."""

    name: str
    n: str
    without: str
    bars: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Histogram:
    """The samples of one role of a group, by similarity to the template of the identity that was asked for."""

    group: str
    role: str
    sides: tuple[SideHistogram, ...]
    x_ticks: tuple[Tick, ...]
    y_ticks: tuple[Tick, ...]
    threshold: Tick


@dataclass(frozen=True, slots=True)
class Box:
    """Where the axes of every drawing lie. middle : of the height, where the sides meet. centre : of the width."""

    width: int
    height: int
    left: int
    right: int
    top: int
    bottom: int
    middle: str
    centre: str


@dataclass(frozen=True, slots=True)
class Distributions:
    """All histograms, drawn in one kind of box."""

    box: Box
    histograms: tuple[Histogram, ...]


_BOX = Box(_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM, f"{_MIDDLE:.1f}", f"{(_LEFT + _RIGHT) / 2:.1f}")


def distributions(frames: Sequence[GroupFrame], threshold: float) -> Distributions:
    """Return a histogram of the forget samples and one of the retain samples of each group."""
    drawn = (_histogram(frame, role, threshold) for frame in frames for role in ("forget", "retain"))
    return Distributions(_BOX, tuple(drawn))


def _histogram(frame: GroupFrame, role: str, threshold: float) -> Histogram:
    asked = (frame.identity == 0) == (role == "forget")
    scored = asked & (frame.status == Status.SCORED) & ~np.isnan(frame.own)
    values = {side: frame.own[scored & (frame.side == side)] for side in Side}
    missing = {side: int(np.count_nonzero(asked & ~scored & (frame.side == side))) for side in Side}
    axis = _Axis(_lowest([*values.values()], threshold))
    counts = {side: axis.counts(values[side]) for side in Side}
    top = _round_up(max(int(each.max()) for each in counts.values()))
    return Histogram(
        group=frame.group,
        role=role,
        sides=tuple(
            SideHistogram(
                name=side.name.lower(),
                n=count(len(values[side])),
                without=count(missing[side]) if missing[side] else "",
                bars=_bars(axis, counts[side], top, up=side == Side.ORIGINAL),
            )
            for side in Side
        ),
        x_ticks=axis.ticks(),
        y_ticks=tuple(
            Tick(_written(_MIDDLE - sign * _HALF), count(abs(sign) * top), _written(_MIDDLE - sign * _HALF + 4))
            for sign in (1, 0, -1)
        ),
        threshold=axis.threshold(threshold),
    )


def _lowest(values: list[FloatArray], threshold: float) -> float:
    """Return the tenth below which nothing lies that is to be drawn."""
    least = min([threshold, 0.9, *(float(each.min()) for each in values if len(each))])
    return max(-1.0, floor(10 * (least - _BIN)) / 10)


@dataclass(frozen=True, slots=True)
class _Axis:
    """Similarity from `low` to 1 along the width of the drawing."""

    low: float

    @property
    def edges(self) -> NDArray[np.float64]:
        return np.linspace(self.low, 1.0, round((1.0 - self.low) / _BIN) + 1)

    def at(self, value: float) -> float:
        return _LEFT + (_RIGHT - _LEFT) * (value - self.low) / (1.0 - self.low)

    def counts(self, values: FloatArray) -> Counts:
        found: Counts = np.histogram(np.clip(values, self.low, 1.0), self.edges)[0].astype(np.int64)
        return found

    def ticks(self) -> tuple[Tick, ...]:
        step = 0.2 if 1.0 - self.low > 0.6 else 0.1
        first, last = round(self.low / step + 0.499), round(1 / step)
        places = [step * number for number in range(first, last + 1)]
        return tuple(Tick(_written(self.at(each)), f"{each:.1f}".replace("-", "−"), "") for each in places)

    def threshold(self, value: float) -> Tick:
        at = self.at(value)
        words_at = min(max(at, _LEFT + _WORDS_ROOM), _RIGHT - _WORDS_ROOM)
        return Tick(_written(at), f"threshold {cosine(value)}", _written(words_at))


def _bars(axis: _Axis, counts: Counts, top: int, *, up: bool) -> tuple[Rect, ...]:
    edges = [axis.at(float(edge)) for edge in axis.edges]
    bars = []
    for place in np.flatnonzero(counts):
        height = _HALF * int(counts[place]) / top
        left, width = edges[place] + 0.4, edges[place + 1] - edges[place] - 0.8
        y = _MIDDLE - height if up else _MIDDLE
        bars.append(Rect(*(_written(each) for each in (left, y, width, height))))
    return tuple(bars)


def _round_up(most: int) -> int:
    """Return the least of 1, 2, 5, 10, 20, 50 … that is not below `most`.

    >>> [_round_up(most) for most in (0, 1, 3, 11, 50, 51)]
    [1, 1, 5, 20, 50, 100]
    """
    power: int = 10 ** floor(log10(max(most, 1)))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= most)


def _written(place: float) -> str:
    return f"{place:.1f}"
