"""An evaluation against plain loops over the rows of the database, and what is said where a number cannot be."""

import math
import random
import sqlite3
import struct
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import pytest

from genmu_studio.metrics_json import evaluation_json
from genmu_studio.project import Project
from genmu_studio.view import View, choose_evaluator
from scoring.errors import UserError
from scoring.frame import POLICIES, RULES, Policy
from scoring.metrics.group import GroupScores
from scoring.types import EvaluatorSpec
from tests.core import world
from tests.core.conftest import MakeProject

ENTRY = "example-lab-face-r1"
Vector = tuple[float, ...]


# ---- the slow computation: nothing of ours but the schema ----


@dataclass
class Row:
    side: str
    group: str
    identity: str
    status: str
    similarity: dict[str, float]


def f32(value: float) -> float:
    return float(struct.unpack("<f", struct.pack("<f", value))[0])


def unit(vector: Vector) -> Vector:
    norm = math.sqrt(sum(value * value for value in vector))
    return tuple(value / norm for value in vector)


def mean_template(references: list[Vector]) -> Vector:
    units = [unit(vector) for vector in references]
    mean = unit(tuple(sum(each) / len(units) for each in zip(*units, strict=True)))
    return tuple(f32(value) for value in mean)


def read_rows(folder: Path, identities_of: dict[str, tuple[str, ...]]) -> list[Row]:
    with closing(sqlite3.connect(folder / "project.db")) as db:
        embeddings = {
            subject: struct.unpack(f"<{len(blob) // 4}f", blob)
            for subject, blob in db.execute("SELECT subject_id, vector FROM embedding")
        }
        statuses = dict(db.execute("SELECT subject_id, status FROM result").fetchall())
        references: dict[str, list[Vector]] = {}
        for identity, subject in db.execute("SELECT identity, subject_id FROM reference"):
            if subject in embeddings:
                references.setdefault(identity, []).append(embeddings[subject])
        templates = {identity: mean_template(vectors) for identity, vectors in references.items()}
        found = []
        for side, group, identity, subject in db.execute(
            "SELECT side, group_name, identity, subject_id FROM sample ORDER BY id"
        ):
            similarity = {}
            if subject in embeddings:
                own = unit(embeddings[subject])
                for other in identities_of[group]:
                    similarity[other] = f32(sum(a * b for a, b in zip(own, templates[other], strict=True)))
            found.append(Row(side, group, identity, statuses.get(subject, "error"), similarity))
        return found


def outcome(row: Row, threshold: float, rule: str) -> str:
    limit = f32(threshold)
    if row.status == "failure":
        return "collapsed"
    own = row.similarity[row.identity]
    others = {name: value for name, value in row.similarity.items() if name != row.identity}
    nearest = min(others, key=lambda name: (-others[name], int(name)))
    if own >= limit and (rule == "verify" or own >= others[nearest]):
        return "verified"
    return f"became {nearest}" if others[nearest] >= limit else "neither"


@dataclass
class Slow:
    fa: float
    ra: float
    erb: float


def slow_scores(rows: list[Row], forget: str, side: str, view: tuple[float, str, Policy]) -> Slow:
    threshold, rule, policy = view
    counts = {"forget": [0, 0], "retain": [0, 0]}
    for row in rows:
        if row.side != side:
            continue
        became = outcome(row, threshold, rule)
        if became == "collapsed" and policy == "exclude":
            continue
        role = "forget" if row.identity == forget else "retain"
        against = became == "collapsed" and policy == "failure" and side == "unlearned" and role == "forget"
        counts[role][0] += became == "verified" or against
        counts[role][1] += 1
    (fv, fn), (rv, rn) = counts["forget"], counts["retain"]
    erased = fn - fv
    below = erased * rn + rv * fn
    return Slow(100 * fv / fn, 100 * rv / rn, 200 * erased * rv / below if below else 0.0)


# ---- a random project ----


