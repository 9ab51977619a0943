"""Who has a project open for writing: an operating-system lock, which a kill -9 cannot leave behind stale."""

import getpass
import json
import os
import socket
from datetime import UTC, datetime
from pathlib import Path

from filelock import FileLock, Timeout

OWNER_FILE = "lock"
_LOCK_FILE = ".lock"  # apart from the owner's file, because taking a lock truncates its file


class Ownership:
    """The right to write to one project folder, held until `release`."""

    def __init__(self, folder: Path, lock: FileLock) -> None:
        self._folder = folder
        self._lock = lock

    def release(self) -> None:
        """Give the right back; safe to call twice."""
        if self._lock.is_locked:
            (self._folder / OWNER_FILE).unlink(missing_ok=True)
            self._lock.release()


def take(folder: Path) -> Ownership | None:
    """Take the right to write to `folder`; None where another process has it. OSError on a read-only folder."""
    lock = FileLock(folder / _LOCK_FILE, timeout=0, thread_local=False)
    try:
        lock.acquire()
    except Timeout:
        return None
    owner = {
        "user": user_name(),
        "host": socket.gethostname(),
        "pid": os.getpid(),
        "since_utc": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    (folder / OWNER_FILE).write_text(json.dumps(owner) + "\n", encoding="utf-8")
    return Ownership(folder, lock)


def describe_owner(folder: Path) -> str:
    """Return who has the project open, in words."""
    try:
        owner = json.loads((folder / OWNER_FILE).read_text(encoding="utf-8"))
        return f"{owner['user']} on {owner['host']} (process {owner['pid']}, since {owner['since_utc']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"


def user_name() -> str:
    """Return who uses the program, as the operating system names them; "unknown" where it has no name."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # ImportError: Windows without the variables that name the user
        return "unknown"
