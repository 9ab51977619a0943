"""A face turned upright by its five landmarks, to the places at which recognisers expect them."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.faces import Picture
from scoring.types import FloatArray

SIDE = 112
_AXIS = (SIDE - 1) / 2
# Where ArcFace's training put the landmarks in 112 × 112 pixels (Deng et al. 2019, insightface), made symmetric, so
# that a mirrored face gives the mirrored picture. Eyes, nose, corners of the mouth; the left of the picture first.
_PLACES = np.array(
    [
        [_AXIS - 17.62, 51.60],
        [_AXIS + 17.62, 51.60],
        [_AXIS, 71.74],
        [_AXIS - 14.59, 92.28],
        [_AXIS + 14.59, 92.28],
    ]
)


def places(side: int, margin: float = 0.0) -> NDArray[np.float64]:
    """Return where the five points go in `side` × `side` pixels, (5, 2).

    margin : what is seen beyond the tight face on each side, in sides of it.
    """
    scaled = (_PLACES - _AXIS) / (1 + 2 * margin) * (side / SIDE)
    return np.asarray(scaled + (side - 1) / 2, dtype=np.float64)


def similarity(points: FloatArray, targets: NDArray[np.float64]) -> NDArray[np.float64] | None:
    """Return the rotation, scaling and shift, (2, 3), that brings `points` nearest to `targets` (least squares).

    None where the points are all one. In complex numbers it is w = a·z + b with a = Σ conj(z)·w / Σ |z|², both centred.
    """
    z = points[:, 0].astype(np.float64) + 1j * points[:, 1].astype(np.float64)
    w = targets[:, 0] + 1j * targets[:, 1]
    spread = float(np.sum(np.abs(z - z.mean()) ** 2))
    if spread <= 0 or not np.isfinite(spread):
        return None
    a = complex(np.sum(np.conj(z - z.mean()) * (w - w.mean())) / spread)
    b = complex(w.mean() - a * z.mean())
    return np.array([[a.real, -a.imag, b.real], [a.imag, a.real, b.imag]])


def aligned(rgb: Picture, points: FloatArray, side: int, margin: float = 0.0) -> tuple[Picture, NDArray[np.bool_]]:
    """Return the face upright in (side, side, 3), and which of its pixels the picture really has, (side, side).

    A larger face is first brought down by averaging, so that no detail is made up by skipping pixels. What lies outside
    the picture is black. ValueError where the points are all one.
    """
    import cv2

    matrix = similarity(points, places(side, margin))
    if matrix is None:
        raise ValueError("the five points are one")
    seen, matrix = _brought_down(rgb, matrix)
    size = (side, side)
    crop = cv2.warpAffine(seen, matrix, size, flags=cv2.INTER_LINEAR)
    inside = cv2.warpAffine(np.ones(seen.shape[:2], np.float32), matrix, size, flags=cv2.INTER_LINEAR)
    return np.asarray(crop, dtype=np.uint8), np.asarray(inside > 0.999, dtype=np.bool_)


def _brought_down(rgb: Picture, matrix: NDArray[np.float64]) -> tuple[Any, NDArray[np.float64]]:
    import cv2

    scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
    if scale >= 1:
        return rgb, matrix
    height, width = rgb.shape[:2]
    smaller = (max(1, round(width * scale)), max(1, round(height * scale)))
    x, y = width / smaller[0], height / smaller[1]
    # A pixel's centre lies half a pixel within it: x_before = x·(x_after + ½) − ½.
    back = np.array([[x, 0, (x - 1) / 2], [0, y, (y - 1) / 2], [0, 0, 1]])
    return cv2.resize(rgb, smaller, interpolation=cv2.INTER_AREA), matrix @ back
