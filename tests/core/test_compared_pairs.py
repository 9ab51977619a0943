"""Evaluators of pairs: what they are given, and what is missing of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from genmu_studio.pipeline import RunReport, ScoreRequest
from genmu_studio.project import Project
from scoring import registry
from scoring.registry import RegisteredEvaluator
from scoring.types import EvaluatorInfo, EvaluatorSpec, Measurement, Outcome, Subject
from tests.core import world

NAME = "notes_pairs"
INFO = EvaluatorInfo(
    name=NAME, version="1", title="Notes what it is given", track="face", input="image", produces=("seen",), needs=(),
    extra="", kind="fake", licence="", source="", aspect="prosody", pairs=True,
)  # fmt: skip


class NotesPairs:
    """Keeps the pairs of paths, relative to the submission, that it was asked to compare."""

    provider = "fake"
    notice = ""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str]] = []

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        for subject in batch:
            assert subject.partner is not None
            pair = (Path(subject.media.path), Path(subject.partner.path))
            self.seen.append(("/".join(pair[0].parts[-5:]), "/".join(pair[1].parts[-5:])))
        return [Measurement({"seen": 1.0}) for _ in batch]


@pytest.fixture
def notes(monkeypatch: pytest.MonkeyPatch) -> NotesPairs:
    registry.evaluators()
    model = NotesPairs()
    registered = RegisteredEvaluator(INFO, lambda options, device: model, lambda options: ())
    monkeypatch.setitem(registry._EVALUATORS, NAME, registered)
    monkeypatch.setattr("scoring.work._opened", lambda spec: model)
    return model


def compare(project: Project, *submissions: str) -> RunReport:
    return project.score(ScoreRequest(EvaluatorSpec(NAME), submissions, world.INLINE))


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    protocol = world.one_group()
    samples = world.grid(protocol, conditions=3, seeds=2)
    world.write_submission(tmp_path / "entry", samples)
    with Project.create(tmp_path / "made.genmu", protocol) as made:
        world.take_in(made, tmp_path / "entry")
        yield made


def test_each_unlearned_sample_meets_the_original_of_its_pair(project: Project, notes: NotesPairs) -> None:
    compare(project)
    matched = [(one, other) for one, other in notes.seen if one.startswith("unlearned/")]
    assert len(matched) == 4 * 3 * 2
    assert {(one.removeprefix("unlearned"), other.removeprefix("original")) for one, other in matched} == {
        (path, path) for path in (f"/One/{i}/c{c}/{seed}.png" for i in "1234" for c in range(3) for seed in range(2))
    }


def test_originals_meet_the_next_condition_of_their_identity(project: Project, notes: NotesPairs) -> None:
    compare(project)
    floor = [(one, other) for one, other in notes.seen if one.startswith("original/")]
    assert sorted(floor) == sorted(
        (f"original/One/{i}/c{c}/0.png", f"original/One/{i}/c{(c + 1) % 3}/0.png") for i in "1234" for c in range(3)
    )


def test_what_was_compared_is_not_compared_again(project: Project, notes: NotesPairs) -> None:
    first = compare(project)
    assert (first.scored, first.skipped) == (24 + 12, 0)
    notes.seen.clear()
    second = compare(project)
    assert (second.scored, second.skipped, notes.seen) == (0, 36, [])


def test_a_later_submission_is_compared_too(project: Project, notes: NotesPairs, tmp_path: Path) -> None:
    compare(project)
    later = world.showing(world.grid(project.protocol, conditions=3, seeds=2), {("unlearned", "1"): "2"})
    world.take_in(project, world.write_submission(tmp_path / "later", later, team="Second Lab"))
    notes.seen.clear()
    found = compare(project)
    # The originals are the same pictures in the same pairs; of the unlearned ones those of identity 1 are new.
    assert found.scored == 6
    assert {one.split("/")[2] for one, _ in notes.seen} == {"1"}


def test_transcripts_decide_what_does_not_match(tmp_path: Path, notes: NotesPairs) -> None:
    protocol = world.one_group()
    texts = {"c0": "good morning", "c1": "good morning", "c2": "good night"}
    samples = [
        world.Sample(side, "One", "1", name, 0, settings={"transcript": text})
        for side in ("original", "unlearned")
        for name, text in texts.items()
    ]
    world.write_submission(tmp_path / "entry", samples)
    with Project.create(tmp_path / "texts.genmu", protocol) as project:
        world.take_in(project, tmp_path / "entry")
        compare(project)
    floor = {(one.split("/")[3], other.split("/")[3]) for one, other in notes.seen if one.startswith("original/")}
    assert floor == {("c0", "c2"), ("c1", "c2"), ("c2", "c0")}


def test_one_condition_has_nothing_that_does_not_match(tmp_path: Path, notes: NotesPairs) -> None:
    protocol = world.one_group()
    world.write_submission(tmp_path / "entry", world.grid(protocol, conditions=1))
    with Project.create(tmp_path / "one.genmu", protocol) as project:
        world.take_in(project, tmp_path / "entry")
        assert compare(project).scored == 4


def test_what_measures_another_aspect_decides_nothing(project: Project, notes: NotesPairs) -> None:
    compare(project)
    (submission,) = project.submissions()
    assert project.evaluators_of(submission) == []
    assert project.best_evaluator(submission) is None
    assert [row.name for row in project.other_evaluators_of(submission)] == [NAME]
    world.score_with_fake(project)
    assert project.best_evaluator(submission) == project.evaluators_of(submission)[0]
    assert [row.name for row in project.evaluators_of(submission)] == ["fake_image"]
