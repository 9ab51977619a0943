"""What auditing needs: what the checks found, drafts of verdicts, and the log that proves what was decided."""

from sqlite_utils import Database

from genmu_studio.store.migrations.registry import execute_all, keep_as_written, migrations

_TABLES = """
-- What a check found, and the digest of what it read: recomputed where that has changed, never edited.
CREATE TABLE check_run (
    submission_id TEXT NOT NULL REFERENCES submission (id),
    check_id TEXT NOT NULL,
    inputs_digest TEXT NOT NULL,
    findings_json TEXT NOT NULL,
    not_run TEXT NOT NULL,  -- why it could not be run, "" where it was
    at_utc TEXT NOT NULL,
    PRIMARY KEY (submission_id, check_id)
) STRICT, WITHOUT ROWID;

-- A draft of a verdict as it was written, part of a step that can be taken back; NULL = none.
CREATE TABLE verdict_draft_event (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES review_step (id),
    submission_id TEXT NOT NULL REFERENCES submission (id),
    before_json TEXT,
    after_json TEXT,
    CHECK (before_json IS NOT after_json)
) STRICT;
CREATE INDEX verdict_draft_by_submission ON verdict_draft_event (submission_id);
CREATE INDEX verdict_draft_by_step ON verdict_draft_event (step_id);

-- What was audited and decided. hash : of everything else in the row, the hash of the row before included.
CREATE TABLE audit_event (
    id INTEGER PRIMARY KEY,
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    kind TEXT NOT NULL,
    submission_id TEXT REFERENCES submission (id),
    content_json TEXT NOT NULL,
    previous TEXT NOT NULL,
    hash TEXT NOT NULL UNIQUE
) STRICT;
CREATE INDEX audit_event_by_submission ON audit_event (submission_id);
"""


@migrations()
def m006_audit(db: Database) -> None:
    """Create what auditing needs."""
    execute_all(db, _TABLES)
    for table in ("verdict_draft_event", "audit_event"):
        keep_as_written(db, table)
