"""Every hostile archive is made here; none may leave anything behind, inside or outside its target."""

import gzip
import io
import os
import random
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import zstandard

from genmu_studio.submission.archive_entries import ArchiveError
from genmu_studio.submission.archives import DEFAULT_LIMITS, ArchiveLimits, is_archive, unpack_archive

SMALL = ArchiveLimits(entries=10, total_bytes=10_000_000, file_bytes=5_000_000, ratio=100, free_bytes=100_000, depth=4)


def _zip(
    path: Path, entries: Sequence[tuple[str | zipfile.ZipInfo, bytes]], method: int = zipfile.ZIP_DEFLATED
) -> Path:
    with zipfile.ZipFile(path, "w", method) as archive:
        for info, data in entries:
            archive.writestr(info, data)
    return path


def _tar(path: Path, members: list[tuple[tarfile.TarInfo, bytes]], tar_format: int = tarfile.PAX_FORMAT) -> Path:
    raw = io.BytesIO()
    with tarfile.open(fileobj=raw, mode="w", format=tar_format) as archive:
        for member, data in members:
            member.size = len(data) if member.type == tarfile.REGTYPE else 0
            archive.addfile(member, io.BytesIO(data))
    return _compressed(path, raw.getvalue())


def _compressed(path: Path, data: bytes) -> Path:
    packed = zstandard.compress(data) if path.suffix == ".zst" else gzip.compress(data)
    path.write_bytes(packed)
    return path


def _member(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type = kind
    member.linkname = link
    member.mode = 0o4755
    return member


def _refusal(path: Path, limits: ArchiveLimits = SMALL) -> str:
    """Return the code of the refusal, after checking that nothing was written anywhere."""
    into = path.parent / "unpacked"
    before = sorted(each for each in path.parent.rglob("*") if each != into)
    with pytest.raises(ArchiveError) as caught:
        unpack_archive(path, into, limits)
    assert sorted(each for each in path.parent.rglob("*") if each != into) == before
    return caught.value.code


def _contents(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()
    }


FILES = {"submission.toml": b"[submission]\n", "original/1.png": b"png", "nested.zip": b"PK\x03\x04"}


@pytest.mark.parametrize("name", ["e.zip", "e.tar.gz", "e.tgz", "e.tar.zst"])
@pytest.mark.parametrize("top", ["", "entry/"])
def test_good_archives_are_unpacked_once_and_a_single_folder_is_unwrapped(tmp_path: Path, name: str, top: str) -> None:
    path = tmp_path / name
    if name.endswith(".zip"):
        _zip(path, [(f"{top}{each}", data) for each, data in FILES.items()] + [("__MACOSX/x", b"")])
    else:
        _tar(path, [(_member(f"{top}{each}"), data) for each, data in FILES.items()])
    unpacked = unpack_archive(path, tmp_path / "unpacked")
    assert _contents(unpacked.folder).items() >= FILES.items()
    assert unpacked.folder.is_relative_to(tmp_path / "unpacked" / unpacked.sha256)
    assert all(not each.stat().st_mode & 0o7111 for each in unpacked.folder.rglob("*") if each.is_file())
    stamp = (unpacked.folder / "submission.toml").stat().st_mtime_ns
    assert unpack_archive(path, tmp_path / "unpacked") == unpacked
    assert (unpacked.folder / "submission.toml").stat().st_mtime_ns == stamp
    assert [each.name for each in (tmp_path / "unpacked").iterdir()] == [unpacked.sha256]


OUTSIDE = ["../evil", "a/../../evil", "/tmp/evil", "C:\\evil", "..\\evil", "\\\\server\\evil", "a\nb", "a/b/c/d/e/f"]


@pytest.mark.parametrize("name", OUTSIDE)
def test_paths_that_leave_the_folder(tmp_path: Path, name: str) -> None:
    assert _refusal(_zip(tmp_path / "e.zip", [("ok.png", b"1"), (name, b"evil")])) == "ARCHIVE_PATH"
    assert (
        _refusal(_tar(tmp_path / "e.tar.gz", [(_member("ok.png"), b"1"), (_member(name), b"evil")])) == "ARCHIVE_PATH"
    )


@pytest.mark.parametrize("link", ["/etc/passwd", "../../secret", "ok.png"])
@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE])
def test_links_in_tar(tmp_path: Path, kind: bytes, link: str) -> None:
    path = _tar(tmp_path / "e.tar.zst", [(_member("ok.png"), b"1"), (_member("link", kind, link), b"")])
    assert _refusal(path) == "ARCHIVE_LINK"


@pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE, tarfile.CONTTYPE])
def test_devices_and_pipes_in_tar(tmp_path: Path, kind: bytes) -> None:
    assert _refusal(_tar(tmp_path / "e.tar.gz", [(_member("device", kind), b"")])) == "ARCHIVE_SPECIAL"


