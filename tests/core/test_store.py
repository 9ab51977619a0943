"""The store: what it refuses, what it rolls back, what it closes, and databases that are not as expected."""

import os
import sqlite3
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from sqlite_utils import Database, Migrations

from genmu_studio.project import Project
from genmu_studio.store import schema
from genmu_studio.store import store as stores
from genmu_studio.store.connection import StoreClosedError
from genmu_studio.store.migrations import migrations
from genmu_studio.store.results import NewResult, decode_embedding, encode_embedding, put_results
from genmu_studio.store.store import DATABASE_FILE, Store
from scoring.errors import UserError
from scoring.types import Measurement

INSERT_ROOT = "INSERT INTO root (name, path) VALUES (?, ?)"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = stores.create(tmp_path / "p.genmu")
    yield made
    made.close()


def roots(store: Store) -> list[str]:
    return [name for (name,) in store.read(lambda db: db.execute("SELECT name FROM root ORDER BY id").fetchall())]


# ---- what crosses the boundary ----


@pytest.mark.parametrize("value", [np.float32(0.5), np.int64(3), b"0.5", "half"])
def test_a_number_of_another_kind_is_refused_not_kept_as_a_blob(scored: Project, value: object) -> None:
    def write(db: Database) -> None:
        (digest,) = db.execute("SELECT digest FROM evaluator").fetchone()
        (sample,) = db.execute("SELECT min(id) FROM sample").fetchone()
        db.execute("INSERT INTO comparison VALUES (?, ?, '1', 'ok', '', ?)", [digest, sample, value])

    with pytest.raises((sqlite3.IntegrityError, sqlite3.ProgrammingError)):
        scored.store.write(write).result()


def test_a_nan_is_null_to_sqlite_and_no_similarity(scored: Project) -> None:
    def write(db: Database) -> None:
        (digest,) = db.execute("SELECT digest FROM evaluator").fetchone()
        (sample,) = db.execute("SELECT min(id) FROM sample").fetchone()
        db.execute("INSERT INTO comparison VALUES (?, ?, '1', 'ok', '', ?)", [digest, sample, float("nan")])

    with pytest.raises(sqlite3.IntegrityError, match="CHECK"):
        scored.store.write(write).result()


def write_outcome(project: Project, outcome: Measurement) -> tuple[str, str]:
    def write(db: Database) -> tuple[str, str]:
        digest, run = db.execute("SELECT evaluator_digest, id FROM run").fetchone()
        put_results(db, run, digest, [NewResult(1, outcome, "fake")])
        found: tuple[str, str] = db.execute(
            "SELECT values_json, detail_json FROM result WHERE subject_id = 1"
        ).fetchone()
        return found

    return project.store.write(write).result()


def test_numbers_of_numpy_become_pythons_own(scored: Project) -> None:
    detail = {"box": np.array([1.5, 2.0], np.float32), "faces": np.int64(2), "sure": np.bool_(True)}

    values, kept = write_outcome(scored, Measurement({"blur": np.float32(0.25)}, None, (), detail))  # type: ignore[dict-item]  # the point of the test

    assert values == '{"blur": 0.25}'
    assert kept == '{"box": [1.5, 2.0], "faces": 2, "sure": true}'


@pytest.mark.parametrize(
    "outcome",
    [
        Measurement({"blur": float("nan")}),
        Measurement({}, np.array([1, np.inf], np.float32)),
        Measurement({}, None, (), {"box": float("inf")}),
        Measurement({}, None, (), {"box": object()}),
    ],
)
def test_what_is_no_number_is_refused_and_the_earlier_outcome_stays(scored: Project, outcome: Measurement) -> None:
    before = scored.store.read(lambda db: db.execute("SELECT * FROM result ORDER BY 1, 2").fetchall())

    with pytest.raises((ValueError, TypeError)):
        write_outcome(scored, outcome)

    assert scored.store.read(lambda db: db.execute("SELECT * FROM result ORDER BY 1, 2").fetchall()) == before


def test_an_embedding_comes_back_bit_by_bit() -> None:
    vector = np.random.default_rng(1).normal(size=7).astype(np.float32)

    assert decode_embedding(encode_embedding(vector)).tobytes() == vector.tobytes()


# ---- one writer, many readers ----


