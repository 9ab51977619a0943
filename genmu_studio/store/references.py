"""References: who is defined by what, their embeddings, and frozen calibrations."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from sqlite_utils import Database

from genmu_studio.domain import ReferenceRow
from genmu_studio.store.media import StoredFile
from genmu_studio.store.results import decode_embedding
from scoring.types import FloatArray, Media, Track


@dataclass(frozen=True, eq=False, slots=True)
class IdentityReferences:
    """Embeddings (m, d) of an identity's references, in the order of their paths; `subject_digests` alongside."""

    vectors: FloatArray
    subject_digests: tuple[str, ...]
    cohort: bool


@dataclass(frozen=True, slots=True)
class ReferenceEmbeddings:
    """Every reference of a track under one evaluator. failed : (path, code) of those without an embedding."""

    by_identity: Mapping[str, IdentityReferences]
    failed: tuple[tuple[str, str], ...]


# What stands in the place of a code where the evaluator has not seen a reference.
NOT_SCORED_YET = "not scored yet"

_ROWS = """
SELECT ref.identity, ref.cohort, f.path, j.digest, e.vector, coalesce(nullif(r.code, ''), :unscored)
FROM reference ref
JOIN media_file f ON f.id = ref.file_id
JOIN subject j ON j.id = ref.subject_id
LEFT JOIN result r ON r.subject_id = ref.subject_id AND r.evaluator_digest = :evaluator
LEFT JOIN embedding e ON e.subject_id = ref.subject_id AND e.evaluator_digest = :evaluator
WHERE ref.track = :track
ORDER BY ref.identity, f.path
"""


def embeddings(db: Database, track: Track, evaluator_digest: str) -> ReferenceEmbeddings:
    """Return the reference embeddings of a track by identity, and which references have none."""
    found = {}
    failed: list[tuple[str, str]] = []
    rows = db.execute(_ROWS, {"track": track, "evaluator": evaluator_digest, "unscored": NOT_SCORED_YET})
    for identity, group in groupby(rows, key=lambda row: str(row[0])):
        members = list(group)
        failed.extend((path, code) for _, _, path, _, vector, code in members if vector is None)
        scored = [(digest, decode_embedding(vector)) for _, _, _, digest, vector, _ in members if vector is not None]
        if scored:
            digests, vectors = zip(*scored, strict=True)
            found[identity] = IdentityReferences(np.stack(vectors), digests, bool(members[0][1]))
    return ReferenceEmbeddings(found, tuple(failed))


_MEDIA = """
SELECT ref.id, root.path || '/' || f.path, m.kind, m.sha256
FROM reference ref
JOIN media_file f ON f.id = ref.file_id
JOIN root ON root.id = f.root_id
JOIN media m ON m.id = f.media_id
WHERE ref.id IN (SELECT value FROM json_each(?))
"""


def read_media(db: Database, ids: Sequence[int]) -> dict[int, Media]:
    """Return the media file of each of these references."""
    rows = db.execute(_MEDIA, [json.dumps(list(ids))])
    return {int(id_): Media(path, kind, sha256) for id_, path, kind, sha256 in rows}


def put_references(db: Database, rows: Sequence[ReferenceRow], files: Mapping[str, StoredFile]) -> int:
    """Write references that are new; return how many. Paths are relative to the root of `files`."""
    (before,) = db.execute("SELECT count(*) FROM reference").fetchone()
    db.conn.executemany(
        "INSERT OR IGNORE INTO reference (track, identity, cohort, file_id, subject_id) VALUES (?, ?, ?, ?, ?)",
        [
            (row.track, row.identity, int(row.cohort), files[row.path].file_id, files[row.path].subject_id)
            for row in rows
        ],
    )
    (after,) = db.execute("SELECT count(*) FROM reference").fetchone()
    return int(after - before)


def counts(db: Database, track: Track) -> dict[str, int]:
    """Return how many references each identity has."""
    rows = db.execute("SELECT identity, count(*) FROM reference WHERE track = ? GROUP BY identity", [track])
    return {str(identity): int(count) for identity, count in rows}


def put_calibration(db: Database, row: Sequence[str]) -> None:
    """Write a frozen calibration: evaluator digest, template, digest of the inputs, content as JSON, instant."""
    db.execute(
        "INSERT INTO calibration (evaluator_digest, template, inputs_digest, content_json, frozen_at_utc) "
        "VALUES (?, ?, ?, ?, ?)",
        row,
    )


def get_calibration(db: Database, evaluator_digest: str, template: str) -> tuple[str, str, str] | None:
    """Return (digest of the inputs, content as JSON, instant) of a frozen calibration."""
    row = db.execute(
        "SELECT inputs_digest, content_json, frozen_at_utc FROM calibration "
        "WHERE evaluator_digest = ? AND template = ?",
        [evaluator_digest, template],
    ).fetchone()
    return None if row is None else (str(row[0]), str(row[1]), str(row[2]))
