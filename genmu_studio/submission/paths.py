"""Paths that strangers write: made relative and POSIX, or refused. No file is touched here."""

import re
import unicodedata
from collections.abc import Iterable

from genmu_studio.submission.problems import ProblemCode

MAX_PATH_CHARS = 1024
MAX_NAME_BYTES = 255
_NO_TEXT = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")  # control characters and lone surrogates
_DRIVE = re.compile(r"[A-Za-z]:")


class UnsafePathError(Exception):
    """A path that may not be used, with the code and the sentence for a person."""

    def __init__(self, code: ProblemCode, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


def safe_path(text: str) -> str:
    r"""Return `text` as a relative POSIX path inside its folder.

    Backslashes become slashes, `.` and empty segments go. Raises UnsafePathError for what leaves the folder on POSIX
    or Windows (absolute, `..`, a drive letter, `\\server`) and for names that no file should have.
    """
    if len(text) > MAX_PATH_CHARS:
        raise UnsafePathError(ProblemCode.PATH_NAME, f"the path is longer than {MAX_PATH_CHARS} characters")
    if _NO_TEXT.search(text):
        raise UnsafePathError(ProblemCode.PATH_NAME, "the path holds a control character or is not valid text")
    slashed = text.replace("\\", "/")
    if slashed.startswith("/") or _DRIVE.match(slashed):
        raise UnsafePathError(ProblemCode.PATH_OUTSIDE, "the path is absolute")
    segments = [each for each in slashed.split("/") if each not in {"", "."}]
    if ".." in segments:
        raise UnsafePathError(ProblemCode.PATH_OUTSIDE, "the path leaves the folder through '..'")
    if not segments:
        raise UnsafePathError(ProblemCode.PATH_NAME, "the path is empty")
    if len(text.encode()) > MAX_NAME_BYTES and any(len(each.encode()) > MAX_NAME_BYTES for each in segments):
        raise UnsafePathError(ProblemCode.PATH_NAME, f"a name in the path is longer than {MAX_NAME_BYTES} bytes")
    return "/".join(segments)


def printable(text: str) -> str:
    """Return `text` fit for one line on a screen or a JSON document: undecodable and control characters escaped."""
    escaped = text.encode("utf-8", "backslashreplace").decode()
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in escaped)[:300]


class PathIndex:
    """Finds the file that a declared path means among those really there, whatever their Unicode form (NFC or NFD)."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._paths = frozenset(paths)
        self._by_nfc: dict[str, list[str]] = {}
        self._by_case: dict[str, str] = {}
        for path in sorted(self._paths):
            nfc = path if path.isascii() else unicodedata.normalize("NFC", path)
            self._by_nfc.setdefault(nfc, []).append(path)
            self._by_case.setdefault(nfc.casefold(), path)

    def find(self, path: str) -> str | None:
        """Return the path as it is on disk: the same text, or the only one that is equal after normalisation."""
        if path in self._paths:
            return path
        same = self._by_nfc.get(unicodedata.normalize("NFC", path), [])
        return same[0] if len(same) == 1 else None

    def similar(self, path: str) -> str | None:
        """Return a path that differs only in upper and lower case, to be named in a hint."""
        return self._by_case.get(unicodedata.normalize("NFC", path).casefold())
