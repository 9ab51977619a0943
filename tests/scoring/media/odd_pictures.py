"""One photograph in every form that people submit, and what it must look like in each."""

import struct
import zlib
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageChops, ImageCms

from tests.scoring.media.builders import Pixels, deep_png, encode_image, png_chunk

# What lossy compression may change, in levels of 255 on the mean.
LOSSY = 4.0
BEST = {"quality": 98, "subsampling": 0}


@dataclass(frozen=True, eq=False)
class OddPicture:
    """A file, what it must look like (H, W, 3), and by how many levels of 255 on the mean it may differ from that."""

    suffix: str
    data: bytes
    looks: Pixels
    apart: float = 0.0


def odd_pictures(photo: Pixels) -> dict[str, OddPicture]:
    """Return `photo` (H, W, 3; at least 32 pixels a side) in every form, by a name for each."""
    made: dict[str, OddPicture] = {}
    for orientation in range(1, 9):
        made[f"EXIF {orientation}, PNG"] = _turned(photo, orientation, "PNG", 0)
        made[f"EXIF {orientation}, JPEG"] = _turned(photo, orientation, "JPEG", LOSSY)
    return made | _deep(photo) | _transparent(photo) | _of_other_colours(photo) | _otherwise_stored(photo)


def _turned(photo: Pixels, orientation: int, format_name: str, apart: float) -> OddPicture:
    stored = {
        1: photo,
        2: photo[:, ::-1],
        3: photo[::-1, ::-1],
        4: photo[::-1],
        5: photo.transpose(1, 0, 2),
        6: np.rot90(photo, 1),
        7: photo[::-1, ::-1].transpose(1, 0, 2),
        8: np.rot90(photo, -1),
    }[orientation]
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encode_image(np.ascontiguousarray(stored), format_name, exif=exif, **BEST)
    return OddPicture(f".{format_name.lower()}", data, photo, apart)


def _deep(photo: Pixels) -> dict[str, OddPicture]:
    grey = _grey(photo)
    of_12_bits, grey_of_12_bits = (_with_extremes(values, 4095) for values in (photo, grey))
    return {
        "16-bit grey": OddPicture(".png", deep_png(grey.astype(int) * 257), _rgb(grey)),
        "16-bit RGB": OddPicture(".png", deep_png(photo.astype(int) * 257), photo, 1),
        "0–4095 grey in 16 bits": OddPicture(".png", deep_png(grey_of_12_bits), _rgb(_from_12_bits(grey_of_12_bits))),
        "0–4095 RGB in 16 bits": OddPicture(".png", deep_png(of_12_bits), _from_12_bits(of_12_bits)),
        "16-bit grey TIFF": OddPicture(
            ".tif", encode_image(Image.fromarray(grey.astype(np.uint16) * 257), "TIFF"), _rgb(grey)
        ),
    }


