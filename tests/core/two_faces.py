"""A world in which one picture shows two faces, for tests of choosing which of them counts."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from sqlite_utils import Database

from genmu_studio.domain import EvaluatorRow, SampleId, SubmissionId
from genmu_studio.evaluation import Evaluation
from genmu_studio.face_choice import FaceChoice, FaceChoiceReport
from genmu_studio.jobs import Cancellation
from genmu_studio.metrics_json import evaluation_json
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.review import load_pairs, pair_facts
from genmu_studio.view import View
from tests.core import world

LEFT, RIGHT = (2.0, 2.0), (6.0, 2.0)  # centres of the faces in a picture of 8 × 4 pixels
TWO_FACES = world.Sample("unlearned", "One", "1", "c0", 0, shows="2|1", shade=900)
A, B = SubmissionId("a-face-r1"), SubmissionId("b-face-r1")


def samples_with_two_faces(first_shade: int) -> list[world.Sample]:
    """Return a submission that forgets identity 1; one picture shows both the identity it became and the forgotten."""
    rows = world.showing(world.grid(world.one_group()), {("unlearned", "1"): "2"})
    shaded = [replace(row, shade=first_shade + place) for place, row in enumerate(rows)]
    return [TWO_FACES if row.path == TWO_FACES.path else row for row in shaded]


def make(folder: Path) -> None:
    """Make a scored project in `folder`, beside the files of two submissions that share the picture of two faces."""
    protocol = world.one_group()
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(world.write_references(folder / "references", protocol.identities_of("face")))
        for team, shade in (("A", 0), ("B", 100)):
            world.take_in(project, world.write_submission(folder / team, samples_with_two_faces(shade), team=team))
        world.score_with_fake(project)


def open_moved(folder: Path) -> Project:
    """Open a copy of that project; its files are those beside it."""
    project = Project.open(folder / "project.genmu")
    project.store.write(lambda db: db.execute("UPDATE root SET path = ? || '/' || name", [str(folder)])).result()
    return project


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
    pairs = load_pairs(project, row, evaluation.look)
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


def look_with(project: Project, evaluator: str) -> Evaluation:
    return world.look(project, A, View(evaluator=evaluator))
