"""Hash media files at import: what was imported is what will be scored, or the difference is noticed."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from genmu_studio.executors import available_cpus
from genmu_studio.jobs import Cancellation, Meter, Progress
from genmu_studio.store.media import HashedFile
from scoring.digests import file_sha256
from scoring.errors import UserError
from scoring.types import MediaKind

_PER_ANNOUNCEMENT = 200


class CancelledError(UserError):
    """The person cancelled the operation before it changed anything."""


def hash_files(
    folder: Path,
    paths: Sequence[str],
    kind: MediaKind,
    on_progress: Callable[[Progress], None],
    cancellation: Cancellation | None,
) -> list[HashedFile]:
    """Return each of `paths` (relative to `folder`) with SHA-256, size and time; UserError for an unreadable one.

    Threads: hashing releases the interpreter and mostly waits for the disk.
    """
    meter = Meter("reading files", len(paths))
    meter.start()
    hashed = []
    with ThreadPoolExecutor(2 * available_cpus(), "genmu-hash") as pool:
        for file in pool.map(lambda path: _hash(folder, path, kind), paths):
            if cancellation is not None and cancellation.requested:
                pool.shutdown(cancel_futures=True)
                raise CancelledError("cancelled: nothing was imported")
            hashed.append(file)
            meter.add(1, 0)
            if len(hashed) % _PER_ANNOUNCEMENT == 0 or len(hashed) == len(paths):
                on_progress(meter.progress())
    return hashed


def _hash(folder: Path, path: str, kind: MediaKind) -> HashedFile:
    file = folder / path
    try:
        digest = file_sha256(file)
        stat = file.stat()
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}", "Nothing was imported.") from None
    return HashedFile(path, kind, digest, stat.st_size, stat.st_mtime_ns)
