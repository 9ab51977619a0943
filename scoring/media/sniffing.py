"""Which format a file's bytes are of, whatever its name says."""

from pathlib import PurePath

from scoring.codes import Code
from scoring.types import SampleError

# (format, bytes at the start, (offset, further bytes) or None); the first row that fits wins.
_SIGNATURES: tuple[tuple[str, bytes, tuple[int, bytes] | None], ...] = (
    ("png", b"\x89PNG\r\n\x1a\n", None),
    ("jpeg", b"\xff\xd8\xff", None),
    ("webp", b"RIFF", (8, b"WEBP")),
    ("gif", b"GIF87a", None),
    ("gif", b"GIF89a", None),
    ("tiff", b"II*\0", None),
    ("tiff", b"MM\0*", None),
    ("tiff", b"II+\0", None),
    ("tiff", b"MM\0+", None),
    ("jp2", b"\0\0\0\x0cjP  \r\n\x87\n", None),
    ("psd", b"8BPS", None),
    ("jxl", b"\0\0\0\x0cJXL \r\n\x87\n", None),
    ("exr", b"\x76\x2f\x31\x01", None),
    ("wav", b"RIFF", (8, b"WAVE")),
    ("wav", b"RF64", (8, b"WAVE")),
    ("avi", b"RIFF", (8, b"AVI ")),
    ("w64", b"riff\x2e\x91\xcf\x11", None),
    ("flac", b"fLaC", None),
    ("ogg", b"OggS", None),
    ("aiff", b"FORM", (8, b"AIFF")),
    ("aiff", b"FORM", (8, b"AIFC")),
    ("au", b".snd", None),
    ("caf", b"caff", None),
    ("amr", b"#!AMR", None),
    ("wma", b"\x30\x26\xb2\x75\x8e\x66\xcf\x11", None),
    ("webm", b"\x1a\x45\xdf\xa3", None),
    ("mp3", b"ID3", None),
)
_BRANDS = {
    b"avif": "avif",
    b"avis": "avif",
    b"heic": "heic",
    b"heix": "heic",
    b"mif1": "heic",
    b"M4A ": "m4a",
    b"M4B ": "m4a",
}
_EXTENSIONS = {
    "png": "png apng", "jpeg": "jpg jpeg jpe jfif", "webp": "webp", "gif": "gif", "bmp": "bmp dib", "tiff": "tif tiff",
    "jp2": "jp2 j2k", "psd": "psd", "jxl": "jxl", "exr": "exr", "avif": "avif", "heic": "heic heif",
    "wav": "wav wave rf64", "flac": "flac", "ogg": "ogg oga opus", "mp3": "mp3", "aiff": "aif aiff aifc",
    "au": "au snd", "caf": "caf", "w64": "w64", "m4a": "m4a m4b", "mp4": "mp4 m4v mov", "aac": "aac", "amr": "amr",
    "wma": "wma asf", "webm": "webm mkv mka", "avi": "avi",
}  # fmt: skip
_FORMAT_OF_EXTENSION = {ending: name for name, endings in _EXTENSIONS.items() for ending in endings.split()}


def sniff(data: bytes) -> str | None:
    """Return the format of `data` ("png", "jpeg", "wav", "flac", "m4a"…) by its first bytes; None for anything unknown.

    Formats that this program does not read are recognised too, so that a message can name them.
    """
    for name, start, further in _SIGNATURES:
        if data.startswith(start) and (further is None or data.startswith(further[1], further[0])):
            return name
    return _bmp(data) or _iso_media(data) or _mpeg_audio(data)


def require_format(data: bytes, readable: tuple[str, ...], what: str) -> str:
    """Return the format of `data`; SampleError UNREADABLE, naming what was found, where it is not one of `readable`."""
    content = sniff(data)
    if content in readable:
        return content
    found = "of no format that is known here" if content is None else content.upper()
    names = ", ".join(name.upper() for name in readable)
    raise SampleError(Code.UNREADABLE, f"the content is {found}; {what} are read from {names}")


def named_otherwise(path: str, content: str) -> bool:
    """Whether the file's extension is that of another known format than `content`."""
    declared = _FORMAT_OF_EXTENSION.get(PurePath(path).suffix.lower().removeprefix("."))
    return declared is not None and declared != content


def _bmp(data: bytes) -> str | None:
    known_header_sizes = (12, 16, 40, 52, 56, 64, 108, 124)
    fits = data.startswith(b"BM") and int.from_bytes(data[14:18], "little") in known_header_sizes
    return "bmp" if fits else None


def _iso_media(data: bytes) -> str | None:
    return _BRANDS.get(data[8:12], "mp4") if data[4:8] == b"ftyp" else None


def _mpeg_audio(data: bytes) -> str | None:
    """Recognise a bare MPEG frame: 11 sync bits, then version, layer, bit rate and sample rate that exist."""
    header = int.from_bytes(data[:4], "big")
    if len(data) < 4 or header >> 21 != 0x7FF:
        return None
    version, layer, bit_rate, sample_rate = header >> 19 & 3, header >> 17 & 3, header >> 12 & 15, header >> 10 & 3
    if layer == 0:
        return "aac" if version >= 2 and bit_rate >> 2 != 3 else None
    is_frame = version != 1 and layer != 3 and 0 < bit_rate < 15 and sample_rate != 3
    return "mp3" if is_frame else None
