"""Whether a database is sound."""

from sqlite_utils import Database


def quick_check(db: Database) -> list[str]:
    """Return what SQLite finds wrong with the file; empty where it is sound."""
    return [str(line) for (line,) in db.execute("PRAGMA integrity_check(20)") if line != "ok"]


def broken_references(db: Database) -> list[str]:
    """Return rows whose foreign key leads nowhere, at most 20, in words."""
    rows = db.execute("PRAGMA foreign_key_check").fetchmany(20)
    return [f"row {row} of {table} names a missing {parent}" for table, row, parent, _ in rows]
