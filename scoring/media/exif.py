"""The tags of an EXIF block or a TIFF file that a person reads: bounded, and of damaged blocks what can be read."""

import struct
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from scoring.media.foreign_text import decoded

_MOST_ENTRIES = 1000
_BYTES_OF_TYPE = {1: 1, 2: 1, 3: 2, 4: 4, 7: 1, 13: 4}  # BYTE, ASCII, SHORT, LONG, UNDEFINED, IFD
_ORDERS = {b"II*\0": "<", b"MM\0*": ">"}

_ORIENTATION, _EXIF_DIRECTORY, _GPS_DIRECTORY, _USER_COMMENT = 274, 34665, 34853, 37510
_TEXTS: Mapping[int, str] = {
    271: "camera maker",
    272: "camera model",
    42036: "lens",
    305: "software",
    306: "date",
    36867: "date taken",
    315: "artist",
    33432: "copyright",
    270: "description",
}
# Written by Windows as UTF-16, whatever the byte order of the block.
_WIDE_TEXTS: Mapping[int, str] = {40091: "title", 40092: "comment", 40093: "author", 40094: "keywords"}
_TURNS: Mapping[int, str] = {
    2: "mirrored",
    3: "turned by 180°",
    4: "upside down and mirrored",
    5: "mirrored, turned by 270° clockwise",
    6: "turned by 90° clockwise",
    7: "mirrored, turned by 90° clockwise",
    8: "turned by 270° clockwise",
}


class Tag(NamedTuple):
    """The content of a tag, of numbers in the byte order of the block. kind : its type in TIFF 6.0."""

    kind: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Tags:
    """The tags of a block by their numbers. order : "<" or ">"."""

    by_number: Mapping[int, Tag]
    order: str


def read_tags(block: bytes, most_bytes: int) -> Tags:
    """Return the tags of an EXIF block or TIFF file, of each at most `most_bytes`; none of what is no such block."""
    block = block.removeprefix(b"Exif\0\0")
    order = _ORDERS.get(block[:4])
    if order is None or len(block) < 8:
        return Tags({}, "<")
    (first,) = struct.unpack_from(order + "I", block, 4)
    tags = _read_directory(block, order, first, most_bytes)
    if _EXIF_DIRECTORY in tags:
        tags = _read_directory(block, order, _number(tags[_EXIF_DIRECTORY], order), most_bytes) | tags
    return Tags(tags, order)


def exif_facts(tags: Tags) -> Iterator[tuple[str, str]]:
    """Yield what a person reads of the tags; of a place only that there is one."""
    found = tags.by_number
    for number, name in _TEXTS.items():
        if number in found:
            yield f"EXIF {name}", decoded(found[number].content)
    for number, name in _WIDE_TEXTS.items():
        if number in found:
            yield f"EXIF {name}", found[number].content.decode("utf-16-le", "replace")
    if _USER_COMMENT in found:
        yield "EXIF user comment", _user_comment(found[_USER_COMMENT].content)
    if _ORIENTATION in found and (turn := _TURNS.get(_number(found[_ORIENTATION], tags.order))):
        yield "EXIF orientation", f"shown {turn}"
    if _GPS_DIRECTORY in found:
        yield "EXIF place", "present, not shown here"


def _read_directory(block: bytes, order: str, offset: int, most_bytes: int) -> dict[int, Tag]:
    """Return the tags of the directory at `offset`, each once, its content cut at `most_bytes`."""
    tags: dict[int, Tag] = {}
    (count,) = struct.unpack(order + "H", block[offset : offset + 2].ljust(2, b"\0"))
    for place in range(offset + 2, offset + 2 + 12 * min(count, _MOST_ENTRIES), 12):
        if place + 12 > len(block):
            break
        tag, kind, length = struct.unpack_from(order + "HHI", block, place)
        size = _BYTES_OF_TYPE.get(kind, 0) * length
        (start,) = (place + 8,) if size <= 4 else struct.unpack_from(order + "I", block, place + 8)
        if size:
            tags.setdefault(tag, Tag(kind, block[start : start + min(size, most_bytes)]))
    return tags


def _number(tag: Tag, order: str) -> int:
    """Return the first number of a tag, 0 where it holds none."""
    form = {3: "H", 4: "I", 13: "I"}.get(tag.kind)
    return int(struct.unpack_from(order + form, tag.content.ljust(4, b"\0"))[0]) if form else 0


def _user_comment(content: bytes) -> str:
    """Return the text behind the eight bytes that name its encoding."""
    encoding, text = content[:8], content[8:]
    if encoding != b"UNICODE\0":
        return decoded(text)
    # Programs disagree on the byte order. In most texts the upper bytes are the ones that are zero more often.
    is_big_endian = text[::2].count(0) > text[1::2].count(0)
    return text.decode("utf-16-be" if is_big_endian else "utf-16-le", "replace")
