"""What AR and SAR of an evaluator need: which of its values are attributes, and what their numbers mean."""

from sqlite_utils import Database

from genmu_studio.store.migrations.registry import execute_all, migrations

_TABLES = """
-- In the order of their places. categories_json : labels, whose places are the values; none for a number.
CREATE TABLE declared_attribute (
    evaluator_digest TEXT NOT NULL REFERENCES evaluator (digest),
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    is_ratio INTEGER NOT NULL CHECK (is_ratio IN (0, 1)),
    categories_json TEXT NOT NULL CHECK (json_type(categories_json) = 'array'),
    PRIMARY KEY (evaluator_digest, place),
    UNIQUE (evaluator_digest, name)
) STRICT, WITHOUT ROWID;
"""


@migrations()
def m007_attributes(db: Database) -> None:
    """Create what AR and SAR of an evaluator need."""
    execute_all(db, _TABLES)
