"""A pack is unpacked to a folder that tells nothing and is gone afterwards, whatever happens."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.labelling.packs import journal_path, write_pack
from genmu_studio.labelling.unpacked_pack import default_room, unpack
from genmu_studio.project import Project
from genmu_studio.watching import Watch
from scoring.errors import UserError


@pytest.fixture
def pack(asked: Project, tmp_path: Path) -> Path:
    """Return ada's pack."""
    return write_pack(asked, asked.labelling.campaign("faces"), "ada", tmp_path / "ada.zip").path


def test_the_media_are_there_while_it_is_open_and_gone_afterwards(pack: Path, tmp_path: Path) -> None:
    room = tmp_path / "room"
    with unpack(pack, room=room) as opened:
        media = [Path(each.path) for entry in opened.pack.queue.entries for each in entry.media]
        assert media
        assert all(path.is_file() and path.is_relative_to(room) for path in media)
        (folder,) = (each for each in room.iterdir() if each.is_dir())
        assert all(
            re.fullmatch(r"[0-9a-f]{32}/[0-9a-f]{64}/media/[0-9a-f]{20}\.png", place(path, room)) for path in media
        )
        assert folder.stat().st_mode & 0o077 == 0
        opened.pack.queue.answer(opened.pack.queue.entries[1].token, "smile", "yes").result()
        opened.close()
    assert list(room.iterdir()) == []
    assert journal_path(pack).read_bytes().count(b"\n") == 2


def place(path: Path, room: Path) -> str:
    return path.relative_to(room).as_posix()


def test_two_packs_have_folders_of_different_names(asked: Project, pack: Path, tmp_path: Path) -> None:
    room = tmp_path / "room"
    other = write_pack(asked, asked.labelling.campaign("faces"), "ben", tmp_path / "ben.zip").path
    with unpack(pack, room=room) as one, unpack(other, room=room) as two:
        paths = [Path(each.pack.queue.entries[0].media[0].path) for each in (one, two)]
        assert all(path.is_file() for path in paths)
        assert len({path.relative_to(room).parts[0] for path in paths}) == 2


_OPEN_AND_WAIT = """
import sys
from pathlib import Path
from genmu_studio.labelling.unpacked_pack import unpack

opened = unpack(Path(sys.argv[1]), room=Path(sys.argv[2]))
print(opened.pack.queue.entries[0].media[0].path, flush=True)
sys.stdin.read()
"""


def test_what_a_kill_left_goes_at_the_next_opening_and_nothing_else(asked: Project, pack: Path, tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    (room / "somebody else's").mkdir()
    (tmp_path / "elsewhere").mkdir()
    (room / ("0" * 32)).symlink_to(tmp_path / "elsewhere")
    other = write_pack(asked, asked.labelling.campaign("faces"), "ben", tmp_path / "ben.zip").path
    arguments = [sys.executable, "-c", _OPEN_AND_WAIT, str(pack), str(room)]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        media = Path(running.stdout.readline().strip())
        with unpack(other, room=room):
            assert media.is_file()  # somebody wants it
        running.send_signal(signal.SIGKILL)
    assert media.is_file()
    with unpack(other, room=room):
        assert not media.exists()
    assert sorted(each.name for each in room.iterdir()) == ["0" * 32, "somebody else's"]
    assert (tmp_path / "elsewhere").is_dir()


def test_nothing_is_left_of_what_is_refused_or_cancelled(pack: Path, tmp_path: Path) -> None:
    room = tmp_path / "room"
    (tmp_path / "damaged.zip").write_bytes(pack.read_bytes()[:-100])
    with pytest.raises(UserError, match=r"damaged\.zip is damaged, or did not come whole"):
        unpack(tmp_path / "damaged.zip", room=room)
    cancellation = Cancellation()
    seen: list[str] = []

    def stop(progress: object) -> None:
        seen.append(str(progress))
        if len(seen) > 3:
            cancellation.request()

    with pytest.raises(CancelledError):
        unpack(pack, Watch(stop, cancellation), room)
    assert len(seen) > 3
    assert list(room.iterdir()) == []
    assert not journal_path(pack).exists()


def test_a_cache_that_takes_nothing_is_told(pack: Path, tmp_path: Path) -> None:
    (tmp_path / "room").write_text("a file")
    with pytest.raises(UserError, match="no place to unpack"):
        unpack(pack, room=tmp_path / "room")


def test_the_users_own_cache_is_used(pack: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / "cache" / name))
    assert default_room() == tmp_path / "cache" / "genmu-studio" / "packs"
    with unpack(pack) as opened:
        assert os.path.commonpath([opened.pack.queue.entries[0].media[0].path, default_room()]) == str(default_room())
    assert list(default_room().iterdir()) == []
