"""A media file's bytes: found by any Unicode form of its name, bounded, and the same as at import."""

import os
import stat
import unicodedata
from pathlib import Path

from scoring.codes import Code
from scoring.digests import bytes_sha256
from scoring.types import Media, SampleError

MAX_FILE_BYTES = 512 * 2**20


def read_media_bytes(media: Media, *, max_bytes: int = MAX_FILE_BYTES) -> bytes:
    """Return the bytes of `media`, compared with `media.sha256` where that is given.

    SampleError: MISSING (also where this machine may not read the file: that is no fault of the sample), UNREADABLE (a
    folder, a pipe, a device), TOO_LARGE (above `max_bytes`), CHANGED, EMPTY.
    """
    path = find_path(Path(media.path))
    try:
        data = _read(path, max_bytes)
    except OSError as error:
        raise SampleError(Code.MISSING, f"{path.name} cannot be opened: {error.strerror or error}") from error
    if media.sha256 and bytes_sha256(data) != media.sha256:
        raise SampleError(Code.CHANGED, f"{path.name} is not the file that was imported: its SHA-256 differs")
    if not data:
        raise SampleError(Code.EMPTY, "the file has no bytes")
    return data


def _read(path: Path, max_bytes: int) -> bytes:
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):  # opening a named pipe would wait for ever
        raise SampleError(Code.UNREADABLE, f"{path.name} is not a regular file")
    if status.st_size > max_bytes:
        raise SampleError(Code.TOO_LARGE, f"{path.name} has {status.st_size:,} bytes; at most {max_bytes:,} are read")
    with path.open("rb") as stream:
        return stream.read(max(status.st_size, 1))


def find_path(path: Path) -> Path:
    """Return `path`, or where it is absent the existing one that differs only in Unicode normalisation (NFC, NFD).

    A name written on one system and typed on another may differ in that way; the names on disk are compared as NFC.
    """
    if os.path.lexists(path):
        return path
    found = Path(path.anchor)
    for part in path.parts[len(found.parts) :]:
        exact = found / part
        alike = exact if os.path.lexists(exact) else _alike(found, part)
        if alike is None:
            return path
        found = alike
    return found


def _alike(folder: Path, name: str) -> Path | None:
    wanted = unicodedata.normalize("NFC", name)
    if wanted.isascii():
        return None
    try:
        return next((each for each in folder.iterdir() if unicodedata.normalize("NFC", each.name) == wanted), None)
    except OSError:
        return None
