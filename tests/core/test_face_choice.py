"""Choosing which of two faces counts: the similarity, the outcome and the score follow, everywhere, and come back."""

import json
from pathlib import Path

import pytest

from genmu_studio.checkup import check_project
from genmu_studio.face_choice import FaceChoiceReport
from genmu_studio.marks import Mark
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.store.exports import result_rows
from tests.core import world
from tests.core.listening import listen_to
from tests.core.two_faces import (
    LEFT,
    RIGHT,
    TWO_FACES,
    A,
    B,
    choose,
    count,
    events,
    fake,
    links,
    look,
    sample_of,
    samples_with_two_faces,
    stored,
)

# ---- what a choice changes ----


def test_another_face_changes_similarity_outcome_and_score_and_undo_brings_them_back(two_faced: Project) -> None:
    told = listen_to(two_faced)
    before = look(two_faced)
    assert (before.outcome, before.box, before.erb) == (PairOutcome.BECAME_RETAIN, (0, 0, 4, 4), 100)
    results = count(two_faced, "result")

    report = choose(two_faced, RIGHT)

    assert report == FaceChoiceReport("changed", 2, 0, (A, B), ("fake_image",), ())
    assert told == [frozenset({"results", "marks"})]
    assert count(two_faced, "result") == results + 1
    after = look(two_faced)
    assert (after.outcome, after.box) == (PairOutcome.STILL_VERIFIED, (4, 0, 8, 4))
    assert after.own > 0.9 > before.own + 0.3
    assert after.erb == pytest.approx(2 * 50 * 100 / 150)
    assert two_faced.undo_titles() == ("Choose another face", None)

    two_faced.close()
    with Project.open(two_faced.folder) as again:
        assert look(again) == after
        assert again.undo() == "Choose another face"
        assert look(again) == before
        assert again.redo() == "Choose another face"
        assert look(again) == after
        assert again.undo() == "Choose another face"
        assert look(again) == before
        assert count(again, "result") == results + 1


def test_undo_and_redo_of_a_face_tell_that_results_moved(two_faced: Project) -> None:
    told = listen_to(two_faced)
    choose(two_faced, RIGHT)
    two_faced.mark("Pick", [Mark("pick", sample_of(two_faced, A), "pick")]).result()
    two_faced.undo()
    two_faced.undo()
    two_faced.redo()

    both = frozenset({"results", "marks"})
    assert told == [both, frozenset({"marks"}), frozenset({"marks"}), both, both]


def test_the_same_picture_is_judged_alike_in_every_submission(two_faced: Project) -> None:
    before = look(two_faced, B)
    choose(two_faced, RIGHT, A)

    assert look(two_faced, B).box == look(two_faced, A).box == (4, 0, 8, 4)
    assert look(two_faced, B).erb == pytest.approx(200 / 3)
    two_faced.undo()
    assert look(two_faced, B) == before


def test_only_the_samples_that_show_the_picture_move(two_faced: Project) -> None:
    before = links(two_faced)
    choose(two_faced, RIGHT)

    moved = {key for (key, first), (_, second) in zip(before, links(two_faced), strict=True) if first != second}
    assert moved == {sample_of(two_faced, A), sample_of(two_faced, B)}


def test_a_later_import_of_the_picture_takes_the_choice_and_the_choice_takes_it_back(
    two_faced: Project, tmp_path: Path
) -> None:
    choose(two_faced, RIGHT)
    rows = samples_with_two_faces(200)
    world.take_in(two_faced, world.write_submission(tmp_path / "C", rows, team="C"))

    assert world.score_with_fake(two_faced).scored == len(rows) - 1  # the picture itself has been measured
    assert look(two_faced, "c-face-r1").box == (4, 0, 8, 4)
    assert look(two_faced, "c-face-r1").erb == pytest.approx(200 / 3)
    two_faced.undo()
    assert look(two_faced, "c-face-r1").box == (0, 0, 4, 4)
    assert look(two_faced, "c-face-r1").erb == 100
    assert world.score_with_fake(two_faced).run is None


def test_an_import_after_the_choice_was_undone_takes_the_face_by_the_protocol(
    two_faced: Project, tmp_path: Path
) -> None:
    choose(two_faced, RIGHT)
    two_faced.undo()
    world.take_in(two_faced, world.write_submission(tmp_path / "C", samples_with_two_faces(200), team="C"))
    world.score_with_fake(two_faced)

    assert look(two_faced, "c-face-r1").box == (0, 0, 4, 4)


