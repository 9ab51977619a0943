"""A picture as it is judged: every pixel of it, and smaller copies, so that none is reduced while it is looked at.

Runs in a thread beside the window: what takes long here (decoding, reducing, copying) lets go of the interpreter.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from genmu_studio.thumbnails import MAX_FULL_SIDE_PX, Unshown
from scoring.media import load_image
from scoring.types import Media, SampleError

# The smallest copy has no side below this.
_SMALLEST_PX = 64


@dataclass(frozen=True, eq=False, slots=True)
class Levels:
    """pixels : uint8 (h, w, 4) of blue, green, red and 255: the picture, then each half as large as the one before.

    original_size : width and height in pixels of the file, upright; the picture itself is reduced where a side exceeds
    `MAX_FULL_SIDE_PX`.
    """

    pixels: tuple[NDArray[np.uint8], ...]
    original_size: tuple[int, int]


def picture_levels(media: Media) -> Levels | Unshown:
    """Return the picture of a file, upright, transparent parts on white; or why it cannot be shown."""
    try:
        loaded = load_image(media, max_side=MAX_FULL_SIDE_PX)
        levels = [loaded.rgb]
        image = Image.fromarray(loaded.rgb)
        while min(image.size) >= 2 * _SMALLEST_PX:
            image = image.reduce(2)  # the mean of four pixels
            levels.append(np.asarray(image))
        return Levels(tuple(_for_screen(each) for each in levels), loaded.original_size)
    except SampleError as error:
        return Unshown(str(error.failure.code), error.failure.message)
    except MemoryError:
        return Unshown("OUT_OF_MEMORY", "there is not enough memory to decode it")


def _for_screen(rgb: NDArray[np.uint8]) -> NDArray[np.uint8]:
    made = np.full((*rgb.shape[:2], 4), 255, np.uint8)
    made[:, :, :3] = rgb[:, :, ::-1]
    return made
