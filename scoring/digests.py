"""Digests: of bytes, files and plain data. All are SHA-256, as lower-case hex."""

import hashlib
import json
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path


def bytes_sha256(data: bytes) -> str:
    """Return the SHA-256 of `data`."""
    return hashlib.sha256(data).hexdigest()


def file_sha256(path: Path) -> str:
    """Return the SHA-256 of the file's bytes, read in chunks; OSError where it cannot be read."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@lru_cache(maxsize=256)
def _cached_file_sha256(path: str, size_bytes: int, mtime_ns: int) -> str:
    return file_sha256(Path(path))


def files_digest(paths: Iterable[Path]) -> str:
    """Return one digest of several files: "" for none, the file's own SHA-256 for one.

    Cached within the process by path, size and modification time.
    """
    digests = []
    for path in paths:
        stat = path.stat()
        digests.append(_cached_file_sha256(str(path), stat.st_size, stat.st_mtime_ns))
    if len(digests) <= 1:
        return "".join(digests)
    return bytes_sha256("\n".join(digests).encode())


def digest_of(data: object) -> str:
    """Return the digest of plain data (dicts, lists, strings, finite numbers), independent of the order of keys."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return bytes_sha256(text.encode())
