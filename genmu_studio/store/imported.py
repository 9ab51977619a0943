"""Results that were computed elsewhere: an evaluator of their own, marked imported."""

import json
from collections.abc import Iterable, Mapping, Sequence

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.store.results import NewResult, begin_run, end_run, put_results
from scoring.types import Aspect, Measurement, Track

_IMPORT = {"executor": "imported", "device": "", "provider": "imported", "notice": "", "versions_json": "{}"}

Comparison = tuple[int, str, str, str, float | None]


def put_imported(db: Database, digest: str, name: str, track: Track, comparisons: Iterable[Comparison]) -> None:
    """Write imported comparisons (sample id, identity, status, code, similarity) under the evaluator `digest`."""
    _put_evaluator(db, digest, name, track, "identity")
    db.conn.executemany(
        "INSERT OR REPLACE INTO comparison VALUES (?, ?, ?, ?, ?, ?)",
        [(digest, *comparison) for comparison in comparisons],
    )


def _put_evaluator(db: Database, digest: str, name: str, track: Track, aspect: Aspect) -> None:
    db.execute(
        "INSERT OR IGNORE INTO evaluator VALUES (?, ?, 'imported', 'imported', ?, '', '{}', 0, '', ?)",
        [digest, name, track, aspect],
    )


def sounds_of(db: Database, submission: SubmissionId) -> dict[str, int]:
    """Return the subject of the sample at each path of a submission."""
    rows = db.execute(
        "SELECT f.path, s.subject_id FROM sample s JOIN media_file f ON f.id = s.file_id WHERE s.submission_id = ?",
        [submission],
    )
    return {str(path): int(subject) for path, subject in rows}


def put_transcripts(db: Database, digest: str, name: str, track: Track, texts: Mapping[int, str]) -> int:
    """Write what was heard in each subject under the evaluator `digest`; return how many had another text before."""
    _put_evaluator(db, digest, name, track, "transcript")
    known = db.execute(
        "SELECT subject_id, json_extract(detail_json, '$.text') FROM result "
        "WHERE evaluator_digest = ? AND subject_id IN (SELECT value FROM json_each(?))",
        [digest, json.dumps(list(texts))],
    )
    replaced = sum(1 for subject, text in known if texts[int(subject)] != text)
    run = begin_run(db, digest, _IMPORT)
    put_results(
        db,
        run,
        digest,
        (
            NewResult(subject, Measurement(detail={"text": text}), _IMPORT["provider"])
            for subject, text in texts.items()
        ),
    )
    end_run(db, run, "finished")
    return replaced


def others_with(db: Database, submission: SubmissionId, subjects: Sequence[int]) -> list[SubmissionId]:
    """Return the other submissions that have samples with some of these subjects, sorted."""
    rows = db.execute(
        "SELECT DISTINCT submission_id FROM sample WHERE submission_id <> ? "
        "AND subject_id IN (SELECT value FROM json_each(?)) ORDER BY 1",
        [submission, json.dumps(list(subjects))],
    )
    return [SubmissionId(other) for (other,) in rows]
