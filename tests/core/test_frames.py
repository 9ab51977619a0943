"""Frames that were read a piece at a time, against plain loops that hold every embedding at once."""

import random
import shutil
import sqlite3
import tracemalloc
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from sqlite_utils import Database

from genmu_studio.domain import EvaluatorRow, IdentityGroup
from genmu_studio.frames import SubmissionFrames
from genmu_studio.project import Project
from genmu_studio.store.frames import read_measured
from genmu_studio.store.imported import Comparison, put_imported
from scoring.errors import BugError
from scoring.frame import Side, Status
from scoring.metrics.preservation import geometry_preservation
from scoring.types import FloatArray
from scoring.verification import TEMPLATE_RULES, TemplateRule, build_template, similarities, unit_rows
from tests.bench.large import SUBMISSION, make_large_project
from tests.core import world

PAIRS = 1_600  # several pieces, none of them whole
STATUS = {"ok": Status.SCORED, "failure": Status.FAILURE, "error": Status.ERROR, None: Status.ERROR}
SIDES = {"original": Side.ORIGINAL, "unlearned": Side.UNLEARNED}


_ODDITIES = """
CREATE TEMP TABLE unseen AS SELECT subject_id FROM sample WHERE id % 97 = 0;
DELETE FROM embedding WHERE subject_id IN unseen;
DELETE FROM result WHERE subject_id IN unseen;
CREATE TEMP TABLE broken AS SELECT subject_id FROM sample WHERE id % 89 = 0;
DELETE FROM embedding WHERE subject_id IN broken;
UPDATE result SET status = 'error' WHERE subject_id IN broken;
DELETE FROM pair WHERE original_id % 61 = 0 OR unlearned_id % 61 = 0;
UPDATE sample SET side = 'reproduced' WHERE id % 61 = 0;
UPDATE sample SET identity = 'stranger' WHERE id % 53 = 0;
UPDATE condition SET name = 'c000' WHERE name = 'c003';  -- two sets of settings of one name
UPDATE result SET provider = 'cuda:0' WHERE subject_id = (SELECT max(subject_id) FROM sample);
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project in which samples also lack results or a partner, ended in errors, or are of nobody's group."""
    made = make_large_project(tmp_path_factory.mktemp("frames"), PAIRS, 40)
    with closing(sqlite3.connect(made / "project.db")) as db, db:
        db.executescript(_ODDITIES)
    return made


# ---- the slow way ----


@dataclass
class Slow:
    """The samples of one group in the order of their ids; pairs : (partner, whether settings differ) by id."""

    ids: list[int]
    side: list[int]
    identity: list[str]
    condition: list[str]
    seed: list[int]
    status: list[int]
    vectors: FloatArray
    pairs: dict[int, tuple[int, bool]]


def slow(folder: Path, group: IdentityGroup, evaluator: str) -> Slow:
    with closing(sqlite3.connect(folder / "project.db")) as db:
        rows = db.execute(
            "SELECT s.id, s.side, s.identity, c.name, s.seed, r.status, e.vector FROM sample s "
            "JOIN condition c ON c.digest = s.condition_digest "
            "LEFT JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator "
            "LEFT JOIN embedding e ON e.subject_id = s.subject_id AND e.evaluator_digest = :evaluator "
            "WHERE s.group_name = :group ORDER BY s.id",
            {"evaluator": evaluator, "group": group.name},
        ).fetchall()
        pairs = {}
        for original, unlearned, differing in db.execute("SELECT original_id, unlearned_id, differing_json FROM pair"):
            pairs[original] = (unlearned, differing != "[]")
            pairs[unlearned] = (original, differing != "[]")
    rows = [row for row in rows if row[1] in SIDES and row[2] in group.identities]
    vectors = np.full((len(rows), 512), np.nan, dtype=np.float32)
    for place, row in enumerate(rows):
        if row[6] is not None:
            vectors[place] = np.frombuffer(row[6], "<f4")
    return Slow(
        ids=[row[0] for row in rows],
        side=[SIDES[row[1]] for row in rows],
        identity=[row[2] for row in rows],
        condition=[row[3] for row in rows],
        seed=[row[4] for row in rows],
        status=[STATUS[row[5]] for row in rows],
        vectors=vectors,
        pairs=pairs,
    )


