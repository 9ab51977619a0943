"""How a face is lit, from its pixels: how light it is, from which side, how strong the differences are.

Looked at in the aligned picture (`scoring.attributes.alignment`), within an ellipse from the forehead to the chin.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.attributes.alignment import SIDE, aligned
from scoring.faces import Picture
from scoring.types import FloatArray

_AXIS = (SIDE - 1) / 2
_CENTRE_Y = 70.0
_HALF_WIDTH, _HALF_HEIGHT = 30.0, 42.0
# With less of the ellipse in the picture, what is measured is another part of the face.
_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Light:
    """luminance : mean relative luminance, 0 black to 1 white (IEC 61966-2-1, as WCAG 2 has it).

    lightness : L* of that mean over 100 (CIE 1976), in which equal steps look equal. side : (right − left) / (right +
    left) of the mean luminance of the halves, −1 to 1. contrast : deviation of the luminance over its mean.
    """

    luminance: float
    lightness: float
    side: float
    contrast: float


def light_of(rgb: Picture, points: FloatArray) -> Light | None:
    """Return how the face with these five points is lit; None where too little of it lies in the picture.

    A face that is black all over is lit from no side and has no contrast: both are 0.
    """
    try:
        face, inside = aligned(rgb, points, SIDE)
    except ValueError:
        return None
    y, x = np.mgrid[:SIDE, :SIDE]
    ellipse = ((x - _AXIS) / _HALF_WIDTH) ** 2 + ((y - _CENTRE_Y) / _HALF_HEIGHT) ** 2 <= 1
    seen = ellipse & inside
    left, right = seen & (x < _AXIS), seen & (x > _AXIS)
    if seen.sum() < _LEAST_SHARE * ellipse.sum() or not left.any() or not right.any():
        return None
    levels = relative_luminance(face)
    mean = float(levels[seen].mean())
    sides = float(levels[left].mean()), float(levels[right].mean())
    return Light(
        luminance=mean,
        lightness=lightness(mean),
        side=(sides[1] - sides[0]) / sum(sides) if sum(sides) > 0 else 0.0,
        contrast=float(levels[seen].std()) / mean if mean > 0 else 0.0,
    )


def relative_luminance(rgb: Picture) -> NDArray[np.float64]:
    """Return the relative luminance of each pixel of (…, 3) sRGB, 0 to 1.

    >>> relative_luminance(np.array([[0, 0, 0], [255, 255, 255]], np.uint8)).tolist()
    [0.0, 1.0]
    """
    levels = rgb / 255
    linear = np.where(levels <= 0.04045, levels / 12.92, ((levels + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ (0.2126, 0.7152, 0.0722), dtype=np.float64)


def lightness(luminance: float) -> float:
    """Return L* / 100 of a relative luminance: 0 to 1.

    >>> round(lightness(0.184), 2), round(lightness(1.0), 2)
    (0.5, 1.0)
    """
    cube = luminance ** (1 / 3) if luminance > (6 / 29) ** 3 else luminance * (29 / 6) ** 2 / 3 + 4 / 29
    return 1.16 * cube - 0.16
