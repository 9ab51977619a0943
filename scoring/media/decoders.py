"""Pillow's decoders, called so that a stranger's file can neither surprise by its size nor leak warnings."""

import io
import threading
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from PIL.BmpImagePlugin import BmpImageFile
from PIL.GifImagePlugin import GifImageFile
from PIL.ImageFile import ImageFile
from PIL.JpegImagePlugin import JpegImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile
from PIL.WebPImagePlugin import WebPImageFile

from scoring.codes import Code
from scoring.media.png_chunks import decodable
from scoring.types import SampleError

# Below the size at which Pillow refuses by itself (twice its MAX_IMAGE_PIXELS), so that this limit speaks first.
# Loading takes up to 8 bytes for each pixel at once, of a WebP 16: 1.2 and 2.4 GB at the limit.
MAX_PIXELS = 150_000_000

# Called directly: `Image.open` would try each of Pillow's 40 formats on a stranger's bytes.
IMAGE_FORMATS: dict[str, Callable[[io.BytesIO], ImageFile]] = {
    "png": PngImageFile,
    "jpeg": JpegImageFile,
    "webp": WebPImageFile,
    "gif": GifImageFile,
    "bmp": BmpImageFile,
    "tiff": TiffImageFile,
}
_WARNINGS_LOCK = threading.Lock()


@contextmanager
def quiet() -> Iterator[None]:
    """Silence Pillow's warnings on odd headers; the filters are the whole process's, hence one thread at a time."""
    with _WARNINGS_LOCK, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


def open_image(data: bytes, content: str) -> ImageFile:
    """Return the picture, its header read, no pixel decoded; SampleError TOO_LARGE, or whatever Pillow raises."""
    with quiet():
        image = IMAGE_FORMATS[content](io.BytesIO(decodable(data) if content == "png" else data))
    width, height = image.size
    if width * height > MAX_PIXELS:
        raise SampleError(Code.TOO_LARGE, f"{width} × {height} pixels; at most {MAX_PIXELS:,} are read")
    return image


def decode(image: ImageFile) -> None:
    """Decode the pixels of an opened picture; raises whatever Pillow raises."""
    if isinstance(image, TiffImageFile):  # the only one of these decoders that warns while it decodes
        with quiet():
            image.load()
    else:
        image.load()
