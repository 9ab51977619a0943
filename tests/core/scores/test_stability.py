"""Ranks at any threshold against the evaluations of each entry there."""

import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.project import Project
from genmu_studio.scores.stability import OrderInterval, Stability, rank_stability
from genmu_studio.view import View
from tests.core import world
from tests.core.conftest import MakeProject
from tests.core.scores.conftest import ALPHA, BETA, GAMMA, SUPERSEDED, WAITING
from tests.core.scores.made import at

VIEWS = (
    View(),
    View(policy="failure", rule="verify+rank1"),
    View(policy="exclude", aggregate="erb_of_means", threshold="0.3"),
)


def ranks_at(project: Project, view: View, threshold: float, names: list[str]) -> tuple[int, ...]:
    """Return the ranks that evaluations give, by a count of who is better."""
    erbs = []
    for name in names:
        full = project.evaluate(project.submission(name), at(view, threshold))
        assert full is not None
        assert full.track.erb.value is not None
        erbs.append(full.track.erb.value)
    return tuple(1 + sum(other > erb + 1e-9 for other in erbs) for erb in erbs)


def names_of(found: Stability) -> list[str]:
    return [entry.submission.id for entry in found.entries]


@pytest.fixture(scope="module")
def stabilities(varied_folder: Path) -> dict[View, Stability]:
    with Project.open(varied_folder, "read") as project:
        return {view: rank_stability(project, "face", view) for view in VIEWS}


@pytest.mark.parametrize("view", VIEWS)
def test_the_order_is_that_of_evaluations_at_both_ends_of_each_interval(
    varied: Project, stabilities: dict[View, Stability], view: View
) -> None:
    found = stabilities[view]
    assert found.is_exact
    assert len(found.orders) > 2
    assert (found.orders[0].first, found.orders[-1].last) == (-1, 1)
    for order, following in pairwise(found.orders):
        assert following.first == np.nextafter(np.float32(order.last), np.float32(2))
        assert following.ranks != order.ranks
    for order in found.orders[::7]:
        for threshold in (order.first, order.last):
            assert found.order_at(threshold) is order
            assert ranks_at(varied, view, threshold, names_of(found)) == order.ranks


@pytest.mark.parametrize("view", VIEWS)
def test_curves_and_ranks_are_those_of_evaluations(
    varied: Project, stabilities: dict[View, Stability], view: View
) -> None:
    found = stabilities[view]
    for place in range(0, len(found.plateaus), 90):
        for threshold in (float(found.plateaus.first[place]), float(found.plateaus.last[place])):
            for entry in (*found.entries, *found.apart):
                full = varied.evaluate(entry.submission, at(view, threshold))
                if entry.erb is None:
                    assert full is None
                else:
                    assert full is not None
                    assert entry.erb[place] == full.track.erb.value
            assert tuple(found.ranks[place]) == ranks_at(varied, view, threshold, names_of(found))


def test_the_nearest_changes_are_as_far_as_evaluations_say(varied: Project, stabilities: dict[View, Stability]) -> None:
    found = stabilities[View()]
    names = names_of(found)
    for threshold in (-1.0, 0.1, 0.5, 1.0):
        here = ranks_at(varied, View(), threshold, names)
        below, above = found.nearest_changes(threshold)
        decides = float(np.float32(threshold))
        assert (below is None) == (found.order_at(threshold) is found.orders[0])
        assert (above is None) == (found.order_at(threshold) is found.orders[-1])
        for change, way in ((below, -1), (above, 1)):
            if change is not None:
                there = decides + way * change
                before = float(np.nextafter(np.float32(there), np.float32(-2 * way)))
                assert change > 0
                assert ranks_at(varied, View(), there, names) != here
                assert ranks_at(varied, View(), before, names) == here


def test_at_the_protocols_threshold_ranks_are_those_of_the_leaderboard(
    varied: Project, stabilities: dict[View, Stability]
) -> None:
    found = stabilities[View()]
    board = {row.submission.id: (row.rank, row.reason) for row in varied.leaderboard("face")}
    threshold = varied.thresholds(varied.evaluators()[0])["fallback"].value
    ranks = found.order_at(threshold).ranks
    assert {name: (rank, None) for name, rank in zip(names_of(found), ranks, strict=True)} == {
        name: shown for name, shown in board.items() if shown[0] is not None
    }
    assert {entry.submission.id: (None, entry.reason) for entry in found.apart} == {
        name: shown for name, shown in board.items() if shown[0] is None
    }


def test_who_is_not_ranked_stands_apart(stabilities: dict[View, Stability]) -> None:
    found = stabilities[View()]
    assert names_of(found) == [ALPHA, BETA, GAMMA]
    apart = {str(entry.submission.id): entry for entry in found.apart}
    assert apart[SUPERSEDED].reason == "superseded by revision 2"
    assert apart[SUPERSEDED].erb is not None
    assert apart[WAITING].reason == "not scored yet"
    assert apart[WAITING].erb is None
    assert len(apart) == 2


def test_who_was_measured_otherwise_stands_apart(varied_folder: Path, tmp_path: Path) -> None:
    with Project.open(shutil.copytree(varied_folder, tmp_path / "copy.genmu")) as project:
        world.score_with_fake(project, fail_on="nothing")  # the waiting entry too: now all have both
        (table := tmp_path / "theirs.csv").write_text(
            "path,identity,similarity\nunlearned/One/1/c0/0.png,1,0.5\n", encoding="utf-8"
        )
        row = project.submission(GAMMA)
        project.intake.results(table, row, "theirs")
        found = rank_stability(project, "face", View(evaluator="theirs"))
        reasons = {str(entry.submission.id): entry.reason for entry in found.apart}
        assert found.entries == ()
        assert found.orders == (OrderInterval(-1.0, 1.0, ()),)
        assert "imported results take no part" in reasons[GAMMA]
        assert "ERB not computable" in reasons[GAMMA]
        assert reasons[BETA] == "not scored yet"


def test_a_lone_entry_never_changes_its_rank(scored: Project) -> None:
    found = rank_stability(scored, "face", View())
    assert found.orders == (OrderInterval(-1.0, 1.0, (1,)),)
    assert found.nearest_changes(0.5) == (None, None)


def test_a_track_without_entries(new_project: MakeProject) -> None:
    found = rank_stability(new_project(world.one_group()), "face", View())
    assert (found.entries, found.apart, found.ranks.shape) == ((), (), (1, 0))


def test_it_can_be_cancelled(varied: Project) -> None:
    cancellation = Cancellation()
    cancellation.request()
    with pytest.raises(CancelledError):
        rank_stability(varied, "face", View(), cancellation)
