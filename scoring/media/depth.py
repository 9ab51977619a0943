"""Pictures of more than 8 bits per value: scaled by the depth that the file declares or its values show (CASES H3).

Many cameras and programs write 10 or 12 bits into 16-bit files; taken as 16 bits, these would be nearly black.
"""

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.ImageFile import ImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile

from scoring.media.decoders import decode, open_image

_USUAL_DEPTHS = (8, 10, 12, 14, 16, 24, 32)
_MAX_SAMPLE_VALUE_TAG = 281


def declared_depth(image: ImageFile, data: bytes) -> int | None:
    """Return the bits per value that a PNG's sBIT chunk or a TIFF's MaxSampleValue states, or None."""
    if isinstance(image, TiffImageFile):
        highest = image.tag_v2.get(_MAX_SAMPLE_VALUE_TAG)
        return max(highest).bit_length() if isinstance(highest, tuple) else highest and int(highest).bit_length()
    position = data.find(b"sBIT", 0, data.find(b"IDAT")) if isinstance(image, PngImageFile) else -1
    return data[position + 4] if position > 0 else None


def depth_of(highest: int, declared: int | None) -> int:
    """Return the bits per value: as declared where the highest value fits, else the smallest usual number that fits."""
    if declared and highest < 2**declared:
        return declared
    return next((depth for depth in _USUAL_DEPTHS if highest < 2**depth), _USUAL_DEPTHS[-1])


def scaled(values: NDArray[np.generic], depth: int) -> NDArray[np.uint8]:
    """Return whole numbers 0 … 2^depth − 1 scaled to 0 … 255 and rounded; values outside are clipped."""
    if values.dtype != np.uint16:
        return _to_levels(values.astype(np.float64), depth)
    table = _to_levels(np.arange(2**16, dtype=np.float64), depth)
    levels: NDArray[np.uint8] = table[values]
    return levels


def _to_levels(values: NDArray[np.float64], depth: int) -> NDArray[np.uint8]:
    levels: NDArray[np.float64] = np.clip(np.rint(values * (255 / (2**depth - 1))), 0, 255)
    return levels.astype(np.uint8)


def shallow_grey(image: ImageFile, declared: int | None) -> tuple[Image.Image, str]:
    """Return a picture of whole numbers (Pillow's modes I and I;16) in mode L, and the sentence that says how."""
    values = np.asarray(image)
    depth = depth_of(int(values.max()), declared)
    return Image.fromarray(scaled(values, depth)), _note(depth, declared)


def deep_rawmode(image: ImageFile) -> str | None:
    """Return how an opened file stores colours of 16 bits, e.g. "RGB;16B"; of these Pillow decodes the upper byte."""
    arguments = image.tile[0].args if image.tile else None
    rawmode = arguments[0] if isinstance(arguments, tuple) else arguments
    return rawmode if isinstance(rawmode, str) and ";16" in rawmode and not rawmode.startswith("I") else None


def shallow_colour(image: ImageFile, data: bytes, content: str, rawmode: str) -> tuple[Image.Image, str]:
    """Return 16-bit colours as 8-bit ones of the same mode, and the sentence that says how.

    Where the upper bytes show that fewer than 15 bits are used, the lower bytes are decoded too.
    """
    upper = np.asarray(image)
    if not rawmode.startswith(("RGB;", "RGBA;")) or upper[..., :3].max() >= 2**6:
        return image, _note(16, None)
    values = upper[..., :3].astype(np.uint16) << 8 | _lower_bytes(data, content, rawmode)[..., :3]
    declared = declared_depth(image, data)
    depth = depth_of(int(values.max()), declared)
    return Image.fromarray(np.concatenate([scaled(values, depth), upper[..., 3:]], axis=2)), _note(depth, declared)


def _lower_bytes(data: bytes, content: str, rawmode: str) -> NDArray[np.uint8]:
    """Decode the lower byte of each value, by telling Pillow the opposite byte order."""
    swapped = rawmode[:-1] + ("L" if rawmode.endswith("B") else "B")
    image = open_image(data, content)
    image.tile = [
        tile._replace(args=(swapped, *tile.args[1:]) if isinstance(tile.args, tuple) else swapped)
        for tile in image.tile
    ]
    decode(image)
    return np.asarray(image)


def _note(depth: int, declared: int | None) -> str:
    origin = "declared" if depth == declared else "measured"
    return f"it stores more than 8 bits per value; scaled as {depth}-bit values ({origin})"
