"""What a sound's file says beside its samples: rate, channels, encoding, length, and its tags."""

from collections.abc import Callable, Iterator, Mapping

import soundfile

from scoring.media.audio import UNKNOWN_LENGTH, SoundStream
from scoring.media.completeness import container_chunks
from scoring.media.foreign_text import decoded

_MOST_TAGS = 200
_MOST_TEXT_BYTES = 2**16
_MOST_INFO_BYTES = 2**20
_MOST_COMMENT_BYTES = 2**20
_INFO_NAMES: Mapping[bytes, str] = {
    b"INAM": "title",
    b"IART": "artist",
    b"IPRD": "album",
    b"ICRD": "date",
    b"IGNR": "genre",
    b"ICMT": "comment",
    b"ISFT": "software",
    b"ICOP": "copyright",
    b"IENG": "engineer",
    b"IKEY": "keywords",
    b"ISBJ": "subject",
    b"ISRC": "source",
}
_NAMED_ONLY: Mapping[bytes, str] = {
    b"iXML": "iXML",
    b"_PMX": "XMP",
    b"id3 ": "ID3",
    b"ID3 ": "ID3",
    b"C2PA": "content credentials (C2PA)",
}


def sound_facts(data: bytes, content: str) -> Iterator[tuple[str, str]]:
    """Yield (name, value) of what a file of format `content` says; of a damaged one what can be read."""
    header, known = _read_header(data)
    yield from header.items()
    tags = _TAGS.get(content)
    yield from tags(data) if tags is not None else known.items()


def _read_header(data: bytes) -> tuple[Mapping[str, str], Mapping[str, str]]:
    """Return what libsndfile reads of the header, and of the tags."""
    try:
        with soundfile.SoundFile(SoundStream(data)) as sound:
            header = {
                "sample rate": f"{sound.samplerate:,} Hz",
                "channels": str(sound.channels),
                "encoding": sound.subtype_info,
            }
            if sound.frames < UNKNOWN_LENGTH:
                header["length"] = f"{sound.frames / sound.samplerate:.3f} s"
            return header, sound.copy_metadata()
    except soundfile.LibsndfileError as error:
        return {"header": f"cannot be read: {error.error_string}"}, {}


# ---- WAV ----


def _wav_tags(data: bytes) -> Iterator[tuple[str, str]]:
    for name, start, size in container_chunks(data):
        if name == b"LIST" and data[start : start + 4] == b"INFO":
            yield from _info_tags(data[start - 8 : start + min(size, _MOST_INFO_BYTES)])
        elif name == b"bext":
            yield "bext description", decoded(data[start : start + min(size, 256)])
            yield "bext originator", decoded(data[start + 256 : start + min(size, 288)])
        elif name in _NAMED_ONLY:
            yield _NAMED_ONLY[name], f"present, {size:,} bytes, not read"


def _info_tags(chunk: bytes) -> Iterator[tuple[str, str]]:
    """Yield the tags of a LIST chunk of the kind INFO, its own header included."""
    for name, start, size in container_chunks(chunk):
        yield (
            _INFO_NAMES.get(name, f"INFO {decoded(name)}"),
            decoded(chunk[start : start + min(size, _MOST_TEXT_BYTES)]),
        )


# ---- FLAC and OGG ----


def _flac_tags(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the tags of the metadata blocks (RFC 9639, 8)."""
    position = 4
    for _ in range(_MOST_TAGS):
        header = data[position : position + 4]
        if len(header) < 4:
            return
        kind, length = header[0] & 0x7F, int.from_bytes(header[1:], "big")
        if kind == 4:
            yield from _vorbis_tags(data[position + 4 : position + 4 + length])
        elif kind == 6:
            yield "picture", f"present, {length:,} bytes, not read"
        if header[0] & 0x80:
            return
        position += 4 + length


def _ogg_tags(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the tags of the comment header of Vorbis or Opus, which begins on the second page."""
    payload = b"".join(_ogg_payloads(data))
    for mark in (b"\x03vorbis", b"OpusTags"):
        if (place := payload.find(mark)) >= 0:
            yield from _vorbis_tags(payload[place + len(mark) :])
            return


def _ogg_payloads(data: bytes) -> Iterator[bytes]:
    """Yield what the first pages hold (RFC 3533, 6): as much as holds the comment header."""
    position = total = 0
    while total < _MOST_COMMENT_BYTES and data[position : position + 4] == b"OggS" and position + 27 <= len(data):
        segments = data[position + 27 : position + 27 + data[position + 26]]
        start, size = position + 27 + len(segments), sum(segments)
        yield data[start : start + size]
        position, total = start + size, total + max(size, 27)


def _vorbis_tags(comments: bytes) -> Iterator[tuple[str, str]]:
    """Yield the fields of a Vorbis comment: vendor, then NAME=value, each behind its length."""
    length = int.from_bytes(comments[:4], "little")
    yield "encoder", decoded(comments[4 : 4 + length])
    position = 8 + length
    for _ in range(min(int.from_bytes(comments[position - 4 : position], "little"), _MOST_TAGS)):
        length = int.from_bytes(comments[position : position + 4], "little")
        field = comments[position + 4 : position + 4 + min(length, _MOST_TEXT_BYTES)]
        if not field:
            return
        name, _, value = field.partition(b"=")
        is_picture = name.upper() == b"METADATA_BLOCK_PICTURE"
        yield decoded(name).lower(), f"present, {length:,} bytes, not read" if is_picture else decoded(value)
        position += 4 + length


_TAGS: Mapping[str, Callable[[bytes], Iterator[tuple[str, str]]]] = {
    "wav": _wav_tags,
    "flac": _flac_tags,
    "ogg": _ogg_tags,
}