def test_a_write_that_fails_leaves_nothing_and_the_thread_goes_on(store: Store) -> None:
    def half(db: Database) -> None:
        db.execute(INSERT_ROOT, ["a", "/a"])
        db.conn.executemany(INSERT_ROOT, [("b", "/b")])
        raise KeyError("in the middle")

    def on_its_own(db: Database) -> None:
        db.execute("COMMIT")

    failed = store.write(half)
    ended_early = store.write(on_its_own)
    kept = store.write(lambda db: db.execute(INSERT_ROOT, ["c", "/c"]).lastrowid)

    with pytest.raises(KeyError, match="in the middle"):
        failed.result()
    with pytest.raises(sqlite3.OperationalError):
        ended_early.result()
    kept.result()
    assert roots(store) == ["c"]


def test_writes_happen_in_the_order_they_were_asked_for(store: Store) -> None:
    names = [f"r{number:03}" for number in range(100)]

    def writer(name: str) -> None:
        store.write(lambda db: db.execute(INSERT_ROOT, [name, name]))

    for name in names:
        writer(name)
    store.write(lambda db: None).result()

    assert roots(store) == names


def test_what_was_asked_for_before_closing_is_written(tmp_path: Path) -> None:
    made = stores.create(tmp_path / "p.genmu")
    futures = [made.write(lambda db, n=n: db.execute(INSERT_ROOT, [str(n), str(n)]).lastrowid) for n in range(50)]  # type: ignore[misc]  # a default argument binds n
    made.close()
    made.close()

    assert all(future.done() for future in futures)
    with pytest.raises(StoreClosedError):
        made.write(lambda db: None)
    with pytest.raises(StoreClosedError):
        made.read(lambda db: None)
    reopened = stores.open_readable(tmp_path / "p.genmu")
    assert len(roots(reopened)) == 50
    reopened.close()


def test_each_thread_has_a_connection_of_its_own_that_cannot_write_and_is_closed(store: Store) -> None:
    barrier = threading.Barrier(3)

    def connection(_: int) -> sqlite3.Connection:
        barrier.wait(10)
        store.read(lambda db: db.execute("SELECT count(*) FROM root").fetchone())
        return store.read(lambda db: db.conn)

    with ThreadPoolExecutor(3) as pool:
        connections = list(pool.map(connection, range(3)))

    assert len(set(map(id, connections))) == 3
    with pytest.raises(sqlite3.OperationalError, match="readonly"):
        connections[0].execute(INSERT_ROOT, ["x", "/x"])
    store.close()
    for each in connections:
        with pytest.raises(sqlite3.ProgrammingError, match="closed"):
            each.execute("SELECT 1")


def test_a_full_disk_is_said_in_words_and_survived(store: Store) -> None:
    def fill(db: Database) -> None:
        (pages,) = db.execute("PRAGMA page_count").fetchone()
        db.execute(f"PRAGMA max_page_count = {pages + 2}")
        db.execute(INSERT_ROOT, ["big", "x" * 1_000_000])

    with pytest.raises(UserError, match="disk is full"):
        store.write(fill).result()

    store.write(lambda db: db.execute(INSERT_ROOT, ["small", "/s"])).result()
    assert roots(store) == ["small"]


# ---- databases that are not as expected ----


def test_creating_where_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "note.txt").write_text("mine")
    (tmp_path / "file").write_text("mine")

    for taken in ("p", "file"):
        with pytest.raises(UserError, match="exists already"):
            stores.create(tmp_path / taken)
    with pytest.raises(UserError, match="cannot be made"):
        stores.create(tmp_path / "file" / "inside")


@pytest.mark.parametrize("opening", [stores.open_best, stores.open_readable, stores.open_writable])
def test_what_is_no_project_is_said(tmp_path: Path, opening: object) -> None:
    assert callable(opening)
    with pytest.raises(UserError, match="no project at"):
        opening(tmp_path / "absent")


def test_a_folder_without_a_database_is_no_project_to_read(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=f"holds no {DATABASE_FILE}"):
        stores.open_readable(tmp_path)


@pytest.mark.parametrize("opening", [stores.open_best, stores.open_readable])
def test_a_foreign_database_is_refused_and_left_as_it_was(tmp_path: Path, opening: object) -> None:
    assert callable(opening)
    path = tmp_path / DATABASE_FILE
    foreign = sqlite3.connect(path)
    foreign.execute("CREATE TABLE recipes (name TEXT)")
    foreign.close()
    before = path.read_bytes()

    with pytest.raises(UserError, match="not a database of Genmu Studio"):
        opening(tmp_path)

    assert path.read_bytes() == before