def slow_templates(folder: Path, evaluator: str, rule: TemplateRule, names: Sequence[str]) -> list[FloatArray]:
    with closing(sqlite3.connect(folder / "project.db")) as db:
        rows = db.execute(
            "SELECT ref.identity, e.vector FROM reference ref JOIN media_file f ON f.id = ref.file_id "
            "JOIN embedding e ON e.subject_id = ref.subject_id WHERE e.evaluator_digest = ? ORDER BY f.path",
            [evaluator],
        ).fetchall()
    return [np.stack([np.frombuffer(vector, "<f4") for identity, vector in rows if identity == name]) for name in names]


def slow_gp(found: Slow, group: IdentityGroup) -> float:
    """Return GP from the mean of every embedding, all of them in memory."""
    angles: list[NDArray[np.float64]] = []
    for side in Side:
        means = []
        for identity in group.retain:
            rows = [
                place
                for place, status in enumerate(found.status)
                if (found.side[place], found.identity[place], status) == (side, identity, Status.SCORED)
            ]
            means.append(unit_rows(found.vectors[rows].mean(axis=0, dtype=np.float64)))
        between = np.arccos(np.clip(np.stack(means) @ np.stack(means).T, -1, 1))
        np.fill_diagonal(between, 0)
        angles.append(between)
    return float(100 * (1 - np.linalg.norm(angles[1] - angles[0]) / np.linalg.norm(angles[0])))


# ---- the comparison ----


def read(folder: Path, template: TemplateRule = "mean") -> tuple[SubmissionFrames, EvaluatorRow, list[IdentityGroup]]:
    with Project.open(folder, "read") as project:
        row = project.submission(SUBMISSION)
        evaluator = project.best_evaluator(row)
        assert evaluator is not None
        return project.frames_of(row, evaluator, template), evaluator, list(project.protocol.groups_of("face"))


def test_every_column_equals_the_slow_one(folder: Path) -> None:
    frames, evaluator, groups = read(folder)
    assert [frame.group for frame in frames.groups] == [group.name for group in groups]
    for frame, group in zip(frames.groups, groups, strict=True):
        expected = slow(folder, group, evaluator.digest)
        assert frame.sample_id.tolist() == expected.ids
        assert frame.side.tolist() == expected.side
        assert [frame.identities[column] for column in frame.identity] == expected.identity
        assert [frames.conditions[number] for number in frame.condition] == expected.condition
        assert frame.seed.tolist() == expected.seed
        assert frame.status.tolist() == expected.status
        for row, sample in enumerate(expected.ids):
            partner, differs = expected.pairs.get(sample, (-1, False))
            known = partner if partner in expected.ids else -1
            assert (frame.sample_id[frame.partner[row]] if frame.partner[row] >= 0 else -1) == known
            assert frame.mismatched[row] == differs
        assert set(expected.status) == set(Status)
        assert (frame.partner < 0).any()
    assert frames.conditions == ("c000", "c001", "c002")
    assert frames.providers == ("cuda:0", "made")


@pytest.mark.parametrize("rule", TEMPLATE_RULES)
def test_similarities_are_the_same_to_the_last_bit(folder: Path, rule: TemplateRule) -> None:
    frames, evaluator, groups = read(folder, rule)
    for frame, group in zip(frames.groups, groups, strict=True):
        references = slow_templates(folder, evaluator.digest, rule, group.identities)
        templates = [
            build_template(name, vectors, rule) for name, vectors in zip(group.identities, references, strict=True)
        ]
        whole = similarities(slow(folder, group, evaluator.digest).vectors, templates)
        assert frame.similarity.tobytes() == whole.tobytes()


def test_geometry_preservation_from_sums_is_that_from_all_embeddings(folder: Path) -> None:
    frames, evaluator, groups = read(folder)
    for frame, group in zip(frames.groups, groups, strict=True):
        found = slow(folder, group, evaluator.digest)
        status = frame.status.copy()
        status[status == Status.ERROR] = Status.FAILURE  # with errors there would be no figure
        value = geometry_preservation(replace(frame, status=status))
        assert value.value == pytest.approx(slow_gp(found, group), abs=1e-12)
        assert value.n == sum(
            status == Status.SCORED and name != group.forget
            for status, name in zip(found.status, found.identity, strict=True)
        )