def _with_mode(mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo("odd")
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def test_links_and_devices_in_zip(tmp_path: Path) -> None:
    assert _refusal(_zip(tmp_path / "a.zip", [(_with_mode(stat.S_IFLNK | 0o777), b"/etc/passwd")])) == "ARCHIVE_LINK"
    assert _refusal(_zip(tmp_path / "b.zip", [(_with_mode(stat.S_IFIFO | 0o644), b"")])) == "ARCHIVE_SPECIAL"


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("names", [["a", "a"], ["a", "./a"], ["é", "e\u0301"], ["a", "a/b"], ["a/b", "a"]])
def test_duplicate_names(tmp_path: Path, names: list[str]) -> None:
    assert _refusal(_zip(tmp_path / "e.zip", [(name, b"1") for name in names])) == "ARCHIVE_DUPLICATE"
    assert _refusal(_tar(tmp_path / "e.tar.gz", [(_member(name), b"1") for name in names])) == "ARCHIVE_DUPLICATE"


def test_encrypted_zip(tmp_path: Path) -> None:
    path = _zip(tmp_path / "e.zip", [("a", b"secret")])
    data = bytearray(path.read_bytes())
    for magic, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(magic) + offset] |= 1
    path.write_bytes(data)
    assert _refusal(path) == "ARCHIVE_ENCRYPTED"


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_methods_without_a_bound_on_one_step(tmp_path: Path, method: int) -> None:
    assert _refusal(_zip(tmp_path / "e.zip", [("a", b"1" * 1000)], method)) == "ARCHIVE_FORMAT"


