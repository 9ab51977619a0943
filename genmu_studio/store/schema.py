"""Bring a database to the program's schema, or say why it cannot be opened."""

import shutil
import sqlite3
from pathlib import Path

from sqlite_utils import Database

from genmu_studio.store.connection import open_for_reading, open_for_writing
from genmu_studio.store.migrations import migrations
from scoring.errors import UserError


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