def test_before_scoring_everything_is_there_but_results(folder: Path) -> None:
    frames, evaluator, _ = read(folder)
    with Project.open(folder, "read") as project:
        bare = project.unscored_frames(project.submission(SUBMISSION))
        other = project.frames_of(project.submission(SUBMISSION), replace(evaluator, digest="unknown"), "mean")
    for scored, frame, unseen in zip(frames.groups, bare.groups, other.groups, strict=True):
        for name in ("sample_id", "side", "identity", "condition", "seed", "partner", "mismatched"):
            assert np.array_equal(getattr(scored, name), getattr(frame, name))
        for each in (frame, unseen):
            assert (each.status == Status.ERROR).all()
            assert np.isnan(each.similarity).all()
            assert each.embeddings is None


def test_embeddings_of_unlike_length_are_refused(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy.genmu")
    with closing(sqlite3.connect(copy / "project.db")) as db, db:
        db.execute("UPDATE embedding SET vector = zeroblob(64) WHERE subject_id = (SELECT max(subject_id) FROM sample)")
    with pytest.raises(BugError, match="differ in length"):
        read(copy)


def test_a_submission_without_samples_has_no_frames(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy.genmu")
    with closing(sqlite3.connect(copy / "project.db")) as db, db:
        for table in ("pair", "sample"):
            db.execute(f"DELETE FROM {table}")  # noqa: S608 - ours
    with Project.open(copy, "read") as project:
        frames = project.unscored_frames(project.submission(SUBMISSION))
    assert frames.groups == ()
    assert frames.conditions == ()
    assert frames.size_bytes == 0


def test_imported_similarities_are_laid_out_as_a_plain_loop_lays_them(folder: Path, tmp_path: Path) -> None:
    copy = shutil.copytree(folder, tmp_path / "copy.genmu")
    draw = random.Random(3)  # noqa: S311 - a test's, not a key
    compared: list[Comparison] = []
    with Project.open(copy, "write") as project:
        groups = project.protocol.groups_of("face")
        names = [identity for group in groups for identity in group.identities] + ["stranger"]
        for sample in range(1, 2 * PAIRS, 3):
            for identity in draw.sample(names, 4):
                status = draw.choice(("ok", "ok", "ok", "failure"))
                compared.append((sample, identity, status, "", draw.uniform(-1, 1) if status == "ok" else None))
        draw.shuffle(compared)
        project.store.write(lambda db: put_imported(db, "theirs", "theirs", "face", compared)).result()
        row = project.submission(SUBMISSION)
        evaluator = next(each for each in project.evaluators() if each.name == "theirs")
        frames = project.frames_of(row, evaluator, "mean")

    known = {(sample, identity): value for sample, identity, _, _, value in compared}
    failed = {sample for sample, _, status, _, _ in compared if status == "failure"}
    seen = {sample for sample, *_ in compared}
    for frame in frames.groups:
        assert frame.embeddings is None
        for place, sample in enumerate(frame.sample_id.tolist()):
            expected = Status.FAILURE if sample in failed else Status.SCORED if sample in seen else Status.ERROR
            assert frame.status[place] == expected
            for column, identity in enumerate(frame.identities):
                value = known.get((sample, identity))
                found = frame.similarity[place, column]
                assert np.isnan(found) if value is None else found == np.float32(value)


# ---- memory ----


def test_memory_does_not_grow_with_the_embeddings(tmp_path: Path) -> None:
    peaks, vectors = [], []
    for name, pairs in (("small", 2_000), ("large", 8_000)):
        made = make_large_project(tmp_path / name, pairs, 8)
        with Project.open(made, "read") as project:
            row = project.submission(SUBMISSION)
            evaluator = project.best_evaluator(row)
            assert evaluator is not None
            project.unscored_frames(row)
            world.look(project, SUBMISSION)  # whatever is imported or compiled on first use is there now
            vectors.append(project.store.read(partial(embedded_bytes, digest=evaluator.digest)))
            tracemalloc.start()
            project.frames_of(row, evaluator, "max")
            peaks.append(tracemalloc.get_traced_memory()[1])
            tracemalloc.stop()
    assert vectors[1] - vectors[0] > 24e6
    assert peaks[1] - peaks[0] < 4e6


def embedded_bytes(db: Database, digest: str) -> int:
    return sum(piece.vectors.nbytes for piece in read_measured(db, SUBMISSION, digest) if piece.vectors is not None)
