"""What the checks of an audit found, as rows: one per submission and check, replaced where its inputs changed."""

from dataclasses import dataclass

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from scoring.types import Track


@dataclass(frozen=True, slots=True)
class CheckRunRow:
    """What one check found in one submission. not_run : why it could not be run, "" where it was."""

    submission: SubmissionId
    check: str
    inputs_digest: str
    findings_json: str
    not_run: str
    at_utc: str


def was_audited(db: Database) -> bool:
    """Return whether anything was ever audited or decided."""
    row = db.execute("SELECT EXISTS (SELECT 1 FROM check_run) OR EXISTS (SELECT 1 FROM audit_event)").fetchone()
    return bool(row[0])


def put_check_run(db: Database, row: CheckRunRow) -> None:
    """Write what a check found, in place of what it found before."""
    db.execute(
        "INSERT OR REPLACE INTO check_run VALUES (?, ?, ?, ?, ?, ?)",
        [row.submission, row.check, row.inputs_digest, row.findings_json, row.not_run, row.at_utc],
    )


def check_runs(db: Database, submission: SubmissionId | None = None) -> list[CheckRunRow]:
    """Return what was found, of one submission where it is named."""
    rows = db.execute(
        "SELECT submission_id, check_id, inputs_digest, findings_json, not_run, at_utc FROM check_run"
        " WHERE :submission IS NULL OR submission_id = :submission ORDER BY submission_id, check_id",
        {"submission": submission},
    )
    return [CheckRunRow(*row) for row in rows]


# Each result that is written anew has the number of a later run, so that their sum only ever grows. What an evaluator
# could not measure it tries again each time, and says nothing new.
_STAMP = """
SELECT e.digest, count(*), sum((r.status <> 'error') * r.run_id), sum(r.status = 'ok')
FROM (
    SELECT subject_id FROM sample WHERE submission_id = :submission
    UNION
    SELECT c.subject_id FROM compared_pair c JOIN pair p ON p.id = c.pair_id WHERE p.submission_id = :submission
    UNION
    SELECT m.subject_id FROM mismatched_originals m JOIN sample s ON s.id = m.original_id
    WHERE s.submission_id = :submission
    UNION
    SELECT t.subject_id FROM reference t JOIN submission u ON u.track = t.track WHERE u.id = :submission
) seen
JOIN result r ON r.subject_id = seen.subject_id
JOIN evaluator e ON e.digest = r.evaluator_digest
GROUP BY e.digest
ORDER BY e.digest
"""


def data_stamp(db: Database, submission: SubmissionId) -> list[object]:
    """Return values that change whenever anything measured, calibrated, picked or taken in for a submission does."""
    one = [list(row) for row in db.execute(_STAMP, {"submission": submission})]
    (compared,) = db.execute(
        "SELECT count(*) FROM comparison c JOIN sample s ON s.id = c.sample_id WHERE s.submission_id = ?", [submission]
    ).fetchone()
    frozen = [list(row) for row in db.execute("SELECT evaluator_digest, template, inputs_digest FROM calibration")]
    (references,) = db.execute("SELECT count(*) FROM reference").fetchone()
    (faces,) = db.execute("SELECT coalesce(max(id), 0) FROM review_event WHERE kind = 'face'").fetchone()
    (samples,) = db.execute("SELECT count(*) FROM sample WHERE submission_id = ?", [submission]).fetchone()
    return [one, compared, sorted(frozen), references, faces, samples]


def track_stamp(db: Database, track: Track) -> list[object]:
    """Return values that change whenever an entry of a track comes, goes, or is measured by anybody."""
    entries = db.execute(
        "SELECT content_digest, team, received_at_utc FROM submission WHERE track = ? ORDER BY id", [track]
    )
    last_run = db.execute(
        "SELECT r.id, r.ending FROM run r JOIN evaluator e ON e.digest = r.evaluator_digest"
        " WHERE e.track = ? AND e.aspect = 'identity' ORDER BY r.id DESC LIMIT 1",
        [track],
    ).fetchone()
    # Results that were computed elsewhere are an evaluator of their own, one a table.
    (tables,) = db.execute("SELECT count(*) FROM evaluator WHERE track = ? AND kind = 'imported'", [track]).fetchone()
    return [[list(row) for row in entries], list(last_run or ()), tables]
