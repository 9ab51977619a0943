"""Choosing which of two faces counts: the similarity, the outcome and the score follow, everywhere, and come back."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from sqlite_utils import Database

from genmu_studio import face_choice
from genmu_studio.checkup import check_project
from genmu_studio.domain import EvaluatorRow, SampleId, SubmissionId
from genmu_studio.evaluation import Evaluation, View
from genmu_studio.face_choice import FaceChoice, FaceChoiceReport, NotMeasured
from genmu_studio.jobs import Cancellation
from genmu_studio.marks import Mark
from genmu_studio.metrics_json import evaluation_json
from genmu_studio.pair_table import PairOutcome
from genmu_studio.project import Project
from genmu_studio.review import load_pairs, pair_facts
from genmu_studio.store.exports import result_rows
from scoring.errors import UserError
from tests.core import world

LEFT, RIGHT = (2.0, 2.0), (6.0, 2.0)  # centres of the faces in a picture of 8 × 4 pixels
TWO_FACES = world.Sample("unlearned", "One", "1", "c0", 0, shows="2|1", shade=900)
A, B = SubmissionId("a-face-r1"), SubmissionId("b-face-r1")


def samples_with_two_faces(first_shade: int) -> list[world.Sample]:
    """Return a submission that forgets identity 1; one picture shows both the identity it became and the forgotten."""
    rows = world.showing(world.grid(world.one_group()), {("unlearned", "1"): "2"})
    shaded = [replace(row, shade=first_shade + place) for place, row in enumerate(rows)]
    return [TWO_FACES if row.path == TWO_FACES.path else row for row in shaded]


@pytest.fixture(scope="module")
def made_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed, scored project whose two submissions share the picture of two faces."""
    folder = tmp_path_factory.mktemp("faces")
    protocol = world.one_group()
    with Project.create(folder / "project.genmu", protocol) as project:
        project.import_references(world.write_references(folder / "references", protocol.identities_of("face")))
        for team, shade in (("A", 0), ("B", 100)):
            world.take_in(project, world.write_submission(folder / team, samples_with_two_faces(shade), team=team))
        world.score_with_fake(project)
    return folder / "project.genmu"


@pytest.fixture
def made(made_folder: Path, tmp_path: Path) -> Iterator[Project]:
    shutil.copytree(made_folder.parent, tmp_path / "made")
    folder = tmp_path / "made" / "project.genmu"
    with Project.open(folder) as project:
        project.store.write(
            lambda db: db.execute("UPDATE root SET path = ? || '/' || name", [str(folder.parent)])
        ).result()
        yield project


@pytest.fixture
def told(made: Project) -> list[frozenset[str]]:
    """Return what the project announces from now on."""
    found: list[frozenset[str]] = []
    made.subscribe(lambda changes: found.append(frozenset(changes.areas)))
    return found


def sample_of(project: Project, submission: str, path: str = TWO_FACES.path) -> SampleId:
    def read(db: Database) -> int:
        return int(
            db.execute(
                "SELECT s.id FROM sample s JOIN media_file f ON f.id = s.file_id "
                "WHERE s.submission_id = ? AND f.path = ?",
                [submission, path],
            ).fetchone()[0]
        )

    return SampleId(project.store.read(read))


def fake(project: Project) -> EvaluatorRow:
    return next(row for row in project.evaluators() if row.name == "fake_image")


def choose(
    project: Project,
    at: tuple[float, float] | None,
    submission: str = A,
    *,
    path: str = TWO_FACES.path,
    evaluator: EvaluatorRow | None = None,
    cancellation: Cancellation | None = None,
) -> FaceChoiceReport:
    choice = FaceChoice(sample_of(project, submission, path), at, "Choose another face", world.INLINE)
    return project.choose_face(choice, evaluator or fake(project), cancellation=cancellation)


@dataclass(frozen=True)
class Looked:
    """What a person sees of a pair: similarity to the own template, outcome, box of the face that counts; the score."""

    own: float
    outcome: PairOutcome
    box: tuple[float, ...]
    erb: float | None
    everything: str


