"""Drafts of verdicts as rows: events of review steps, so that undo takes them back with everything else."""

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.store.steps import Step, put_step


def standing_draft(db: Database, submission: SubmissionId) -> str | None:
    """Return the draft of a submission as it stands, None where there is none."""
    row = db.execute(
        "SELECT after_json FROM verdict_draft_event WHERE submission_id = ? ORDER BY id DESC LIMIT 1", [submission]
    ).fetchone()
    return None if row is None else row[0]


def put_draft(db: Database, title: str, author: str, submission: SubmissionId, after: str | None) -> bool:
    """Let a draft stand, as a step of its own; False where it stands already."""
    before = standing_draft(db, submission)
    if before == after:
        return False
    step = put_step(db, title, author, ())
    _put(db, step, submission, before, after)
    return True


def take_back_drafts(db: Database, step: Step, by: int) -> bool:
    """Add to the step `by` the drafts of `step` turned round; whether there were any."""
    rows = db.execute(
        "SELECT submission_id, before_json, after_json FROM verdict_draft_event WHERE step_id = ? ORDER BY id DESC",
        [step.id],
    ).fetchall()
    for submission, before, after in rows:
        _put(db, by, submission, after, before)
    return bool(rows)


def _put(db: Database, step: int, submission: str, before: str | None, after: str | None) -> None:
    db.execute(
        "INSERT INTO verdict_draft_event (step_id, submission_id, before_json, after_json) VALUES (?, ?, ?, ?)",
        [step, submission, before, after],
    )
