"""What a picture's file says beside its pixels: size and kind, EXIF, texts, comments, XMP, colour profile, C2PA."""

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from PIL.ImageFile import ImageFile
from PIL.PngImagePlugin import PngImageFile
from PIL.TiffImagePlugin import TiffImageFile

from scoring.media.completeness import container_chunks
from scoring.media.decoders import open_image, quiet
from scoring.media.exif import exif_facts, read_tags
from scoring.media.foreign_text import decoded
from scoring.media.icc_profile import profile_name
from scoring.media.png_chunks import TEXTS, chunks, read_text
from scoring.types import SampleError

# Of each text so much is read, and of a colour profile so much as holds its name.
_MOST_TEXT_BYTES = 2**16
_MOST_SEGMENTS = 10_000
_BITS_PER_SAMPLE, _XMP, _ICC_PROFILE = 258, 700, 34675  # tags of TIFF

_KINDS: Mapping[str, str] = {
    "1": "black and white, 1 bit",
    "L": "grey, 8 bits",
    "LA": "grey and alpha, 8 bits",
    "P": "palette, 8 bits",
    "RGB": "RGB, 8 bits",
    "RGBA": "RGB and alpha, 8 bits",
    "CMYK": "CMYK, 8 bits",
    "YCbCr": "YCbCr, 8 bits",
    "I;16": "grey, 16 bits",
    "I;16B": "grey, 16 bits",
    "F": "grey, floating point",
}
_PNG_KINDS: Mapping[int, str] = {0: "grey", 2: "RGB", 3: "palette", 4: "grey and alpha", 6: "RGB and alpha"}
_NAMED_ONLY: Mapping[str, str] = {
    "XMP": "XMP",
    "IPTC": "IPTC",
    "JUMBF": "JUMBF",
    "C2PA": "content credentials (C2PA)",
}


class _Block(NamedTuple):
    """A part of the file. kind : "EXIF", "ICC", one of `_NAMED_ONLY`, or else the name that its text is shown under."""

    kind: str
    content: bytes


def picture_facts(data: bytes, content: str) -> Iterator[tuple[str, str]]:
    """Yield (name, value) of what a file of format `content` says; of a damaged one what can be read."""
    yield from _header_facts(data, content)
    blocks = _BLOCKS.get(content)
    for block in blocks(data) if blocks is not None else ():
        yield from _facts_of(block)


def _facts_of(block: _Block) -> Iterator[tuple[str, str]]:
    if block.kind == "EXIF":
        yield from exif_facts(read_tags(block.content, _MOST_TEXT_BYTES))
    elif block.kind == "ICC":
        name = profile_name(block.content) or "without a name"
        yield "colour profile", f"{name} (not applied: pixels are taken as sRGB)"
    elif block.kind in _NAMED_ONLY:
        yield _NAMED_ONLY[block.kind], f"present, {len(block.content):,} bytes, not read"
    else:
        yield block.kind, decoded(block.content)


# ---- the header ----


def _header_facts(data: bytes, content: str) -> Iterator[tuple[str, str]]:
    try:
        image = open_image(data, content)
        with quiet():
            is_animated = bool(getattr(image, "is_animated", False))
    except SampleError as error:
        yield "size", error.failure.message
        return
    except Exception:  # noqa: BLE001 - decoders raise almost anything on a stranger's bytes, and this is no verdict
        return
    yield "size", f"{image.width} × {image.height} pixels"
    yield "pixels", _kind(image, data)
    if is_animated:
        yield "frames", "several frames or pages; the first is shown and scored"


def _kind(image: ImageFile, data: bytes) -> str:
    """Return colour model and bits per value, e.g. "RGB, 16 bits, interlaced"."""
    if isinstance(image, PngImageFile) and data[12:16] == b"IHDR":
        depth, colour, interlaced = data[24], data[25], data[28]
        kind = f"{_PNG_KINDS.get(colour, 'unknown')}, {depth} bit{'s' if depth > 1 else ''}"
        return f"{kind}, interlaced" if interlaced else kind
    kind = _KINDS.get(image.mode, image.mode)
    if isinstance(image, TiffImageFile) and isinstance(bits := image.tag_v2.get(_BITS_PER_SAMPLE), tuple):
        kind = f"{kind.partition(',')[0]}, {max(bits)} bits"
    return f"{kind}, progressive" if image.info.get("progressive") else kind


# ---- the blocks of each format ----


