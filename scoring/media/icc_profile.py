"""The name of an ICC colour profile, without any library that would interpret the profile."""

import struct

from scoring.media.foreign_text import decoded

_HEADER_BYTES = 128
_MOST_TAGS = 100


def profile_name(profile: bytes) -> str:
    """Return what a profile calls itself (ICC.1:2022, 9.2.41 and 10.15; version 2: ICC.1:2001, 6.5.17), else ""."""
    first = _HEADER_BYTES + 4
    for place in range(first, min(len(profile) - 11, first + 12 * _MOST_TAGS), 12):
        signature, start, size = struct.unpack_from(">4sII", profile, place)
        if signature == b"desc":
            return _description(profile[start : start + size])
    return ""


def _description(element: bytes) -> str:
    if element.startswith(b"desc"):
        (length,) = struct.unpack(">I", element[8:12].ljust(4, b"\0"))
        return decoded(element[12 : 12 + length])
    if element.startswith(b"mluc") and len(element) >= 28:  # the first of its languages
        length, start = struct.unpack_from(">II", element, 20)
        return element[start : start + length].decode("utf-16-be", "replace")
    return ""
