"""Large PNG files reduced while they are decoded, band by band, so that their pixels are never in memory all at once.

A band of a PNG is a PNG too: its rows, behind the row that lies above them, which the filters of PNG refer to.
"""

import io
import struct
import zlib
from collections.abc import Iterator

from PIL import Image
from PIL.PngImagePlugin import PngImageFile

from scoring.media.pixels import to_rgb
from scoring.media.png_chunks import TEXTS, Chunk, chunks

# From here on a band costs less memory than it costs time to make it.
SMALLEST_PIXELS = 2**23
_BAND_PIXELS = 2**21
_GAP = 2  # the rest is resampled, as Pillow's `thumbnail` does for pictures in one piece
_CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}  # of each colour type
_HEADER = Chunk(b"IHDR", 16, 29)  # where it stands in every file that keeps to the standard
_COLOURS = (b"PLTE", b"tRNS")
_HARMLESS = (b"IEND", *TEXTS)
_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def reduced_rgb(data: bytes, image: PngImageFile, max_side: int) -> tuple[Image.Image, tuple[str, ...]] | None:
    """Return the picture in mode RGB with its longer side `max_side`, and what was done to it.

    image : opened from `data`, not decoded. None where that cannot be done in bands: for pictures that are interlaced,
    animated, not of 8 bits or damaged, and for those that are small or would be hardly reduced.
    """
    width, height = image.size
    size = [max(1, round(side * max_side / max(image.size))) for side in image.size]
    across, down = (int(side / small / _GAP) for side, small in zip(image.size, size, strict=True))
    if min(across, down) < 2 or width * height < SMALLEST_PIXELS or image.is_animated:
        return None
    depth, colour, interlaced = data[24], data[25], data[28]
    if depth != 8 or interlaced or [chunk for chunk in chunks(data) if chunk.name == b"IHDR"] != [_HEADER]:
        return None
    reduced = Image.new("RGB", (-(-width // across), -(-height // down)))
    said: dict[str, None] = {}
    top = 0
    try:
        for band in _bands(data, image.size, _CHANNELS[colour], down):
            rgb, notes = to_rgb(band)
            reduced.paste(rgb.reduce((across, down)), (0, top // down))
            said |= dict.fromkeys(notes)
            top += band.height
    except Exception:  # noqa: BLE001 - what is wrong with it is said when it is decoded in one piece
        return None
    # The last pixel of a side may stand for fewer than the others.
    return reduced.resize(size, Image.Resampling.BICUBIC, (0, 0, width / across, height / down)), tuple(said)


def _bands(data: bytes, size: tuple[int, int], channels: int, multiple: int) -> Iterator[Image.Image]:
    """Yield the picture in bands, of which each but the last is a multiple of so many rows high.

    ValueError where there are not as many pixel data as the header says.
    """
    width, height = size
    row_bytes = 1 + channels * width
    most_rows = max(1, _BAND_PIXELS // width // multiple) * multiple
    colours = [_chunk(each.name, data[each.start : each.stop]) for each in chunks(data) if each.name in _COLOURS]
    stream = _Inflated(data)
    above = bytes(row_bytes)  # where there is no row above, the filters take it for zeros
    for top in range(0, height, most_rows):
        rows = min(most_rows, height - top)
        filtered = stream.read(rows * row_bytes)
        if len(filtered) < rows * row_bytes:
            raise ValueError("the pixel data end early")
        header = struct.pack(">II", width, rows + 1) + data[24:29]
        pixels = zlib.compress(above + filtered, 0)
        parts = (_chunk(b"IHDR", header), *colours, _chunk(b"IDAT", pixels), _chunk(b"IEND", b""))
        band = PngImageFile(io.BytesIO(_SIGNATURE + b"".join(parts)))
        above = b"\0" + band.crop((0, rows, width, rows + 1)).tobytes()
        yield band.crop((0, 1, width, rows + 1))
    if not stream.ends_here():
        raise ValueError("the pixel data do not end with the last row")


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(content, zlib.crc32(name)))


class _Inflated:
    """The pixel data of a PNG, inflated as they are read. ValueError for chunks that the decoder would look into."""

    def __init__(self, data: bytes) -> None:
        self._parts = _pixel_data(data)
        self._inflate = zlib.decompressobj()
        self._rest = b""

    def ends_here(self) -> bool:
        """Whether all was read, the checksum is right, and nothing comes behind it that the decoder would look into."""
        return not self.read(1) and self._inflate.eof and next(self._parts, None) is None

    def read(self, count: int) -> bytes:
        """Return the next `count` bytes, fewer where they end."""
        read = bytearray()
        while len(read) < count and not self._inflate.eof:
            source = self._rest or next(self._parts, b"")
            part = self._inflate.decompress(source, count - len(read))
            if not part and not source:
                break
            self._rest = self._inflate.unconsumed_tail
            read += part
        return bytes(read)


def _pixel_data(data: bytes) -> Iterator[bytes]:
    has_begun = False
    for chunk in chunks(data):
        if chunk.name == b"IDAT":
            has_begun = True
            yield data[chunk.start : chunk.stop]
        elif has_begun and chunk.name not in _HARMLESS:
            raise ValueError(f"a chunk {chunk.name!r} stands behind the pixels")
