"""What measuring other aspects than identity needs, and comparing pairs."""

from sqlite_utils import Database

from genmu_studio.store.migrations.registry import execute_all, migrations

_TABLES = """
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


@migrations()
def m003_aspects(db: Database) -> None:
    """Create what measuring other aspects needs."""
    execute_all(db, _TABLES)