def test_overlapping_zip_entries(tmp_path: Path) -> None:
    """Two directory entries that name the same bytes: the core of a "better zip bomb"."""
    path = _zip(tmp_path / "e.zip", [("a", b"1" * 50), ("b", b"1" * 50)], zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = struct.pack("<I", 0)
    path.write_bytes(data)
    assert _refusal(path) == "ARCHIVE_OVERLAP"


def test_bombs_are_stopped_by_the_bytes_that_come_out(tmp_path: Path) -> None:
    zeros = b"\0" * 4_000_000
    assert _refusal(_zip(tmp_path / "a.zip", [("a", zeros)])) == "ARCHIVE_RATIO"
    assert _refusal(_tar(tmp_path / "a.tar.gz", [(_member("a"), zeros)])) == "ARCHIVE_RATIO"
    assert _refusal(_tar(tmp_path / "a.tar.zst", [(_member("a"), zeros)])) == "ARCHIVE_RATIO"
    noise = os.urandom(5_100_000)
    assert _refusal(_zip(tmp_path / "b.zip", [("a", noise)])) == "ARCHIVE_BYTES"
    assert _refusal(_zip(tmp_path / "c.zip", [(name, noise[:4_000_000]) for name in "abc"])) == "ARCHIVE_BYTES"


class _Zeros(io.RawIOBase):
    """Gigabytes of zeros that take no room."""

    def __init__(self, size: int) -> None:
        super().__init__()
        self._left = size

    def read(self, size: int = -1) -> bytes:
        size = min(size, self._left)
        self._left -= size
        return b"\0" * size


def test_a_bomb_of_many_gigabytes_under_the_real_limits(tmp_path: Path) -> None:
    path = tmp_path / "e.tar.zst"
    member = _member("zeros.wav")
    member.size = 2 << 30
    with path.open("wb") as raw, zstandard.ZstdCompressor(level=1).stream_writer(raw) as packed:
        packed.write(member.tobuf())
        zeros = _Zeros(member.size)
        while chunk := zeros.read(1 << 24):
            packed.write(chunk)
    assert path.stat().st_size < 2 << 20
    assert _refusal(path, DEFAULT_LIMITS) == "ARCHIVE_RATIO"


def test_a_header_that_lies_about_sizes(tmp_path: Path) -> None:
    path = _zip(tmp_path / "e.zip", [("a", b"\0" * 4_000_000)])
    data = bytearray(path.read_bytes())
    directory = data.index(b"PK\x01\x02")
    data[directory + 24 : directory + 28] = struct.pack("<I", 10)
    path.write_bytes(data)
    assert _refusal(path) == "ARCHIVE_DAMAGED"


def test_a_tar_header_that_asks_to_be_read_in_one_piece(tmp_path: Path) -> None:
    header = tarfile.TarInfo("pax")
    header.type = tarfile.XHDTYPE
    header.size = 1 << 40
    path = _compressed(tmp_path / "e.tar.gz", header.tobuf() + b"\0" * 10_000)
    assert _refusal(path) == "ARCHIVE_DAMAGED"


def test_an_endless_chain_of_tar_headers(tmp_path: Path) -> None:
    header = tarfile.TarInfo("pax")
    header.type = tarfile.XHDTYPE
    header.size = 0
    path = _compressed(tmp_path / "e.tar.gz", header.tobuf() * 20_000)
    assert _refusal(path, ArchiveLimits(free_bytes=1 << 30)) == "ARCHIVE_DAMAGED"


def test_too_many_entries(tmp_path: Path) -> None:
    assert _refusal(_zip(tmp_path / "e.zip", [(str(n), b"") for n in range(11)])) == "ARCHIVE_ENTRIES"
    assert _refusal(_tar(tmp_path / "e.tar.gz", [(_member(str(n)), b"") for n in range(11)])) == "ARCHIVE_ENTRIES"
    with pytest.MonkeyPatch.context() as patch:  # a directory far too large is refused before zipfile reads it
        path = _zip(tmp_path / "f.zip", [(str(n), b"") for n in range(100)])
        patch.setattr(zipfile, "ZipFile", None)
        assert _refusal(path) == "ARCHIVE_ENTRIES"


@pytest.mark.parametrize("spoil", [lambda data: data[: len(data) // 2], lambda _: b"no archive", lambda _: b""])
@pytest.mark.parametrize("name", ["e.zip", "e.tar.gz", "e.tar.zst"])
def test_damaged_archives(tmp_path: Path, name: str, spoil: Callable[[bytes], bytes]) -> None:
    path = tmp_path / name
    noise = os.urandom(50_000)
    if name.endswith(".zip"):
        _zip(path, [("a", noise)])
    else:
        _tar(path, [(_member("a"), noise)])
    path.write_bytes(spoil(path.read_bytes()))
    assert _refusal(path) == "ARCHIVE_DAMAGED"


def test_a_wrong_checksum_in_a_zip(tmp_path: Path) -> None:
    path = _zip(tmp_path / "e.zip", [("a", b"1" * 100)], zipfile.ZIP_STORED)
    data = bytearray(path.read_bytes())
    data[data.index(b"1" * 100) + 5] = 0x32
    path.write_bytes(data)
    assert _refusal(path) == "ARCHIVE_DAMAGED"


def test_backslashes_of_windows_zips_are_folders(tmp_path: Path) -> None:
    unpacked = unpack_archive(_zip(tmp_path / "e.zip", [("a\\1.png", b"1"), ("b\\1.png", b"2")]), tmp_path / "u")
    assert _contents(unpacked.folder) == {"a/1.png": b"1", "b/1.png": b"2"}


def test_what_cannot_be_written_is_a_refusal(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ArchiveError) as caught:
        unpack_archive(_zip(tmp_path / "e.zip", [("a", b"1")]), tmp_path / "file" / "unpacked")
    assert caught.value.code == "ARCHIVE_WRITE"


def test_which_names_are_archives() -> None:
    assert all(is_archive(Path(name)) for name in ("a.zip", "A.ZIP", "a.tar.gz", "a.tgz", "a.tar.zst"))
    assert not any(is_archive(Path(name)) for name in ("a.tar", "a.rar", "a.7z", "a.gz", "zip"))


def test_random_damage_never_ends_in_anything_but_a_refusal(tmp_path: Path) -> None:
    rng = random.Random(20260711)  # noqa: S311 - not for secrets
    good = _zip(tmp_path / "good.zip", [("a", b"1" * 300), ("b/é", b"2" * 300)]).read_bytes()
    raw = gzip.decompress(
        _tar(tmp_path / "good.tar.gz", [(_member("é" * 60), b"1"), (_member("b"), b"2")]).read_bytes()
    )
    outcomes = set()
    for number in range(600):
        data = bytearray(good if number % 2 else raw)
        for _ in range(rng.randint(1, 4)):
            data[rng.randrange(len(data))] = rng.choice([0, 255, rng.randrange(256)])
        path = tmp_path / ("e.zip" if number % 2 else "e.tar.gz")
        path.write_bytes(data if number % 2 else gzip.compress(data, 1))
        try:
            unpack_archive(path, tmp_path / "unpacked", SMALL)
            outcomes.add("unpacked")
        except ArchiveError as error:
            outcomes.add(error.code.value)
    assert {"unpacked", "ARCHIVE_DAMAGED"} <= outcomes
    assert not [each for each in (tmp_path / "unpacked").iterdir() if each.name.startswith(".")]


def test_a_zip_entry_whose_name_is_cut_to_nothing(tmp_path: Path) -> None:
    path = _zip(tmp_path / "e.zip", [("a", b"1")])
    path.write_bytes(path.read_bytes().replace(b"aPK", b"\0PK").replace(b"a1", b"\x001"))
    assert _refusal(path) in {"ARCHIVE_PATH", "ARCHIVE_DAMAGED"}
