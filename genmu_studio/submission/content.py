"""What the listed files are by their first bytes: an empty file, a pickle or another kind of file is noted.

The rows stay: a sample that cannot be decoded is a failure to acquire, and leaving it out would hide it from the
policies. Nothing here opens a file by what its name says.
"""

import os
import stat
from collections.abc import Iterable, Mapping
from pathlib import Path

from genmu_studio.submission.problems import ProblemCode, ProblemList
from scoring.types import MediaKind

_HEAD_BYTES = 64
_PICKLE_PROTOCOLS = range(2, 6)
_FORMATS: Mapping[MediaKind, frozenset[str]] = {
    "image": frozenset({"png", "jpeg", "gif", "bmp", "tiff", "webp"}),
    "audio": frozenset({"wav", "flac", "ogg", "mp3", "aiff"}),
}


def check_content(
    folder: Path, paths: Iterable[str], sizes: Mapping[str, int], kind: MediaKind, problems: ProblemList
) -> None:
    """Note each of `paths` (relative to `folder`) that is empty, a pickle, or no medium of that kind."""
    from scoring.media import sniff  # noqa: PLC0415 - the loader brings Pillow and libsndfile along

    noun = {"image": "picture", "audio": "sound"}[kind]
    for path in paths:
        if sizes[path] == 0:
            problems.add(ProblemCode.EMPTY, path, "the file has no bytes")
            continue
        head = _head(folder / path)
        if _is_pickle(head):
            problems.add(ProblemCode.PICKLE, path, "the file is a pickle, which could run code; it is not opened")
            continue
        found = sniff(head)
        if found not in _FORMATS[kind]:
            message = f"the content ({found or 'unknown'}) is no {noun} that is read here"
            problems.add(ProblemCode.NOT_MEDIA, path, message)


def _head(path: Path) -> bytes:
    # Without O_NONBLOCK, a pipe put in the file's place since the walk would block for ever.
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except OSError:
        return b""
    with os.fdopen(handle, "rb", buffering=0) as stream:
        return stream.read(_HEAD_BYTES) if stat.S_ISREG(os.fstat(handle).st_mode) else b""


def _is_pickle(head: bytes) -> bool:
    return len(head) > 2 and head[0] == 0x80 and head[1] in _PICKLE_PROTOCOLS
