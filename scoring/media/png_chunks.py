"""The chunks of a PNG file: the texts that stand beside its pixels, and those that must not reach the decoder."""

import struct
import zlib
from collections.abc import Iterator
from typing import NamedTuple

_SIGNATURE_BYTES = 8
_MOST_CHUNKS = 2**20
TEXTS = (b"tEXt", b"zTXt", b"iTXt")
# Pillow takes a file with longer texts or a longer colour profile for damaged; of the pixels that says nothing.
_LONGEST_TEXT_BYTES = 2**20
_ALL_TEXTS_BYTES = 32 * 2**20
# Pillow keeps texts by their keywords beside what it knows of the pixels itself: these would take the place of that.
_RESERVED = frozenset({"transparency", "interlace", "default_image", "bbox", "blend", "disposal"})


class Chunk(NamedTuple):
    """A chunk by its name and where its content starts and stops in the file."""

    name: bytes
    start: int
    stop: int


class Text(NamedTuple):
    """The content of a text chunk or colour profile. is_whole : False where more is there than was read."""

    keyword: str
    text: bytes
    is_whole: bool


def chunks(data: bytes) -> Iterator[Chunk]:
    """Yield the chunks of a PNG file in order, up to its end or the first that is cut short."""
    position = _SIGNATURE_BYTES
    for _ in range(_MOST_CHUNKS):
        if position + 12 > len(data):
            return
        (length,) = struct.unpack_from(">I", data, position)
        chunk = Chunk(data[position + 4 : position + 8], position + 8, position + 8 + length)
        if chunk.stop + 4 > len(data):
            return
        yield chunk
        if chunk.name == b"IEND":
            return
        position = chunk.stop + 4


def read_text(data: bytes, chunk: Chunk, most_bytes: int) -> Text:
    """Return what a tEXt, zTXt, iTXt or iCCP chunk holds, of its text or profile at most `most_bytes`, inflated.

    Damaged compression gives what came before the damage.
    """
    keyword, _, rest = data[chunk.start : chunk.stop].partition(b"\0")
    is_deflated = chunk.name != b"tEXt"
    if chunk.name == b"iTXt":
        is_deflated = rest[:1] == b"\1"
        rest = rest[2:].partition(b"\0")[2].partition(b"\0")[2]  # behind the language and the translated keyword
    elif is_deflated:
        if rest[:1] != b"\0":  # the only way of compression that there is
            return Text(keyword.decode("latin-1"), b"", is_whole=False)
        rest = rest[1:]
    text = _inflated(rest, most_bytes + 1) if is_deflated else rest
    return Text(keyword.decode("latin-1"), text[:most_bytes], len(text) <= most_bytes)


def decodable(data: bytes) -> bytes:
    """Return the file without those texts and profiles that would keep Pillow from its pixels: mostly as it is."""
    texts_bytes = 0
    kept, position = [], 0
    for chunk in chunks(data):
        if chunk.name not in (*TEXTS, b"iCCP"):
            continue
        text = read_text(data, chunk, _LONGEST_TEXT_BYTES)
        texts_bytes += len(text.text)
        if not text.is_whole or texts_bytes > _ALL_TEXTS_BYTES or text.keyword in _RESERVED:
            kept.append(data[position : chunk.start - 8])
            position = chunk.stop + 4
    return b"".join([*kept, data[position:]]) if kept else data


def _inflated(data: bytes, most_bytes: int) -> bytes:
    inflate = zlib.decompressobj()
    try:
        return inflate.decompress(data, most_bytes)
    except zlib.error:
        return b""
