"""Two entries of a project beside each other: figures, their changes, groups of one side only, and what is refused."""

from dataclasses import replace
from math import sqrt
from pathlib import Path

import pytest

from genmu_studio.domain import SubmissionId, SubmissionRow
from genmu_studio.entry_comparison import (
    NOT_DELIVERED,
    Delta,
    EntryComparison,
    compare_entries,
    difference_interval,
    suggest_second,
)
from genmu_studio.executors import ExecutorChoice
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from genmu_studio.store.submissions import put_submission
from genmu_studio.view import NoResultsError, View
from scoring.errors import UserError
from scoring.types import EvaluatorSpec, MetricValue, Track
from tests.core import world

FIRST, SECOND = "example-lab-face-r1", "example-lab-face-r2"


def take_second(
    project: Project, folder: Path, samples: list[world.Sample] | None = None, *, is_scored: bool = True
) -> None:
    """Take in revision 2, of 4 samples per identity and side, in which 11 is forgotten and 3 lost; 13 is kept."""
    shown = world.showing(
        samples or world.grid(world.two_groups(), conditions=2, seeds=2),
        {("unlearned", "1"): "3", ("unlearned", "11"): world.STRANGER, ("unlearned", "3"): world.STRANGER},
    )
    world.take_in(project, world.write_submission(folder / "second", shown, revision=2, size=5))
    if is_scored:
        world.score_with_fake(project)


def compare(project: Project, first: str = FIRST, second: str = SECOND, view: View | None = None) -> EntryComparison:
    return compare_entries(project, project.submission(first), project.submission(second), view or View())


def delta(comparison: EntryComparison, symbol: str, group: str = "") -> Delta:
    (found,) = [each for each in comparison.deltas if (each.symbol, each.group) == (symbol, group)]
    return found


def test_figures_are_those_of_each_entry_with_their_change(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path)
    comparison = compare(scored)
    one, other = world.look(scored, FIRST), world.look(scored, SECOND)
    for symbol, group, first, second in (
        ("ERB", "", one.track.erb, other.track.erb),
        ("EA", "", one.track.ea, other.track.ea),
        ("RA", "", one.track.ra, other.track.ra),
        ("GP", "", one.gp, other.gp),
        *(
            (symbol, a.group, getattr(a.unlearned, symbol.lower()), getattr(b.unlearned, symbol.lower()))
            for a, b in zip(one.groups, other.groups, strict=True)
            for symbol in ("ERB", "FA", "RA")
        ),
    ):
        found = delta(comparison, symbol, group)
        assert (found.first, found.second) == (first, second)
        assert first.value is not None
        assert second.value is not None
        assert found.change == second.value - first.value
    assert len(comparison.deltas) == 10
    fa, ra = delta(comparison, "FA", "Two"), delta(comparison, "RA", "Two")
    assert (fa.first.value, fa.second.value, fa.change, fa.is_better) == (100, 0, -100, True)
    assert (ra.first.value, ra.second.value, ra.change, ra.is_better) == (50, 100, 50, True)
    fa, ra = delta(comparison, "FA", "One"), delta(comparison, "RA", "One")
    assert (fa.change, fa.is_better) == (0, None)
    assert ra.change == pytest.approx(-100 / 3)
    assert ra.is_better is False


def test_the_samples_that_ended_otherwise(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path)
    samples = compare(scored).samples
    assert (samples.matched, samples.only_first, samples.only_second) == (28, 0, 0)
    words = {(each.group, each.identity): each.words for each in samples.changed}
    assert words == {
        ("One", "1"): ("became 2", "became 3"),
        ("One", "3"): ("kept", "lost"),
        ("Two", "11"): ("still verified", "forgotten"),
        ("Two", "13"): ("lost", "kept"),
    }
    assert len(samples.changed) == 16
    facts = world.look(scored, SECOND).frames
    known = {int(id_) for frame in facts for id_ in frame.sample_id}
    assert {each.samples[1] for each in samples.changed} <= known