@pytest.fixture(scope="module")
def random_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("random")
    protocol = world.two_groups()
    draw = random.Random(20260711)  # noqa: S311 - a test's, not a key
    samples = []
    for sample in world.grid(protocol, conditions=3, seeds=4):
        group = protocol.group(sample.group)
        assert group is not None
        shows = draw.choices(
            [sample.identity, draw.choice(group.identities), world.STRANGER, world.DAMAGED], [6, 2, 1, 1]
        )[0]
        samples.append(replace(sample, shows=shows, settings={"sampler": draw.choice("aaaab")}))
    world.write_submission(folder / "entry", samples)
    world.write_references(folder / "references", protocol.identities_of("face"), each=4)
    with Project.create(folder / "p.genmu", protocol) as project:
        project.intake.references(folder / "references")
        world.take_in(project, folder / "entry")
        world.score_with_fake(project)
    return folder / "p.genmu"


@pytest.fixture(scope="module")
def random_rows(random_folder: Path) -> list[Row]:
    identities = {group.name: group.identities for group in world.two_groups().groups_of("face")}
    return read_rows(random_folder, identities)


# −0.05 and 0.1 lie among the similarities of different identities, where every outcome occurs.
@pytest.mark.parametrize("threshold", ["-0.05", "0.1", "0.5"])
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("policy", POLICIES)
def test_every_number_equals_the_slow_computation(
    random_folder: Path,
    random_rows: list[Row],
    threshold: str,
    rule: Literal["verify", "verify+rank1"],
    policy: Policy,
) -> None:
    with Project.open(random_folder, "read") as project:
        evaluation = world.look(project, ENTRY, View(threshold=threshold, rule=rule, policy=policy))

    groups = {"One": "1", "Two": "11"}
    assert [scores.group for scores in evaluation.groups] == list(groups)
    for scores in evaluation.groups:
        rows = [row for row in random_rows if row.group == scores.group]
        forget = groups[scores.group]
        for name, side in (("unlearned", scores.unlearned), ("original", scores.original)):
            slow = slow_scores(rows, forget, name, (float(threshold), rule, policy))
            assert side.fa.value == slow.fa
            assert side.ea.value == pytest.approx(100 - slow.fa, abs=1e-12)
            assert side.ra.value == slow.ra
            assert side.erb.value == pytest.approx(slow.erb, abs=1e-12)
        for each in POLICIES:
            slow = slow_scores(rows, forget, "unlearned", (float(threshold), rule, each))
            assert scores.policies[each].value == pytest.approx(slow.erb, abs=1e-12)
        assert_outcomes(scores, rows, float(threshold), rule)
    erbs = [scores.unlearned.erb.value for scores in evaluation.groups]
    assert None not in erbs
    assert evaluation.track.erb.value == pytest.approx(math.fsum(each or 0 for each in erbs) / 2, abs=1e-12)


def assert_outcomes(scores: GroupScores, rows: list[Row], threshold: float, rule: str) -> None:
    forget = scores.forget
    unlearned = [(row, outcome(row, threshold, rule)) for row in rows if row.side == "unlearned"]

    def count(role: str, *names: str) -> int:
        return sum(((row.identity == forget) == (role == "forget")) and name in names for row, name in unlearned)

    retain = [f"became {row.identity}" for row, _ in unlearned if row.identity != forget]
    assert scores.outcomes["forget"] == {
        "still_verified": count("forget", "verified"),
        "became_retain": count("forget", *retain),
        "forgotten": count("forget", "neither"),
        "collapsed": count("forget", "collapsed"),
    }
    assert scores.outcomes["retain"] == {
        "kept": count("retain", "verified"),
        "became_forget": count("retain", f"became {forget}"),
        "became_retain": count("retain", *retain),
        "lost": count("retain", "neither"),
        "collapsed": count("retain", "collapsed"),
    }
    became = {(row.identity, name.split()[1]) for row, name in unlearned if name.startswith("became")}
    assert set(scores.became) == became


