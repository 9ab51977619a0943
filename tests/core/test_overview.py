"""The overview of a submission, against the evaluation it is made of and against counting by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.evaluation import Evaluation
from genmu_studio.overview.identities import IdentityRow
from genmu_studio.overview.lost import what_happened
from genmu_studio.overview.plane import ISO_ERB, iso_line, plane_points, team_point
from genmu_studio.overview.strips import strip_bounds
from genmu_studio.overview.summary import Overview, overview
from genmu_studio.project import Project
from genmu_studio.view import View
from scoring.frame import Side
from scoring.metrics.outcomes import SampleOutcome, Tally
from scoring.statistics import wilson
from tests.core import world
from tests.core.conftest import MakeProject

ENTRY = "example-lab-face-r1"


def _overview(project: Project, view: View | None = None) -> Overview:
    return overview(project, world.look(project, ENTRY, view))


def _rows(shown: Overview, group: str) -> list[IdentityRow]:
    return [row for row in shown.identities if row.group == group]


@given(erb=st.floats(1, 99.9))
def test_an_iso_line_holds_points_of_that_erb_within_the_plane(erb: float) -> None:
    line = iso_line(erb)
    assert np.allclose(2 * line[:, 0] * line[:, 1] / line.sum(axis=1), erb)
    assert np.all((line > 0) & (line <= 100 + 1e-9))
    assert line[0, 1] == pytest.approx(100)
    assert line[-1, 0] == pytest.approx(100)
    assert np.all(np.diff(line[:, 0]) > 0)


def test_iso_lines_are_for_known_values() -> None:
    assert ISO_ERB == (20, 40, 60, 80, 90)


def test_points_of_two_groups(scored: Project) -> None:
    evaluation = world.look(scored, ENTRY)
    points = plane_points(evaluation)
    by_kind: dict[str, list[str]] = {}
    for point in points:
        by_kind.setdefault(point.kind, []).append(point.name)
    assert by_kind["unlearned"] == ["unlearned"]
    assert by_kind["group"] == ["One", "Two"]
    assert "everything black" in by_kind["trivial"]
    assert "every forget request answered by one retained identity" in by_kind["trivial"]
    # The original itself lies on the original's own point.
    assert "the original itself" not in by_kind["trivial"]
    unlearned, original = points[0], points[1]
    assert (unlearned.ea, unlearned.ra, unlearned.erb) == (
        evaluation.track.ea,
        evaluation.track.ra,
        evaluation.track.erb,
    )
    assert original.place == (0.0, 100.0)
    assert [point.opens for point in points if point.kind == "group"] == ["One", "Two"]


def test_one_group_is_the_entry_itself_and_opens_it(
    new_project: MakeProject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("one")
    project = new_project(world.one_group())
    world.write_submission(folder / "entry", world.grid(project.protocol))
    world.write_references(folder / "references", project.protocol.identities_of("face"))
    project.intake.references(folder / "references")
    world.take_in(project, folder / "entry")
    world.score_with_fake(project)
    shown = _overview(project)
    assert [point.kind for point in shown.points][:2] == ["unlearned", "original"]
    assert {point.opens for point in shown.points[:2]} == {"One"}
    assert not [point for point in shown.points if point.kind == "group"]
    assert not [row for row in shown.identities if not row.group]
    assert shown.headline == shown.evaluation.track.erb


def test_a_team_point_opens_its_submission(scored: Project) -> None:
    point = team_point(world.look(scored, ENTRY))
    assert point is not None
    assert (point.kind, point.name, point.opens) == ("team", "Example Lab", ENTRY)


def test_rows_hold_the_same_numbers_as_the_scores(scored: Project) -> None:
    shown = _overview(scored)
    for scores in shown.evaluation.groups:
        rows = {row.identity: row for row in _rows(shown, scores.group)}
        for each in scores.identities:
            if each.side == Side.UNLEARNED:
                row = rows[each.identity]
                assert (row.n, row.failures, row.mean_similarity) == (each.n, each.failures, each.mean_similarity)
                assert (row.points_lost, row.gain) == (each.points_lost, each.gain)
                assert row.rate.value == 100 * each.verified / each.n
                low, high = wilson(each.verified, each.n, 0.95)
                assert row.rate.interval == (100 * low, 100 * high)
        assert rows[scores.forget].rate.value == scores.unlearned.fa.value
        assert rows[""].rate == scores.unlearned.ra
        assert rows[""].original == scores.original.ra
    forget, retain = shown.identities[-2:]
    assert retain.rate == shown.evaluation.track.ra
    assert forget.rate.value == 100 - (shown.evaluation.track.ea.value or 0)
    assert forget.n + retain.n == sum(row.n for row in shown.identities if row.identity)


def test_change_is_unlearned_minus_original(scored: Project) -> None:
    rows = {row.identity: row for row in _overview(scored).identities}
    assert rows["1"].change == -100.0  # forgotten
    assert rows["11"].change == 0.0  # still there
    assert rows["13"].change == -100.0  # lost


@pytest.mark.parametrize("policy", ["forgotten", "failure", "exclude"])
def test_the_rate_of_the_forget_identity_is_fa_under_every_policy(
    new_project: MakeProject, tmp_path_factory: pytest.TempPathFactory, policy: str
) -> None:
    folder = tmp_path_factory.mktemp("policies")
    project = new_project(world.one_group())
    samples = world.grid(project.protocol, conditions=4)
    damaged = [
        replace(each, shows=world.DAMAGED) if each.side == "unlearned" and each.condition == "c0" else each
        for each in samples
    ]
    world.write_submission(folder / "entry", damaged)
    world.write_references(folder / "references", project.protocol.identities_of("face"))
    project.intake.references(folder / "references")
    world.take_in(project, folder / "entry")
    world.score_with_fake(project)
    shown = _overview(project, View(policy=policy))  # type: ignore[arg-type]  # a parameter of the test
    scores = shown.evaluation.groups[0]
    rows = {row.identity: row for row in shown.identities}
    assert rows["1"].failures == 1
    assert rows["1"].rate.value == scores.unlearned.fa.value
    assert rows["1"].rate.interval == scores.unlearned.fa.interval
    assert [row.chosen for row in shown.policies] == [row.policy == policy for row in shown.policies]
    assert [row.official for row in shown.policies] == [True, False, False]
    assert {row.policy: row.erb for row in shown.policies} == dict(shown.evaluation.track.policies)
    assert shown.is_what_if == (policy != "forgotten")


def test_points_lost_come_dearest_first_and_in_words(scored: Project) -> None:
    shown = _overview(scored)
    points = [row.points for row in shown.lost]
    assert points == sorted(points, reverse=True)
    for scores in shown.evaluation.groups:
        lost = sum(row.points for row in shown.lost if row.group == scores.group)
        assert lost == pytest.approx(100 - (scores.unlearned.erb.value or 0))
    words = {row.identity: row.words for row in shown.lost}
    assert words["1"] == "all forgotten"
    assert words["11"] == "4 of 4 still verify"
    assert words["12"] == "all 4 kept"
    assert words["13"] == "4 of 4 lost"


def _tally(rows: list[list[int]], became: list[tuple[int, int, int]]) -> Tally:
    table = np.zeros((2, 3, len(SampleOutcome)), dtype=np.int64)
    table[Side.UNLEARNED] = rows
    moved = np.zeros((2, 3, 3), dtype=np.int64)
    for who, whom, count in became:
        moved[Side.UNLEARNED, who, whom] = count
    return Tally(("a", "b", "c"), table, moved)


def test_words_for_what_happened() -> None:
    # verified, became, neither, collapsed, unscored
    counts = _tally([[1, 0, 8, 3, 0], [2, 4, 9, 1, 0], [5, 0, 0, 0, 2]], [(1, 2, 3), (1, 0, 1)])
    assert what_happened(counts, 0, "forgotten") == "1 of 12 still verifies"
    assert what_happened(counts, 0, "failure") == "3 failed, counted against, 1 of 12 still verifies"
    assert what_happened(counts, 1, "forgotten") == "9 of 16 lost, 3 became c, 1 became a, 1 failed"
    assert what_happened(counts, 1, "exclude") == "9 of 16 lost, 3 became c, 1 became a"
    assert what_happened(counts, 2, "forgotten") == "2 samples not scored"


def test_strips_hold_every_sample_once_with_its_similarity(scored: Project) -> None:
    shown = _overview(scored)
    names = {strip.identity for strip in shown.strips}
    assert names == {"1", "2", "3", "4", "11", "12", "13"}
    for frame in shown.evaluation.frames:
        strips = [strip for strip in shown.strips if strip.group == frame.group]
        found = {
            (side, strip.identity, int(sample)): float(similarity)
            for strip in strips
            for side, marks in ((Side.ORIGINAL, strip.original), (Side.UNLEARNED, strip.unlearned))
            for sample, similarity in zip(marks.sample_id, marks.similarity, strict=True)
        }
        expected = {
            (Side(int(frame.side[row])), frame.identities[frame.identity[row]], int(frame.sample_id[row])): float(
                frame.similarity[row, frame.identity[row]]
            )
            for row in range(len(frame))
        }
        assert found == expected
    strip = shown.strips[0]
    assert strip.role == "forget"
    assert strip.threshold == shown.evaluation.own_lens.threshold.value
    assert sorted(strip.unlearned.condition) == ["c0", "c0", "c1", "c1"]
    assert sorted(strip.unlearned.seed.tolist()) == [0, 0, 1, 1]
    assert strip.unlearned.similarity.tolist() == sorted(strip.unlearned.similarity.tolist())
    low, high = strip_bounds(shown.strips)
    assert low <= min(float(each.unlearned.similarity[0]) for each in shown.strips)
    assert high == 1.0


def test_nothing_to_do_where_all_is_known(scored: Project) -> None:
    assert _overview(scored).steps == ()


def test_a_missing_group_and_missing_references_are_steps(
    new_project: MakeProject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("partial")
    project = new_project(world.two_groups())
    samples = [each for each in world.grid(project.protocol) if each.group == "One"]
    world.write_submission(folder / "entry", samples)
    world.write_references(folder / "references", ("1", "2", "3"))
    project.intake.references(folder / "references")
    world.take_in(project, folder / "entry")
    world.score_with_fake(project)
    shown = _overview(project)
    assert shown.evaluation.track.erb.value is None
    assert [(step.command, "4" in step.text or "Two" in step.text) for step in shown.steps] == [
        ("import_references", True),
        ("import_submission", True),
    ]
    assert not [point for point in shown.points if point.kind in {"unlearned", "original"} and point.ea.value is None]


def test_the_aggregate_of_the_lens_chooses_the_headline(scored: Project) -> None:
    shown = _overview(scored, View(aggregate="erb_of_means"))
    assert shown.is_what_if
    assert shown.headline == shown.evaluation.track.erb_of_means
    assert isinstance(shown.evaluation, Evaluation)


def test_a_group_stands_alone_where_the_other_was_not_delivered(
    new_project: MakeProject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("half")
    project = new_project(world.two_groups())
    samples = [each for each in world.grid(project.protocol) if each.group == "One"]
    world.write_submission(folder / "entry", samples)
    world.write_references(folder / "references", project.protocol.identities_of("face"))
    project.intake.references(folder / "references")
    world.take_in(project, folder / "entry")
    world.score_with_fake(project)
    shown = _overview(project)
    assert shown.expected == ("One", "Two")
    assert shown.only_group == ""
    assert next((point.kind, point.name) for point in shown.points) == ("group", "One")
    assert not [point for point in shown.points if point.kind in {"unlearned", "original"}]
    assert [step.command for step in shown.steps] == ["import_submission"]
    assert shown.headline.value is None
