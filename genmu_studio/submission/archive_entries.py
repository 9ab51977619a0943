"""The entries of zip and tar files, one after the other; whatever is no plain file or folder is refused."""

import gzip
import io
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Generator, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import zstandard

from genmu_studio.submission.paths import printable
from genmu_studio.submission.problems import ProblemCode

ARCHIVE_SUFFIXES = (".zip", ".tar.gz", ".tgz", ".tar.zst")
_CHUNK_BYTES = 1 << 16
# Far above any tar header or name: a hostile one may ask to be read in one piece of many GiB.
_MAX_READ_BYTES = 1 << 20
_MAX_ZSTD_WINDOW_BYTES = 128 << 20
_DIRECTORY_BYTES_PER_ENTRY = 400
_LOCAL_HEADER_BYTES = 30
_ENCRYPTED = 0x1
# Others decompress without a bound on what one step puts out.
_ZIP_METHODS = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
_DAMAGE = (
    zipfile.BadZipFile, tarfile.TarError, zstandard.ZstdError, gzip.BadGzipFile, zlib.error, struct.error,
    EOFError, RecursionError, ValueError,
)  # fmt: skip


class ArchiveError(Exception):
    """The archive is refused, with the code and the sentence for a person."""

    def __init__(self, code: ProblemCode, message: str) -> None:
        super().__init__(code, message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Entry:
    """One file or folder of an archive; `chunks` gives its bytes before the next entry is asked for; to be closed."""

    name: str
    is_folder: bool
    chunks: Generator[bytes, None, None]


@contextmanager
def entries_of(path: Path, max_entries: int, count: Callable[[int], None]) -> Iterator[Iterator[Entry]]:
    """Give the entries of the archive at `path`; `count` is told of the bytes as they are decompressed.

    ArchiveError where the archive is damaged, encrypted, or holds a link or a special file.
    """
    try:
        with ExitStack() as stack:
            if path.name.lower().endswith(".zip"):
                _check_directory_size(path, max_entries)
                archive = stack.enter_context(zipfile.ZipFile(path))
                yield _zip_entries(archive, count)
            else:
                stream = _Forward(_decompressed(path, stack), count)
                yield _tar_entries(stack.enter_context(tarfile.open(fileobj=stream, mode="r:")))
    except NotImplementedError as error:
        raise ArchiveError(ProblemCode.ARCHIVE_FORMAT, f"it uses a feature that is not read: {error}") from None
    except _DAMAGE as error:
        raise ArchiveError(ProblemCode.ARCHIVE_DAMAGED, f"it is damaged or no archive: {str(error)[:200]}") from None


# ---- zip ------------------------------------------------------------------------------------------------------------


def _check_directory_size(path: Path, max_entries: int) -> None:
    """Refuse a central directory that is too large for the number of entries allowed, before it is read as a whole."""
    with path.open("rb") as stream:
        end = stream.seek(0, io.SEEK_END)
        start = max(0, end - (1 << 16) - 22)
        stream.seek(start)
        tail = stream.read()
        place = tail.rfind(b"PK\x05\x06")
        if place < 0 or len(tail) < place + 22:
            return  # zipfile will say that it is no zip file
        size = int.from_bytes(tail[place + 12 : place + 16], "little")
        if size == 0xFFFFFFFF and place >= 20:  # zip64: a locator of 20 bytes stands before and names the real record
            stream.seek(int.from_bytes(tail[place - 12 : place - 4], "little"))
            size = int.from_bytes(stream.read(56)[40:48], "little")
    if size > max_entries * _DIRECTORY_BYTES_PER_ENTRY:
        raise ArchiveError(ProblemCode.ARCHIVE_ENTRIES, f"it has more than {max_entries:,} entries")


def _zip_entries(archive: zipfile.ZipFile, count: Callable[[int], None]) -> Iterator[Entry]:
    infos = sorted(archive.infolist(), key=lambda info: info.header_offset)
    ends = [*(info.header_offset for info in infos[1:]), archive.start_dir]
    for info, end in zip(infos, ends, strict=False):
        name = printable(info.orig_filename)
        if info.header_offset + _LOCAL_HEADER_BYTES + len(info.orig_filename) + info.compress_size > end:
            raise ArchiveError(ProblemCode.ARCHIVE_OVERLAP, f"{name!r} overlaps the next entry")
        if info.flag_bits & _ENCRYPTED:
            raise ArchiveError(ProblemCode.ARCHIVE_ENCRYPTED, f"{name!r} is encrypted")
        if info.compress_type not in _ZIP_METHODS:
            raise ArchiveError(ProblemCode.ARCHIVE_FORMAT, f"{name!r} is neither stored nor deflated")
        _check_mode(name, info.external_attr >> 16)
        yield Entry(info.orig_filename, info.orig_filename.endswith(("/", "\\")), _zip_chunks(archive, info, count))


def _check_mode(name: str, mode: int) -> None:
    if stat.S_ISLNK(mode):
        raise ArchiveError(ProblemCode.ARCHIVE_LINK, f"{name!r} is a link")
    if stat.S_IFMT(mode) and not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        raise ArchiveError(ProblemCode.ARCHIVE_SPECIAL, f"{name!r} is a device, a pipe or a socket")


def _zip_chunks(
    archive: zipfile.ZipFile, info: zipfile.ZipInfo, count: Callable[[int], None]
) -> Generator[bytes, None, None]:
    with archive.open(info) as content:
        while chunk := content.read(_CHUNK_BYTES):
            count(len(chunk))
            yield chunk


# ---- tar ------------------------------------------------------------------------------------------------------------


class _Readable(Protocol):
    def read(self, size: int = ..., /) -> bytes: ...


def _decompressed(path: Path, stack: ExitStack) -> _Readable:
    raw = stack.enter_context(path.open("rb"))
    if path.name.lower().endswith(".zst"):
        decompressor = zstandard.ZstdDecompressor(max_window_size=_MAX_ZSTD_WINDOW_BYTES)
        return stack.enter_context(decompressor.stream_reader(raw, read_across_frames=True))
    return stack.enter_context(gzip.GzipFile(fileobj=raw, mode="rb"))


class _Forward(io.RawIOBase):
    """A decompressed stream that only goes forward, counts all that passes, and refuses to be read in large pieces."""

    def __init__(self, stream: _Readable, count: Callable[[int], None]) -> None:
        super().__init__()
        self._stream = stream
        self._count = count
        self._position = 0

    def tell(self) -> int:
        return self._position

    def seekable(self) -> bool:
        return True

    def seek(self, position: int, whence: int = io.SEEK_SET) -> int:
        if whence != io.SEEK_SET or position < self._position:
            raise ValueError("its entries are not in order")
        while self._position < position:
            if not self.read(min(_CHUNK_BYTES, position - self._position)):
                raise EOFError("it ends too early")
        return self._position

    def read(self, size: int = -1) -> bytes:
        if not 0 <= size <= _MAX_READ_BYTES:
            raise ValueError("a header in it is far too large")
        data = b""
        while len(data) < size and (more := self._stream.read(size - len(data))):
            data += more
        self._position += len(data)
        self._count(len(data))
        return data


def _tar_entries(archive: tarfile.TarFile) -> Iterator[Entry]:
    for member in archive:
        name = printable(member.name)
        if member.issym() or member.islnk():
            raise ArchiveError(ProblemCode.ARCHIVE_LINK, f"{name!r} is a link")
        if not member.isdir() and member.type not in {tarfile.REGTYPE, tarfile.AREGTYPE}:
            raise ArchiveError(ProblemCode.ARCHIVE_SPECIAL, f"{name!r} is no plain file or folder")
        yield Entry(member.name, member.isdir(), _tar_chunks(archive, member))


def _tar_chunks(archive: tarfile.TarFile, member: tarfile.TarInfo) -> Generator[bytes, None, None]:
    content = archive.extractfile(member)
    while content and (chunk := content.read(_CHUNK_BYTES)):
        yield chunk
