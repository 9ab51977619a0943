"""What reviewing needs: steps and their events, and filters that are kept."""

from sqlite_utils import Database

from genmu_studio.store.migrations.registry import execute_all, keep_as_written, migrations

_TABLES = """
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


@migrations()
def m002_review(db: Database) -> None:
    """Create what reviewing needs."""
    execute_all(db, _TABLES)
    for table in ("review_step", "review_event"):
        keep_as_written(db, table)
