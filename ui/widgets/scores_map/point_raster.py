"""Painting very many points: as codes in an array of pixels, which an image with a table of colours shows.

A code is 8 · (kind + 1) + level, where the level, 1 to 7, says how much of the pixel the point covers. Where points
overlap the higher code stays, so that what is painted does not depend on their order and is the same in every frame.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

from scoring.frame import IndexArray

LEVELS = 8
MOST_KINDS = 256 // LEVELS - 1
# With more points to a pixel than that, it is quicker to move a whole picture about than each point.
_CROWDED = 1 / 60

Codes = NDArray[np.uint8]
Corners = NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Sprite:
    """What a point looks like. levels : uint8 (s, s), 0 where it covers nothing."""

    levels: Codes

    @property
    def side(self) -> int:
        """How many pixels wide and high it is."""
        return len(self.levels)

    @cached_property
    def steps(self) -> tuple[tuple[int, int, int], ...]:
        """(Row, column, level) of the pixels that it covers, by level."""
        rows, columns = np.nonzero(self.levels)
        levels = self.levels[rows, columns]
        order = np.argsort(levels, kind="stable")
        return tuple(zip(rows[order].tolist(), columns[order].tolist(), levels[order].tolist(), strict=True))


class Workspace:
    """Arrays that serve in every frame: to be given memory anew takes as long as what is done in it."""

    def __init__(self) -> None:
        self._arrays: dict[str, NDArray[Any]] = {}

    def array(self, name: str, shape: tuple[int, ...], kind: DTypeLike) -> NDArray[Any]:
        """Return the array of that name, with whatever it holds."""
        known = self._arrays.get(name)
        if known is None or known.shape != shape or known.dtype != kind:
            known = self._arrays[name] = np.empty(shape, dtype=kind)
        return known


def paint_points(
    size: tuple[int, int],
    places: tuple[Corners, Corners],
    ends: Sequence[int],
    sprites: Sequence[Sprite],
    work: Workspace,
    *,
    crowded: float = _CROWDED,
) -> Codes:
    """Return the codes of a picture of that width and height, uint8 (height, width); those below 8 are of no point.

    places : column and row of the upper left corner of each point's sprite, (n,), in the order of their kinds; those of
    kind i end at `ends[i]`. sprites : by kind, at most 31, all of one size. crowded : points to a pixel from which the
    way is taken that pays when they are many; either way leads to the same.
    """
    (width, height), side = size, sprites[0].side
    codes = work.array("codes", (height + 2 * side, width + 2 * side), np.uint8)
    codes.fill(0)
    corners, seen_ends = _corners(size, side, places, ends, work)
    for sprite, kinds in _by_sprite(sprites):
        parts = [(kind, corners[seen_ends[kind - 1] if kind else 0 : seen_ends[kind]]) for kind in kinds]
        count = sum(len(part) for _, part in parts)
        if count >= crowded * codes.size:
            _spread(codes, sprite, parts, work)
        elif count:
            _stamp(codes, sprite, parts)
    return codes[side:-side, side:-side].copy()


def _corners(
    size: tuple[int, int], side: int, places: tuple[Corners, Corners], ends: Sequence[int], work: Workspace
) -> tuple[IndexArray, IndexArray]:
    """Return where the corners of the points that are seen lie in a picture with a margin of `side`, and their ends.

    The margin holds what is half outside.
    """
    (width, height), n = size, len(places[0])
    across, down = (work.array(name, (n,), np.int32) for name in ("across", "down"))
    np.add(places[0], side, out=across)
    np.add(places[1], side, out=down)
    # As unsigned numbers those below 0 are very large.
    is_seen = (across.view(np.uint32) < width + side) & (down.view(np.uint32) < height + side)
    corners: IndexArray = work.array("corners", (n,), np.intp)
    np.multiply(down, width + 2 * side, out=corners)
    corners += across
    if is_seen.all():
        return corners, np.asarray(ends)
    seen = np.flatnonzero(is_seen)
    return corners[seen], np.searchsorted(seen, ends)


def _by_sprite(sprites: Sequence[Sprite]) -> Iterator[tuple[Sprite, list[int]]]:
    for sprite in dict.fromkeys(sprites):
        yield sprite, [kind for kind, each in enumerate(sprites) if each is sprite]


def _stamp(codes: Codes, sprite: Sprite, parts: Sequence[tuple[int, IndexArray]]) -> None:
    """Paint each point, pixel by pixel of the sprite."""
    flat, wide = codes.ravel(), codes.shape[1]
    for kind, corners in parts:
        for row, column, level in sprite.steps:
            at = corners + (row * wide + column)
            flat[at] = np.maximum(flat[at], _code(kind, level))


def _spread(codes: Codes, sprite: Sprite, parts: Sequence[tuple[int, IndexArray]], work: Workspace) -> None:
    """Paint all points at once: a picture of their corners, moved to each pixel of the sprite."""
    corners = work.array("picture of corners", codes.shape, np.uint8)
    corners.fill(0)
    for kind, at in parts:
        corners.ravel()[at] = _code(kind, 0)
    high, wide = (length - sprite.side for length in codes.shape)
    corners = corners[:high, :wide]
    levelled, known = work.array("levelled", corners.shape, np.uint8), -1
    for row, column, level in sprite.steps:
        if level != known:  # where there is no corner that leaves a code below 8: no point's
            known = level
            np.add(corners, np.uint8(level), out=levelled)
        under = codes[row : row + high, column : column + wide]
        np.maximum(under, levelled, out=under)


def _code(kind: int, level: int) -> np.uint8:
    return np.uint8(LEVELS * (kind + 1) + level)


def color_table(colors: Sequence[tuple[int, int, int, int]]) -> list[int]:
    """Return the colour of each of the 256 codes as 0xAARRGGBB.

    colors : red, green, blue and opacity of each kind, 0..255.
    """
    table = [0] * 256
    for kind, (red, green, blue, most) in enumerate(colors):
        for level in range(1, LEVELS):
            opacity = round(most * level / (LEVELS - 1))
            table[_code(kind, level)] = (opacity << 24) | (red << 16) | (green << 8) | blue
    return table
