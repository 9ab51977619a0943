"""A pack unpacked to be worked on, in a folder of random name; what a crash left there goes at the next opening."""

import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from types import TracebackType

import platformdirs
from filelock import FileLock, Timeout

from genmu_studio.labelling.packs import OpenPack, open_pack
from genmu_studio.watching import UNWATCHED, Watch
from scoring.errors import UserError

_NAME = re.compile(r"[0-9a-f]{32}")
_LOCK = ".lock"


def default_room() -> Path:
    """Return the folder of the user under which packs are unpacked."""
    return Path(platformdirs.user_cache_dir("genmu-studio")) / "packs"


class PackFolder:
    """A folder of its own under `room`, for as long as this process wants it. To be removed.

    A lock beside it says that somebody wants it: what no process holds any more is removed first.
    """

    def __init__(self, room: Path) -> None:
        self.path = room / token_hex(16)
        try:
            room.mkdir(parents=True, exist_ok=True, mode=0o700)
            for left in _left_behind(room):
                left.remove()
            self._lock = _lock_of(self.path)
            self._lock.acquire()
            self.path.mkdir(mode=0o700)
        except OSError as error:
            raise UserError(
                f"there is no place to unpack a pack to: {error.strerror or error}", f"May {room} be written to?"
            ) from None

    @classmethod
    def _of(cls, path: Path, lock: FileLock) -> "PackFolder":
        made = cls.__new__(cls)
        made.path, made._lock = path, lock
        return made

    def remove(self) -> None:
        """Take the folder away with all that is in it; safe to call twice."""
        shutil.rmtree(self.path, ignore_errors=True)
        self._lock.release()
        with suppress(OSError):
            Path(self._lock.lock_file).unlink(missing_ok=True)


def _lock_of(folder: Path) -> FileLock:
    return FileLock(folder.with_name(folder.name + _LOCK), timeout=0, thread_local=False)


def _left_behind(room: Path) -> Iterator[PackFolder]:
    """Yield the folders that no process holds, held now."""
    names = {each.name.removesuffix(_LOCK) for each in room.iterdir() if not each.is_symlink()}
    for name in sorted(names):
        if _NAME.fullmatch(name):
            lock = _lock_of(room / name)
            with suppress(Timeout, OSError):
                lock.acquire()
                yield PackFolder._of(room / name, lock)


class UnpackedPack:
    """A pack that is open, and the folder that its media are in. To be closed."""

    def __init__(self, path: Path, pack: OpenPack, folder: PackFolder) -> None:
        self.path = path
        self.pack = pack
        self._folder = folder

    def close(self) -> None:
        """Finish what is being written, and take the media away; safe to call twice."""
        self.pack.close()
        self._folder.remove()

    def __enter__(self) -> "UnpackedPack":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def unpack(path: Path, watch: Watch = UNWATCHED, room: Path | None = None) -> UnpackedPack:
    """Unpack a pack and open it with the journal beside it; UserError as `open_pack` says, nothing is left then."""
    folder = PackFolder(room or default_room())
    try:
        return UnpackedPack(path, open_pack(path, folder.path, watch), folder)
    except BaseException:
        folder.remove()
        raise