def _png(data: bytes) -> Iterator[_Block]:
    for chunk in chunks(data):
        if chunk.name == b"eXIf":
            yield _Block("EXIF", data[chunk.start : chunk.stop])
        elif chunk.name == b"caBX":
            yield _Block("C2PA", data[chunk.start : chunk.stop])
        elif chunk.name == b"iCCP":
            yield _Block("ICC", read_text(data, chunk, _MOST_TEXT_BYTES).text)
        elif chunk.name in TEXTS:
            text = read_text(data, chunk, _MOST_TEXT_BYTES)
            is_xmp = text.keyword == "XML:com.adobe.xmp"
            yield _Block("XMP" if is_xmp else f"text “{text.keyword}”", text.text)


def _jpeg(data: bytes) -> Iterator[_Block]:
    profile, boxes = b"", []
    for marker, segment in _segments(data):
        if marker == 0xE1 and segment.startswith(b"Exif\0\0"):
            yield _Block("EXIF", segment)
        elif marker == 0xE1 and segment.startswith(b"http://ns.adobe.com/xap/1.0/\0"):
            yield _Block("XMP", segment)
        elif marker == 0xE2 and segment.startswith(b"ICC_PROFILE\0"):
            profile += segment[14:] if len(profile) < _MOST_TEXT_BYTES else b""
        elif marker == 0xEB and segment.startswith(b"JP"):
            boxes.append(segment)
        elif marker == 0xED and segment.startswith(b"Photoshop 3.0\0"):
            yield _Block("IPTC", segment)
        elif marker == 0xFE:
            yield _Block("comment", segment[:_MOST_TEXT_BYTES])
    if profile:
        yield _Block("ICC", profile)
    if boxes:
        yield _Block("C2PA" if any(b"c2pa" in box for box in boxes) else "JUMBF", b"".join(boxes))


def _segments(data: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield (marker, content) of each segment of a JPEG before its first scan."""
    position = 2
    for _ in range(_MOST_SEGMENTS):
        header = data[position : position + 4]
        if len(header) < 4 or header[0] != 0xFF or header[1] == 0xDA:
            return
        if header[1] == 0xFF:  # padding
            position += 1
            continue
        length = int.from_bytes(header[2:], "big")
        yield header[1], data[position + 4 : position + 2 + length]
        position += 2 + max(length, 2)


def _webp(data: bytes) -> Iterator[_Block]:
    kinds = {b"EXIF": "EXIF", b"XMP ": "XMP", b"ICCP": "ICC", b"C2PA": "C2PA"}
    for name, start, size in container_chunks(data):
        if name in kinds:
            yield _Block(kinds[name], data[start : start + size])


def _gif(data: bytes) -> Iterator[_Block]:
    position = 13 + _colour_table_bytes(data, 10)
    for _ in range(_MOST_SEGMENTS):
        introducer = data[position : position + 2]
        if introducer[:1] == b"!":
            content, position = _sub_blocks(data, position + 2)
            if introducer == b"!\xfe":
                yield _Block("comment", content)
            elif introducer == b"!\xff" and content.startswith(b"XMP DataXMP"):
                yield _Block("XMP", content)
        elif introducer[:1] == b",":
            _, position = _sub_blocks(data, position + 11 + _colour_table_bytes(data, position + 9))
        else:
            return


def _colour_table_bytes(data: bytes, place: int) -> int:
    flags = int.from_bytes(data[place : place + 1], "big")
    return 3 * 2 ** (flags % 8 + 1) if flags & 0x80 else 0


def _sub_blocks(data: bytes, position: int) -> tuple[bytes, int]:
    """Return the content of the sub-blocks from `position` on, as much as is shown of it, and where they end."""
    content = b""
    while size := int.from_bytes(data[position : position + 1], "big"):
        if len(content) < _MOST_TEXT_BYTES:
            content += data[position + 1 : position + 1 + size]
        position += 1 + size
    return content, position + 1


def _tiff(data: bytes) -> Iterator[_Block]:
    yield _Block("EXIF", data)
    tags = read_tags(data, _MOST_TEXT_BYTES).by_number
    for number, kind in {_XMP: "XMP", _ICC_PROFILE: "ICC"}.items():
        if number in tags:
            yield _Block(kind, tags[number].content)


_BLOCKS: Mapping[str, Callable[[bytes], Iterator[_Block]]] = {
    "png": _png,
    "jpeg": _jpeg,
    "webp": _webp,
    "gif": _gif,
    "tiff": _tiff,
}
