"""What differs between two pictures, and how alike they are: alignment, difference, heat map, SSIM, PSNR.

Pictures are uint8 (H, W, 3), as `load_image` gives them. Points are (x, y) in pixels from the upper left corner of the
picture, so that the middle of its first pixel is (0.5, 0.5).
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import ArrayLike, NDArray
from PIL import Image

Picture = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Transform = NDArray[np.float64]

# cividis, even in lightness, and the same to people who see no red or no green: every 15th of its 256 colours.
# Nuñez, Anderton & Renslow 2018, PLoS ONE 13(7), e0199239; CC0.
_CIVIDIS = (
    "00204d 002b67 00356e 28406c 3d4a6b 4d556c 5b606e 696b71 767676 "
    "848179 928d78 a19976 b1a573 c1b26d d1bf66 e2cd5c f3db4f ffea46"
)
# Where one picture does not reach: a pattern that no difference looks like.
_OUTSIDE_LEVELS = (70, 110)
_OUTSIDE_SIDE_PX = 8

_NO_EXTENT = 1e-9
_LUMA = np.array([0.299, 0.587, 0.114])  # ITU-R BT.601, of the gamma-coded values
_PEAK = 255.0
_SSIM_SIGMA_PX = 1.5
SSIM_WINDOW_PX = 11
PSNR_CAP_DB = 100.0
# Large pictures are measured in bands of about so many pixels: several float64 copies of each are held at once.
_BAND_PIXELS = 2**21


def _heat_colours() -> Picture:
    points = np.array([list(bytes.fromhex(colour)) for colour in _CIVIDIS.split()], dtype=np.float64)
    places = np.linspace(0, 255, len(points))
    levels = np.stack([np.interp(np.arange(256), places, channel) for channel in points.T], axis=1)
    colours: Picture = np.rint(levels).astype(np.uint8)
    return colours


# (256, 3): the colours of a heat map, from no difference to the largest.
HEAT_COLOURS = _heat_colours()


# ---- to one size, one above the other ----


def align(points_from: ArrayLike, points_to: ArrayLike) -> Transform | None:
    """Return the similarity transform (2, 3) that brings one set of points (n, 2) nearest to another.

    Rotation, uniform scale and translation, never a reflection: the least squares of Umeyama 1991, IEEE TPAMI 13(4),
    376-380, which in the plane are those of one complex factor. A point p goes to t[:, :2] @ p + t[:, 2]. None where
    either set is empty, lies on one spot or is not finite, or where they differ in number.
    """
    if not 0 < np.size(points_from) == np.size(points_to):
        return None
    points = np.array([points_from, points_to], dtype=np.float64)
    if not np.isfinite(points).all():
        return None
    source, target = points @ [1, 1j]
    middle_from, middle_to = source.mean(), target.mean()
    source, target = source - middle_from, target - middle_to
    extent = np.vdot(source, source).real
    factor = np.vdot(source, target) / extent if extent > _NO_EXTENT else 0
    if abs(factor) < _NO_EXTENT:
        return None
    offset = middle_to - factor * middle_from
    return np.array([[factor.real, -factor.imag, offset.real], [factor.imag, factor.real, offset.imag]])


def warp(rgb: Picture, transform: Transform, size: tuple[int, int]) -> tuple[Picture, Mask]:
    """Return `rgb` brought by a similarity `transform` into a picture of `size` (width, height), and where it reaches.

    Bilinear; where the transform reduces, the picture is first reduced by Lanczos, so that no pixel is skipped. The
    mask (H, W) is False where the middle of a pixel comes from outside of `rgb`; the picture is black there.
    """
    image = Image.fromarray(rgb)
    scale = float(np.sqrt(abs(np.linalg.det(transform[:, :2]))))
    if scale < 1:
        image = image.resize([max(1, round(side * scale)) for side in image.size], Image.Resampling.LANCZOS)
    reduced = np.array([image.width / rgb.shape[1], image.height / rgb.shape[0]])
    inverse = np.linalg.inv(np.vstack([transform, [0, 0, 1]]))[:2] * reduced[:, np.newaxis]
    coefficients = tuple(inverse.ravel().tolist())

    def moved(picture: Image.Image) -> NDArray[np.uint8]:
        return np.asarray(
            picture.transform(size, Image.Transform.AFFINE, coefficients, Image.Resampling.BILINEAR, fillcolor=0)
        )

    return moved(image), moved(Image.new("L", image.size, 255)) > 0


def fitted(a: Picture, b: Picture) -> Picture:
    """Return `b` in the size of `a`: resized by Lanczos where theirs differ, else as it is."""
    if a.shape == b.shape:
        return b
    return np.asarray(Image.fromarray(b).resize((a.shape[1], a.shape[0]), Image.Resampling.LANCZOS))


# ---- what differs ----


def difference(a: Picture, b: Picture, inside: Mask | None = None) -> tuple[Picture, int]:
    """Return |a − b| of each channel, (H, W, 3), and the largest of them; chequered grey where `inside` is False."""
    apart = np.maximum(a, b) - np.minimum(a, b)
    return _marked(apart, inside), _largest(apart.max(axis=2), inside)


def heat_map(a: Picture, b: Picture, inside: Mask | None = None) -> tuple[Picture, int]:
    """Return the largest |a − b| of a pixel's channels in `HEAT_COLOURS`, (H, W, 3), and the largest of them.

    Linear: the first colour stands for 0, the last for the largest. Chequered grey where `inside` is False.
    """
    levels = (np.maximum(a, b) - np.minimum(a, b)).max(axis=2)
    largest = _largest(levels, inside)
    places = np.rint(np.arange(256) * (255 / max(largest, 1))).clip(0, 255).astype(np.uint8)
    return _marked(HEAT_COLOURS[places][levels], inside), largest


def _largest(levels: NDArray[np.uint8], inside: Mask | None) -> int:
    return int(levels.max(initial=0, where=True if inside is None else inside))


def _marked(picture: Picture, inside: Mask | None) -> Picture:
    if inside is None or inside.all():
        return picture
    rows, columns = np.ogrid[: picture.shape[0], : picture.shape[1]]
    is_dark = (rows // _OUTSIDE_SIDE_PX + columns // _OUTSIDE_SIDE_PX) % 2 == 0
    pattern = np.where(is_dark, *_OUTSIDE_LEVELS).astype(np.uint8)[..., np.newaxis]
    return np.where(inside[..., np.newaxis], picture, pattern)


# ---- how alike ----


def psnr(a: Picture, b: Picture) -> float | None:
    """Return the peak signal-to-noise ratio in dB, 10·log10(255² / mean (a − b)²) over all channels, at most 100.

    None for identical pictures, of which it is infinite. The pictures are of one shape.
    """
    squares = 0
    for rows in _bands(a.shape[0], a.shape[1], overlap=0):
        apart = a[rows].astype(np.int32) - b[rows]
        squares += int(np.square(apart).sum(dtype=np.int64))
    if squares == 0:
        return None
    return min(PSNR_CAP_DB, float(10 * np.log10(_PEAK**2 * a.size / squares)))


def ssim(a: Picture, b: Picture) -> float | None:
    """Return the mean structural similarity of the luminance (BT.601), −1 … 1, as Wang et al. 2004 define it.

    IEEE TIP 13(4), 600-612: an 11 × 11 Gaussian window of σ 1.5, K1 0.01, K2 0.03, range 255, only where the window
    lies within the picture. None where the picture is smaller than the window. The pictures are of one shape.
    """
    from skimage.metrics import structural_similarity

    height, width = a.shape[:2]
    if min(height, width) < SSIM_WINDOW_PX:
        return None
    total = 0.0
    for rows in _bands(height, width, overlap=SSIM_WINDOW_PX - 1):
        # Of each band the mean is over the rows on which the window fits; together these are the picture's, each once.
        mean = structural_similarity(  # type: ignore[no-untyped-call]  # ships no types
            a[rows] @ _LUMA,
            b[rows] @ _LUMA,
            gaussian_weights=True,
            sigma=_SSIM_SIGMA_PX,
            use_sample_covariance=False,
            data_range=_PEAK,
        )
        total += float(mean) * (rows.stop - rows.start - SSIM_WINDOW_PX + 1)
    return float(total / (height - SSIM_WINDOW_PX + 1))


def _bands(height: int, width: int, overlap: int) -> Iterator[slice]:
    """Yield the rows of each band; neighbours share `overlap` rows, and each has more than those."""
    step = max(1, _BAND_PIXELS // width)
    for top in range(0, height - overlap, step):
        yield slice(top, min(top + step + overlap, height))
