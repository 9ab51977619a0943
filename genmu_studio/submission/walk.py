"""Which files a folder really holds: no link out of it, no device, no hidden rubbish, within limits."""

import os
import stat
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from genmu_studio.submission.paths import UnsafePathError, printable, safe_path
from genmu_studio.submission.problems import ProblemCode, ProblemList

MAX_ENTRIES = 2_000_000
MAX_DEPTH = 32
_RUBBISH = {".DS_Store": ".DS_Store", "Thumbs.db": "Thumbs.db", "desktop.ini": "desktop.ini", "__MACOSX": "__MACOSX"}


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """The regular files of a folder: size in bytes by relative POSIX path, in order of path; `ignored` counts by kind.

    `complete` is False where the folder has more entries than the limit, so that nothing of it should be used.
    """

    folder: Path
    sizes: Mapping[str, int]
    ignored: Mapping[str, int]
    complete: bool = True


def ignored_as(name: str) -> str | None:
    """Return under which heading a file or folder of that name is ignored, None where it is not."""
    if name in _RUBBISH:
        return _RUBBISH[name]
    if name.startswith("._"):
        return "._ files"
    return "hidden files" if name.startswith(".") else None


def walk_folder(
    folder: Path, problems: ProblemList, *, max_entries: int = MAX_ENTRIES, max_depth: int = MAX_DEPTH
) -> FolderFiles:
    """Return the files under `folder`; what is refused goes to `problems`. Linked folders are not entered."""
    root = folder.resolve()
    sizes: dict[str, int] = {}
    ignored: Counter[str] = Counter()
    waiting = [""]
    entries = 0
    while waiting:
        parent = waiting.pop()
        for entry in _entries(root, parent, problems):
            entries += 1
            if entries > max_entries:
                problems.add(ProblemCode.FOLDER_ENTRIES, "", f"the folder has more than {max_entries:,} entries")
                return FolderFiles(folder, {}, dict(ignored), complete=False)
            heading = ignored_as(entry.name)
            if heading:
                ignored[heading] += 1
                continue
            path = _usable_path(parent, entry.name, problems)
            if path is None:
                continue
            if entry.is_dir(follow_symlinks=False):
                if path.count("/") + 1 >= max_depth:
                    problems.add(ProblemCode.FOLDER_DEPTH, path, f"folders are nested deeper than {max_depth} levels")
                else:
                    waiting.append(path)
                continue
            size = _size_of_file(root, entry, path, problems)
            if size is not None:
                sizes[path] = size
    return FolderFiles(folder, dict(sorted(sizes.items())), dict(ignored))


def _entries(root: Path, parent: str, problems: ProblemList) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(root / parent) as found:
            return sorted(found, key=lambda entry: entry.name)
    except OSError as error:
        problems.add(ProblemCode.FOLDER_UNREADABLE, parent, f"the folder cannot be read: {error.strerror or error}")
        return []


def _usable_path(parent: str, name: str, problems: ProblemList) -> str | None:
    path = f"{parent}/{name}" if parent else name
    try:
        if "\\" in name:
            raise UnsafePathError(ProblemCode.PATH_NAME, "the name holds a backslash")
        return safe_path(path)
    except UnsafePathError as error:
        problems.add(error.code, printable(path), error.message, "Rename it and change the samples table to match.")
        return None


def _size_of_file(root: Path, entry: os.DirEntry[str], path: str, problems: ProblemList) -> int | None:
    try:
        if entry.is_symlink() and not _stays_inside(root, entry, path, problems):
            return None
        status = entry.stat()
    except (OSError, RuntimeError):  # RuntimeError: Path.resolve on a loop of links
        problems.add(ProblemCode.FOLDER_UNREADABLE, path, "the entry cannot be read; a link may lead nowhere")
        return None
    if not stat.S_ISREG(status.st_mode):
        problems.add(ProblemCode.SPECIAL_FILE, path, "it is a device, a pipe or a socket, not a file")
        return None
    return status.st_size


def _stays_inside(root: Path, entry: os.DirEntry[str], path: str, problems: ProblemList) -> bool:
    if not Path(entry.path).resolve(strict=True).is_relative_to(root):
        problems.add(
            ProblemCode.LINK_OUTSIDE, path, "the link leads out of the folder", "Put a copy of the file in its place."
        )
        return False
    if entry.is_dir():
        problems.add(
            ProblemCode.LINK_FOLDER, path, "it is a link to a folder, which is not entered", "Name the real folder."
        )
        return False
    return True
