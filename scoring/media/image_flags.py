"""Pictures that are no pictures: black, of one colour, noise, strongly blurred. Measured on small samples of pixels.

The limits were set on the pictures that insightface and scikit-image carry, faces cut from them, and their copies
blurred, noisy and saved as JPEG of quality 20 (values below): no natural picture fires.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from scoring.codes import Code

_OVERVIEW_SIDE = 64

# BLACK: 99.5 % of the values lie at or below this level of 255.
BLACK_LEVEL = 16
# CONSTANT: in each channel the middle 99 % of the values span at most this many levels of 255.
CONSTANT_SPAN = 8
# NOISE: standard deviation within 2×2 pixels against that of all pixels. White noise 1.0; the highest natural texture
# (grass) 0.57, text 0.43, faces 0.12 to 0.18; a face under noise of sd 50 0.55 to 0.66.
NOISE_SHARE = 0.75
# BLUR: both, measured at a short side of 128 to 255 pixels. Edge: the 99th percentile of the standard deviation within
# 2×2 pixels against that of all pixels. Slope: that percentile against the one two octaves coarser. Gaussian blur with
# σ of 8/512 of the short side or more: edge ≤ 0.29, slope ≤ 0.34. Faces: edge ≥ 0.31, slope ≥ 0.44.
BLUR_EDGE = 0.30
BLUR_SLOPE = 0.36
_BLUR_SIDE = 128
_SMALLEST_SIDE = 64


def image_flags(image: Image.Image, rgb: NDArray[np.uint8]) -> tuple[Code, ...]:
    """Return the first of BLACK, CONSTANT, NOISE, BLUR that holds, or none. rgb (H, W, 3): the pixels of `image`."""
    overview = image.resize((_OVERVIEW_SIDE, _OVERVIEW_SIDE), Image.Resampling.NEAREST)
    ordered = np.sort(np.asarray(overview).reshape(-1, 3).T.astype(np.int16), axis=1)
    tail = ordered.shape[1] // 200
    low, high = ordered[:, tail], ordered[:, -1 - tail]
    if high.max() <= BLACK_LEVEL:
        return (Code.BLACK,)
    if (high - low).max() <= CONSTANT_SPAN:
        return (Code.CONSTANT,)
    if min(image.size) < _SMALLEST_SIDE:
        return ()  # too few pixels to tell texture from noise, or sharp from blurred
    if _noise_share(rgb) > NOISE_SHARE:
        return (Code.NOISE,)
    return (Code.BLUR,) if _is_blurred(image) else ()


def _noise_share(rgb: NDArray[np.uint8]) -> float:
    """Return the standard deviation within 2×2 pixels over that of all, from about 64×64 such blocks of green."""
    height, width = rgb.shape[0] - 1, rgb.shape[1] - 1
    step = max(2, min(height, width) // _OVERVIEW_SIDE)
    corners = [rgb[y : height + y : step, x : width + x : step, 1] for y in (0, 1) for x in (0, 1)]
    blocks = np.stack(corners).astype(np.float32)
    return float(np.sqrt(blocks.var(axis=0, ddof=1).mean() / max(blocks.var(), 1e-6)))


def _is_blurred(image: Image.Image) -> bool:
    factor = max(1, min(image.size) // _BLUR_SIDE)
    grey = np.asarray(image.reduce(factor).convert("L"), dtype=np.float32)
    fine, halved = _halve(grey)
    _, quartered = _halve(halved)
    coarse, _ = _halve(quartered)
    edge, coarse_edge = np.percentile(fine, 99), np.percentile(coarse, 99)
    return bool(edge < BLUR_EDGE * grey.std() and edge < BLUR_SLOPE * coarse_edge)


def _halve(grey: NDArray[np.float32]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the standard deviation and the mean of each 2×2 block, both (H // 2, W // 2)."""
    height, width = grey.shape[0] // 2 * 2, grey.shape[1] // 2 * 2
    corners = [grey[y:height:2, x:width:2] for y in (0, 1) for x in (0, 1)]
    mean = (corners[0] + corners[1] + corners[2] + corners[3]) / np.float32(4)
    squares = [np.square(corner - mean) for corner in corners]
    deviation: NDArray[np.float32] = np.sqrt((squares[0] + squares[1] + squares[2] + squares[3]) / np.float32(4))
    return deviation, mean
