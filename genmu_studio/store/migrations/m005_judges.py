"""What judging the judges needs: how long an answer took, and who was left out for which reason."""

from sqlite_utils import Database

from genmu_studio.store.migrations.registry import execute_all, keep_as_written, migrations

_TABLES = """
-- How long the entry had been in front of the annotator, breaks left out. What was written before does not say.
ALTER TABLE label_event ADD COLUMN seconds REAL CHECK (seconds >= 0);

-- Whose labels do not count in a campaign, and since when they count again. The last event says how it stands.
CREATE TABLE exclusion_event (
    id INTEGER PRIMARY KEY,
    campaign_id INTEGER NOT NULL REFERENCES campaign (id),
    annotator_id INTEGER NOT NULL REFERENCES annotator (id),
    at_utc TEXT NOT NULL,
    author TEXT NOT NULL,
    excluded INTEGER NOT NULL CHECK (excluded IN (0, 1)),
    reason TEXT NOT NULL CHECK (excluded = 0 OR reason <> '')
) STRICT;
CREATE INDEX exclusion_event_by_campaign ON exclusion_event (campaign_id, annotator_id);
"""


@migrations()
def m005_judges(db: Database) -> None:
    """Create what judging the judges needs."""
    execute_all(db, _TABLES)
    keep_as_written(db, "exclusion_event")
