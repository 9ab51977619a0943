"""Whose labels do not count in a campaign, as rows: only ever added to."""

from dataclasses import dataclass

from sqlite_utils import Database


@dataclass(frozen=True, slots=True)
class ExclusionRow:
    """One decision about an annotator in a campaign. excluded : False where the labels count again."""

    annotator: str
    at_utc: str
    author: str
    excluded: bool
    reason: str


def put_exclusion(db: Database, campaign: int, row: ExclusionRow) -> None:
    """Add a decision."""
    db.execute(
        "INSERT INTO exclusion_event (campaign_id, annotator_id, at_utc, author, excluded, reason)"
        " VALUES (?, (SELECT id FROM annotator WHERE name = ?), ?, ?, ?, ?)",
        [campaign, row.annotator, row.at_utc, row.author, int(row.excluded), row.reason],
    )


_DECISIONS = """
SELECT n.name, e.at_utc, e.author, e.excluded, e.reason
FROM exclusion_event e
JOIN annotator n ON n.id = e.annotator_id
WHERE e.campaign_id = ?
ORDER BY e.id
"""


def exclusions(db: Database, campaign: int) -> list[ExclusionRow]:
    """Return every decision about the annotators of a campaign, oldest first."""
    return [
        ExclusionRow(name, at_utc, author, bool(excluded), reason)
        for name, at_utc, author, excluded, reason in db.execute(_DECISIONS, [campaign])
    ]
