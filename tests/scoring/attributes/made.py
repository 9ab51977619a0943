"""Heads drawn by hand: the generic head from any side, and faces of plain colours."""

import numpy as np
from numpy.typing import NDArray

from scoring.attributes.alignment import places
from scoring.attributes.pose import HEAD, Pose, rotation
from scoring.faces import Picture
from scoring.types import FloatArray

MIRRORED = [1, 0, 2, 4, 3]


def seen_from_afar(pose: Pose, scale: float = 12.0, centre: tuple[float, float] = (300.0, 200.0)) -> FloatArray:
    """Return the five points of the generic head in a picture, without perspective."""
    turned = HEAD @ rotation(pose).T
    return np.asarray(np.array(centre) + scale * turned[:, :2] * (1, -1), dtype=np.float32)


def seen_at(pose: Pose, distance_cm: float, focal_px: float = 900.0) -> FloatArray:
    """Return the same through a pinhole camera."""
    turned = HEAD @ rotation(pose).T
    depth = distance_cm - turned[:, 2:]
    return np.asarray((400, 300) + focal_px * turned[:, :2] * (1, -1) / depth, dtype=np.float32)


def mirrored(points: FloatArray, width: int) -> FloatArray:
    """Return the points of the mirrored picture, left ones first again."""
    flipped = points[MIRRORED].copy()
    flipped[:, 0] = width - 1 - flipped[:, 0]
    return flipped


def framed(side: int = 224) -> FloatArray:
    """Return the points of an upright face in the middle of a square picture, with half a face around it."""
    return places(side, margin=0.5).astype(np.float32)


def plain(level: int, side: int = 224) -> Picture:
    return np.full((side, side, 3), level, np.uint8)


def halves(left: int, right: int, side: int = 224) -> Picture:
    """Return a picture whose halves have two levels of grey."""
    picture = plain(left, side)
    picture[:, side // 2 :] = right
    return picture


def noise(seed: int, side: int = 224) -> Picture:
    rng = np.random.default_rng(seed)
    levels: NDArray[np.uint8] = rng.integers(40, 200, (side // 8, side // 8, 3), dtype=np.uint8)
    return levels.repeat(8, axis=0).repeat(8, axis=1)
