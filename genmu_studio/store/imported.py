"""Results that were computed elsewhere: an evaluator of their own, marked imported."""

from collections.abc import Iterable

from sqlite_utils import Database

from scoring.types import Track

Comparison = tuple[int, str, str, str, float | None]


def put_imported(db: Database, digest: str, name: str, track: Track, comparisons: Iterable[Comparison]) -> None:
    """Write imported comparisons (sample id, identity, status, code, similarity) under the evaluator `digest`."""
    db.execute(
        "INSERT OR IGNORE INTO evaluator VALUES (?, ?, 'imported', 'imported', ?, '', '{}', 0, '', 'identity')",
        [digest, name, track],
    )
    db.conn.executemany(
        "INSERT OR REPLACE INTO comparison VALUES (?, ?, ?, ?, ?, ?)",
        [(digest, *comparison) for comparison in comparisons],
    )
