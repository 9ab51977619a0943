"""The schema, as migrations. A released migration never changes; a later step of the program adds its own."""

import shutil
import sqlite3
from pathlib import Path

from sqlite_utils import Database, Migrations

from genmu_studio.store.connection import open_for_reading, open_for_writing
from scoring.errors import UserError

migrations = Migrations("genmu_studio")

_FIRST = """
CREATE TABLE protocol (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    content_json TEXT NOT NULL
) STRICT;

CREATE TABLE project (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    name TEXT NOT NULL,
    created_at_utc TEXT NOT NULL,
    program_version TEXT NOT NULL,
    protocol_digest TEXT NOT NULL REFERENCES protocol (digest)
) STRICT;

-- A named folder outside the project: media are found by root + relative path, so a moved folder is re-linked once.
CREATE TABLE root (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    path TEXT NOT NULL
) STRICT;

CREATE TABLE media (
    id INTEGER PRIMARY KEY,
    sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
    kind TEXT NOT NULL CHECK (kind IN ('image', 'audio')),
    size_bytes INTEGER NOT NULL,
    UNIQUE (sha256, kind)  -- the same bytes, empty ones say, may be handed in as a picture and as a sound
) STRICT;

CREATE TABLE media_file (
    id INTEGER PRIMARY KEY,
    media_id INTEGER NOT NULL REFERENCES media (id),
    root_id INTEGER NOT NULL REFERENCES root (id),
    path TEXT NOT NULL,
    mtime_ns INTEGER NOT NULL,
    UNIQUE (root_id, path)
) STRICT;
CREATE INDEX media_file_by_media ON media_file (media_id);

-- Exactly what an evaluator sees: an original that many submissions share is scored once.
CREATE TABLE subject (
    id INTEGER PRIMARY KEY,
    digest TEXT NOT NULL UNIQUE,
    media_id INTEGER NOT NULL REFERENCES media (id),
    partner_media_id INTEGER REFERENCES media (id),
    context_json TEXT NOT NULL
) STRICT;

CREATE TABLE submission (
    id TEXT PRIMARY KEY,
    track TEXT NOT NULL CHECK (track IN ('face', 'speech', 'concept')),
    team_claimed TEXT NOT NULL,
    team TEXT NOT NULL,
    revision INTEGER NOT NULL,
    claim TEXT NOT NULL,
    method TEXT NOT NULL,
    submitted_at_utc TEXT,
    received_at_utc TEXT,
    complete INTEGER NOT NULL CHECK (complete IN (0, 1)),
    root_id INTEGER NOT NULL REFERENCES root (id),
    content_digest TEXT NOT NULL,
    source TEXT NOT NULL,
    scan_json TEXT NOT NULL,
    imported_at_utc TEXT NOT NULL
) STRICT;

CREATE TABLE condition (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    settings_json TEXT NOT NULL
) STRICT;

CREATE TABLE sample (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (id),
    side TEXT NOT NULL CHECK (side IN ('original', 'unlearned', 'reproduced', 'quantized')),
    group_name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('forget', 'retain', 'adjacent')),
    identity TEXT NOT NULL,
    concept TEXT NOT NULL,
    prompt_type TEXT CHECK (prompt_type IN ('direct', 'indirect', 'adversarial')),
    condition_digest TEXT NOT NULL REFERENCES condition (digest),
    seed INTEGER NOT NULL,
    requested_json TEXT NOT NULL,
    file_id INTEGER NOT NULL REFERENCES media_file (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id)
) STRICT;
CREATE INDEX sample_by_submission ON sample (submission_id, group_name, side);
CREATE INDEX sample_by_subject ON sample (subject_id);

CREATE TABLE pair (
    id INTEGER PRIMARY KEY,
    submission_id TEXT NOT NULL REFERENCES submission (id),
    original_id INTEGER NOT NULL UNIQUE REFERENCES sample (id),
    unlearned_id INTEGER NOT NULL UNIQUE REFERENCES sample (id),
    differing_json TEXT NOT NULL
) STRICT;
CREATE INDEX pair_by_submission ON pair (submission_id);

CREATE TABLE reference (
    id INTEGER PRIMARY KEY,
    track TEXT NOT NULL CHECK (track IN ('face', 'speech', 'concept')),
    identity TEXT NOT NULL,
    cohort INTEGER NOT NULL CHECK (cohort IN (0, 1)),
    file_id INTEGER NOT NULL REFERENCES media_file (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    UNIQUE (track, identity, subject_id)
) STRICT;

CREATE TABLE evaluator (
    digest TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    version TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('reference', 'light', 'imported', 'fake')),
    track TEXT NOT NULL,
    weights_sha256 TEXT NOT NULL,
    options_json TEXT NOT NULL,
    official INTEGER NOT NULL CHECK (official IN (0, 1)),
    licence TEXT NOT NULL
) STRICT;

CREATE TABLE run (
    id INTEGER PRIMARY KEY,
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    executor TEXT NOT NULL,
    device TEXT NOT NULL,
    provider TEXT NOT NULL,
    notice TEXT NOT NULL,
    versions_json TEXT NOT NULL,
    started_at_utc TEXT NOT NULL,
    finished_at_utc TEXT,
    ending TEXT CHECK (ending IN ('finished', 'cancelled', 'failed'))
) STRICT;

CREATE TABLE result (
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    run_id INTEGER NOT NULL REFERENCES run (id),
    status TEXT NOT NULL CHECK (status IN ('ok', 'failure', 'error')),
    code TEXT NOT NULL,
    message TEXT NOT NULL,
    flags_json TEXT NOT NULL,
    values_json TEXT NOT NULL,
    detail_json TEXT NOT NULL,
    provider TEXT NOT NULL,
    PRIMARY KEY (subject_id, evaluator_digest)
) STRICT, WITHOUT ROWID;
CREATE INDEX result_by_evaluator ON result (evaluator_digest, status);

CREATE TABLE embedding (
    subject_id INTEGER NOT NULL REFERENCES subject (id),
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    vector BLOB NOT NULL CHECK (length(vector) > 0 AND length(vector) % 4 = 0),
    PRIMARY KEY (subject_id, evaluator_digest)
) STRICT;

-- Similarities that somebody else computed; those of our own evaluators follow from the embeddings.
CREATE TABLE comparison (
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    sample_id INTEGER NOT NULL REFERENCES sample (id),
    identity TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('ok', 'failure', 'error')),
    code TEXT NOT NULL,
    similarity REAL,
    PRIMARY KEY (evaluator_digest, sample_id, identity),
    CHECK ((status = 'ok') = (similarity IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE TABLE calibration (
    id INTEGER PRIMARY KEY,
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    template TEXT NOT NULL,
    inputs_digest TEXT NOT NULL,
    content_json TEXT NOT NULL,
    frozen_at_utc TEXT NOT NULL,
    UNIQUE (evaluator_digest, template)
) STRICT;
"""

