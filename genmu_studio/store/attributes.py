"""What evaluators declare as attributes, and what samples were asked to be."""

import json
from collections.abc import Mapping, Sequence

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from scoring.attributes.declared import Attribute


def put_attributes(db: Database, evaluator_digest: str, attributes: Sequence[Attribute]) -> None:
    """Record what an evaluator declares. Its digest fixes that, so that what is there stays as it is."""
    db.conn.executemany(
        "INSERT OR IGNORE INTO declared_attribute VALUES (?, ?, ?, ?, ?, ?)",
        [
            (evaluator_digest, place, each.name, each.value, int(each.is_ratio), json.dumps(each.categories))
            for place, each in enumerate(attributes)
        ],
    )


def declared_attributes(db: Database, evaluator_digest: str) -> tuple[Attribute, ...]:
    """Return what an evaluator declared when it was last run, none where it declares nothing."""
    rows = db.execute(
        "SELECT name, value, is_ratio, categories_json FROM declared_attribute WHERE evaluator_digest = ? "
        "ORDER BY place",
        [evaluator_digest],
    )
    return tuple(
        Attribute(name, value, tuple(map(str, json.loads(categories))), bool(is_ratio))
        for name, value, is_ratio, categories in rows
    )


def requested_of_unlearned(db: Database, submission: SubmissionId) -> Mapping[int, Mapping[str, str]]:
    """Return what unlearned samples of a submission were asked to be, by their ids; the others are left out."""
    rows = db.execute(
        "SELECT id, requested_json FROM sample "
        "WHERE submission_id = ? AND side = 'unlearned' AND requested_json <> '{}'",
        [submission],
    )
    return {int(id_): json.loads(text) for id_, text in rows}
