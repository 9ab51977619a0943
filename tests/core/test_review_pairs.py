"""The pairs of a submission as a project holds them: codes, marks, facts of single samples, texts, measurements."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from sqlite_utils import Database

from genmu_studio.evaluation import evaluate
from genmu_studio.marks import Mark
from genmu_studio.pair_codes import NO_PARTNER, SETTINGS_DIFFER
from genmu_studio.pair_facets import facets
from genmu_studio.pair_filter import PairFilter, matching
from genmu_studio.pair_orders import MeasurementName
from genmu_studio.pair_outcomes import PairOutcome
from genmu_studio.project import Project
from genmu_studio.review import (
    ReviewPairs,
    load_pairs,
    load_texts,
    measurement_names,
    measurement_values,
    pair_facts,
    sample_media,
)
from genmu_studio.store import review as review_store
from genmu_studio.view import View
from tests.core import world
from tests.core.conftest import MakeProject
from tests.core.test_pair_table import codes_of, of_identity


def pairs_of(project: Project, view: View | None = None) -> ReviewPairs:
    evaluation = world.look(project, "example-lab-face-r1", view)
    return load_pairs(project, evaluation.submission, evaluation.look)


def test_the_table_counts_what_the_metrics_count(scored: Project) -> None:
    pairs = pairs_of(scored)
    assert pairs.look is not None
    assert len(pairs.table) == 28
    for group in evaluate(pairs.look).groups:
        members = [member for member in pairs.table.member_names if member[0] == group.group]
        counts = facets(pairs.table, PairFilter(identities=frozenset(members))).outcomes
        known = group.outcomes
        assert counts[PairOutcome.FORGOTTEN] == known["forget"]["forgotten"]
        assert counts[PairOutcome.STILL_VERIFIED] == known["forget"]["still_verified"]
        assert counts[PairOutcome.KEPT] == known["retain"]["kept"]
        assert counts[PairOutcome.LOST] == known["retain"]["lost"]
        assert counts[PairOutcome.BECAME_RETAIN] == (
            known["forget"]["became_retain"] + known["retain"]["became_retain"]
        )


def test_the_table_follows_the_lens(scored: Project) -> None:
    strict = pairs_of(scored, View(threshold="1.0")).table
    assert facets(strict, of_identity("11", "Two")).outcomes[PairOutcome.FORGOTTEN] == 4


def test_pairs_can_be_looked_at_before_scoring(unscored: Project) -> None:
    pairs = load_pairs(unscored, unscored.submission("example-lab-face-r1"), None)
    assert len(pairs.table) == 28
    assert set(pairs.table.outcome.tolist()) == {PairOutcome.UNSCORED}
    assert not pairs.table.problem.any()
    facts = pair_facts(unscored, pairs, 0)
    assert facts.original is not None
    assert facts.original.status == ""
    assert facts.nearest_original == ()


def test_facts_of_both_sides_are_those_in_the_store(scored: Project) -> None:
    pairs = pairs_of(scored)
    row = int(np.flatnonzero(matching(pairs.table, of_identity("1")))[0])
    facts = pair_facts(scored, pairs, row)
    assert facts.original is not None
    assert facts.unlearned is not None
    assert (facts.original.id, facts.unlearned.id) == pairs.table.samples(row)
    assert facts.unlearned.path == "unlearned/One/1/c0/0.png"
    assert facts.unlearned.status == "ok"
    assert facts.unlearned.media == sample_media(scored, [facts.unlearned.id])[facts.unlearned.id]
    assert next(near.identity for near in facts.nearest_original) == "1"
    assert next(near.identity for near in facts.nearest_unlearned) == "2"
    assert {near.kind for near in facts.nearest_unlearned} <= {"own", "forget", "retain", "cohort"}
    own = next(near for near in facts.nearest_original if near.kind == "own")
    assert own.similarity == pytest.approx(float(pairs.table.own_original[row]))


def test_flags_and_settings_that_differ_are_problems(scored: Project) -> None:
    pairs = pairs_of(scored)
    assert not pairs.table.problem.any()
    flagged_id, differs_id = pairs.table.samples(3)[1], pairs.table.samples(5)[1]
    digest = pairs.evaluator_digest

    def mark(db: object) -> None:
        execute = db.execute  # type: ignore[attr-defined]  # a Database, as the store gives it
        execute(
            "UPDATE result SET flags_json = ? WHERE evaluator_digest = ? AND subject_id = "
            "(SELECT subject_id FROM sample WHERE id = ?)",
            [json.dumps(["BLUR"]), digest, flagged_id],
        )
        execute("UPDATE pair SET differing_json = ? WHERE unlearned_id = ?", [json.dumps(["guidance"]), differs_id])

    scored.store.write(mark).result()
    with Project.open(scored.folder, "read") as project:
        pairs = pairs_of(project)
        assert np.flatnonzero(pairs.table.problem).tolist() == [3, 5]
        assert np.flatnonzero(pairs.table.mismatched).tolist() == [5]
        assert codes_of(pairs.table, 3) == {"BLUR"}
        assert codes_of(pairs.table, 5) == {SETTINGS_DIFFER}
        assert pair_facts(project, pairs, 5).differing == ("guidance",)


def test_conditions_have_the_names_of_the_submission(scored: Project) -> None:
    pairs = pairs_of(scored)
    assert pairs.table.conditions == ("c0", "c1")
    for row in (0, 5, 13, 27):
        facts = pair_facts(scored, pairs, row)
        assert facts.unlearned is not None
        assert pairs.table.conditions[pairs.table.condition[row]] == facts.unlearned.condition


def test_marks_are_there_with_the_pairs(scored: Project) -> None:
    keys = [pairs_of(scored).table.key(row) for row in range(3)]
    wanted = [Mark("pick", keys[0], "reject"), Mark("bookmark", keys[1], ""), Mark("note", keys[2], "odd eyes")]
    scored.mark("mark", wanted).result()
    for table in (pairs_of(scored).table, unscored_pairs(scored).table):
        assert table.pick[:3].tolist() == [-1, 0, 0]
        assert table.bookmarked[:3].tolist() == [False, True, False]
        assert table.notes == {2: "odd eyes"}


def unscored_pairs(project: Project) -> ReviewPairs:
    return load_pairs(project, project.submission("example-lab-face-r1"), None)


# ---- codes ----


def test_codes_of_failures_and_evaluator_errors_are_those_of_the_results(
    new_project: MakeProject, tmp_path: Path
) -> None:
    project = new_project(world.one_group())
    samples = world.showing(world.grid(project.protocol, seeds=2), {("unlearned", "2"): world.DAMAGED})
    del samples[0]  # one pair without its original
    world.write_submission(tmp_path / "entry", samples)
    world.write_references(tmp_path / "references", project.protocol.identities_of("face"))
    project.intake.references(tmp_path / "references")
    world.take_in(project, tmp_path / "entry")
    world.score_with_fake(project, fail_on="1.png")
    pairs = pairs_of(project)
    table = pairs.table
    facts = pair_facts(project, pairs, next(row for row in range(len(table)) if table.identity_of(row) == "2"))
    assert facts.unlearned is not None
    broken = facts.unlearned.code
    assert broken
    for row in range(len(table)):
        expected = {broken} if table.identity_of(row) == "2" else set()
        if table.seed[row] == 1:
            expected = {"EVALUATOR_ERROR"}
        if (table.identity_of(row), table.condition[row], table.seed[row]) == ("1", 0, 0):
            expected |= {NO_PARTNER}
        assert codes_of(table, row) == expected
        assert bool(table.problem[row]) == bool(expected)


def test_codes_of_imported_results_are_those_of_their_table(unscored: Project, tmp_path: Path) -> None:
    pairs = unscored_pairs(unscored)
    facts = pair_facts(unscored, pairs, 0)
    assert facts.unlearned is not None
    (tmp_path / "theirs.csv").write_text(
        f"path,identity,similarity,status\n{facts.unlearned.path},1,,NO_FACE\n{facts.unlearned.path},2,,NO_FACE\n"
    )
    unscored.intake.results(tmp_path / "theirs.csv", pairs.submission, "theirs")
    table = pairs_of(unscored).table
    assert codes_of(table, 0) == {"NO_FACE"}
    assert table.outcome_of(0) is PairOutcome.COLLAPSED
    assert [row for row in range(len(table)) if codes_of(table, row)] == [0]


def test_what_is_noted_is_read_along_indices(scored: Project) -> None:
    wanted = {"submission": "example-lab-face-r1", "evaluator": pairs_of(scored).evaluator_digest}
    plan = scored.store.read(
        lambda db: [row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {review_store._NOTED}", wanted)]
    )
    assert [step for step in plan if step.startswith("SCAN")] == []


# ---- what is searched, and what was measured ----


def test_prompts_paths_and_notes_of_a_submission_are_found(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    settings = {
        "prompt": "A portrait in SNOW",
        "negative_prompt": "blurry hands",
        "steps": "30",
        "attr.smile": "broad",
    }
    samples = [
        replace(sample, settings=settings if sample.condition == "c1" else {})
        for sample in world.grid(project.protocol)
    ]
    world.write_submission(tmp_path / "entry", samples)
    world.take_in(project, tmp_path / "entry")
    pairs = unscored_pairs(project)
    project.mark("note", [Mark("note", pairs.table.key(0), "Look again")]).result()
    pairs = unscored_pairs(project)
    texts = load_texts(project, pairs)

    def found(text: str) -> list[int]:
        return np.flatnonzero(matching(pairs.table, PairFilter(text=text), texts)).tolist()

    snowy = [row for row in range(len(pairs.table)) if pairs.table.conditions[pairs.table.condition[row]] == "c1"]
    assert len(snowy) == 4
    assert found("snow") == found('"blurry hands"') == found("broad") == found("c1") == snowy
    assert found("One/2/c0/0.png") == [2]
    assert found("look") == [0]
    assert found("30") == []


def test_measurements_are_those_of_the_evaluator_that_is_looked_with(scored: Project) -> None:
    pairs = pairs_of(scored)
    assert measurement_names(scored, pairs) == (MeasurementName("content"),)
    assert measurement_names(scored, unscored_pairs(scored)) == ()


def test_measured_values_are_those_of_each_side_and_their_change(scored: Project) -> None:
    pairs = pairs_of(scored)
    remove_values(scored, pairs.table.samples(4)[0])
    remove_values(scored, pairs.table.samples(6)[1])
    content = MeasurementName("content")
    original, unlearned, change = (
        measurement_values(scored, pairs, content.by(side)) for side in ("original", "unlearned", "change")
    )
    for row in range(len(pairs.table)):
        facts = pair_facts(scored, pairs, row)
        assert facts.original is not None
        assert facts.unlearned is not None
        if row != 4:
            assert original[row] == np.float32(facts.original.values["content"])
        if row != 6:
            assert unlearned[row] == np.float32(facts.unlearned.values["content"])
    np.testing.assert_array_equal(change, unlearned - original)
    assert np.flatnonzero(np.isnan(change)).tolist() == [4, 6]


def remove_values(project: Project, sample: int) -> None:
    def remove(db: Database) -> None:
        text = 'UPDATE result SET values_json = \'{"content": "much"}\' WHERE subject_id = ?'
        db.execute(text, [db.execute("SELECT subject_id FROM sample WHERE id = ?", [sample]).fetchone()[0]])

    project.store.write(remove).result()


@pytest.mark.parametrize("by", ["own", 'value:con"tent:change', "value:$.content:original", "value:height:original"])
def test_what_nobody_measured_has_no_values(scored: Project, by: str) -> None:
    assert np.isnan(measurement_values(scored, pairs_of(scored), by)).all()
