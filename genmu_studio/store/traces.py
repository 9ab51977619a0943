"""The traces of files as rows: fingerprint and facts, of samples and of references."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from scoring.traces import FINGERPRINT, SAYS
from scoring.types import Track


@dataclass(frozen=True, slots=True)
class TraceRow:
    """What a file gives away. id : of the sample, or of the reference. owner : the identity that it was made for.

    file : where it is. fingerprint : hexadecimal, "" for none. says : (name, value) of each fact. values : by name.
    """

    id: int
    owner: str
    file: str
    sha256: str
    fingerprint: str
    says: tuple[tuple[str, str], ...]
    values: Mapping[str, float]


_OF_SAMPLES = """
SELECT s.id, s.identity, root.path || '/' || f.path, m.sha256, r.detail_json, r.values_json
FROM sample s
JOIN media_file f ON f.id = s.file_id
JOIN root ON root.id = f.root_id
JOIN subject j ON j.id = s.subject_id
JOIN media m ON m.id = j.media_id
JOIN result r ON r.subject_id = s.subject_id
JOIN evaluator e ON e.digest = r.evaluator_digest AND e.name = :evaluator
WHERE s.submission_id = :submission AND r.status = 'ok'
ORDER BY s.id, r.run_id
"""

_OF_REFERENCES = """
SELECT t.id, t.identity, root.path || '/' || f.path, m.sha256, r.detail_json, r.values_json
FROM reference t
JOIN media_file f ON f.id = t.file_id
JOIN root ON root.id = f.root_id
JOIN subject j ON j.id = t.subject_id
JOIN media m ON m.id = j.media_id
JOIN result r ON r.subject_id = t.subject_id
JOIN evaluator e ON e.digest = r.evaluator_digest AND e.name = :evaluator
WHERE t.track = :track AND r.status = 'ok'
ORDER BY t.id, r.run_id
"""


def read_traces(db: Database, submission: SubmissionId, evaluator: str) -> list[TraceRow]:
    """Return the traces of the samples of a submission, those that were taken last."""
    return _rows(db.execute(_OF_SAMPLES, {"submission": submission, "evaluator": evaluator}))


def read_reference_traces(db: Database, track: Track, evaluator: str) -> list[TraceRow]:
    """Return the traces of the references of a track."""
    return _rows(db.execute(_OF_REFERENCES, {"track": track, "evaluator": evaluator}))


def _rows(found: Iterable[tuple[int, str, str, str, str, str]]) -> list[TraceRow]:
    by_id = {}
    for id_, owner, file, sha256, detail, values in found:
        told = json.loads(detail)
        says = tuple((name, value) for name, value in told.get(SAYS, ()))
        by_id[id_] = TraceRow(id_, owner, file, sha256, told.get(FINGERPRINT) or "", says, json.loads(values))
    return list(by_id.values())


def read_changed(db: Database, submission: SubmissionId, digest: str, name: str) -> dict[int, dict[str, str | None]]:
    """Return what is kept under `name` of the results that `digest` names, by sample."""
    rows = db.execute(
        "SELECT s.id, json_extract(r.detail_json, '$.' || ?) FROM sample s"
        " JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = ? AND r.status = 'ok'"
        " WHERE s.submission_id = ?",
        [name, digest, submission],
    )
    return {int(id_): json.loads(text) for id_, text in rows if text}