_REVIEW = """
-- What a person did in one go, and takes back in one go. Undoing adds a step with the events turned round; a redo
-- undoes that one. So the log alone says what can be undone, after a restart too.
CREATE TABLE review_step (
    id INTEGER PRIMARY KEY,
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    title TEXT NOT NULL,
    undoes INTEGER REFERENCES review_step (id) CHECK (undoes < id)
) STRICT;

-- One change; NULL = not marked. The last event of a kind about a sample or a medium says how that stands now.
CREATE TABLE review_event (
    id INTEGER PRIMARY KEY,
    step_id INTEGER NOT NULL REFERENCES review_step (id),
    kind TEXT NOT NULL CHECK (kind IN ('pick', 'bookmark', 'note', 'face')),
    sample_id INTEGER REFERENCES sample (id),
    media_id INTEGER REFERENCES media (id),
    before TEXT,
    after TEXT,
    CHECK ((sample_id IS NULL) = (kind = 'face') AND (media_id IS NULL) = (kind <> 'face')),
    CHECK (before IS NOT after)
) STRICT;
CREATE INDEX review_event_by_step ON review_event (step_id);
CREATE INDEX review_event_by_sample ON review_event (sample_id, kind) WHERE sample_id IS NOT NULL;
CREATE INDEX review_event_by_media ON review_event (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX subject_by_media ON subject (media_id);

-- What is to be said of samples: few results of a million.
CREATE INDEX result_noted ON result (evaluator_digest, subject_id) WHERE flags_json <> '[]' OR code <> '';

CREATE TABLE saved_filter (
    name TEXT PRIMARY KEY,
    content_json TEXT NOT NULL,
    saved_at_utc TEXT NOT NULL
) STRICT;
"""