def _transparent(photo: Pixels) -> dict[str, OddPicture]:
    height, width = photo.shape[:2]
    alpha = np.broadcast_to(np.linspace(0, 255, width).round().astype(np.uint8), (height, width))
    rgba = np.dstack([photo, alpha])
    hidden = rgba.copy()
    hidden[..., 3] = 255
    hidden[: height // 2, :, :] = (255, 0, 0, 0)  # a red that nobody sees
    half_white = photo.copy()
    half_white[: height // 2] = 255
    palette = Image.fromarray(photo).quantize(64)
    shown = np.asarray(palette.convert("RGB"))
    opacity = np.arange(64) * 4
    of_pixels = opacity[np.asarray(palette)]
    first_gone = np.where((np.asarray(palette) == 0)[..., np.newaxis], 255, shown).astype(np.uint8)
    grey = _grey(photo)
    grey_alpha = Image.merge("LA", [Image.fromarray(grey), Image.fromarray(alpha.copy())])
    return {
        "RGBA": OddPicture(".png", encode_image(rgba, "PNG"), _on_white(photo, alpha), 1),
        "RGBA with hidden colours": OddPicture(".png", encode_image(hidden, "PNG"), half_white),
        "grey with alpha": OddPicture(".png", encode_image(grey_alpha, "PNG"), _on_white(_rgb(grey), alpha), 1),
        "RGBA WebP": OddPicture(".webp", encode_image(rgba, "WEBP", lossless=True), _on_white(photo, alpha), 1),
        "palette with alpha": OddPicture(
            ".png", encode_image(palette, "PNG", transparency=bytes(opacity.tolist())), _on_white(shown, of_pixels), 1
        ),
        "palette with one transparent colour": OddPicture(
            ".gif", encode_image(palette, "GIF", transparency=0), first_gone
        ),
        "RGB with one transparent colour": OddPicture(
            ".png", encode_image(hidden[..., :3], "PNG", transparency=(255, 0, 0)), half_white
        ),
    }  # fmt: skip


def _of_other_colours(photo: Pixels) -> dict[str, OddPicture]:
    cmyk = Image.fromarray(photo).convert("CMYK")
    bits = Image.fromarray(photo).convert("1")
    palette = Image.fromarray(photo).quantize(200)
    plain = encode_image(photo, "PNG")
    profile = ImageCms.ImageCmsProfile(ImageCms.createProfile("XYZ")).tobytes()
    return {
        "grey": OddPicture(".png", encode_image(_grey(photo), "PNG"), _rgb(_grey(photo))),
        "1 bit": OddPicture(".png", encode_image(bits, "PNG"), np.asarray(bits.convert("RGB"))),
        "palette": OddPicture(".png", encode_image(palette, "PNG"), np.asarray(palette.convert("RGB"))),
        "CMYK JPEG of Adobe": OddPicture(".jpg", encode_image(cmyk, "JPEG", **BEST), photo, LOSSY),
        # Without the mark that says so, inks count as inverted all the same, as in browsers.
        "CMYK JPEG without Adobe's mark": OddPicture(
            ".jpg", _without_adobe(encode_image(cmyk, "JPEG", **BEST)), photo, LOSSY
        ),
        "YCCK JPEG of Adobe": OddPicture(".jpg", _ycck_jpeg(cmyk, **BEST), photo, LOSSY),
        "RGB JPEG": OddPicture(".jpg", encode_image(photo, "JPEG", keep_rgb=True, **BEST), photo, LOSSY),
        "CMYK TIFF": OddPicture(".tif", encode_image(cmyk, "TIFF"), photo),
        "a colour profile": OddPicture(".png", encode_image(photo, "PNG", icc_profile=profile), photo),
        "a gamma": OddPicture(".png", plain[:33] + png_chunk(b"gAMA", struct.pack(">I", 100_000)) + plain[33:], photo),
    }  # fmt: skip


def _otherwise_stored(photo: Pixels) -> dict[str, OddPicture]:
    others = [Image.fromarray(np.ascontiguousarray(photo[::-1])), Image.fromarray(255 - photo)]
    frames = {"save_all": True, "append_images": others, "duration": 100}
    palette = Image.fromarray(photo).quantize(256)
    opaque = np.full_like(photo[..., 0], 255)
    return {
        "interlaced": OddPicture(".png", interlaced_png(photo), photo),
        "interlaced RGBA": OddPicture(".png", interlaced_png(np.dstack([photo, opaque])), photo),
        "progressive JPEG": OddPicture(".jpg", encode_image(photo, "JPEG", progressive=True, **BEST), photo, LOSSY),
        "animated GIF": OddPicture(".gif", encode_image(palette, "GIF", **frames), np.asarray(palette.convert("RGB"))),
        "animated PNG": OddPicture(".png", encode_image(photo, "PNG", **frames), photo),
        "animated PNG with a picture of its own": OddPicture(
            ".png", encode_image(photo, "PNG", default_image=True, **frames), photo
        ),
        "animated WebP": OddPicture(".webp", encode_image(photo, "WEBP", lossless=True, **frames), photo),
        "TIFF of several pages": OddPicture(".tif", encode_image(photo, "TIFF", **frames), photo),
        "BMP": OddPicture(".bmp", encode_image(photo, "BMP"), photo),
        "a JPEG called PNG": OddPicture(".png", encode_image(photo, "JPEG", **BEST), photo, LOSSY),
    }  # fmt: skip


# ---- pixels ----


def _grey(photo: Pixels) -> Pixels:
    return np.asarray(Image.fromarray(photo).convert("L"))


def _rgb(grey: NDArray[np.uint8]) -> Pixels:
    return np.stack([grey] * 3, axis=2)


def _on_white(rgb: Pixels, alpha: NDArray[np.integer]) -> Pixels:
    share = alpha[..., np.newaxis] / 255
    laid: Pixels = np.rint(rgb * share + 255 * (1 - share)).astype(np.uint8)
    return laid


def _with_extremes(values: Pixels, highest: int) -> NDArray[np.int64]:
    """Return the values scaled to 0 … highest; the first of them are the two extremes, so that the depth shows."""
    scaled: NDArray[np.int64] = np.rint(values * (highest / 255)).astype(np.int64)
    scaled[0, 0], scaled[0, 1] = 0, highest
    return scaled


def _from_12_bits(values: NDArray[np.int64]) -> Pixels:
    levels: Pixels = np.rint(values * (255 / 4095)).astype(np.uint8)
    return levels


# ---- files that Pillow does not write ----

_ADAM7 = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def interlaced_png(pixels: Pixels) -> bytes:
    """Return an RGB or RGBA PNG of 8 bits, interlaced by Adam7 (PNG, third edition, 8.1)."""
    height, width, channels = pixels.shape
    rows = bytearray()
    for left, top, across, down in _ADAM7:
        for row in pixels[top::down, left::across]:
            rows += b"\0" + row.tobytes() if len(row) else b""
    header = struct.pack(">IIBBBBB", width, height, 8, {3: 2, 4: 6}[channels], 0, 0, 1)
    body = png_chunk(b"IDAT", zlib.compress(bytes(rows))) + png_chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", header) + body


def _adobe_segment(jpeg: bytes) -> slice:
    start = jpeg.index(b"\xff\xee\x00\x0eAdobe")
    return slice(start, start + 16)


def _without_adobe(jpeg: bytes) -> bytes:
    segment = _adobe_segment(jpeg)
    return jpeg[: segment.start] + jpeg[segment.stop :]


def _ycck_jpeg(cmyk: Image.Image, **options: object) -> bytes:
    """Return a JPEG whose inks are stored as luminance and chrominance, as Adobe's programs do.

    Of the inks, which Adobe stores inverted, three become YCbCr; Pillow inverts what it writes, hence the second time.
    """
    *inks, black = cmyk.split()
    stored = (*Image.merge("RGB", inks).convert("YCbCr").split(), ImageChops.invert(black))
    image = Image.merge("CMYK", [ImageChops.invert(channel) for channel in stored])
    jpeg = bytearray(encode_image(image, "JPEG", **options))
    jpeg[_adobe_segment(bytes(jpeg)).stop - 1] = 2  # the transform: YCCK
    return bytes(jpeg)
