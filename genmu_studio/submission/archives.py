"""Archives from strangers, unpacked into a folder of our own under limits, or refused with nothing left behind.

Headers are never trusted: bytes are counted while they are decompressed. Only plain files and folders are written, none
of them executable, and archives inside archives stay closed.
"""

import shutil
import tempfile
import unicodedata
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.submission.archive_entries import ARCHIVE_SUFFIXES, ArchiveError, Entry, entries_of
from genmu_studio.submission.paths import UnsafePathError, printable, safe_path
from genmu_studio.submission.problems import ProblemCode
from genmu_studio.submission.walk import MAX_DEPTH, ignored_as
from genmu_studio.watching import UNWATCHED, Watch
from scoring.digests import file_sha256


@dataclass(frozen=True, slots=True)
class ArchiveLimits:
    """What an archive may unpack to. Up to `free_bytes` the ratio is no matter: few small files may compress a lot."""

    entries: int = 1_000_000
    total_bytes: int = 200 << 30
    file_bytes: int = 20 << 30
    ratio: int = 100
    free_bytes: int = 64 << 20
    depth: int = MAX_DEPTH


DEFAULT_LIMITS = ArchiveLimits()


@dataclass(frozen=True, slots=True)
class Unpacked:
    """The archive's SHA-256 and the folder with its contents; a single folder around everything is unwrapped."""

    sha256: str
    folder: Path


def is_archive(path: Path) -> bool:
    """Whether the name is that of an archive that can be imported."""
    return path.name.lower().endswith(ARCHIVE_SUFFIXES)


def unpack_archive(
    path: Path, into: Path, limits: ArchiveLimits = DEFAULT_LIMITS, *, watch: Watch = UNWATCHED
) -> Unpacked:
    """Unpack the archive at `path` into `into`/<sha256>, unless it is there already; ArchiveError where refused."""
    watch.step("reading the archive")
    try:
        sha256 = file_sha256(path)
        target = into / sha256
        if not target.is_dir():
            into.mkdir(parents=True, exist_ok=True)
            _unpack_then_rename(path, target, limits, watch)
    except OSError as error:
        raise ArchiveError(ProblemCode.ARCHIVE_WRITE, f"it cannot be unpacked: {error.strerror or error}") from None
    return Unpacked(sha256, _unwrapped(target))


def _unpack_then_rename(path: Path, target: Path, limits: ArchiveLimits, watch: Watch) -> None:
    scratch = Path(tempfile.mkdtemp(prefix=".unpacking-", dir=target.parent))
    try:
        writer = _Writer(scratch, path.stat().st_size, limits, watch)
        with entries_of(path, limits.entries, writer.count) as entries:
            for entry in entries:
                writer.write(entry)
        scratch.chmod(0o755)
        scratch.rename(target)
    except BaseException:
        shutil.rmtree(scratch, ignore_errors=True)
        raise


def _unwrapped(folder: Path) -> Path:
    entries = [entry for entry in folder.iterdir() if not ignored_as(entry.name)]
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else folder


class _Writer:
    """Writes the entries of one archive under `root` and keeps count."""

    def __init__(self, root: Path, archive_bytes: int, limits: ArchiveLimits, watch: Watch) -> None:
        self._root = root
        self._watch = watch
        self._limits = limits
        self._by_ratio = max(limits.free_bytes, archive_bytes * limits.ratio)
        self._bytes = 0
        self._entries = 0
        self._names: set[str] = set()

    def count(self, size_bytes: int) -> None:
        """Add to the unpacked bytes; ArchiveError above a limit."""
        self._watch.step(f"unpacking: {self._entries:,} files")
        self._bytes += size_bytes
        if self._bytes > self._limits.total_bytes:
            raise ArchiveError(ProblemCode.ARCHIVE_BYTES, f"it unpacks to more than {self._limits.total_bytes:,} bytes")
        if self._bytes > self._by_ratio:
            message = f"it unpacks to more than {self._limits.ratio} times its own size"
            raise ArchiveError(ProblemCode.ARCHIVE_RATIO, message)

    def write(self, entry: Entry) -> None:
        """Write one file or folder; ArchiveError for an unsafe or repeated name and above a limit."""
        self._entries += 1
        if self._entries > self._limits.entries:
            raise ArchiveError(ProblemCode.ARCHIVE_ENTRIES, f"it has more than {self._limits.entries:,} entries")
        path = self._safe_path(entry.name)
        target = self._root / path
        try:
            if entry.is_folder:
                target.mkdir(parents=True, exist_ok=True)
            else:
                self._write_file(entry, path, target)
        except (FileExistsError, NotADirectoryError):
            raise _twice(path) from None

    def _safe_path(self, name: str) -> str:
        try:
            path = safe_path(name)
        except UnsafePathError as error:
            raise ArchiveError(ProblemCode.ARCHIVE_PATH, f"{printable(name)!r}: {error.message}") from None
        if path.count("/") >= self._limits.depth:
            raise ArchiveError(ProblemCode.ARCHIVE_PATH, f"folders are nested deeper than {self._limits.depth} levels")
        return path

    def _write_file(self, entry: Entry, path: str, target: Path) -> None:
        name = unicodedata.normalize("NFC", path)
        if name in self._names:
            raise _twice(path)
        self._names.add(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        written = 0
        with closing(entry.chunks) as chunks, target.open("xb") as stream:
            for chunk in chunks:
                written += len(chunk)
                if written > self._limits.file_bytes:
                    message = f"{printable(path)!r} unpacks to more than {self._limits.file_bytes:,} bytes"
                    raise ArchiveError(ProblemCode.ARCHIVE_BYTES, message)
                stream.write(chunk)


def _twice(path: str) -> ArchiveError:
    return ArchiveError(ProblemCode.ARCHIVE_DUPLICATE, f"{printable(path)!r} is in it twice")
