from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import POLICIES, RULES, Decision, Policy, Rule, Side
from scoring.metrics.outcomes import outcomes, tally
from scoring.metrics.sides import side_scores
from scoring.metrics.sweep import ThresholdSweep
from scoring.metrics.worked_example import EXAMPLE
from scoring.rules import SHIPPED
from scoring.statistics import harmonic_interval, harmonic_intervals, wilson, wilson_intervals
from tests.scoring.metrics.slow import Sample, frame_of, groups, scores_of

THRESHOLDS = (-1.0, 0.0, 0.1, 0.25, 0.5, float(np.nextafter(np.float32(0.5), np.float32(1))), 0.75, 1.0)


@given(groups(), st.sampled_from(RULES), st.sampled_from(POLICIES), st.sampled_from([">=", ">"]), st.sampled_from(Side))
def test_every_threshold_has_the_figures_that_it_has_alone(
    group: tuple[list[Sample], int], rule: Rule, policy: Policy, comparison: str, side: Side
) -> None:
    samples, k = group
    frame = frame_of(samples, k)
    rules = replace(SHIPPED, comparison=comparison)  # type: ignore[arg-type]  # of its two values
    sweep = ThresholdSweep(frame, side, Decision(0.5, rule, policy, rules))
    swept = sweep.scores(THRESHOLDS)
    for place, threshold in enumerate(THRESHOLDS):
        decision = Decision(threshold, rule, policy, rules)
        alone = side_scores(tally(frame, outcomes(frame, decision)), side, decision)
        assert sweep.at(threshold) == alone
        for curve, value in ((swept.fa, alone.fa), (swept.ea, alone.ea), (swept.ra, alone.ra), (swept.erb, alone.erb)):
            assert np.isnan(curve[place]) if value.value is None else curve[place] == value.value
        if alone.erb.interval is None:
            assert np.isnan(swept.erb_low[place])
        else:
            assert (swept.erb_low[place], swept.erb_high[place]) == pytest.approx(alone.erb.interval, abs=1e-9)
        assert (swept.reason == "") == (alone.erb.value is not None)


@given(groups(errors=False), st.sampled_from(RULES), st.sampled_from(POLICIES))
def test_the_figures_are_those_of_slow_loops(group: tuple[list[Sample], int], rule: Rule, policy: Policy) -> None:
    samples, k = group
    swept = ThresholdSweep(frame_of(samples, k), Side.UNLEARNED, Decision(0.5, rule, policy)).scores(THRESHOLDS)
    for place, threshold in enumerate(THRESHOLDS):
        slow = scores_of(samples, "unlearned", k, Decision(threshold, rule, policy))
        for curve, value in ((swept.fa, slow.fa), (swept.ra, slow.ra), (swept.erb, slow.erb)):
            assert curve[place] == pytest.approx(float("nan") if value is None else float(value), nan_ok=True)


@given(groups(), st.sampled_from(RULES), st.sampled_from(POLICIES))
def test_fewer_verify_the_higher_the_threshold(group: tuple[list[Sample], int], rule: Rule, policy: Policy) -> None:
    samples, k = group
    sweep = ThresholdSweep(frame_of(samples, k), Side.UNLEARNED, Decision(0.5, rule, policy))
    verified = sweep.trials(np.sort(THRESHOLDS)).verified
    assert (np.diff(verified, axis=0) <= 0).all()


def test_figures_change_at_the_steps_and_nowhere_else() -> None:
    sweep = ThresholdSweep(EXAMPLE, Side.UNLEARNED, Decision(0.5))
    steps: Sequence[float] = sweep.steps.tolist()
    assert [round(step, 2) for step in steps] == [0.2, 0.3, 0.7, 0.8, 0.9]
    for step in steps:
        above = float(np.nextafter(np.float32(step), np.float32(2)))
        at, after = sweep.trials([step, above]).verified
        assert (at != after).any()
    between = sweep.trials([(low + high) / 2 for low, high in pairwise(steps)]).verified
    assert (between == sweep.trials(steps[1:]).verified).all()


def test_nothing_of_zero_and_nothing_of_zero_is_scored_0_without_a_band() -> None:
    swept = ThresholdSweep(EXAMPLE, Side.ORIGINAL, Decision(0.5)).scores([-1.0, 0.5, 1.0])
    assert swept.erb[0] == 0.0  # everybody verifies: nothing is erased, everything is kept
    undefined = frame_of(
        [Sample("unlearned", "84", 0, "scored", (0.9, 0)), Sample("unlearned", "5895", 0, "scored", (0, 0.1))], 2
    )
    swept = ThresholdSweep(undefined, Side.UNLEARNED, Decision(0.5)).scores([0.5])
    assert swept.erb.tolist() == [0.0]
    assert np.isnan(swept.erb_low).all()


def test_vectors_of_intervals_are_the_intervals() -> None:
    trials = np.array([8, 24, 1, 100])
    successes = np.array([0, 24, 1, 37])
    low, high = wilson_intervals(successes, trials, 0.95)
    for place in range(4):
        assert (low[place], high[place]) == pytest.approx(wilson(int(successes[place]), int(trials[place]), 0.95))
    shares = successes / trials
    low2, high2 = harmonic_intervals(shares, (low, high), shares[::-1], (low[::-1], high[::-1]))
    for place in range(4):
        other = 3 - place
        expected = harmonic_interval(
            float(shares[place]), (float(low[place]), float(high[place])),
            float(shares[other]), (float(low[other]), float(high[other])),
        )  # fmt: skip
        assert (low2[place], high2[place]) == pytest.approx(expected)
