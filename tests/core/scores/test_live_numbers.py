"""A threshold that is dragged and one that is typed: the same numbers, at scores themselves and beside them."""

import json
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from genmu_studio.cli import main
from genmu_studio.look import Look
from genmu_studio.pair_building import build_table, with_decision
from genmu_studio.project import Project
from genmu_studio.scores.band import band
from genmu_studio.scores.curves import LiveScores, TrackSweep
from genmu_studio.view import View
from scoring.frame import POLICIES, RULES, Policy, Rule, Side
from tests.core.scores.conftest import ALPHA
from tests.core.scores.made import at
from tests.core.scores.test_curves import assert_equal


def near_scores(look: Look, every: int) -> list[float]:
    """Return scores of samples and their float32 neighbours on both sides."""
    scores = np.unique(np.concatenate([frame.own[frame.side == Side.UNLEARNED] for frame in look.frames]))
    chosen = scores[~np.isnan(scores)][::every]
    ways = (np.nextafter(chosen, np.float32(way)) for way in (-2, 2))
    found = np.concatenate([chosen, *ways])
    return [float(each) for each in found if -1 <= each <= 1]


@pytest.mark.parametrize(("rule", "policy"), list(product(RULES, POLICIES)))
def test_live_numbers_are_those_of_an_evaluation(varied: Project, rule: Rule, policy: Policy) -> None:
    row = varied.submission(ALPHA)
    for aggregate in ("mean_of_groups", "erb_of_means"):
        view = View(rule=rule, policy=policy, aggregate=aggregate)
        base = varied.look_base(row, view)
        assert base is not None
        look = base.through(view)
        sweep, table = TrackSweep(look), build_table(look.frames, look.decision)
        for threshold in near_scores(look, 20):
            full = varied.evaluate(row, at(view, threshold))
            assert full is not None
            assert_equal(sweep.at(threshold), full)
            anew = build_table(full.frames, full.decision)
            moved = with_decision(table, full.look)
            assert moved.outcome.tolist() == anew.outcome.tolist()
            assert moved.became.tolist() == anew.became.tolist()
            assert moved.costs.tolist() == anew.costs.tolist()


def test_the_band_is_that_of_evaluations_bootstrap_included(varied: Project) -> None:
    row = varied.submission(ALPHA)
    base = varied.look_base(row, View())
    assert base is not None
    look = base.through(View())
    widened = 0
    for point in band(look, near_scores(look, 40)):
        full = varied.evaluate(row, at(View(), point.threshold))
        assert full is not None
        assert point.track == full.track.erb
        assert point.groups == {scores.group: scores.unlearned.erb for scores in full.groups}
        widened += point.track.interval != TrackSweep(look).at(point.threshold).track.erb.interval
    assert widened


@pytest.mark.parametrize("policy", POLICIES)
def test_the_command_line_prints_the_same(
    varied_folder: Path, capfd: pytest.CaptureFixture[str], policy: Policy
) -> None:
    with Project.open(varied_folder, "read") as project:
        base = project.look_base(project.submission(ALPHA), View())
        assert base is not None
        sweep = TrackSweep(base.through(View(policy=policy)))
        thresholds = near_scores(base.through(View()), 40)
    for threshold in thresholds:
        lens = ["--threshold", repr(threshold), "--policy", policy]
        with pytest.raises(SystemExit) as ended:
            main(["metrics", str(varied_folder), "--submission", ALPHA, "--json", *lens])
        assert ended.value.code == 0
        (printed,) = json.loads(capfd.readouterr().out)["submissions"]
        assert_printed(sweep.at(threshold), printed)


def assert_printed(live: LiveScores, printed: dict[str, object]) -> None:
    # Read back from JSON: to the last digit.
    track, groups = printed["track_value"], printed["groups"]
    assert isinstance(track, dict)
    assert isinstance(groups, list)
    assert [track[name]["value"] for name in ("ERB", "EA", "RA")] == [
        live.track.erb.value,
        live.track.ea.value,
        live.track.ra.value,
    ]
    assert printed["outcomes"] == live.outcomes
    for group in groups:
        found = live.groups[group["group"]]
        for side, scores in (("unlearned", found.unlearned), ("original", found.original)):
            values = [scores.fa.value, scores.ea.value, scores.ra.value, scores.erb.value]
            assert [group[side][name]["value"] for name in ("FA", "EA", "RA", "ERB")] == values
        assert group["outcomes"] == found.outcomes