def look(project: Project, submission: str = A, path: str = TWO_FACES.path) -> Looked:
    row = project.submission(submission)
    evaluation = world.look(project, submission)
    pairs = load_pairs(project, row, evaluation)
    place = pairs.table.row_of(sample_of(project, submission, path))
    assert place is not None
    facts = pair_facts(project, pairs, place).unlearned
    assert facts is not None
    faces, chosen = facts.detail["faces"], facts.detail["chosen"]
    return Looked(
        float(pairs.table.own_unlearned[place]),
        PairOutcome(pairs.table.outcome[place]),
        tuple(faces[chosen]["box"]),  # type: ignore[index]  # JSON
        evaluation.track.erb.value,
        json.dumps(evaluation_json(evaluation), sort_keys=True),
    )


def links(project: Project) -> list[tuple[int, int]]:
    """Return the subject of each sample, and of each reference under the negative of its id."""
    query = "SELECT id, subject_id FROM sample UNION ALL SELECT -id, subject_id FROM reference ORDER BY 1"
    return project.store.read(lambda db: db.execute(query).fetchall())


def stored(project: Project) -> tuple[object, ...]:
    """Return every row that a choice may touch."""
    return links(project), events(project), project.undo_titles()


def events(project: Project) -> list[tuple[str | None, str | None]]:
    """Return what each event of the log changed, and to what."""
    return project.store.read(lambda db: db.execute("SELECT before, after FROM review_event ORDER BY id").fetchall())


def count(project: Project, table: str) -> int:
    return int(project.store.read(lambda db: db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]))  # noqa: S608


# ---- what a choice changes ----


def test_another_face_changes_similarity_outcome_and_score_and_undo_brings_them_back(
    made: Project, told: list[frozenset[str]]
) -> None:
    before = look(made)
    assert (before.outcome, before.box, before.erb) == (PairOutcome.BECAME_RETAIN, (0, 0, 4, 4), 100)
    results = count(made, "result")

    report = choose(made, RIGHT)

    assert report == FaceChoiceReport("changed", 2, 0, (A, B), ("fake_image",), ())
    assert told == [frozenset({"results", "marks"})]
    assert count(made, "result") == results + 1
    after = look(made)
    assert (after.outcome, after.box) == (PairOutcome.STILL_VERIFIED, (4, 0, 8, 4))
    assert after.own > 0.9 > before.own + 0.3
    assert after.erb == pytest.approx(2 * 50 * 100 / 150)
    assert made.undo_titles() == ("Choose another face", None)

    made.close()
    with Project.open(made.folder) as again:
        assert look(again) == after
        assert again.undo() == "Choose another face"
        assert look(again) == before
        assert again.redo() == "Choose another face"
        assert look(again) == after
        assert again.undo() == "Choose another face"
        assert look(again) == before
        assert count(again, "result") == results + 1


def test_undo_and_redo_of_a_face_tell_that_results_moved(made: Project, told: list[frozenset[str]]) -> None:
    choose(made, RIGHT)
    made.mark("Pick", [Mark("pick", sample_of(made, A), "pick")]).result()
    made.undo()
    made.undo()
    made.redo()

    both = frozenset({"results", "marks"})
    assert told == [both, frozenset({"marks"}), frozenset({"marks"}), both, both]


def test_the_same_picture_is_judged_alike_in_every_submission(made: Project) -> None:
    before = look(made, B)
    choose(made, RIGHT, A)

    assert look(made, B).box == look(made, A).box == (4, 0, 8, 4)
    assert look(made, B).erb == pytest.approx(200 / 3)
    made.undo()
    assert look(made, B) == before


def test_only_the_samples_that_show_the_picture_move(made: Project) -> None:
    before = links(made)
    choose(made, RIGHT)

    moved = {key for (key, first), (_, second) in zip(before, links(made), strict=True) if first != second}
    assert moved == {sample_of(made, A), sample_of(made, B)}


def test_a_later_import_of_the_picture_takes_the_choice_and_the_choice_takes_it_back(
    made: Project, tmp_path: Path
) -> None:
    choose(made, RIGHT)
    rows = samples_with_two_faces(200)
    world.take_in(made, world.write_submission(tmp_path / "C", rows, team="C"))

    assert world.score_with_fake(made).scored == len(rows) - 1  # the picture itself has been measured
    assert look(made, "c-face-r1").box == (4, 0, 8, 4)
    assert look(made, "c-face-r1").erb == pytest.approx(200 / 3)
    made.undo()
    assert look(made, "c-face-r1").box == (0, 0, 4, 4)
    assert look(made, "c-face-r1").erb == 100
    assert world.score_with_fake(made).run is None


