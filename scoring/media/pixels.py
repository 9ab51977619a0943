"""From what a decoded picture holds (palette, transparency, CMYK…) to 8-bit RGB, saying what was done."""

from PIL import Image

from scoring.codes import Code
from scoring.types import SampleError

BACKGROUND = (255, 255, 255)
_TRANSPARENT_MODES = ("RGBA", "RGBa", "LA", "La", "PA")
_PLAIN_MODES = ("RGB", "L", "P", "1", "YCbCr", "RGBX")


def to_rgb(image: Image.Image) -> tuple[Image.Image, tuple[str, ...]]:
    """Return the decoded `image` (at most 8 bits per value) in mode RGB, and plain sentences on what could surprise.

    SampleError UNREADABLE for floating-point pictures and other colour models.
    """
    if image.mode in _TRANSPARENT_MODES or "transparency" in image.info:
        return _composited(image.convert("RGBA"))
    if image.mode == "CMYK":
        return image.convert("RGB"), ("CMYK was converted to RGB by the plain formula, without a colour profile",)
    if image.mode not in _PLAIN_MODES:
        raise SampleError(Code.UNREADABLE, f"pictures of the kind {image.mode!r} (floating point, Lab…) are not read")
    # `convert` copies even where it changes nothing, which would cost as much as decoding a JPEG.
    return image if image.mode == "RGB" else image.convert("RGB"), ()


def _composited(rgba: Image.Image) -> tuple[Image.Image, tuple[str, ...]]:
    """Lay `rgba` on the background: dropping alpha instead would expose colours that nobody sees (CASES H4)."""
    if rgba.getchannel("A").getextrema()[0] == 255:
        return rgba.convert("RGB"), ()
    background = Image.new("RGBA", rgba.size, BACKGROUND)
    return Image.alpha_composite(background, rgba).convert("RGB"), ("its transparent parts were laid on white",)