def test_the_other_way_round_all_is_mirrored(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path)
    there, back = compare(scored), compare(scored, SECOND, FIRST)
    for one, other in zip(there.deltas, back.deltas, strict=True):
        assert (one.symbol, one.group, one.first, one.second) == (other.symbol, other.group, other.second, other.first)
        assert one.change is not None
        assert other.change == -one.change
        assert one.is_better is (None if other.is_better is None else not other.is_better)
        if one.interval is not None:
            assert other.interval is not None
            assert other.interval == pytest.approx((-one.interval[1], -one.interval[0]))
    assert [each.words for each in there.samples.changed] == [each.words[::-1] for each in back.samples.changed]


def test_an_entry_and_itself_differ_in_nothing(scored: Project) -> None:
    comparison = compare(scored, FIRST, FIRST)
    assert {each.change for each in comparison.deltas} == {0}
    assert {each.is_better for each in comparison.deltas} == {None}
    assert (comparison.samples.matched, len(comparison.samples.changed), comparison.missing) == (28, 0, ())


def test_the_lens_decides_what_has_changed(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path)
    strict = compare(scored, view=View(threshold="1.0", policy="failure"))
    assert strict.first.decision.threshold == strict.second.decision.threshold == 1
    assert delta(strict, "FA", "Two").change == 0
    assert {each.words for each in strict.samples.changed} == set()


def test_a_group_that_only_one_delivered_is_said_and_has_no_change(scored: Project, tmp_path: Path) -> None:
    only_one = [each for each in world.grid(world.two_groups(), conditions=2, seeds=2) if each.group == "One"]
    take_second(scored, tmp_path, only_one)
    comparison = compare(scored)
    assert comparison.missing == ((SECOND, "Two"),)
    assert compare(scored, SECOND, FIRST).missing == ((SECOND, "Two"),)
    fa = delta(comparison, "FA", "Two")
    assert (fa.first.value, fa.second.value, fa.second.reason) == (100, None, NOT_DELIVERED)
    assert (fa.change, fa.interval, fa.is_better) == (None, None, None)
    erb = delta(comparison, "ERB")
    assert (erb.second.value, erb.change) == (None, None)
    assert "Two" in (erb.second.reason or "")
    assert (comparison.samples.matched, comparison.samples.only_first) == (16, 12)


def test_a_figure_that_one_cannot_compute_has_no_change(scored: Project, tmp_path: Path) -> None:
    grid = world.grid(world.two_groups(), conditions=2, seeds=2)
    take_second(scored, tmp_path, [each for each in grid if each.identity != "4"])
    ra = delta(compare(scored), "RA", "One")
    assert (ra.second.value, ra.change, ra.interval, ra.is_better) == (None, None, None, None)
    assert "4" in (ra.second.reason or "")
    assert delta(compare(scored), "FA", "One").change == 0


def test_unequal_sets_of_samples_are_counted(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path, world.grid(world.two_groups(), conditions=3, seeds=1))
    samples = compare(scored).samples
    assert (samples.matched, samples.only_first, samples.only_second) == (14, 14, 7)


def test_what_an_entry_is_compared_with_first(scored: Project) -> None:
    def entry(name: str, team: str, revision: int, track: Track = "face") -> SubmissionRow:
        return replace(scored.submission(FIRST), id=SubmissionId(name), team=team, revision=revision, track=track)

    one, two, three = entry("a1", "A", 1), entry("a2", "A", 2), entry("a3", "A", 3)
    other, speech = entry("b1", "B", 4), entry("s1", "A", 1, "speech")
    entries = [three, one, speech, other, two]
    assert suggest_second(entries, three) is two
    assert suggest_second(entries, two) is one
    assert suggest_second(entries, one) is other  # no earlier revision: the next one of the track
    assert suggest_second(entries, other) is two
    assert suggest_second([one, two, other], other) is one  # round and round
    assert suggest_second(entries, speech) is None
    assert suggest_second([], one) is None


# ---- the interval of a change ----


