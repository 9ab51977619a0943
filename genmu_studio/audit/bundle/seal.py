"""The seal of a bundle: the hash of the whole archive, as its comment, which are its last bytes.

The hashes of the files say which of them was altered; this one also covers what lies between them.
"""

import hashlib
from pathlib import Path
from typing import BinaryIO

PLACE = b"0" * 64
_AT_ONCE = 1 << 20


def seal(stream: BinaryIO) -> None:
    """Write the seal over the placeholder at the end of a file that is open for reading and writing."""
    digest = _digest_before_end(stream)
    stream.seek(-len(PLACE), 2)
    stream.write(digest)


def is_sealed(path: Path) -> bool:
    """Whether the file is what it was when it was sealed; OSError where it cannot be read."""
    with path.open("rb") as stream:
        digest = _digest_before_end(stream)
        return stream.read(len(PLACE) + 1) == digest


def _digest_before_end(stream: BinaryIO) -> bytes:
    left = max(0, stream.seek(0, 2) - len(PLACE))
    stream.seek(0)
    found = hashlib.sha256()
    while left and (piece := stream.read(min(left, _AT_ONCE))):
        found.update(piece)
        left -= len(piece)
    return found.hexdigest().encode()
