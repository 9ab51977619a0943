"""Choosing a face that cannot be measured changes nothing; evaluators that could not measure it are named."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlite_utils import Database

from genmu_studio import face_choice, pipeline
from genmu_studio.domain import EvaluatorRow
from genmu_studio.face_choice import FaceChoiceReport, NotMeasured
from genmu_studio.jobs import Cancellation
from genmu_studio.pipeline import RunReport, ScoreRequest
from genmu_studio.project import Project
from genmu_studio.protocol import Protocol
from genmu_studio.store.store import Store
from scoring.codes import Code
from scoring.errors import UserError
from scoring.types import EvaluatorSpec, Outcome, SampleFailure, Subject
from scoring.work import run_batch
from tests.core import world
from tests.core.listening import listen_to
from tests.core.two_faces import RIGHT, TWO_FACES, A, choose, count, events, fake, look, look_with, stored

# ---- when a choice cannot be ----


def test_where_no_face_is_nothing_changes(two_faced: Project) -> None:
    told = listen_to(two_faced)
    before, seen = stored(two_faced), look(two_faced)

    for _ in range(2):
        with pytest.raises(UserError, match="no face was found where one was picked") as refused:
            choose(two_faced, (9.0, 2.0))

    assert "still counts" in refused.value.hint
    assert (stored(two_faced), look(two_faced)) == (before, seen)
    assert told == []
    assert two_faced.undo_titles() == (None, None)


def test_a_choice_that_is_cancelled_changes_nothing(two_faced: Project) -> None:
    told = listen_to(two_faced)
    before = stored(two_faced)
    cancellation = Cancellation()
    cancellation.request()

    assert choose(two_faced, RIGHT, cancellation=cancellation) == FaceChoiceReport("cancelled")

    assert stored(two_faced) == before
    assert told == []


def test_a_file_that_is_gone_cannot_be_measured(two_faced: Project) -> None:
    before = stored(two_faced)
    for team in ("A", "B"):
        (two_faced.folder.parent / team / TWO_FACES.path).rename(two_faced.folder.parent / team / "aside.png")

    with pytest.raises(UserError, match="fake_image"):
        choose(two_faced, RIGHT)
    assert stored(two_faced) == before

    (two_faced.folder.parent / "B" / "aside.png").rename(two_faced.folder.parent / "B" / TWO_FACES.path)
    assert choose(two_faced, RIGHT).ending == "changed"  # one of the two files is there
    assert look(two_faced).box == (4, 0, 8, 4)


def test_a_failure_while_it_is_written_leaves_nothing(two_faced: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    before = stored(two_faced)

    def fail(db: Database, media: int, face: str | None) -> None:
        raise OSError("the disk went")

    with monkeypatch.context() as patch:
        patch.setattr(face_choice, "link_face", fail)
        with pytest.raises(OSError, match="the disk went"):
            choose(two_faced, RIGHT)

    assert stored(two_faced) == before
    assert choose(two_faced, RIGHT).ending == "changed"


def test_a_project_that_is_open_for_reading_is_not_changed(two_faced: Project) -> None:
    choose(two_faced, RIGHT)
    two_faced.close()

    with Project.open(two_faced.folder, "read") as project:
        with pytest.raises(UserError, match="read-only"):
            choose(project, None)
        assert look(project).box == (4, 0, 8, 4)


# ---- who measures ----


def score_with_another_fake(project: Project) -> EvaluatorRow:
    """Score with a second evaluator; of one name, the later counts where nobody asks for the other."""
    first = fake(project)
    world.score_with_fake(project, fail_on="no such name")
    return next(row for row in project.evaluators() if row.digest != first.digest)


def test_every_evaluator_that_measured_the_picture_measures_the_face(two_faced: Project) -> None:
    score_with_another_fake(two_faced)
    results = count(two_faced, "result")

    assert choose(two_faced, RIGHT).measured == ("fake_image",)

    assert count(two_faced, "result") == results + 2
    assert world.score_with_fake(two_faced).run is None


def test_an_evaluator_that_cannot_run_is_named_and_its_score_waits(two_faced: Project) -> None:
    other = score_with_another_fake(two_faced)
    two_faced.store.write(
        lambda db: db.execute("UPDATE evaluator SET name = 'gone' WHERE digest = ?", [other.digest])
    ).result()

    report = choose(two_faced, RIGHT)

    assert report.ending == "changed"
    assert report.not_measured == (NotMeasured("gone", "there is no evaluator named 'gone'"),)
    assert look_with(two_faced, "fake_image").track.erb.value == pytest.approx(200 / 3)
    assert look_with(two_faced, "gone").track.erb.value is None
    two_faced.undo()
    assert look_with(two_faced, "gone").track.erb.value == 100


def test_an_evaluator_that_cannot_be_loaded_any_more_is_named(
    two_faced: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = score_with_another_fake(two_faced)

    def loads_all_but_one(store: Store, protocol: Protocol, request: ScoreRequest, *others: Any) -> RunReport:
        if dict(request.spec.options)["fail_on"] == other.options["fail_on"]:
            raise UserError("the worker ended while it loaded fake_image")
        return pipeline.score(store, protocol, request, *others)

    monkeypatch.setattr(face_choice, "score", loads_all_but_one)

    report = choose(two_faced, RIGHT)

    assert report.not_measured == (NotMeasured("fake_image", "the worker ended while it loaded fake_image"),)
    monkeypatch.undo()
    assert world.score_with_fake(two_faced, fail_on="no such name").scored == 1
    assert look(two_faced).box == (4, 0, 8, 4)


def test_an_evaluator_that_never_could_measure_the_picture_stands_in_nobodys_way(two_faced: Project) -> None:
    world.score_with_fake(two_faced, fail_on=TWO_FACES.path.rpartition("/")[2])

    report = choose(two_faced, RIGHT)

    assert report.ending == "changed"
    (other,) = report.not_measured
    assert "was told to fail on 0.png" in other.reason
    assert events(two_faced) == [(None, "6.0,2.0")]


def test_a_face_that_another_evaluator_loses_is_not_chosen(two_faced: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    other = score_with_another_fake(two_faced)
    before = stored(two_faced)

    def loses_it(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
        if dict(spec.options)["fail_on"] == other.options["fail_on"]:
            return [SampleFailure(Code.NO_FACE, "no face was found where one was picked")] * len(subjects)
        return run_batch(spec, subjects)

    monkeypatch.setattr(pipeline, "run_batch", loses_it)

    with pytest.raises(UserError, match="fake_image: no face was found where one was picked"):
        choose(two_faced, RIGHT)

    assert stored(two_faced) == before


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ("name = 'gone'", "no evaluator named 'gone'"),
        ("options_json = json_set(options_json, '$.delay_s', 0.001)", "another version or other weights"),
    ],
)
def test_the_evaluator_looked_with_must_be_able_to_run(two_faced: Project, change: str, reason: str) -> None:
    before = stored(two_faced)
    two_faced.store.write(lambda db: db.execute(f"UPDATE evaluator SET {change}")).result()  # noqa: S608 - from above
    (evaluator,) = two_faced.evaluators()

    with pytest.raises(UserError, match=reason):
        choose(two_faced, RIGHT, evaluator=evaluator)

    assert stored(two_faced) == before


def test_results_of_others_know_no_faces(two_faced: Project, tmp_path: Path) -> None:
    row = two_faced.submission(A)
    table = tmp_path / "results.csv"
    table.write_text(f"path,identity,similarity\n{TWO_FACES.path},1,0.9\n")
    two_faced.intake.results(table, row, "theirs")
    theirs = next(each for each in two_faced.evaluators() if each.kind == "imported")

    with pytest.raises(UserError, match="no face to choose"):
        choose(two_faced, RIGHT, evaluator=theirs)

    compared = two_faced.store.read(lambda db: db.execute("SELECT * FROM comparison").fetchall())
    assert choose(two_faced, RIGHT).ending == "changed"
    assert two_faced.store.read(lambda db: db.execute("SELECT * FROM comparison").fetchall()) == compared
