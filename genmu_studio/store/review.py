"""Small reads for looking at samples one by one: ids first, rows later."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Cursor
from typing import Any

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.pair_codes import NotedCodes, note_codes
from genmu_studio.store.results import decode_embedding
from scoring.faces import FACE_AT
from scoring.types import FloatArray, Media

_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class SampleFacts:
    """What is known of one sample, and what one evaluator found in it.

    path : as submitted, relative to the submission. media : where the file is. status : "ok", "failure", "error", ""
    where the evaluator has not seen it. values, detail : as measured. settings : of the condition. differing : names of
    the settings that differ within its pair. face_picked : whether a person picked the face that counts.
    """

    id: int
    side: str
    role: str
    group: str
    identity: str
    condition: str
    seed: int
    path: str
    media: Media
    status: str
    code: str
    message: str
    flags: tuple[str, ...]
    values: Mapping[str, float]
    detail: Mapping[str, object]
    provider: str
    settings: Mapping[str, str]
    requested: Mapping[str, str]
    differing: tuple[str, ...]
    face_picked: bool = False


_MEDIA = """
SELECT s.id, root.path || '/' || f.path, m.kind, m.sha256
FROM sample s
JOIN media_file f ON f.id = s.file_id
JOIN root ON root.id = f.root_id
JOIN media m ON m.id = f.media_id
WHERE s.id IN (SELECT value FROM json_each(?))
"""

_FACTS = """
SELECT s.id, s.side, s.role, s.group_name, s.identity, c.name, s.seed, f.path,
       root.path || '/' || f.path, m.kind, m.sha256,
       coalesce(r.status, ''), coalesce(r.code, ''), coalesce(r.message, ''), coalesce(r.flags_json, '[]'),
       coalesce(r.values_json, '{}'), coalesce(r.detail_json, '{}'), coalesce(r.provider, ''),
       c.settings_json, s.requested_json, coalesce(po.differing_json, pu.differing_json, '[]'),
       json_extract(j.context_json, :face_at) IS NOT NULL
