"""The project of the benchmarks of scale, made small: what it promises to those that measure on it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image

from genmu_studio.project import Project
from tests.bench.large import MEASURED, SUBMISSION, large_project, make_large_project
from tests.core import world

PAIRS = 1_600
TABLES = ("sample", "pair", "subject", "media", "embedding", "reference", "result", "condition")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_large_project(tmp_path_factory.mktemp("large"), PAIRS, 100)


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "project.db")) as db:
        return db.execute(query).fetchall()


def test_every_sample_has_a_result_of_every_evaluator_and_a_picture(folder: Path) -> None:
    assert rows(folder, "SELECT count(*) FROM pair") == [(PAIRS,)]
    assert rows(
        folder,
        "SELECT count(*), count(DISTINCT s.id), count(DISTINCT evaluator_digest) "
        "FROM sample s JOIN result r ON r.subject_id = s.subject_id",
    ) == [(2 * PAIRS * len(MEASURED), 2 * PAIRS, len(MEASURED))]
    files = [Path(f"{name}") for (name,) in rows(folder, "SELECT root.path || '/' || f.path FROM media_file f, root")]
    assert len({file.read_bytes() for file in files}) == 100
    with Image.open(files[-1]) as picture:
        assert picture.size == (256, 256)


def test_it_looks_like_a_submission_that_forgot_and_mostly_retained(folder: Path) -> None:
    with Project.open(folder, "read") as project:
        evaluation = world.look(project, SUBMISSION)
    assert evaluation.evaluator.official
    for group in evaluation.groups:
        assert group.original.fa.value is not None
        assert group.original.fa.value > 90
        assert group.unlearned.fa.value is not None
        assert 1 < group.unlearned.fa.value < 15
        assert group.unlearned.ra.value is not None
        assert 70 < group.unlearned.ra.value < 97
        assert group.outcomes["retain"]["became_forget"] > 0
        assert group.outcomes["retain"]["collapsed"] > 0
        assert group.mismatched_pairs > 0


def test_it_is_the_same_every_time(folder: Path, tmp_path: Path) -> None:
    again = make_large_project(tmp_path, PAIRS, 100)
    for table in TABLES:
        assert rows(again, f"SELECT * FROM {table}") == rows(folder, f"SELECT * FROM {table}")  # noqa: S608 - ours


def test_it_is_made_once_a_process() -> None:
    with large_project(16) as first, large_project(16) as second:
        assert first == second
        assert rows(first, "SELECT count(*) FROM pair") == [(16,)]