def test_an_import_after_the_choice_was_undone_takes_the_face_by_the_protocol(made: Project, tmp_path: Path) -> None:
    choose(made, RIGHT)
    made.undo()
    world.take_in(made, world.write_submission(tmp_path / "C", samples_with_two_faces(200), team="C"))
    world.score_with_fake(made)

    assert look(made, "c-face-r1").box == (0, 0, 4, 4)


def import_two_faces_as(project: Project, identity: str, folder: Path) -> None:
    """Import references of every identity, of which one shows the picture of two faces."""
    for number, other in enumerate(("1", "2", "3", "4")):
        world.write_picture(folder / other / "one.png", other, 4010 + number)
    world.write_picture(folder / identity / "two.png", TWO_FACES.shows, 900)
    project.import_references(folder)


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


def test_a_reference_that_shows_the_picture_moves_with_it(made: Project, tmp_path: Path) -> None:
    import_two_faces_as(made, "3", tmp_path / "more")
    world.score_with_fake(made)
    before, of_left = linked(made), made.calibrate(fake(made)).digest

    report = choose(made, RIGHT)

    assert (report.samples, report.references) == (2, 1)
    assert references_with_two_faces(made) == {"3": linked(made)} != {"3": before}
    of_right = made.calibrate(fake(made)).digest
    assert of_right != of_left
    import_two_faces_as(made, "4", tmp_path / "later")
    assert references_with_two_faces(made) == {"3": linked(made), "4": linked(made)}
    made.undo()
    assert references_with_two_faces(made) == {"3": before, "4": before}


def test_what_came_before_and_after_a_choice_is_undone_around_it(made: Project) -> None:
    key = sample_of(made, A)
    before = look(made)
    made.mark("Pick", [Mark("pick", key, "pick")]).result()
    choose(made, RIGHT)
    made.mark("Note", [Mark("note", key, "two people")]).result()

    assert [made.undo() for _ in range(4)] == ["Note", "Choose another face", "Pick", None]
    assert look(made) == before
    assert [made.redo() for _ in range(4)] == ["Pick", "Choose another face", "Note", None]
    assert look(made).box == (4, 0, 8, 4)
    assert made.marks(made.submission(A)).notes == {key: "two people"}


# ---- which face is meant ----


@pytest.mark.parametrize("back", [None, LEFT, (2.05, 1.95)])
def test_choosing_the_face_of_the_protocol_ends_the_choice(made: Project, back: tuple[float, float] | None) -> None:
    before = look(made)
    choose(made, RIGHT)
    runs = count(made, "run")

    assert choose(made, back).ending == "changed"

    assert look(made) == before
    assert count(made, "run") == runs  # what was measured once is not measured again
    assert events(made) == [(None, "6.0,2.0"), ("6.0,2.0", None)]
    made.undo()
    assert look(made).box == (4, 0, 8, 4)


@pytest.mark.parametrize("at", [None, LEFT])
def test_the_face_that_counts_already_is_no_step(
    made: Project, at: tuple[float, float] | None, told: list[frozenset[str]]
) -> None:
    before = stored(made)

    assert choose(made, at) == FaceChoiceReport("unchanged")

    assert stored(made) == before
    choose(made, RIGHT)
    told.clear()
    assert choose(made, (6.04, 2.0), B) == FaceChoiceReport("unchanged")
    assert told == []
    assert events(made) == [(None, "6.0,2.0")]


# ---- when a choice cannot be ----


def test_where_no_face_is_nothing_changes(made: Project, told: list[frozenset[str]]) -> None:
    before, seen = stored(made), look(made)

    for _ in range(2):
        with pytest.raises(UserError, match="no face was found where one was picked") as refused:
            choose(made, (9.0, 2.0))

    assert "still counts" in refused.value.hint
    assert (stored(made), look(made)) == (before, seen)
    assert told == []
    assert made.undo_titles() == (None, None)


def test_a_choice_that_is_cancelled_changes_nothing(made: Project, told: list[frozenset[str]]) -> None:
    before = stored(made)
    cancellation = Cancellation()
    cancellation.request()

    assert choose(made, RIGHT, cancellation=cancellation) == FaceChoiceReport("cancelled")

    assert stored(made) == before
    assert told == []


