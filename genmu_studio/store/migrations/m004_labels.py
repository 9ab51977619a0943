"""What people's judgments need: annotators, questions, campaigns, assignments, and the log of labels."""

from sqlite_utils import Database

from genmu_studio.store.migrations.registry import execute_all, keep_as_written, migrations

_TABLES = """
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


@migrations()
def m004_labels(db: Database) -> None:
    """Create what people's judgments need."""
    execute_all(db, _TABLES)
    keep_as_written(db, "label_event")
    uid_known = "BEFORE INSERT ON label_event WHEN EXISTS (SELECT 1 FROM label_event WHERE uid = NEW.uid)"
    refuse = "SELECT RAISE(ABORT, 'label_event is only ever added to');"
    db.execute(f"CREATE TRIGGER label_event_no_second {uid_known} BEGIN {refuse} END")
