"""A score that rests on faces that people picked says so wherever it stands."""

import json
from pathlib import Path

import pytest

from genmu_studio.cli import main
from genmu_studio.export import metrics_table, results_table
from genmu_studio.leaderboard_table import board_cells
from genmu_studio.project import Project
from genmu_studio.review import load_pairs, pair_facts
from genmu_studio.store import face_choices
from genmu_studio.store.exports import result_rows
from genmu_studio.view import View
from tests.core import world
from tests.core.reports import words, write
from tests.core.two_faces import LEFT, RIGHT, TWO_FACES, A, B, choose, look_with, sample_of

ONE = "1 sample is measured on a face that a person picked"


def add_reference(project: Project, folder: Path) -> None:
    """Import a reference that shows the picture of two faces, and score it."""
    for number, identity in enumerate(("1", "2", "3", "4")):
        world.write_picture(folder / identity / "one.png", identity, 4010 + number)
    world.write_picture(folder / "2" / "two.png", TWO_FACES.shows, 900)
    project.intake.references(folder)
    world.score_with_fake(project)


def test_nothing_is_said_where_no_face_was_picked(two_faced: Project) -> None:
    assert world.look(two_faced, A).notes == ()
    assert world.look(two_faced, A).faces_picked == ""
    assert {row["face_picked"] for row in two_faced.store.read(result_rows)} == {0}


def test_samples_and_references_are_counted_in_one_sentence(two_faced: Project, tmp_path: Path) -> None:
    add_reference(two_faced, tmp_path / "more")
    choose(two_faced, RIGHT)
    both = "1 sample and 1 reference are measured on a face that a person picked"
    assert world.look(two_faced, A).notes[0] == both
    assert world.look(two_faced, B).notes[0] == both


def test_undo_and_the_face_of_the_protocol_end_it(two_faced: Project) -> None:
    choose(two_faced, RIGHT)
    assert world.look(two_faced, A).notes == (ONE,)
    two_faced.undo()
    assert world.look(two_faced, A).notes == ()
    two_faced.redo()
    assert world.look(two_faced, A).notes == (ONE,)
    choose(two_faced, LEFT)
    assert world.look(two_faced, A).notes == ()


def test_only_what_that_evaluator_measured_counts(two_faced: Project) -> None:
    choose(two_faced, RIGHT)
    world.score_with_fake(two_faced, fail_on=TWO_FACES.path.rpartition("/")[2])  # another version of it
    failed = world.look(two_faced, A)
    assert failed.evaluator.digest != two_faced.evaluators()[0].digest
    assert failed.faces_picked == ""


def test_imported_similarities_rest_on_no_face(two_faced: Project, tmp_path: Path) -> None:
    choose(two_faced, RIGHT)
    table = tmp_path / "theirs.csv"
    table.write_text(f"path,identity,similarity,status\n{TWO_FACES.path},1,0.9,ok\n", encoding="utf-8")
    two_faced.intake.results(table, two_faced.submission(A), "theirs")
    assert look_with(two_faced, "theirs").faces_picked == ""
    rows = [row for row in two_faced.store.read(result_rows) if row["path"] == TWO_FACES.path]
    assert {(row["submission"], row["evaluator"], row["face_picked"]) for row in rows} == {
        (A, "fake_image", 1), (A, "theirs", 0), (B, "fake_image", 1),
    }  # fmt: skip


def test_metrics_leaderboard_export_and_report_say_it(
    two_faced: Project, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    def printed(*arguments: object) -> str:
        capfd.readouterr()
        with pytest.raises(SystemExit):
            main([str(argument) for argument in arguments])
        return capfd.readouterr().out

    choose(two_faced, RIGHT)
    two_faced.close()
    metrics = json.loads(printed("metrics", "--json", two_faced.folder))
    assert [row["notes"] for row in metrics["submissions"]] == [[ONE], [ONE]]
    assert printed("metrics", two_faced.folder).count(f"! {ONE}") == 2
    with Project.open(two_faced.folder) as again:
        assert all(ONE in board_cells(row)[-1] for row in again.leaderboard("face"))
        exported = {(row["submission"], row["path"]): row["face_picked"] for row in results_table(again)}
        assert {row["faces_picked"] for row in metrics_table(again)} == {ONE}
        assert [key for key, picked in exported.items() if picked] == [(A, TWO_FACES.path), (B, TWO_FACES.path)]
        report, _ = write(again, A)
        assert ONE in report.text
        board, _ = write(again, "face", name="board.html")
        assert words(board.tree.find("body")).count(ONE) == 2


def test_a_pair_says_of_which_side_a_face_was_picked(two_faced: Project) -> None:
    choose(two_faced, RIGHT)
    evaluation = world.look(two_faced, A, View())
    pairs = load_pairs(two_faced, two_faced.submission(A), evaluation.look)
    row = pairs.table.row_of(sample_of(two_faced, A))
    assert row is not None
    facts = pair_facts(two_faced, pairs, row)
    assert facts.original is not None
    assert facts.unlearned is not None
    assert (facts.original.face_picked, facts.unlearned.face_picked) == (False, True)


@pytest.mark.parametrize("index", ["review_event_by_media", "subject_by_media", "sample_by_subject"])
def test_counting_begins_with_the_few_pictures_of_the_log(two_faced: Project, index: str) -> None:
    wanted = {"submission": A, "track": "face", "evaluator": "", "face_at": "$.face_at"}
    plan = two_faced.store.read(
        lambda db: [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {face_choices._PICKED}", wanted)]
    )
    assert any(index in step for step in plan), plan
    assert not any("SCAN subject" in step or "SCAN j" in step or "SCAN result" in step for step in plan), plan