_ASPECTS = """
-- What of a sample an evaluator measures; all before this were of identity.
ALTER TABLE evaluator ADD COLUMN aspect TEXT NOT NULL DEFAULT 'identity';

-- What evaluators of pairs see of a matched pair: the unlearned medium, with the original as its partner.
CREATE TABLE compared_pair (
    pair_id INTEGER PRIMARY KEY REFERENCES pair (id),
    subject_id INTEGER NOT NULL REFERENCES subject (id)
) STRICT;

-- Originals compared with an original of another condition: what a comparison says of what does not match.
CREATE TABLE mismatched_originals (
    original_id INTEGER PRIMARY KEY REFERENCES sample (id),
    other_id INTEGER NOT NULL REFERENCES sample (id) CHECK (other_id <> original_id),
    subject_id INTEGER NOT NULL REFERENCES subject (id)
) STRICT;
"""

_LABELS = """
CREATE TABLE annotator (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    added_at_utc TEXT NOT NULL
) STRICT;

-- A version of a question: another wording is another question, so that answers to the two never mix.
CREATE TABLE question (
    digest TEXT PRIMARY KEY,
    id TEXT NOT NULL,
    content_json TEXT NOT NULL
) STRICT;

CREATE TABLE campaign (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    digest TEXT NOT NULL UNIQUE,
    content_json TEXT NOT NULL,
    questions_json TEXT NOT NULL,  -- digests, in the order in which they are asked
    created_at_utc TEXT NOT NULL
) STRICT;

-- A place in an annotator's queue. sample_id : what is shown, of two as A; other_id : as B. token : its name outside.
CREATE TABLE assignment (
    id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    place INTEGER NOT NULL,
    token TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('training', 'item', 'gold', 'attention', 'repeat')),
    sample_id INTEGER NOT NULL REFERENCES sample (id),
    other_id INTEGER REFERENCES sample (id),
    x TEXT CHECK (x IN ('A', 'B')),
    notice TEXT NOT NULL,
    accepted_json TEXT NOT NULL,
    shown_before INTEGER REFERENCES assignment (id) CHECK (shown_before < id),
    UNIQUE (campaign_id, annotator_id, place)
) STRICT;
CREATE INDEX assignment_by_sample ON assignment (sample_id);

-- What an annotator did about an assignment. An event stands until another that replaces it, or an undo of it, is
-- there; so the union of two logs is a log, in whichever order their events came.
CREATE TABLE label_event (
    id INTEGER PRIMARY KEY,
    uid TEXT NOT NULL UNIQUE,
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    assignment_id INTEGER NOT NULL REFERENCES assignment (id),
    question_digest TEXT REFERENCES question (digest),
    kind TEXT NOT NULL CHECK (kind IN ('answer', 'skip', 'note', 'adjudication', 'undo')),
    value_json TEXT,
    replaces_json TEXT NOT NULL,
    undoes TEXT,
    CHECK ((kind = 'undo') = (undoes IS NOT NULL)),
    CHECK ((question_digest IS NULL) = (kind = 'note') OR kind = 'undo')
) STRICT;
CREATE INDEX label_event_by_assignment ON label_event (assignment_id);
"""

_ADDED_ONLY = ("review_step", "review_event")


