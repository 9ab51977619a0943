"""Media and subjects: files by named root, relative path and content; what an evaluator sees of them.

A face that a person chose belongs to the picture, so that equal content is judged alike wherever it appears: every
sample and reference that shows the picture is linked to the one subject that says which face.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlite_utils import Database

from scoring.digests import digest_of
from scoring.faces import FACE_AT
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
    """Where a file stands in the store, and the subject that an evaluator sees of it."""

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
    subjects = _put_subjects(db, media, chosen_faces(db))
    return {file.path: StoredFile(file_ids[file.path], subjects[file.content]) for file in files}


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


def chosen_faces(db: Database) -> dict[int, str]:
    """Return the face that was chosen, named as by `scoring.faces.name_face`, of each medium of which one was."""
    rows = db.execute(
        "SELECT media_id, after FROM review_event WHERE after IS NOT NULL AND id IN "
        "(SELECT max(id) FROM review_event WHERE media_id IS NOT NULL GROUP BY media_id)"
    )
    return {int(media): str(face) for media, face in rows}


def put_face(db: Database, media: int, face: str | None) -> int:
    """Return the subject that shows this face of a medium, None = the one by the protocol; made where it is new."""
    content: Content = db.execute("SELECT sha256, kind FROM media WHERE id = ?", [media]).fetchone()
    return _put_subjects(db, {content: media}, {} if face is None else {media: face})[content]


def _put_subjects(db: Database, media: Mapping[Content, int], faces: Mapping[int, str]) -> dict[Content, int]:
    """Return the subject of each medium, with its face where `faces` names one by medium; made where it is new."""
    contexts = {content: {FACE_AT: faces[id_]} if id_ in faces else {} for content, id_ in media.items()}
    digests = {content: subject_digest(*content, context=context) for content, context in contexts.items()}
    db.conn.executemany(
        "INSERT OR IGNORE INTO subject (digest, media_id, context_json) VALUES (?, ?, ?)",
        [(digest, media[content], json.dumps(contexts[content])) for content, digest in digests.items()],
    )
    rows = db.execute(
        "SELECT digest, id FROM subject WHERE digest IN (SELECT value FROM json_each(?))",
        [json.dumps(list(digests.values()))],
    )
    ids = {str(digest): int(id_) for digest, id_ in rows}
    return {content: ids[digest] for content, digest in digests.items()}


def link_face(db: Database, media: int, face: str | None) -> None:
    """Let this face of a medium count, None = the one by the protocol, wherever samples and references show it."""
    subject = put_face(db, media, face)
    showing = "subject_id IN (SELECT id FROM subject WHERE media_id = ? AND partner_media_id IS NULL)"
    for table in ("sample", "reference"):
        db.execute(f"UPDATE {table} SET subject_id = ? WHERE {showing}", [subject, media])  # noqa: S608 - constants
