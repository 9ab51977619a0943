"""Whether a file's bytes end before its own structure says: decoders often fill the rest and report success."""

import struct
from collections.abc import Callable, Iterator

# A size from here on is a placeholder of programs that write into a pipe: no file that is read here is that large.
_UNKNOWN_SIZE = 0x7FFF0000
_MOST_CHUNKS = 2**20


def ends_early(data: bytes, content: str) -> bool:
    """Whether `data` of format `content` is cut short, as far as its container tells without decoding.

    JPEG, GIF, BMP, FLAC and MP3 tell only their decoders: False for them.
    """
    check = _CHECKS.get(content)
    return check is not None and check(data)


def _png(data: bytes) -> bool:
    return data.rfind(b"IEND\xae\x42\x60\x82") < 0  # from the end, where it stands


def _tiff(data: bytes) -> bool:
    if data[2:4] not in (b"*\0", b"\0*"):
        return False
    (first_directory,) = struct.unpack_from("<I" if data.startswith(b"II") else ">I", data.ljust(8, b"\0"), 4)
    return bool(first_directory >= len(data))


def _webp(data: bytes) -> bool:
    return int.from_bytes(data[4:8], "little") + 8 > len(data)


def _wav(data: bytes) -> bool:
    wide_size = 0
    for name, start, size in container_chunks(data):
        if name == b"ds64":
            wide_size = int.from_bytes(data[start + 8 : start + 16], "little")
        if name == b"data":
            promised = wide_size or size
            return promised < _UNKNOWN_SIZE and start + promised > len(data)
    return _webp(data)


def _aiff(data: bytes) -> bool:
    sound = next((start + size for name, start, size in container_chunks(data, ">I") if name == b"SSND"), None)
    return (int.from_bytes(data[4:8], "big") + 8 if sound is None else sound) > len(data)


def container_chunks(data: bytes, number: str = "<I") -> Iterator[tuple[bytes, int, int]]:
    """Yield (name, start of the content, size as written) of each chunk of a RIFF file; ">I" for one of FORM."""
    position = 12
    for _ in range(_MOST_CHUNKS):
        if position + 8 > len(data):
            return
        name, (size,) = data[position : position + 4], struct.unpack_from(number, data, position + 4)
        yield name, position + 8, size
        position += 8 + size + size % 2


def _ogg(data: bytes) -> bool:
    """Whether the last page is incomplete or does not carry the end-of-stream mark (RFC 3533 §6)."""
    page = data.rfind(b"OggS")
    header = data[page : page + 27]
    if page < 0 or len(header) < 27:
        return True
    segments = data[page + 27 : page + 27 + header[26]]
    is_last = bool(header[5] & 4)
    return not is_last or page + 27 + header[26] + sum(segments) > len(data)


_CHECKS: dict[str, Callable[[bytes], bool]] = {
    "png": _png,
    "tiff": _tiff,
    "webp": _webp,
    "wav": _wav,
    "aiff": _aiff,
    "ogg": _ogg,
}
