"""What is live is what `evaluate` gives at that threshold, to the last digit."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.evaluation import Evaluation, evaluate
from genmu_studio.metrics_json import total_outcomes
from genmu_studio.scores.curves import LiveScores, TrackSweep
from genmu_studio.view import View
from scoring.frame import POLICIES, RULES
from scoring.metrics.erb_bootstrap import FEW_CONDITIONS
from scoring.metrics.track import TrackScores
from scoring.types import MetricValue
from tests.core.scores.made import (
    FEWER,
    MadeBase,
    at,
    base_of,
    bases,
    thresholds,
    views,
    without_bootstrap,
    without_interval,
)
from tests.scoring.metrics.slow import Sample, scores_of


def assert_equal(live: LiveScores, full: Evaluation) -> None:
    """Assert that all is equal but for intervals that the bootstrap has widened."""
    assert list(live.groups) == [scores.group for scores in full.groups]
    for scores in full.groups:
        group = live.groups[scores.group]
        assert without_bootstrap(group.unlearned) == without_bootstrap(scores.unlearned)
        assert without_bootstrap(group.original) == without_bootstrap(scores.original)
        assert {policy: without_bootstrap(side) for policy, side in group.by_policy.items()} == {
            policy: without_bootstrap(side) for policy, side in scores.by_policy.items()
        }
        if FEW_CONDITIONS in (scores.unlearned.erb.badge or ""):
            assert group.unlearned.erb == scores.unlearned.erb
        assert group.outcomes == scores.outcomes
        assert group.became == scores.became
        assert group.policy_badge == scores.policy_badge
        assert group.stage1 == scores.stage1
    assert live.outcomes == total_outcomes(full.groups)
    assert without_intervals(live.track) == without_intervals(full.track)
    assert (live.track.ea, live.track.ra) == (full.track.ea, full.track.ra)
    if live.fa.value is not None:
        known = [scores.unlearned.fa.value for scores in full.groups]
        assert live.fa.value == sum(value for value in known if value is not None) / len(known)
    assert (live.fa.value is None) == (full.track.ea.value is None)


def without_intervals(track: TrackScores) -> TrackScores:
    return replace(
        track,
        erb=without_interval(track.erb),
        mean_of_groups=without_interval(track.mean_of_groups),
        partial=None if track.partial is None else without_interval(track.partial),
        policies={policy: without_interval(value) for policy, value in track.policies.items()},
    )


@FEWER
@given(bases(missing=True), views(), thresholds())
def test_every_figure_is_that_of_an_evaluation(made: MadeBase, view: View, threshold: float) -> None:
    look = made.base.through(view)
    assert_equal(TrackSweep(look).at(threshold), evaluate(made.base.through(at(view, threshold))))


@FEWER
@given(bases(missing=True), views(), views(), thresholds())
def test_a_sweep_serves_another_look(made: MadeBase, first: View, second: View, threshold: float) -> None:
    sweep = TrackSweep(made.base.through(first)).through(made.base.through(second))
    assert sweep.look.lens == made.base.through(second).lens
    assert_equal(sweep.at(threshold), evaluate(made.base.through(at(second, threshold))))


def test_nothing_is_sorted_again_for_another_policy() -> None:
    base = base_of([([Sample("unlearned", "84", 0, "scored", (0.5, 0.25))], 2)])
    sweep = TrackSweep(base.through(View()))
    other = sweep.through(base.through(View(policy="exclude", aggregate="erb_of_means", threshold="0.7")))
    assert other._groups is sweep._groups
    assert sweep.through(base.through(View(rule="verify+rank1")))._groups is not sweep._groups


@FEWER
@given(bases(errors=False), views(), thresholds())
def test_figures_are_those_of_slow_loops(made: MadeBase, view: View, threshold: float) -> None:
    if made.base.protocol.decision.comparison != ">=":
        return  # the loops know only that
    live = TrackSweep(made.base.through(view)).at(threshold)
    decision = made.base.through(at(view, threshold)).decision
    for number, (samples, k) in enumerate(made.samples):
        if (group := live.groups.get(f"Set {number}")) is None:
            continue
        for side, found in (("unlearned", group.unlearned), ("original", group.original)):
            slow = scores_of(samples, side, k, decision)
            for value, expected in ((found.fa, slow.fa), (found.ra, slow.ra), (found.erb, slow.erb)):
                assert (value.value is None) == (expected is None)
                assert expected is None or Fraction(value.value or 0) == pytest.approx(expected, abs=1e-12)


@FEWER
@given(bases(missing=True), views(), st.lists(thresholds(), min_size=1, max_size=4))
def test_a_curve_has_the_values_of_single_thresholds(made: MadeBase, view: View, wanted: list[float]) -> None:
    curves = TrackSweep(made.base.through(view)).curve(wanted)
    for place, threshold in enumerate(wanted):
        full = evaluate(made.base.through(at(view, threshold)))
        assert same(curves.erb[place], full.track.erb)
        assert same(curves.ea[place], full.track.ea)
        assert same(curves.ra[place], full.track.ra)
        assert curves.reason == (full.track.erb.reason or "")
        for scores in full.groups:
            swept = curves.groups[scores.group]
            assert same(swept.fa[place], scores.unlearned.fa)
            assert same(swept.ra[place], scores.unlearned.ra)
            assert same(swept.erb[place], scores.unlearned.erb)
            assert swept.reason == (scores.unlearned.erb.reason or "")


def same(found: float, value: MetricValue) -> bool:
    return bool(np.isnan(found)) if value.value is None else found == value.value


@FEWER
@given(bases(missing=True), views(), thresholds())
def test_variants_are_the_curves_under_each_policy_and_rule(made: MadeBase, view: View, threshold: float) -> None:
    sweep = TrackSweep(made.base.through(view))
    by_policy, by_rule = sweep.by_policy([threshold]), sweep.by_rule([threshold])
    assert (tuple(by_policy), tuple(by_rule)) == (POLICIES, RULES)
    for policy, curves in by_policy.items():
        full = evaluate(made.base.through(at(replace(view, policy=policy), threshold)))
        assert same(curves.erb[0], full.track.erb)
    for rule, curves in by_rule.items():
        full = evaluate(made.base.through(at(replace(view, rule=rule), threshold)))
        assert same(curves.erb[0], full.track.erb)


@FEWER
@given(bases(missing=True), views())
def test_nothing_changes_within_a_plateau(made: MadeBase, view: View) -> None:
    sweep = TrackSweep(made.base.through(view))
    where = sweep.plateaus()
    assert where.is_exact
    first, last = sweep.curve(where.first), sweep.curve(where.last)
    for name in first.groups:
        assert np.array_equal(first.groups[name].fa, last.groups[name].fa, equal_nan=True)
        assert np.array_equal(first.groups[name].ra, last.groups[name].ra, equal_nan=True)
    assert np.array_equal(first.erb, last.erb, equal_nan=True)
