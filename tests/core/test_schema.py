"""Databases of every released schema open in this version, and say what they said then."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from genmu_studio.audit.drafts import Draft
from genmu_studio.marks import Mark, Marks
from genmu_studio.project import Project
from genmu_studio.store.checks import broken_references, quick_check
from genmu_studio.store.migrations import migrations
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


FIRST = Path(__file__).parent / "schemas" / "m001_first.sql"


@pytest.mark.parametrize("dump", DUMPS[:-1], ids=lambda path: path.stem)
def test_a_migration_keeps_every_row_of_every_table(dump: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.executescript(dump.read_text(encoding="utf-8"))
        before = contents(db)

    Project.open(tmp_path).close()

    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        after = contents(db)
    for table, rows in before.items():
        width = len(rows[0]) if rows else 0  # a migration may add columns, at the end
        assert rows == [row[:width] for row in after[table]]
    assert sum(map(len, before.values())) > 50


def contents(db: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    return {name: db.execute(f'SELECT * FROM "{name}"').fetchall() for name in tables if name[0] != "_"}  # noqa: S608 - names of our tables


def test_what_was_made_before_there_were_marks_can_be_marked(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.executescript(FIRST.read_text(encoding="utf-8"))

    with Project.open(tmp_path) as project:
        (submission,) = project.submissions()
        assert project.marks(submission) == Marks({}, frozenset(), {})
        assert project.undo_titles() == (None, None)
        project.mark("Reject", [Mark("pick", 1, "reject")]).result()
        assert project.marks(submission).picks == {1: "reject"}


def test_marks_are_as_they_were_left(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.executescript((FIRST.parent / "m002_review.sql").read_text(encoding="utf-8"))

    with Project.open(tmp_path) as project:
        (submission,) = project.submissions()
        assert project.marks(submission) == Marks({1: "pick", 2: "reject"}, frozenset({1}), {1: "look at the hair"})
        assert project.undo_titles() == ("Note", "Clear pick")
        assert project.redo() == "Clear pick"
        assert project.marks(submission).picks == {2: "reject"}
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            project.store.write(lambda db: db.execute("DELETE FROM review_step")).result()


def test_labels_are_as_they_were_left(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.executescript((FIRST.parent / "m004_labels.sql").read_text(encoding="utf-8"))

    with Project.open(tmp_path) as project:
        campaign = project.labelling.campaign("smiles")
        queue = project.labelling.queue(campaign, "ada")
        first, second = (entry.token for entry in queue.entries[:2])
        assert [event.value for event in queue.standing(first, "smile")] == ["yes"]
        assert [(event.kind, event.value) for event in queue.standing(second, "smile")] == [("skip", "too dark")]
        assert [event.value for event in queue.standing(second, None)] == ["look at the hair"]
        judge = project.labelling.adjudication(campaign, "judge")
        assert [event.value for event in judge.adjudicated(first, "smile")] == ["no"]
        again = queue.redo().result()
        assert again is not None
        assert again.value == "no"
        assert [event.value for event in queue.standing(first, "smile")] == ["no"]


def test_exclusions_are_as_they_were_left(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.executescript((FIRST.parent / "m005_judges.sql").read_text(encoding="utf-8"))

    with Project.open(tmp_path) as project:
        campaign = project.labelling.campaign("smiles")
        labels = project.labelling.labels(campaign)
        assert labels.excluded == {"ben": "answers at random"}
        assert [label.seconds for label in labels.labels if label.value == "yes"] == [2.5]
        assert project.labelling.exclude(campaign, "ben", None)
        assert project.labelling.labels(campaign).excluded == {}
        assert [row.excluded for row in project.labelling.exclusion_history(campaign)] == [True, False]
        with pytest.raises(sqlite3.IntegrityError, match="only ever added to"):
            project.store.write(lambda db: db.execute("DELETE FROM exclusion_event")).result()


def test_an_audit_is_as_it_was_left(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / DATABASE_FILE)) as db:
        db.executescript((FIRST.parent / "m006_audit.sql").read_text(encoding="utf-8"))

    with Project.open(tmp_path) as project:
        (submission,) = project.submissions()
        assert project.audit.chain().ok
        assert project.audit.verdicts()[submission.id].decision == "query"
        assert project.audit.draft(submission) == Draft("reject", "weights equal")
        assert [event.kind for event in project.audit.history(submission)] == ["audited", "verdict"]
        assert project.audit.findings(submission).outcomes
        project.undo()
        assert project.audit.draft(submission).is_empty


def test_a_dump_names_no_folder_of_the_machine_it_was_made_on() -> None:
    for dump in DUMPS:
        roots = [
            line for line in dump.read_text(encoding="utf-8").splitlines() if line.startswith('INSERT INTO "root"')
        ]
        assert roots
        assert all("'/data/" in line for line in roots)
