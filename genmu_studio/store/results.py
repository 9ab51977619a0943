"""Runs and results: what is missing, and what evaluators found."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
from sqlite_utils import Database

from genmu_studio.domain import RunId
from scoring.registry import EvaluatorIdentity
from scoring.types import Aspect, EvaluatorInfo, FloatArray, Measurement, Media, MediaKind, Outcome, Subject, Track

EMBEDDING_DTYPE = np.dtype("<f4")


@dataclass(frozen=True, slots=True)
class PlannedSubject:
    """A subject that an evaluator has not measured yet. name : its path as a person knows it."""

    id: int
    subject: Subject
    name: str


@dataclass(frozen=True, slots=True)
class NewResult:
    """One outcome on its way into the store."""

    subject_id: int
    outcome: Outcome
    provider: str


def now_utc() -> str:
    """Return this instant as the store writes instants."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def put_evaluator(db: Database, info: EvaluatorInfo, identity: EvaluatorIdentity, official: bool) -> None:
    """Record the evaluator that results will name; the same digest is recorded once."""
    db.execute(
        "INSERT OR IGNORE INTO evaluator VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            identity.digest,
            info.name,
            info.version,
            info.kind,
            info.track,
            identity.weights_sha256,
            json.dumps(dict(identity.options), sort_keys=True),
            int(official),
            info.licence,
            info.aspect,
        ],
    )


def begin_run(db: Database, evaluator_digest: str, facts: dict[str, str]) -> RunId:
    """Record that a run began. facts : executor, device, provider, notice, versions_json."""
    cursor = db.execute(
        "INSERT INTO run (evaluator_digest, executor, device, provider, notice, versions_json, started_at_utc) "
        "VALUES (?, ?, ?, ?, ?, ?, ?)",
        [
            evaluator_digest,
            *(facts[name] for name in ("executor", "device", "provider", "notice", "versions_json")),
            now_utc(),
        ],
    )
    assert cursor.lastrowid is not None  # noqa: S101 - SQLite sets it on every INSERT
    return RunId(cursor.lastrowid)


def end_run(db: Database, run: RunId, ending: str) -> None:
    """Record how a run ended: finished, cancelled or failed."""
    db.execute("UPDATE run SET finished_at_utc = ?, ending = ? WHERE id = ?", [now_utc(), ending, run])


@dataclass(frozen=True, slots=True)
class Wanted:
    """What shall be measured: the samples of these submissions (none = all of the track), and its references.

    subjects : these alone, where there are any. aspect : of references identity and traces are measured. pairs : pairs
    of samples, as `compared_pairs` knows them, instead of samples.
    """

    track: Track
    submissions: tuple[str, ...] = ()
    subjects: tuple[int, ...] = ()
    aspect: Aspect = "identity"
    pairs: bool = False

    @property
    def table(self) -> str:
        """The wanted subjects as the head of a query: `wanted (subject_id, file_id)`."""
        if self.subjects:
            return _CHOSEN
        if self.pairs:
            return _PAIRS_OF_TRACK
        return _OF_TRACK if self.aspect in {"identity", "traces"} else _SAMPLES_OF_TRACK

    def values(self) -> dict[str, object]:
        """Return what that head asks for by name."""
        if self.subjects:
            return {"subjects": json.dumps(self.subjects)}
        return {"track": self.track, "all": not self.submissions, "submissions": json.dumps(self.submissions)}


_SAMPLES = """
    SELECT s.subject_id, s.file_id
    FROM sample s JOIN submission u ON u.id = s.submission_id
    WHERE u.track = :track AND (:all OR u.id IN (SELECT value FROM json_each(:submissions)))
"""

_SAMPLES_OF_TRACK = f"""
WITH wanted (subject_id, file_id) AS ({_SAMPLES})
"""

_OF_TRACK = f"""
WITH wanted (subject_id, file_id) AS (
    {_SAMPLES}
    UNION
    SELECT subject_id, file_id FROM reference WHERE track = :track
)
"""  # noqa: S608 - a constant

_PAIRS_OF_TRACK = """
WITH compared (subject_id, sample_id) AS (
    SELECT c.subject_id, p.unlearned_id FROM compared_pair c JOIN pair p ON p.id = c.pair_id
    UNION ALL
    SELECT subject_id, original_id FROM mismatched_originals
), wanted (subject_id, file_id) AS (
    SELECT c.subject_id, s.file_id
    FROM compared c JOIN sample s ON s.id = c.sample_id JOIN submission u ON u.id = s.submission_id
    WHERE u.track = :track AND (:all OR u.id IN (SELECT value FROM json_each(:submissions)))
)
"""

# Of a face that no sample is judged by yet the files are those that show the picture with another one.
_CHOSEN = """
WITH chosen (subject_id, shown_id) AS (
    SELECT j.id, shown.id FROM subject j JOIN subject shown ON shown.media_id = j.media_id
    WHERE j.id IN (SELECT value FROM json_each(:subjects))
), wanted (subject_id, file_id) AS (
    SELECT c.subject_id, s.file_id FROM chosen c JOIN sample s ON s.subject_id = c.shown_id
    UNION
    SELECT c.subject_id, r.file_id FROM chosen c JOIN reference r ON r.subject_id = c.shown_id
)
"""

