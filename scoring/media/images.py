"""Pictures: upright 8-bit RGB from every file that people submit, or the true reason why not.

Formats read: PNG, JPEG, WebP, GIF, BMP, TIFF; of several frames or pages, the first. Sizes are checked from the header.
"""

import io
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile

from scoring.codes import Code
from scoring.media.completeness import ends_early
from scoring.media.decoders import IMAGE_FORMATS, MAX_PIXELS, decode, open_image, quiet
from scoring.media.depth import declared_depth, deep_rawmode, shallow_colour, shallow_grey
from scoring.media.files import read_media_bytes
from scoring.media.image_flags import image_flags
from scoring.media.pixels import to_rgb
from scoring.media.png_bands import reduced_rgb
from scoring.media.sniffing import named_otherwise, require_format
from scoring.types import Media, SampleError

_ORIENTATION_TAG = 0x0112
_UPRIGHT = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
_EXIF_CARRIERS = ("exif", "xmp", "XML:com.adobe.xmp", "Raw profile type exif")


@dataclass(frozen=True, slots=True)
class LoadedImage:
    """A decoded picture.

    rgb : uint8 (H, W, 3), upright, read-only; taken as sRGB. flags : WRONG_FORMAT, BLACK, CONSTANT, NOISE, BLUR.
    notes : plain sentences on what was done to the pixels. format : of the content, as `sniff` names it.
    original_size : (width, height), upright, before any reduction to `max_side`.
    """

    rgb: NDArray[np.uint8]
    flags: tuple[Code, ...]
    notes: tuple[str, ...]
    format: str
    original_size: tuple[int, int]


def load_image(media: Media, *, max_side: int | None = None) -> LoadedImage:
    """Return the picture of `media`, upright, in 8-bit RGB, transparent parts on white.

    max_side : reduce to at most this many pixels a side, e.g. for a thumbnail (a JPEG is then decoded reduced, which is
    quicker); the flags on degenerate pictures are measured only without it.
    SampleError: MISSING, CHANGED, EMPTY, TOO_LARGE, UNREADABLE, DAMAGED.
    """
    data = read_media_bytes(media)
    content = require_format(data, tuple(IMAGE_FORMATS), "pictures")
    flags: tuple[Code, ...] = (Code.WRONG_FORMAT,) if named_otherwise(media.path, content) else ()
    try:
        image, notes, original_size = _upright_rgb(data, content, max_side)
    except (SampleError, MemoryError):
        raise
    except Exception as error:  # decoders raise almost anything on a stranger's bytes
        raise _failure(error, data, content, flags) from error
    rgb = _array(image)
    if max_side is None:
        flags += image_flags(image, rgb)
    return LoadedImage(rgb, flags, notes, content, original_size)


def image_size(media: Media) -> tuple[int, int]:
    """Return (width, height) as the header has them, before any rotation; decodes no pixel. Errors as `load_image`."""
    data = read_media_bytes(media)
    content = require_format(data, tuple(IMAGE_FORMATS), "pictures")
    try:
        return open_image(data, content).size
    except (SampleError, MemoryError):
        raise
    except Exception as error:  # as above
        raise _failure(error, data, content, ()) from error


def _failure(error: Exception, data: bytes, content: str, flags: tuple[Code, ...]) -> SampleError:
    if isinstance(error, Image.DecompressionBombError):
        return SampleError(Code.TOO_LARGE, f"it has more than {MAX_PIXELS:,} pixels", flags)
    cut_short = "truncated" in str(error).lower() or ends_early(data, content)
    what = "is cut short" if cut_short else "cannot be decoded"
    return SampleError(Code.DAMAGED, f"the {content.upper()} file {what}: {error}", flags)


def _upright_rgb(
    data: bytes, content: str, max_side: int | None
) -> tuple[Image.Image, tuple[str, ...], tuple[int, int]]:
    """Return the picture in mode RGB, what was done to it, and its upright full size."""
    image = open_image(data, content)
    rawmode = deep_rawmode(image)
    width, height = image.size
    if max_side is not None and isinstance(image, JpegImageFile):
        image.draft(None, (max_side, max_side))
    reduced = None
    if max_side is not None and isinstance(image, PngImageFile) and not ends_early(data, content):
        reduced = reduced_rgb(data, image, max_side)
    if reduced is None:
        decode(image)
        if ends_early(data, content) or _is_filled_up(image, data):
            raise SampleError(Code.DAMAGED, f"the {content.upper()} file is cut short")
    rgb, notes = reduced or _shallow_rgb(image, data, content, rawmode)
    if getattr(image, "is_animated", False):
        notes += ("of its several frames or pages the first was taken",)
    if (orientation := _orientation(image)) in _UPRIGHT:
        rgb = rgb.transpose(_UPRIGHT[orientation])
        notes += ("turned upright as its EXIF orientation says",)
        width, height = (height, width) if orientation >= 5 else (width, height)
    if max_side is not None:
        rgb.thumbnail((max_side, max_side), reducing_gap=2.0)
    return rgb, notes, (width, height)


def _shallow_rgb(
    image: ImageFile, data: bytes, content: str, rawmode: str | None
) -> tuple[Image.Image, tuple[str, ...]]:
    """Return 8-bit RGB of a decoded picture, and what was done to it."""
    if image.mode.startswith("I"):
        grey, note = shallow_grey(image, declared_depth(image, data))
        return grey.convert("RGB"), (note,)
    if rawmode is None:
        return to_rgb(image)
    shallow, note = shallow_colour(image, data, content, rawmode)
    rgb, notes = to_rgb(shallow)
    return rgb, (note, *notes)


def _orientation(image: ImageFile) -> int:
    """Return the EXIF orientation 1 … 8; 1 where there is none, or where the EXIF block is damaged."""
    if not any(carrier in image.info for carrier in _EXIF_CARRIERS):
        return 1  # the usual case; and a TIFF has been turned by Pillow already
    try:
        with quiet():
            return int(image.getexif().get(_ORIENTATION_TAG, 1))
    except Exception:  # noqa: BLE001 - a damaged EXIF block says nothing, and the pixels are fine
        return 1


def _is_filled_up(image: ImageFile, data: bytes) -> bool:
    """Whether the scan of a JPEG stops before its last pixel although an end mark follows.

    libjpeg fills what is missing with mid-grey and reports success. Where the last pixel has that grey, more coded data
    are put before the end mark: a complete picture ignores them, an incomplete one changes.
    """
    if not isinstance(image, JpegImageFile):
        return False
    if image.getpixel((image.width - 1, image.height - 1)) not in (128, (128, 128, 128)):
        return False
    end = data.rfind(b"\xff\xd9")
    longer = JpegImageFile(io.BytesIO(data[:end] + b"\x55" * 4096 + data[end:]))
    if longer.size != image.size:
        longer.draft(None, image.size)
    return image.tobytes() != longer.tobytes()


def _array(image: Image.Image) -> NDArray[np.uint8]:
    """Return the pixels (H, W, 3). Large pictures go in bands, because Pillow's export holds each band twice more."""
    rows = max(1, 2**24 // image.width)
    if image.height <= rows:
        return np.asarray(image)
    pixels = np.empty((image.height, image.width, 3), dtype=np.uint8)
    for top in range(0, image.height, rows):
        bottom = min(top + rows, image.height)
        pixels[top:bottom] = np.asarray(image.crop((0, top, image.width, bottom)))
    pixels.setflags(write=False)
    return pixels
