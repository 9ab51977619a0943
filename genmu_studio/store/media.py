"""Media and subjects: files by named root, relative path and content; what an evaluator sees of them."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from scoring.digests import digest_of
from scoring.types import MediaKind

Content = tuple[str, MediaKind]


@dataclass(frozen=True, slots=True)
class HashedFile:
    """A media file as it was at import. path : relative to its root, POSIX."""

    path: str
    kind: MediaKind
    sha256: str
    size_bytes: int
    mtime_ns: int

    @property
    def content(self) -> Content:
        """What makes it one medium: its bytes, and what they are taken for."""
        return (self.sha256, self.kind)


@dataclass(frozen=True, slots=True)
class StoredFile:
    """Where a file stands in the store, and the subject that shows nothing but it."""

    file_id: int
    subject_id: int


def put_root(db: Database, folder: Path) -> int:
    """Return the id of the root at `folder`, made where it is new; its name is the folder's, numbered when taken."""
    path = str(folder)
    known = db.execute("SELECT id FROM root WHERE path = ?", [path]).fetchone()
    if known is not None:
        return int(known[0])
    names = {name for (name,) in db.execute("SELECT name FROM root")}
    name, number = folder.name, 2
    while name in names:
        name, number = f"{folder.name} {number}", number + 1
    return int(db.execute("INSERT INTO root (name, path) VALUES (?, ?) RETURNING id", [name, path]).fetchone()[0])


def put_files(db: Database, root_id: int, files: Sequence[HashedFile]) -> dict[str, StoredFile]:
    """Record files with their media and subjects; return where each stands, by path."""
    db.conn.executemany(
        "INSERT OR IGNORE INTO media (sha256, kind, size_bytes) VALUES (?, ?, ?)",
        [(file.sha256, file.kind, file.size_bytes) for file in files],
    )
    media = _media_ids(db, files)
    db.conn.executemany(
        "INSERT INTO media_file (media_id, root_id, path, mtime_ns) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (root_id, path) DO UPDATE SET media_id = excluded.media_id, mtime_ns = excluded.mtime_ns",
        [(media[file.content], root_id, file.path, file.mtime_ns) for file in files],
    )
    rows = db.execute(
        "SELECT path, id FROM media_file WHERE root_id = ? AND path IN (SELECT value FROM json_each(?))",
        [root_id, json.dumps([file.path for file in files])],
    )
    file_ids = {str(path): int(id_) for path, id_ in rows}
    digests = {file.content: subject_digest(*file.content) for file in files}
    db.conn.executemany(
        "INSERT OR IGNORE INTO subject (digest, media_id, context_json) VALUES (?, ?, '{}')",
        [(digest, media[content]) for content, digest in digests.items()],
    )
    rows = db.execute(
        "SELECT digest, id FROM subject WHERE digest IN (SELECT value FROM json_each(?))",
        [json.dumps(list(digests.values()))],
    )
    subjects = {str(digest): int(id_) for digest, id_ in rows}
    return {file.path: StoredFile(file_ids[file.path], subjects[digests[file.content]]) for file in files}


def _media_ids(db: Database, files: Iterable[HashedFile]) -> dict[Content, int]:
    rows = db.execute(
        "SELECT sha256, kind, id FROM media WHERE sha256 IN (SELECT value FROM json_each(?))",
        [json.dumps(list({file.sha256 for file in files}))],
    )
    return {(sha256, kind): int(id_) for sha256, kind, id_ in rows}


def subject_digest(
    sha256: str, kind: MediaKind, partner_sha256: str = "", context: Mapping[str, str] | None = None
) -> str:
    """Return the digest of exactly what an evaluator sees."""
    return digest_of({"media": sha256, "kind": kind, "partner": partner_sha256, "context": dict(context or {})})