def test_a_file_that_is_gone_cannot_be_measured(made: Project) -> None:
    before = stored(made)
    for team in ("A", "B"):
        (made.folder.parent / team / TWO_FACES.path).rename(made.folder.parent / team / "aside.png")

    with pytest.raises(UserError, match="fake_image"):
        choose(made, RIGHT)
    assert stored(made) == before

    (made.folder.parent / "B" / "aside.png").rename(made.folder.parent / "B" / TWO_FACES.path)
    assert choose(made, RIGHT).ending == "changed"  # one of the two files is there
    assert look(made).box == (4, 0, 8, 4)


def test_a_failure_while_it_is_written_leaves_nothing(made: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stored(made)

    def fail(db: Database, media: int, face: str | None) -> None:
        raise OSError("the disk went")

    with monkeypatch.context() as patch:
        patch.setattr(face_choice, "link_face", fail)
        with pytest.raises(OSError, match="the disk went"):
            choose(made, RIGHT)

    assert stored(made) == before
    assert choose(made, RIGHT).ending == "changed"


def test_a_project_that_is_open_for_reading_is_not_changed(made: Project) -> None:
    choose(made, RIGHT)
    made.close()

    with Project.open(made.folder, "read") as project:
        with pytest.raises(UserError, match="read-only"):
            choose(project, None)
        assert look(project).box == (4, 0, 8, 4)


# ---- who measures ----


def score_with_another_fake(project: Project) -> EvaluatorRow:
    """Score with a second evaluator; of one name, the later counts where nobody asks for the other."""
    first = fake(project)
    world.score_with_fake(project, fail_on="no such name")
    return next(row for row in project.evaluators() if row.digest != first.digest)


def test_every_evaluator_that_measured_the_picture_measures_the_face(made: Project) -> None:
    score_with_another_fake(made)
    results = count(made, "result")

    assert choose(made, RIGHT).measured == ("fake_image",)

    assert count(made, "result") == results + 2
    assert world.score_with_fake(made).run is None


def test_an_evaluator_that_cannot_run_is_named_and_its_score_waits(made: Project) -> None:
    other = score_with_another_fake(made)
    made.store.write(
        lambda db: db.execute("UPDATE evaluator SET name = 'gone' WHERE digest = ?", [other.digest])
    ).result()

    report = choose(made, RIGHT)

    assert report.ending == "changed"
    assert report.not_measured == (NotMeasured("gone", "there is no evaluator named 'gone'"),)
    assert look_with(made, "fake_image").track.erb.value == pytest.approx(200 / 3)
    assert look_with(made, "gone").track.erb.value is None
    made.undo()
    assert look_with(made, "gone").track.erb.value == 100


def look_with(project: Project, evaluator: str) -> Evaluation:
    return world.look(project, A, View(evaluator=evaluator))


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("name = 'gone'", "no evaluator named 'gone'"),
        ("options_json = json_set(options_json, '$.delay_s', 0.001)", "another version or other weights"),
    ],
)
def test_the_evaluator_looked_with_must_be_able_to_run(made: Project, change: str, reason: str) -> None:
    before = stored(made)
    made.store.write(lambda db: db.execute(f"UPDATE evaluator SET {change}")).result()  # noqa: S608 - from above
    (evaluator,) = made.evaluators()

    with pytest.raises(UserError, match=reason):
        choose(made, RIGHT, evaluator=evaluator)

    assert stored(made) == before


def test_results_of_others_know_no_faces(made: Project, tmp_path: Path) -> None:
    row = made.submission(A)
    table = tmp_path / "results.csv"
    table.write_text(f"path,identity,similarity\n{TWO_FACES.path},1,0.9\n")
    made.import_results(table, row, "theirs")
    theirs = next(each for each in made.evaluators() if each.kind == "imported")

    with pytest.raises(UserError, match="no face to choose"):
        choose(made, RIGHT, evaluator=theirs)

    compared = made.store.read(lambda db: db.execute("SELECT * FROM comparison").fetchall())
    assert choose(made, RIGHT).ending == "changed"
    assert made.store.read(lambda db: db.execute("SELECT * FROM comparison").fetchall()) == compared


def test_doctor_and_export_say_what_counts(made: Project) -> None:
    choose(made, RIGHT)

    rows = [row for row in made.store.read(result_rows) if row["path"] == TWO_FACES.path]
    assert [row["submission"] for row in rows] == [A, B]
    assert [json.loads(str(row["detail"]))["chosen"] for row in rows] == [1, 1]
    made.close()
    assert [(check.id, check.ok) for check in check_project(made.folder)] == [
        ("database", True),
        ("references", True),
        ("schema", True),
    ]
