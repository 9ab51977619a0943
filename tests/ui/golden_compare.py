"""Whether two pictures of the window look alike, with a tolerance: what a person would not notice passes.

Both are blurred a little first, so that edges smoothed in another way are not counted. Then every spot of the window is
looked at on its own: a label that has moved is a small share of a picture, and all of the spot that it stands in.
"""

from dataclasses import dataclass
from math import inf

import numpy as np

LEVEL = 32  # of 255: a pixel that differs by more after the blur, in any channel, differs
SPOT_PX = 16  # side of a spot; spots overlap by half
MOST_OF_A_SPOT = 0.08  # share of its pixels that may differ: 20 of 256
SPOT_LEVELS = 8.0  # by which a spot may differ on average: a tint, a line of another colour
WHOLE_LEVELS = 0.5  # by which the whole picture may differ on average

Levels = np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]
Plane = np.ndarray[tuple[int, int], np.dtype[np.float64]]


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """reason : why they do not look alike, "" where they do. apart : levels between them by pixel, (H, W).

    levels : by how many the spot differs on average that differs most.
    """

    reason: str
    apart: Plane | None = None
    levels: float = inf

    @property
    def is_alike(self) -> bool:
        return not self.reason


def compare(actual: Levels, expected: Levels) -> Compared:
    """Compare two pictures, (H, W, 3)."""
    if actual.shape != expected.shape:
        return Compared(f"it is {_size(actual)}, not {_size(expected)}")
    apart = np.abs(_blurred(actual) - _blurred(expected)).max(axis=2)
    shares, levels = _by_spot(apart > LEVEL), _by_spot(apart)
    reason, most = "", float(levels.max())
    if shares.max() > MOST_OF_A_SPOT:
        reason = f"{shares.max():.0%} of the pixels differ {_place_of(shares)}"
    elif most > SPOT_LEVELS:
        reason = f"it differs by {most:.1f} levels {_place_of(levels)}"
    elif apart.mean() > WHOLE_LEVELS:
        reason = f"it differs by {apart.mean():.2f} levels all over"
    return Compared(reason, apart, most)


def marked(actual: Levels, apart: Plane) -> Levels:
    """Return a picture in grey, faded, with what differs in red: for a person to look at."""
    grey = 160 + actual.mean(axis=2) * (80 / 255)
    strength = np.clip(apart / LEVEL, 0, 1)
    red, rest = grey + (255 - grey) * strength, grey * (1 - strength)
    return np.stack([red, rest, rest], axis=2).astype(np.uint8)


def _blurred(picture: Levels) -> np.ndarray[tuple[int, int, int], np.dtype[np.float64]]:
    """Return the mean of each pixel and its neighbours, the border repeated."""
    mean = np.pad(picture.astype(np.float64), ((1, 1), (1, 1), (0, 0)), mode="edge")
    mean = (mean[:-2] + mean[1:-1] + mean[2:]) / 3
    return (mean[:, :-2] + mean[:, 1:-1] + mean[:, 2:]) / 3


def _by_spot(values: np.ndarray[tuple[int, int], np.dtype[np.bool_ | np.float64]]) -> Plane:
    """Return the mean over every spot, (rows of spots, columns of spots); what reaches beyond the picture is 0."""
    half = SPOT_PX // 2
    height, width = values.shape
    filled = np.pad(values.astype(np.float64), ((0, -height % half + half), (0, -width % half + half)))
    rows, columns = filled.shape[0] // half, filled.shape[1] // half
    blocks = filled.reshape(rows, half, columns, half).sum(axis=(1, 3))
    spots: Plane = (blocks[:-1, :-1] + blocks[1:, :-1] + blocks[:-1, 1:] + blocks[1:, 1:]) / SPOT_PX**2
    return spots


def _place_of(spots: Plane) -> str:
    row, column = np.unravel_index(int(spots.argmax()), spots.shape)
    half = SPOT_PX // 2
    return f"in the {SPOT_PX} × {SPOT_PX} px at ({int(column) * half}, {int(row) * half})"


def _size(picture: Levels) -> str:
    return f"{picture.shape[1]} × {picture.shape[0]} px"