_COUNT = "SELECT count(DISTINCT subject_id) FROM wanted"

_MISSING = """
SELECT w.subject_id, json_group_array(root.path || '/' || f.path), min(f.path), m.kind, m.sha256, j.context_json,
       pm.kind, pm.sha256, (
           SELECT json_group_array(pr.path || '/' || pf.path) FROM media_file pf JOIN root pr ON pr.id = pf.root_id
           WHERE pf.media_id = j.partner_media_id
       )
FROM wanted w
JOIN subject j ON j.id = w.subject_id
JOIN media m ON m.id = j.media_id
JOIN media_file f ON f.id = w.file_id
JOIN root ON root.id = f.root_id
LEFT JOIN media pm ON pm.id = j.partner_media_id
LEFT JOIN result r ON r.subject_id = w.subject_id AND r.evaluator_digest = :evaluator
WHERE :redo OR r.status IS NULL OR r.status = 'error'
GROUP BY w.subject_id
ORDER BY min(root.path || '/' || f.path)
"""


def missing_subjects(db: Database, evaluator_digest: str, wanted: Wanted, redo: bool) -> list[PlannedSubject]:
    """Return what the evaluator has yet to measure of what is wanted.

    Results that ended in an evaluator error count as missing; with `redo` everything does.
    """
    values = {**wanted.values(), "evaluator": evaluator_digest, "redo": redo}
    return [
        PlannedSubject(id_, Subject(Media(_one_of(paths), kind, sha256), _partner(*partner), _context(context)), name)
        for id_, paths, name, kind, sha256, context, *partner in db.execute(wanted.table + _MISSING, values)
    ]


def _partner(kind: MediaKind | None, sha256: str, paths: str) -> Media | None:
    return None if kind is None else Media(_one_of(paths), kind, sha256)


def count_subjects(db: Database, wanted: Wanted) -> int:
    """Return how many subjects a run over what is wanted concerns, measured or not."""
    (count,) = db.execute(wanted.table + _COUNT, wanted.values()).fetchone()
    return int(count)


def _one_of(paths_json: str) -> str:
    """Return where to read a content that may lie in several places: the first, by name, that is there."""
    first, *others = sorted(json.loads(paths_json))
    if not others or Path(first).exists():
        return str(first)
    return str(next((path for path in others if Path(path).exists()), first))


def _context(text: str) -> tuple[tuple[str, str], ...]:
    return tuple(sorted(json.loads(text).items()))


def put_results(db: Database, run: RunId, evaluator_digest: str, results: Iterable[NewResult]) -> None:
    """Write outcomes; a subject's earlier outcome by the same evaluator, if any, is replaced as a whole."""
    rows = []
    vectors = []
    keys = []
    for result in results:
        key = (result.subject_id, evaluator_digest)
        keys.append(key)
        rows.append((*key, run, *_columns(result.outcome), result.provider))
        if isinstance(result.outcome, Measurement) and result.outcome.embedding is not None:
            vectors.append((*key, encode_embedding(result.outcome.embedding)))
    db.conn.executemany("DELETE FROM embedding WHERE subject_id = ? AND evaluator_digest = ?", keys)
    db.conn.executemany("INSERT OR REPLACE INTO result VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
    db.conn.executemany("INSERT INTO embedding VALUES (?, ?, ?)", vectors)


def refuse_unstorable(outcome: Outcome) -> None:
    """Raise ValueError or TypeError for an outcome that the store does not take: NaN, infinity, values of no JSON."""
    _columns(outcome)
    if isinstance(outcome, Measurement) and outcome.embedding is not None:
        encode_embedding(outcome.embedding)


def _columns(outcome: Outcome) -> tuple[str, str, str, str, str, str]:
    flags = json.dumps([str(flag) for flag in outcome.flags])
    detail = _json(dict(outcome.detail))
    if isinstance(outcome, Measurement):
        values = {name: float(value) for name, value in outcome.values.items()}
        return ("ok", "", "", flags, _json(values), detail)
    return ("error" if outcome.is_error else "failure", str(outcome.code), outcome.message, flags, "{}", detail)


def _python_own(value: object) -> object:
    if isinstance(value, np.generic | np.ndarray):
        return value.tolist()
    raise TypeError(f"{type(value).__name__} is nothing that JSON can hold")


# JSON without NaN; numbers and arrays of NumPy become Python's own here, at the boundary. One encoder for all rows:
# `json.dumps` would make one for each.
_json = json.JSONEncoder(allow_nan=False, default=_python_own).encode


def encode_embedding(vector: FloatArray) -> bytes:
    """Return the vector as little-endian float32 bytes; ValueError for one that is not finite."""
    if not np.isfinite(vector).all():
        raise ValueError("an embedding must be finite")
    return np.ascontiguousarray(vector, EMBEDDING_DTYPE).tobytes()


def decode_embedding(blob: bytes) -> FloatArray:
    """Return the vector that `encode_embedding` wrote."""
    return np.frombuffer(blob, EMBEDDING_DTYPE).astype(np.float32, copy=False)
