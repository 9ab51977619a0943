"""The store of one project: opens the database in the best mode that it can have, and closes it whole."""

import os
import sqlite3
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Literal, TypeVar

from sqlite_utils import Database

from genmu_studio.store import ownership, schema
from genmu_studio.store.connection import Readers, Writer, in_words
from scoring.errors import UserError

T = TypeVar("T")
Mode = Literal["write", "read", "immutable"]

DATABASE_FILE = "project.db"


class Store:
    """Reads and writes of one project. `mode` says what it allows, `notice` why it allows no more ("" = all)."""

    def __init__(self, folder: Path, mode: Mode, notice: str, owner: ownership.Ownership | None) -> None:
        path = folder / DATABASE_FILE
        self.folder = folder
        self.mode: Mode = mode
        self.notice = notice
        self._owner = owner
        self._writer = Writer(path) if mode == "write" else None
        self._readers = Readers(path, "immutable" if mode == "immutable" else "ro")

    def read(self, function: Callable[[Database], T]) -> T:
        """Return `function(db)` on this thread's read-only connection; UserError where the file is damaged."""
        try:
            return self._readers.read(function)
        except sqlite3.DatabaseError as error:
            raise in_words(error) from error

    def write(self, function: Callable[[Database], T]) -> "Future[T]":
        """Queue `function(db)` as one transaction on the write thread; UserError where the project is read-only."""
        if self._writer is None:
            raise UserError("the project is open read-only", self.notice)
        return self._writer.write(function)

    def close(self) -> None:
        """Close readers, then the writer, then give up ownership; safe to call twice."""
        self._readers.close()
        if self._writer is not None:
            self._writer.close()
        if self._owner is not None:
            self._owner.release()


def create(folder: Path) -> Store:
    """Make the project folder and its empty database; UserError where something is there already."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UserError(f"{folder} exists already", "Choose another name, or open it.")
    try:
        str(folder.absolute()).encode()
        folder.mkdir(parents=True, exist_ok=True)
    except UnicodeEncodeError:
        raise UserError(f"{folder} is not valid text", "Choose a name in UTF-8.") from None
    except OSError as error:
        raise UserError(f"{folder} cannot be made: {error.strerror or error}", "Name another folder.") from None
    schema.prepare(folder / DATABASE_FILE)
    return open_writable(folder)


def open_writable(folder: Path) -> Store:
    """Open for writing; UserError naming who has it where somebody else does."""
    store = open_best(folder)
    if store.mode != "write":
        store.close()
        raise UserError(store.notice, "It can be read meanwhile, not changed.")
    return store


def open_best(folder: Path) -> Store:
    """Open for writing where possible, else read-only with a notice that says why."""
    _require_project(folder)
    if not os.access(folder, os.W_OK):
        return _open_read_only(folder, "the project folder is read-only")
    try:
        owner = ownership.take(folder)
    except OSError:
        return _open_read_only(folder, "the project folder is read-only")
    if owner is None:
        return _open_read_only(folder, f"{folder.name} is open for writing by {ownership.describe_owner(folder)}")
    try:
        schema.prepare(folder / DATABASE_FILE)
        return Store(folder, "write", "", owner)
    except BaseException:
        owner.release()
        raise


def open_readable(folder: Path) -> Store:
    """Open read-only, whoever else has it open."""
    _require_project(folder)
    return _open_read_only(folder, "opened for reading")


def _require_project(folder: Path) -> None:
    """Raise UserError where there is no project; a folder that is none stays as it is."""
    if not folder.exists():
        raise UserError(f"there is no project at {folder}", "genmu create makes one.")
    database = folder / DATABASE_FILE
    if not database.is_file():
        raise UserError(f"{folder} holds no {DATABASE_FILE}", "Is it a project of Genmu Studio?")
    if not database.stat().st_size:
        raise UserError(f"{database} is empty", "Take the copy of a backup.")


def _open_read_only(folder: Path, notice: str) -> Store:
    path = folder / DATABASE_FILE
    # SQLite needs to write shared memory beside a WAL file; where it cannot, only an unchanging file can be read.
    immutable = not os.access(folder, os.W_OK) and not path.with_name(path.name + "-shm").exists()
    schema.check_readable(path, immutable)
    return Store(folder, "immutable" if immutable else "read", notice, None)