FROM sample s
JOIN subject j ON j.id = s.subject_id
JOIN condition c ON c.digest = s.condition_digest
JOIN media_file f ON f.id = s.file_id
JOIN root ON root.id = f.root_id
JOIN media m ON m.id = f.media_id
LEFT JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
LEFT JOIN pair po ON po.original_id = s.id
LEFT JOIN pair pu ON pu.unlearned_id = s.id
WHERE s.id IN (SELECT value FROM json_each(:ids))
"""

_VECTORS = """
SELECT s.id, e.vector FROM sample s
JOIN embedding e ON e.subject_id = s.subject_id AND e.evaluator_digest = :evaluator
WHERE s.id IN (SELECT value FROM json_each(:ids))
"""

# One pass over the rows of the samples, without what they share; most of them have nothing to note.
_NOTED = """
SELECT s.id, r.code, r.flags_json FROM result r
CROSS JOIN sample s ON s.subject_id = r.subject_id
WHERE r.evaluator_digest = :evaluator AND (r.flags_json <> '[]' OR r.code <> '') AND s.submission_id = :submission
UNION ALL
SELECT s.id, c.code, '[]' FROM comparison c
CROSS JOIN sample s ON s.id = c.sample_id
WHERE c.evaluator_digest = :evaluator AND c.code <> '' AND s.submission_id = :submission
"""

_TEXTS = """
SELECT s.id, f.path, s.condition_digest, s.requested_json FROM sample s
JOIN media_file f ON f.id = s.file_id
WHERE s.submission_id = ?
"""

_SETTINGS = """
SELECT digest, name, settings_json FROM condition
WHERE digest IN (SELECT condition_digest FROM sample WHERE submission_id = ?)
"""

_MEASUREMENTS = """
SELECT DISTINCT each.key FROM (
    SELECT r.values_json FROM sample s
    JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
    WHERE s.submission_id = :submission AND r.status = 'ok' LIMIT :rows
) AS seen, json_each(seen.values_json) AS each
ORDER BY each.key
"""

_MEASURED = """
SELECT s.id, json_extract(r.values_json, :path) FROM sample s
JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
WHERE s.submission_id = :submission AND r.status = 'ok'
"""


def read_media(db: Database, ids: Sequence[int]) -> dict[int, Media]:
    """Return the media file of each of these samples."""
    rows = db.execute(_MEDIA, [json.dumps(list(ids))])
    return {int(id_): Media(path, kind, sha256) for id_, path, kind, sha256 in rows}


def read_facts(db: Database, ids: Sequence[int], evaluator_digest: str) -> dict[int, SampleFacts]:
    """Return what is known of each of these samples; `evaluator_digest` "" = no evaluator."""
    wanted = {"ids": json.dumps(list(ids)), "evaluator": evaluator_digest, "face_at": f"$.{FACE_AT}"}
    rows = db.execute(_FACTS, wanted)
    return {int(row[0]): _facts(row) for row in rows}


def _facts(row: Sequence[str]) -> SampleFacts:
    id_, side, role, group, identity, condition, seed, path, file, kind, sha256, status, code, message = row[:14]
    flags, values, detail, provider, settings, requested, differing, face_picked = row[14:]
    return SampleFacts(
        id=int(id_),
        side=side,
        role=role,
        group=group,
        identity=identity,
        condition=condition,
        seed=int(seed),
        path=path,
        media=Media(file, "audio" if kind == "audio" else "image", sha256),
        status=status,
        code=code,
        message=message,
        flags=tuple(json.loads(flags)),
        values=json.loads(values),
        detail=json.loads(detail),
        provider=provider,
        settings=json.loads(settings),
        requested=json.loads(requested),
        differing=tuple(json.loads(differing)),
        face_picked=bool(face_picked),
    )


def read_vectors(db: Database, ids: Sequence[int], evaluator_digest: str) -> dict[int, FloatArray]:
    """Return the embedding of each of these samples that has one."""
    rows = db.execute(_VECTORS, {"ids": json.dumps(list(ids)), "evaluator": evaluator_digest})
    return {int(id_): decode_embedding(vector) for id_, vector in rows}


def noted_codes(db: Database, submission: SubmissionId, evaluator_digest: str) -> NotedCodes:
    """Return the flags and the failure's code that an evaluator, or whoever computed its results, gave each sample."""
    found: dict[tuple[str, str], set[int]] = {}
    for id_, code, flags in db.execute(_NOTED, {"submission": submission, "evaluator": evaluator_digest}):
        found.setdefault((code, flags), set()).add(id_)
    return note_codes({(*json.loads(flags), *([code] if code else [])): ids for (code, flags), ids in found.items()})


def sample_texts(db: Database, submission: SubmissionId) -> Iterator[list[tuple[int, str, str, str]]]:
    """Yield id, path, digest of the condition and requested attributes (JSON) of each sample, in batches."""
    return _batches(db.execute(_TEXTS, [submission]))


def condition_settings(db: Database, submission: SubmissionId) -> dict[str, tuple[str, Mapping[str, str]]]:
    """Return name and settings of the conditions of a submission, by their digests."""
    return {digest: (name, json.loads(settings)) for digest, name, settings in db.execute(_SETTINGS, [submission])}


def measurement_names(db: Database, submission: SubmissionId, evaluator_digest: str, rows: int) -> list[str]:
    """Return the names of what an evaluator measured in the first `rows` samples of a submission, sorted."""
    wanted = {"submission": submission, "evaluator": evaluator_digest, "rows": rows}
    return [str(name) for (name,) in db.execute(_MEASUREMENTS, wanted)]


def measurement_values(
    db: Database, submission: SubmissionId, evaluator_digest: str, name: str
) -> Iterator[list[tuple[int, float]]]:
    """Yield what an evaluator measured by that name: ids of samples that have it with their values, as above."""
    if '"' in name:  # SQLite has no way to quote it in a path
        return
    wanted = {"submission": submission, "evaluator": evaluator_digest, "path": f'$."{name}"'}
    for rows in _batches(db.execute(_MEASURED, wanted)):
        yield [(id_, value) for id_, value in rows if isinstance(value, float | int)]


def _batches(cursor: Cursor) -> Iterator[list[Any]]:
    while rows := cursor.fetchmany(_AT_ONCE):
        yield rows
