"""What evaluators of other aspects than identity found, sample by sample and pair by pair: small reads."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from sqlite3 import Cursor
from typing import Any

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId

_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class SubjectFacts:
    """What one evaluator found in one subject. status : "ok", "failure" or "error". code, message : why not, or ""."""

    status: str
    code: str
    message: str
    flags: tuple[str, ...]
    values: Mapping[str, float]
    detail: Mapping[str, object]
    provider: str


_COLUMNS = "r.evaluator_digest, r.status, r.code, r.message, r.flags_json, r.values_json, r.detail_json, r.provider"

_OF_SAMPLES = f"""
SELECT s.id, {_COLUMNS} FROM sample s
JOIN result r ON r.subject_id = s.subject_id
WHERE s.id IN (SELECT value FROM json_each(:ids)) AND r.evaluator_digest IN (SELECT value FROM json_each(:evaluators))
"""  # noqa: S608 - constants

_OF_PAIRS = f"""
SELECT p.unlearned_id, {_COLUMNS} FROM pair p
JOIN compared_pair c ON c.pair_id = p.id
JOIN result r ON r.subject_id = c.subject_id
WHERE p.unlearned_id IN (SELECT value FROM json_each(:ids))
    AND r.evaluator_digest IN (SELECT value FROM json_each(:evaluators))
"""  # noqa: S608 - constants

_SAMPLE_RESULTS = """
FROM sample s
JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
WHERE s.submission_id = :submission AND r.status = 'ok'
"""

_PAIR_RESULTS = """
FROM pair p
JOIN compared_pair c ON c.pair_id = p.id
JOIN result r ON r.subject_id = c.subject_id AND r.evaluator_digest = :evaluator
WHERE p.submission_id = :submission AND r.status = 'ok'
"""

_NAMES = """
SELECT DISTINCT each.key FROM (SELECT r.values_json {found} LIMIT :rows) AS seen, json_each(seen.values_json) AS each
ORDER BY each.key
"""


def facts_of_samples(
    db: Database, ids: Sequence[int], evaluators: Sequence[str]
) -> dict[tuple[str, int], SubjectFacts]:
    """Return what each evaluator (a digest) found in each of these samples, by both."""
    return _facts(db, _OF_SAMPLES, ids, evaluators)


def facts_of_pairs(db: Database, ids: Sequence[int], evaluators: Sequence[str]) -> dict[tuple[str, int], SubjectFacts]:
    """Return what each evaluator of pairs found in the pairs of these unlearned samples, likewise."""
    return _facts(db, _OF_PAIRS, ids, evaluators)


def _facts(
    db: Database, query: str, ids: Sequence[int], evaluators: Sequence[str]
) -> dict[tuple[str, int], SubjectFacts]:
    rows = db.execute(query, {"ids": json.dumps(list(ids)), "evaluators": json.dumps(list(evaluators))})
    return {
        (digest, int(id_)): SubjectFacts(
            status, code, message, tuple(json.loads(flags)), json.loads(values), json.loads(detail), provider
        )
        for id_, digest, status, code, message, flags, values, detail, provider in rows
    }


def names_found(db: Database, submission: SubmissionId, evaluator: str, rows: int, *, pairs: bool) -> list[str]:
    """Return the names of what an evaluator measured in the first `rows` samples (or pairs) of a submission, sorted."""
    found = db.execute(
        _NAMES.format(found=_PAIR_RESULTS if pairs else _SAMPLE_RESULTS),
        {"submission": submission, "evaluator": evaluator, "rows": rows},
    )
    return [str(name) for (name,) in found]


def values_found(
    db: Database, submission: SubmissionId, evaluator: str, name: str, *, pairs: bool
) -> Iterator[list[tuple[int, float]]]:
    """Yield ids of samples with what an evaluator measured by that name, in batches; of pairs that of the unlearned."""
    if '"' in name:  # SQLite has no way to quote it in a path
        return
    head = "SELECT p.unlearned_id" if pairs else "SELECT s.id"
    query = f"{head}, json_extract(r.values_json, :path) {_PAIR_RESULTS if pairs else _SAMPLE_RESULTS}"
    wanted = {"submission": submission, "evaluator": evaluator, "path": f'$."{name}"'}
    for rows in _batches(db.execute(query, wanted)):
        yield [(id_, value) for id_, value in rows if isinstance(value, float | int)]


def texts_heard(db: Database, submission: SubmissionId, evaluator: str) -> Iterator[list[tuple[int, str]]]:
    """Yield ids of samples with the text that an evaluator heard in them, in batches."""
    query = f"SELECT s.id, json_extract(r.detail_json, '$.text') {_SAMPLE_RESULTS}"
    for rows in _batches(db.execute(query, {"submission": submission, "evaluator": evaluator})):
        yield [(id_, text) for id_, text in rows if isinstance(text, str)]


def _batches(cursor: Cursor) -> Iterator[list[Any]]:
    while rows := cursor.fetchmany(_AT_ONCE):
        yield rows