@pytest.mark.parametrize("opening", [stores.open_best, stores.open_readable])
def test_a_newer_database_is_refused(scored: Project, opening: object) -> None:
    assert callable(opening)
    add = "INSERT INTO _sqlite_migrations (migration_set, name, applied_at) VALUES ('genmu_studio', 'm999_far', '')"
    scored.store.write(lambda db: db.execute(add)).result()
    scored.close()

    with pytest.raises(UserError, match="newer version"):
        opening(scored.folder)
    # The refusal gave the right to write back.
    with pytest.raises(UserError, match="newer version"):
        opening(scored.folder)


@pytest.mark.parametrize("opening", [stores.open_best, stores.open_readable])
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, opening: object) -> None:
    assert callable(opening)
    (tmp_path / DATABASE_FILE).write_bytes(b"PK\x03\x04" + b"no database" * 1000)

    with pytest.raises(UserError, match="cannot be opened"):
        opening(tmp_path)


def test_damage_inside_the_file_is_said_in_words(scored: Project) -> None:
    scored.close()
    path = scored.folder / DATABASE_FILE
    data = bytearray(path.read_bytes())
    data[16384 * 2 :] = b"\xaa" * (len(data) - 16384 * 2)
    path.write_bytes(data)

    with pytest.raises(UserError, match=r"damaged|cannot be opened"):
        Project.open(scored.folder, "read")
    with pytest.raises(UserError, match=r"damaged|cannot be opened"):
        Project.open(scored.folder)


def test_a_folder_that_nobody_can_write_to_is_read_as_it_is(scored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    scored.close()
    before = sorted(path.name for path in scored.folder.iterdir())
    # Root may write everywhere, whatever the mode of a folder says.
    monkeypatch.setattr(os, "access", lambda path, mode: mode != os.W_OK)

    with Project.open(scored.folder) as project:
        assert project.mode == "immutable"
        assert "read-only" in project.notice
        assert len(project.submissions()) == 1
        with pytest.raises(UserError, match="open read-only") as refused:
            project.store.write(lambda db: None)
        assert refused.value.hint == project.notice
        assert sorted(path.name for path in scored.folder.iterdir()) == before
    with pytest.raises(UserError, match="folder is read-only"):
        Project.open(scored.folder, "write")


# ---- migrations ----


@pytest.fixture
def next_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the program one migration newer."""
    newer = Migrations("genmu_studio")
    for migration in migrations._migrations:
        newer(name=migration.name)(migration.fn)

    @newer(name="m999_next")
    def add(db: Database) -> None:
        db.execute("CREATE TABLE added (id INTEGER PRIMARY KEY) STRICT")

    monkeypatch.setattr(schema, "migrations", newer)


@pytest.mark.usefixtures("scored_folder")
def test_a_migration_keeps_a_copy_of_what_was_before(scored: Project, next_version: None) -> None:
    rows = scored.store.read(lambda db: db.execute("SELECT count(*) FROM sample").fetchone())
    scored.close()

    with pytest.raises(UserError, match="older version"):
        stores.open_readable(scored.folder)
    with Project.open(scored.folder) as project:
        assert project.store.read(lambda db: db.execute("SELECT count(*) FROM added").fetchone()) == (0,)

    copy = sqlite3.connect(scored.folder / "project.db.before-migration")
    assert copy.execute("SELECT count(*) FROM sample").fetchone() == rows
    assert copy.execute("SELECT count(*) FROM sqlite_master WHERE name = 'added'").fetchone() == (0,)
    copy.close()


def test_nothing_is_copied_where_nothing_migrates(scored: Project) -> None:
    scored.close()
    with Project.open(scored.folder):
        pass

    assert not list(scored.folder.glob("*.before-migration"))


def test_closing_waits_for_what_another_thread_reads(store: Store) -> None:
    begun, closing, go_on = threading.Event(), threading.Event(), threading.Event()

    def read(db: Database) -> int:
        begun.set()
        assert go_on.wait(10)
        return int(db.execute("SELECT 7").fetchone()[0])

    def close() -> None:
        closing.set()
        store.close()

    with ThreadPoolExecutor(2) as pool:
        reading = pool.submit(store.read, read)
        assert begun.wait(10)
        closed = pool.submit(close)
        assert closing.wait(10)
        assert not closed.done()
        go_on.set()
        assert reading.result(10) == 7
        closed.result(10)
    with pytest.raises(StoreClosedError):
        store.read(read)


def test_closing_interrupts_a_statement_that_takes_long(store: Store) -> None:
    begun = threading.Event()

    def read(db: Database) -> None:
        db.conn.create_function("tell", 0, begun.set)
        db.execute("WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(tell()) FROM n")

    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(store.read, read)
        assert begun.wait(10)
        store.close()
        with pytest.raises(StoreClosedError):
            reading.result(10)
