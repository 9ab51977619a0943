"""Arrays that were derived from a sound, kept on disk under the content they show; deleting them costs time only.

One file: a line of JSON (what it is, shape and type of each array, a checksum), then the bytes of the arrays. It is
read as data, whole or not at all, and never larger than the file itself.
"""

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from genmu_studio.writing import write_atomically
from scoring.digests import bytes_sha256, digest_of
from scoring.errors import UserError
from scoring.types import Media, OptionValue

CACHE_FOLDER = Path("media") / "sounds"
_MOST_KEPT_BYTES = 64 << 20  # the outline of the longest sound that is read takes 25 MB
_MOST_HEAD_BYTES = 1 << 16
_TYPES = ("<f4", "<f8", "<i8", "|u1", "|b1")

Arrays = Mapping[str, NDArray[Any]]
Parameters = Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class Derived:
    """What was derived from a sound: its name, the version of the code that derives it, and with which parameters."""

    name: str
    version: int
    parameters: Parameters


def kept_path(project: Path, media: Media, derived: Derived) -> Path:
    """Return where the cache keeps `derived` of `media`, whose SHA-256 is known."""
    digest = digest_of({"version": derived.version, **derived.parameters})[:16]
    return project / CACHE_FOLDER / media.sha256[:2] / f"{media.sha256}-{derived.name}-{digest}.arrays"


def keep_arrays(project: Path | None, media: Media, derived: Derived, arrays: Arrays) -> None:
    """Keep numbers or truth values; nothing where there is no project, no known content, or no room on the disk."""
    if project is None or not media.sha256:
        return
    kept = {name: np.ascontiguousarray(array) for name, array in arrays.items()}
    content = b"".join(array.tobytes() for array in kept.values())
    head = {
        "arrays": [[name, array.dtype.str, list(array.shape)] for name, array in kept.items()],
        "sha256": bytes_sha256(content),
    }
    path = kept_path(project, media, derived)
    # A full disk or a folder that may not be written costs time later, nothing else.
    with suppress(OSError, UserError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, json.dumps(head).encode() + b"\n" + content)


def read_arrays(project: Path | None, media: Media, derived: Derived) -> dict[str, NDArray[Any]] | None:
    """Return what `keep_arrays` kept, read-only; None where there is nothing, or nothing whole."""
    if project is None or not media.sha256:
        return None
    try:
        with kept_path(project, media, derived).open("rb") as stream:
            head = stream.readline(_MOST_HEAD_BYTES)
            content = stream.read(_MOST_KEPT_BYTES)
        return _arrays(json.loads(head), content)
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return None


def _arrays(head: Any, content: bytes) -> dict[str, NDArray[Any]] | None:
    if bytes_sha256(content) != head["sha256"]:
        return None
    arrays, start = {}, 0
    for name, kind, shape in head["arrays"]:
        if kind not in _TYPES:
            return None
        count = prod(shape)
        arrays[name] = np.frombuffer(content, kind, count, start).reshape(shape)
        start += count * np.dtype(kind).itemsize
    return arrays if start == len(content) else None
