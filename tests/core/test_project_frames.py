"""What a project keeps of what it read: looking again needs no database, and a change of the data is seen."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import NoReturn

import pytest
from sqlite_utils import Database

from genmu_studio.marks import Mark
from genmu_studio.metrics_json import evaluation_json
from genmu_studio.project import ChangeSet, Project
from genmu_studio.view import View
from scoring.frame import Status
from tests.core import world

ENTRY = "example-lab-face-r1"


def refuse(function: Callable[[Database], object]) -> NoReturn:
    raise AssertionError("the database was read")


def test_another_lens_reads_nothing(scored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    row = scored.submission(ENTRY)
    scored.evaluate(row, View())
    scored.evaluate(row, View(template="max"))
    views = (
        View(threshold="0.3"), View(rule="verify+rank1"), View(policy="exclude"), View(aggregate="erb_of_means"),
        View(template="max", threshold="fallback"), View(evaluator="fake_image"),
    )  # fmt: skip
    with monkeypatch.context() as patch:
        patch.setattr(scored.store, "read", refuse)
        kept = [evaluation_json(evaluation) for view in views if (evaluation := scored.evaluate(row, view))]
        assert [each.id for each in scored.submissions()] == [ENTRY]
    with Project.open(scored.folder, "read") as fresh:
        assert kept == [evaluation_json(world.look(fresh, ENTRY, view)) for view in views]


def test_before_scoring_nothing_is_read_twice_either(unscored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    row = unscored.submission(ENTRY)
    assert unscored.evaluate(row, View()) is None
    bare = unscored.unscored_frames(row)
    monkeypatch.setattr(unscored.store, "read", refuse)
    assert unscored.evaluate(row, View()) is None
    assert unscored.unscored_frames(row) is bare


def test_scoring_brings_new_numbers(unscored: Project) -> None:
    row = unscored.submission(ENTRY)
    assert unscored.evaluate(row, View()) is None
    world.score_with_fake(unscored)
    first = world.look(unscored, ENTRY)
    assert first.track.erb.value is not None
    (evaluator,) = unscored.evaluators_of(row)
    world.score_with_fake(unscored, fail_on="nothing")  # another version of it
    second = world.look(unscored, ENTRY)
    assert second.evaluator.digest != evaluator.digest
    assert len(unscored.evaluators_of(row)) == 2


def test_every_change_of_the_data_is_seen_and_marks_are_none(scored: Project) -> None:
    row = scored.submission(ENTRY)
    evaluator = scored.best_evaluator(row)
    assert evaluator is not None
    before = scored.frames_of(row, evaluator, "mean")
    sample = int(before.groups[0].sample_id[0])
    told: list[ChangeSet] = []
    scored.subscribe(told.append)

    scored.mark("bookmark", [Mark("bookmark", sample, "yes")]).result()
    assert [changes.moves_numbers for changes in told] == [False]
    assert scored.frames_of(row, evaluator, "mean") is before

    scored.freeze(evaluator, scored.calibrate(evaluator))
    assert [changes.moves_numbers for changes in told] == [False, True]
    assert scored.frames_of(row, evaluator, "mean") is not before
    assert world.look(scored, ENTRY).own_lens.threshold.preset == "fallback"
    assert "eer" in scored.thresholds(evaluator)


def test_frames_of_an_evaluator_share_what_lies_still(scored: Project) -> None:
    row = scored.submission(ENTRY)
    evaluator = scored.best_evaluator(row)
    assert evaluator is not None
    bare, seen = scored.unscored_frames(row), scored.frames_of(row, evaluator, "mean")
    for frame, scored_frame in zip(bare.groups, seen.groups, strict=True):
        assert scored_frame.sample_id is frame.sample_id
        assert scored_frame.partner is frame.partner
        assert (frame.status == Status.ERROR).all()
        assert (scored_frame.status == Status.SCORED).all()
    assert seen.size_bytes > bare.size_bytes > 0


def test_threads_that_look_at_once_see_the_same(scored: Project) -> None:
    views = [View(threshold=str(number / 10)) for number in range(1, 9)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda view: world.look(scored, ENTRY, view), views))
    assert len({id(each.look.base.built) for each in found}) == 1
    assert [each.own_lens.threshold.value for each in found] == [float(str(view.threshold)) for view in views]


def test_a_leaderboard_holds_scores_and_no_frames(scored: Project) -> None:
    (row,) = scored.leaderboard("face")
    assert row.evaluation is not None
    assert row.evaluation.track == world.look(scored, ENTRY).track
    assert row.evaluation.providers == ("fake",)
    assert row.evaluation.frames == ()
