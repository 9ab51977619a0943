"""Choosing another face with the light evaluator, in a worker process, on a picture of two of the demo's people."""

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image

from genmu_studio.demo import faces
from genmu_studio.demo.material import Cell
from genmu_studio.domain import SampleId, SubmissionId
from genmu_studio.face_choice import FaceChoice, FaceChoiceReport
from genmu_studio.metrics_json import evaluation_json
from genmu_studio.pair_details import FaceBox, faces_of
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from genmu_studio.protocol import load_protocol
from genmu_studio.protocol_tables import GroupTable
from genmu_studio.review import load_pairs, pair_facts
from scoring.types import EvaluatorSpec
from scoring.work import release_models
from tests.core import world

pytestmark = pytest.mark.models

FORGET, *RETAIN = faces.FACES.group.identities
STRANGER = faces.COHORT[0]
A, B = SubmissionId("a-face-r1"), SubmissionId("b-face-r1")


def two_people() -> bytes:
    """Return a JPEG of a stranger, large, and beside her of the person to be forgotten."""
    large, small = (
        Image.open(io.BytesIO(faces.original(Cell(person, "studio", 21)))).resize((side, side))
        for person, side in ((STRANGER, 320), (FORGET, 224))
    )
    picture = Image.new("RGB", (544, 320))
    picture.paste(large, (0, 0))
    picture.paste(small, (320, 48))
    stream = io.BytesIO()
    picture.save(stream, "JPEG", quality=92)
    return stream.getvalue()


def write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def write_entry(folder: Path, team: str) -> Path:
    """Write a submission that changes nothing but what it gives for the identity to be forgotten: two people."""
    rows = ["path,side,group,identity,condition,seed"]
    for side in ("original", "unlearned"):
        for person in (FORGET, *RETAIN):
            is_changed = (side, person) == ("unlearned", FORGET)
            content = two_people() if is_changed else faces.original(Cell(person, "studio", 21))
            write(folder / side / f"{person}.jpg", content)
            rows.append(f"{side}/{person}.jpg,{side},People,{person},studio,21")
    write(folder / "samples.csv", "\n".join(rows).encode())
    write(folder / "submission.toml", world.COMPLETE.format(team=team, track="face", revision=1).encode())
    return folder


@pytest.fixture
def scored_portraits(tmp_path: Path) -> Path:
    """Return a closed project in which two teams handed in the same picture of two people, scored with face_sface."""
    group = GroupTable(name="People", track="face", dataset="demo", forget=FORGET, retain=tuple(RETAIN))
    for person in (FORGET, *RETAIN):
        for name, content in list(faces.references(person).items())[:3]:
            write(tmp_path / "references" / person / name, content)
    with Project.create(tmp_path / "p.genmu", load_protocol().with_only_groups([group], "people")) as project:
        project.intake.references(tmp_path / "references")
        for team in ("A", "B"):
            world.take_in(project, write_entry(tmp_path / team, team))
        project.score(ScoreRequest(EvaluatorSpec("face_sface", device="cpu"), executor=world.INLINE))
    release_models()
    return tmp_path / "p.genmu"


@dataclass(frozen=True)
class Looked:
    """What a person sees of the pair, and everything that is said of the submission."""

    sample: SampleId
    own: float
    outcome: PairOutcome
    faces: Sequence[FaceBox]
    flags: tuple[str, ...]
    erb: float | None
    everything: str


def look(project: Project, name: SubmissionId) -> Looked:
    evaluation = world.look(project, name)
    pairs = load_pairs(project, project.submission(name), evaluation.look)
    (place,) = (row for row in range(len(pairs.table)) if pairs.table.is_forget[row])
    facts = pair_facts(project, pairs, place).unlearned
    assert facts is not None
    return Looked(
        SampleId(facts.id),
        float(pairs.table.own_unlearned[place]),
        PairOutcome(pairs.table.outcome[place]),
        faces_of(facts),
        facts.flags,
        evaluation.track.erb.value,
        json.dumps(evaluation_json(evaluation), sort_keys=True),
    )


def test_the_other_person_counts_until_it_is_undone(scored_portraits: Path, tmp_path: Path) -> None:
    with Project.open(scored_portraits) as project:
        before, before_b = look(project, A), look(project, B)
        assert (before.outcome, before.erb) == (PairOutcome.FORGOTTEN, 100)
        assert before.own < 0.3
        assert before.flags == ("MULTI_FACE",)
        assert [face.is_chosen for face in before.faces] == [True, False]
        x1, y1, x2, y2 = before.faces[1].box
        (evaluator,) = project.evaluators()

        choice = FaceChoice(before.sample, ((x1 + x2) / 2, (y1 + y2) / 2), "Let the other face count")
        report = project.choose_face(choice, evaluator)

        assert report == FaceChoiceReport("changed", 2, 0, (A, B), ("face_sface",), ())
        after = look(project, A)
        assert (after.outcome, after.erb) == (PairOutcome.STILL_VERIFIED, 0)
        assert after.own > 0.6
        assert after.flags == ("MULTI_FACE",)
        assert [face.is_chosen for face in after.faces] == [False, True]
        assert [face.box for face in after.faces] == [face.box for face in before.faces]
        assert (look(project, B).own, look(project, B).erb) == (after.own, 0)

    with Project.open(scored_portraits) as project:
        assert look(project, A) == after
        world.take_in(project, write_entry(tmp_path / "C", "C"))
        later = look(project, SubmissionId("c-face-r1"))  # every picture in it has been measured
        assert (later.own, later.outcome, later.erb) == (after.own, after.outcome, 0)

        assert project.undo() == "Let the other face count"
        assert (look(project, A), look(project, B)) == (before, before_b)
        assert look(project, SubmissionId("c-face-r1")).erb == 100
        assert project.redo() == "Let the other face count"
        assert look(project, A) == after