def test_the_interval_of_a_change_by_hand() -> None:
    first, second = MetricValue(80.0, 10, interval=(60.0, 84.0)), MetricValue(50.0, 10, interval=(47.0, 62.0))
    # Down: the second falls by 3, or the first rises by 4. Up: the second rises by 12, or the first falls by 20.
    assert difference_interval(first, second) == pytest.approx((-30 - 5, -30 + sqrt(12**2 + 20**2)))


@pytest.mark.parametrize("missing", [MetricValue(None, reason="no"), MetricValue(50.0, 1)])
def test_without_both_intervals_there_is_none_of_the_change(missing: MetricValue) -> None:
    known = MetricValue(50.0, 10, interval=(40.0, 60.0))
    assert difference_interval(known, missing) is None
    assert difference_interval(missing, known) is None


def test_the_interval_of_a_real_change(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path)
    fa = delta(compare(scored), "FA", "Two")
    assert fa.first.interval is not None
    assert fa.second.interval is not None
    # 4 of 4 verified, then 0 of 4: Wilson's intervals end at 100 and 0, so that only their inner ends count.
    half = fa.second.interval[1] - 0
    assert 100 - fa.first.interval[0] == pytest.approx(half)
    assert fa.interval == pytest.approx((-100, -100 + half * sqrt(2)))


# ---- what is refused ----


def test_entries_of_different_tracks(scored: Project) -> None:
    row = put_entry(scored, "v-speech-r1", "speech")
    with pytest.raises(UserError, match="of the face track, v-speech-r1 of the speech track"):
        compare(scored, FIRST, row.id)


def test_an_entry_without_results(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path, is_scored=False)
    with pytest.raises(NoResultsError, match=f"no evaluator has results for {SECOND}") as refused:
        compare(scored)
    assert refused.value.hint == "Score it first."
    with pytest.raises(NoResultsError, match="no results of face_arcface"):
        compare(scored, FIRST, FIRST, View(evaluator="face_arcface"))


def test_a_track_that_has_no_evaluator(scored: Project) -> None:
    one, other = (put_entry(scored, f"v-concept-r{number}", "concept") for number in (1, 2))
    with pytest.raises(UserError, match="v-concept-r1 cannot be compared") as refused:
        compare(scored, one.id, other.id)
    assert refused.value.hint == "The concept track has no evaluator yet."


def test_entries_measured_by_different_states_of_an_evaluator(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path, is_scored=False)
    score(scored, SECOND, EvaluatorSpec("fake_image", (("fail_on", "nothing"),)))
    with pytest.raises(UserError, match="different states of fake_image"):
        compare(scored)


def test_entries_measured_by_different_evaluators(scored: Project, tmp_path: Path) -> None:
    take_second(scored, tmp_path, is_scored=False)
    table = tmp_path / "t.csv"
    lines = ["path,identity,similarity"]
    lines += [f"{each.path},{each.identity},0.9" for each in world.grid(world.two_groups(), conditions=2, seeds=2)]
    table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    scored.intake.results(table, scored.submission(SECOND), "elsewhere")
    with pytest.raises(UserError, match=f"{FIRST} was measured by fake_image, {SECOND} by elsewhere") as refused:
        compare(scored)
    assert refused.value.hint == "Score both with one evaluator."
    scored.intake.results(table, scored.submission(FIRST), "elsewhere")
    named = compare(scored, view=View(evaluator="elsewhere"))
    assert {each.evaluator.name for each in (named.first, named.second)} == {"elsewhere"}


def put_entry(project: Project, name: str, track: Track) -> SubmissionRow:
    row = replace(project.submission(FIRST), id=SubmissionId(name), track=track)
    project.store.write(lambda db: put_submission(db, row, root_id=1)).result()
    project.kept.forget()
    return row


def score(project: Project, submission: str, evaluator: EvaluatorSpec) -> None:
    project.score(ScoreRequest(evaluator, (SubmissionId(submission),), ExecutorChoice("inline", 1)))