def import_two_faces_as(project: Project, identity: str, folder: Path) -> None:
    """Import references of every identity, of which one shows the picture of two faces."""
    for number, other in enumerate(("1", "2", "3", "4")):
        world.write_picture(folder / other / "one.png", other, 4010 + number)
    world.write_picture(folder / identity / "two.png", TWO_FACES.shows, 900)
    project.intake.references(folder)


def references_with_two_faces(project: Project) -> dict[str, int]:
    """Return the subject that such a reference is linked to, by identity."""
    query = (
        "SELECT ref.identity, ref.subject_id FROM reference ref JOIN media_file f ON f.id = ref.file_id "
        "WHERE f.path LIKE '%two.png'"
    )
    return dict(project.store.read(lambda db: db.execute(query).fetchall()))


def linked(project: Project) -> int:
    """Return the subject that the sample of two faces is linked to."""
    return dict(links(project))[sample_of(project, A)]


def test_a_reference_that_shows_the_picture_moves_with_it(two_faced: Project, tmp_path: Path) -> None:
    import_two_faces_as(two_faced, "3", tmp_path / "more")
    world.score_with_fake(two_faced)
    before, of_left = linked(two_faced), two_faced.calibrate(fake(two_faced)).digest

    report = choose(two_faced, RIGHT)

    assert (report.samples, report.references) == (2, 1)
    assert references_with_two_faces(two_faced) == {"3": linked(two_faced)} != {"3": before}
    of_right = two_faced.calibrate(fake(two_faced)).digest
    assert of_right != of_left
    import_two_faces_as(two_faced, "4", tmp_path / "later")
    assert references_with_two_faces(two_faced) == {"3": linked(two_faced), "4": linked(two_faced)}
    two_faced.undo()
    assert references_with_two_faces(two_faced) == {"3": before, "4": before}


def test_what_came_before_and_after_a_choice_is_undone_around_it(two_faced: Project) -> None:
    key = sample_of(two_faced, A)
    before = look(two_faced)
    two_faced.mark("Pick", [Mark("pick", key, "pick")]).result()
    choose(two_faced, RIGHT)
    two_faced.mark("Note", [Mark("note", key, "two people")]).result()

    assert [two_faced.undo() for _ in range(4)] == ["Note", "Choose another face", "Pick", None]
    assert look(two_faced) == before
    assert [two_faced.redo() for _ in range(4)] == ["Pick", "Choose another face", "Note", None]
    assert look(two_faced).box == (4, 0, 8, 4)
    assert two_faced.marks(two_faced.submission(A)).notes == {key: "two people"}


# ---- which face is meant ----


@pytest.mark.parametrize("back", [None, LEFT, (2.05, 1.95)])
def test_choosing_the_face_of_the_protocol_ends_the_choice(
    two_faced: Project, back: tuple[float, float] | None
) -> None:
    before = look(two_faced)
    choose(two_faced, RIGHT)
    runs = count(two_faced, "run")

    assert choose(two_faced, back).ending == "changed"

    assert look(two_faced) == before
    assert count(two_faced, "run") == runs  # what was measured once is not measured again
    assert events(two_faced) == [(None, "6.0,2.0"), ("6.0,2.0", None)]
    two_faced.undo()
    assert look(two_faced).box == (4, 0, 8, 4)


@pytest.mark.parametrize("at", [None, LEFT])
def test_the_face_that_counts_already_is_no_step(two_faced: Project, at: tuple[float, float] | None) -> None:
    told = listen_to(two_faced)
    before = stored(two_faced)

    assert choose(two_faced, at) == FaceChoiceReport("unchanged")

    assert stored(two_faced) == before
    choose(two_faced, RIGHT)
    told.clear()
    assert choose(two_faced, (6.04, 2.0), B) == FaceChoiceReport("unchanged")
    assert told == []
    assert events(two_faced) == [(None, "6.0,2.0")]


def test_doctor_and_export_say_what_counts(two_faced: Project) -> None:
    choose(two_faced, RIGHT)

    rows = [row for row in two_faced.store.read(result_rows) if row["path"] == TWO_FACES.path]
    assert [row["submission"] for row in rows] == [A, B]
    assert [json.loads(str(row["detail"]))["chosen"] for row in rows] == [1, 1]
    two_faced.close()
    assert [(check.id, check.ok) for check in check_project(two_faced.folder)] == [
        ("database", True),
        ("references", True),
        ("schema", True),
        ("audit log", True),
    ]
