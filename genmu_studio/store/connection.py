"""Connections: one thread owns the one write connection; each reading thread has a read-only connection of its own.

Nothing but values crosses threads. Every connection is tracked, so that `close` leaves none behind.
"""

import queue
import sqlite3
import threading
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Literal, TypeVar
from urllib.parse import quote

import sqlite_utils

from scoring.errors import UserError

T = TypeVar("T")
ReadMode = Literal["ro", "immutable"]

BUSY_TIMEOUT_MS = 10_000
PAGE_SIZE_BYTES = 16_384  # embeddings of 2 KiB waste a page of 4 KiB


class StoreClosedError(RuntimeError):
    """The store was used after it was closed."""


def open_for_writing(path: Path) -> sqlite_utils.Database:
    """Return a read-write connection in WAL mode with explicit transactions; creates the file where it is missing."""
    connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    connection.execute(f"PRAGMA page_size = {PAGE_SIZE_BYTES}")  # only a new file takes it, so it comes first
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute("PRAGMA foreign_keys = ON")
    return sqlite_utils.Database(connection, execute_plugins=False)


def open_for_reading(path: Path, mode: ReadMode) -> sqlite_utils.Database:
    """Return a read-only connection; `immutable` for a file on a mount that nobody can write to."""
    flag = "immutable=1" if mode == "immutable" else "mode=ro"
    connection = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{flag}", uri=True, isolation_level=None, check_same_thread=False
    )
    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_MS}")
    connection.execute("PRAGMA query_only = ON")
    return sqlite_utils.Database(connection, execute_plugins=False)


class Writer:
    """The write thread: `write(fn)` runs `fn(db)` in one immediate transaction and returns a Future of its value."""

    def __init__(self, path: Path) -> None:
        self._db = open_for_writing(path)
        self._queue: queue.SimpleQueue[tuple[Callable[[sqlite_utils.Database], object], Future[object]] | None] = (
            queue.SimpleQueue()
        )
        self._closed = False
        self._gate = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="genmu-writer", daemon=True)
        self._thread.start()

    def write(self, function: Callable[[sqlite_utils.Database], T]) -> "Future[T]":
        """Queue `function(db)`; it commits as a whole or not at all. The thread survives whatever it raises."""
        future: Future[object] = Future()
        with self._gate:
            if self._closed:
                raise StoreClosedError("the project is closed")
            self._queue.put((function, future))
        return future  # type: ignore[return-value]  # the queue holds writes of every type; this one's future is of T

    def close(self) -> None:
        """Finish what is queued, then close the connection and end the thread."""
        with self._gate:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while (job := self._queue.get()) is not None:
                function, future = job
                if future.set_running_or_notify_cancel():
                    self._perform(function, future)
        finally:
            self._db.close()

    def _perform(self, function: Callable[[sqlite_utils.Database], object], future: Future[object]) -> None:
        db = self._db
        try:
            db.execute("BEGIN IMMEDIATE")
            try:
                value = function(db)
            except BaseException:
                db.rollback()
                raise
            db.execute("COMMIT")
        except BaseException as error:  # noqa: BLE001 - it belongs to whoever asked for the write
            if db.conn.in_transaction:
                db.rollback()
            future.set_exception(in_words(error))
        else:
            future.set_result(value)


_WORDS = {
    sqlite3.SQLITE_FULL: ("the disk is full: nothing was saved", "Free some space and try again."),
    sqlite3.SQLITE_READONLY: ("the project is read-only: nothing was saved", ""),
    sqlite3.SQLITE_BUSY: ("another program holds the project database", "Close it and try again."),
    sqlite3.SQLITE_IOERR: ("the disk cannot be read or written", "Is it still there, and sound?"),
    sqlite3.SQLITE_CORRUPT: ("the project database is damaged", "Take the copy of a backup; genmu doctor says more."),
    sqlite3.SQLITE_NOTADB: ("the project database is damaged", "Take the copy of a backup."),
}


def in_words(error: BaseException) -> BaseException:
    """Return a UserError for what the disk or another program did to the database, our own errors as they are."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None or (words := _WORDS.get(code & 0xFF)) is None:  # the low byte: SQLite's primary code
        return error
    return UserError(*words, str(error))


class Readers:
    """One read-only connection per thread, made on first use."""

    def __init__(self, path: Path, mode: ReadMode) -> None:
        self._path = path
        self._mode: ReadMode = mode
        self._local = threading.local()
        self._all: list[_Reader] = []
        self._gate = threading.Lock()
        self._closed = False

    def read(self, function: Callable[[sqlite_utils.Database], T]) -> T:
        """Return `function(db)` on this thread's connection; StoreClosedError where `close` interrupted it."""
        mine = self._mine()
        with mine.busy:
            if self._closed:
                raise StoreClosedError("the project is closed")
            try:
                return function(mine.db)
            except sqlite3.OperationalError as error:
                if getattr(error, "sqlite_errorcode", None) == sqlite3.SQLITE_INTERRUPT:
                    raise StoreClosedError("the project was closed") from None
                raise

    def _mine(self) -> "_Reader":
        mine: _Reader | None = getattr(self._local, "reader", None)
        if mine is None:
            with self._gate:
                if self._closed:
                    raise StoreClosedError("the project is closed")
                mine = _Reader(open_for_reading(self._path, self._mode))
                self._all.append(mine)
            self._local.reader = mine
        return mine

    def close(self) -> None:
        """Close the connections of every thread, each when nobody reads on it: SQLite crashes otherwise.

        A statement that runs is interrupted: whoever closes a project waits for no answer, and shall wait for nobody.
        """
        with self._gate:
            self._closed = True
            for reader in self._all:
                reader.db.conn.interrupt()
            for reader in self._all:
                with reader.busy:
                    reader.db.close()
            self._all.clear()


class _Reader:
    """A connection of one thread. busy : held while it reads; a read may ask for another one meanwhile."""

    def __init__(self, db: sqlite_utils.Database) -> None:
        self.db = db
        self.busy = threading.RLock()