def test_a_threshold_that_equals_a_score_verifies_it_here_as_in_a_plain_loop(
    random_folder: Path, random_rows: list[Row]
) -> None:
    scores = sorted({row.similarity[row.identity] for row in random_rows if row.similarity})
    with Project.open(random_folder, "read") as project:
        for score in scores[:: len(scores) // 12]:
            for threshold in (score, math.nextafter(score, 2)):
                evaluation = world.look(project, ENTRY, View(threshold=repr(threshold)))
                for group in evaluation.groups:
                    for identity in group.identities:
                        expected = sum(
                            row.similarity[row.identity] >= f32(threshold)
                            for row in random_rows
                            if row.similarity
                            and (row.group, row.identity) == (group.group, identity.identity)
                            and row.side == identity.side.name.lower()
                        )
                        assert identity.verified == expected, (threshold, identity)


def test_points_lost_add_up_to_what_is_missing(random_folder: Path) -> None:
    with Project.open(random_folder, "read") as project:
        for group in world.look(project, ENTRY, View(threshold="0.1")).groups:
            lost = [each.points_lost for each in group.identities if each.points_lost is not None]
            assert group.unlearned.erb.value is not None
            assert math.fsum(lost) == pytest.approx(100 - group.unlearned.erb.value, abs=1e-9)


def test_pairs_with_other_settings_are_counted(random_folder: Path, random_rows: list[Row]) -> None:
    with Project.open(random_folder, "read") as project:
        groups = world.look(project, ENTRY).groups
        (differing,) = project.store.read(
            lambda db: db.execute("SELECT count(*) FROM pair WHERE differing_json <> '[]'").fetchone()
        )
    assert differing > 0
    assert sum(group.mismatched_pairs for group in groups) == differing
    assert len(random_rows) == 2 * 7 * 12


# ---- where a number cannot be ----


def test_a_reference_that_is_missing_is_named(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    project.intake.references(world.write_references(tmp_path / "refs", ["1", "2", "4"]))
    world.write_picture(tmp_path / "more" / "3" / "broken.png", world.DAMAGED, 1)
    project.intake.references(tmp_path / "more")
    world.take_in(project, world.write_submission(tmp_path / "entry", world.grid(project.protocol)))
    world.score_with_fake(project)

    evaluation = world.look(project, ENTRY)

    for value in (evaluation.groups[0].unlearned.ra, evaluation.groups[0].unlearned.erb, evaluation.track.erb):
        assert value.value is None
        assert "no scored reference of identity 3" in str(value.reason)
    assert "no scored reference of identity 3" in evaluation.notes
    assert any("broken.png: DAMAGED" in note for note in evaluation.notes)


def test_a_group_without_samples_leaves_a_partial_mean(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.two_groups())
    project.intake.references(world.write_references(tmp_path / "refs", project.protocol.identities_of("face")))
    samples = [sample for sample in world.grid(project.protocol) if sample.group == "One"]
    world.take_in(project, world.write_submission(tmp_path / "entry", samples))
    world.score_with_fake(project)

    track = world.look(project, ENTRY).track

    assert track.erb.value is None
    assert "Two" in str(track.erb.reason)
    assert track.partial is not None
    assert track.partial.value == 0  # the forget identity still verifies
    assert "partial: 1 of 2 groups" in str(track.partial.badge)
    (row,) = project.leaderboard("face")
    assert row.rank is None
    assert "Two" in str(row.reason)


def test_without_results_there_is_no_evaluation(unscored: Project) -> None:
    row = unscored.submission(ENTRY)

    assert unscored.evaluate(row, View()) is None
    with pytest.raises(UserError, match="no results of face_sface"):
        unscored.evaluate(row, View(evaluator="face_sface"))


def test_of_two_versions_of_an_evaluator_the_latest_counts(scored: Project) -> None:
    row = scored.submission(ENTRY)
    first = scored.best_evaluator(row)
    world.score_with_fake(scored, fail_on="nothing")
    second = choose_evaluator(row, scored.evaluators_of(row), "fake_image")

    assert first is not None
    assert second is not None
    assert first.digest != second.digest
    assert second.options["fail_on"] == "nothing"


def test_the_json_names_everything_and_holds_no_nan(scored: Project) -> None:
    data = evaluation_json(world.look(scored, ENTRY))

    assert data["evaluator"]["kind"] == "fake, for tests only"  # type: ignore[index]  # JSON
    assert data["evaluator"]["provider"] == "fake"  # type: ignore[index]  # JSON
    assert EvaluatorSpec("fake_image").name == data["evaluator"]["name"]  # type: ignore[index]  # JSON
    assert data["lens"]["threshold"]["badge"] == "fallback"  # type: ignore[index]  # JSON
