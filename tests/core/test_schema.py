"""Databases of every released schema open in this version, and say what they said then."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from genmu_studio.project import Project
from genmu_studio.store.checks import broken_references, quick_check
from genmu_studio.store.schema import migrations
from genmu_studio.store.store import DATABASE_FILE
from tests.core import world

DUMPS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))


def test_each_schema_has_a_database_that_is_kept() -> None:
    assert [path.stem for path in DUMPS] == [migration.name for migration in migrations._migrations]


@pytest.mark.parametrize("dump", DUMPS, ids=lambda path: path.stem)
def test_an_old_project_opens_and_scores_as_it_did(dump: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))

    with Project.open(tmp_path) as project:
        assert project.store.read(migrations.pending) == []
        assert project.store.read(quick_check) == []
        assert project.store.read(broken_references) == []
        evaluation = world.look(project, "example-lab-face-r1")
        # Identity 1 shows 2, and 4 a stranger: everything is erased, two of three identities are kept.
        assert evaluation.track.ea.value == 100
        assert evaluation.track.ra.value == pytest.approx(200 / 3)
        assert evaluation.track.erb.value == pytest.approx(80)
        assert [row.rank for row in project.leaderboard("face")] == [1]
        (evaluator,) = project.evaluators()
        assert world.look(project, "example-lab-face-r1").own_lens.threshold.preset == "fallback"
        assert project.calibrate(evaluator).result.mated == 8
        project.freeze(evaluator, project.calibrate(evaluator))  # the very calibration that is frozen there


def test_a_dump_names_no_folder_of_the_machine_it_was_made_on() -> None:
    for dump in DUMPS:
        roots = [
            line for line in dump.read_text(encoding="utf-8").splitlines() if line.startswith('INSERT INTO "root"')
        ]
        assert roots
        assert all("'/data/" in line for line in roots)