def _keep_as_written(db: Database, table: str) -> None:
    """Let rows of `table` be added, and nothing else: INSERT OR REPLACE would pass by the other two triggers."""
    conditions = {
        "update": f"BEFORE UPDATE ON {table}",
        "delete": f"BEFORE DELETE ON {table}",
        "replace": f"BEFORE INSERT ON {table} WHEN EXISTS (SELECT 1 FROM {table} WHERE id = NEW.id)",  # noqa: S608 - constants
    }
    for name, condition in conditions.items():
        refuse = f"SELECT RAISE(ABORT, '{table} is only ever added to');"
        db.execute(f"CREATE TRIGGER {table}_no_{name} {condition} BEGIN {refuse} END")


def _execute_all(db: Database, statements: str) -> None:
    for statement in statements.split(";\n"):
        if statement.strip():
            db.execute(statement)


@migrations()
def m001_first(db: Database) -> None:
    """Create everything that import, scoring and metrics need."""
    _execute_all(db, _FIRST)


@migrations()
def m002_review(db: Database) -> None:
    """Create what reviewing needs: steps and their events, and filters that are kept."""
    _execute_all(db, _REVIEW)
    for table in _ADDED_ONLY:
        _keep_as_written(db, table)


@migrations()
def m003_aspects(db: Database) -> None:
    """Create what measuring other aspects than identity needs, and comparing pairs."""
    _execute_all(db, _ASPECTS)


@migrations()
def m004_labels(db: Database) -> None:
    """Create what people's judgments need: annotators, questions, campaigns, assignments, and the log of labels."""
    _execute_all(db, _LABELS)
    _keep_as_written(db, "label_event")
    uid_known = "BEFORE INSERT ON label_event WHEN EXISTS (SELECT 1 FROM label_event WHERE uid = NEW.uid)"
    refuse = "SELECT RAISE(ABORT, 'label_event is only ever added to');"
    db.execute(f"CREATE TRIGGER label_event_no_second {uid_known} BEGIN {refuse} END")


def prepare(path: Path) -> None:
    """Bring the database at `path` to the program's schema; create it where it is missing.

    The file is copied before a migration. UserError where it is newer than the program, or no project database.
    """
    if path.exists():
        _check_in_place(path)
    db = open_for_writing(path)
    try:
        if migrations.applied(db) and migrations.pending(db):
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            shutil.copy2(path, path.with_suffix(".db.before-migration"))
        migrations.apply(db)
    finally:
        db.close()


def _check_in_place(path: Path) -> None:
    """Check the database at `path` without changing a byte of it."""
    db = open_for_reading(path, "ro")
    try:
        check(db, path)
    finally:
        db.close()


def check(db: Database, path: Path) -> None:
    """Raise UserError where the database is newer than the program or no project database at all."""
    known = {migration.name for migration in migrations._migrations}
    try:
        applied = [migration.name for migration in migrations.applied(db)]
        is_empty = not db.table_names()
    except sqlite3.DatabaseError as error:
        raise _not_a_database(path, error) from None
    if not applied and not is_empty:
        raise UserError(f"{path} is not a database of Genmu Studio", "Name the folder of a project.")
    newer = [name for name in applied if name not in known]
    if newer:
        raise UserError(
            f"{path.parent.name} was made by a newer version of Genmu Studio",
            "Update the program; the project was left as it is.",
            f"unknown migrations: {', '.join(newer)}",
        )


def check_readable(path: Path, immutable: bool) -> None:
    """Raise UserError where this version cannot read the database: foreign, newer, or not yet migrated."""
    db = open_for_reading(path, "immutable" if immutable else "ro")
    try:
        check(db, path)
        if migrations.pending(db):
            raise UserError(
                f"{path.parent.name} was made by an older version and must be opened for writing once",
                "Open it where it is not read-only.",
            )
    finally:
        db.close()


def _not_a_database(path: Path, error: Exception) -> UserError:
    return UserError(f"{path} cannot be opened as a project database", "Is it damaged?", str(error))
