"""What sweeps count at a threshold is what is counted there without them."""

from dataclasses import replace

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import POLICIES, RULES, Decision, Policy, Rule, Side
from scoring.metrics.identity import scores_of_side
from scoring.metrics.interval_sweep import IntervalSweep
from scoring.metrics.outcomes import SampleOutcome, outcomes, tally
from scoring.metrics.sweep import ThresholdSweep
from scoring.metrics.tally_sweep import TallySweep
from scoring.rules import Comparison, Rules
from scoring.verification import count_verified, verified
from tests.scoring.metrics.slow import FRAME_LEVELS, Sample, frame_of, groups, outcome

COMPARISONS: tuple[Comparison, ...] = (">=", ">")
BESIDE = [float(np.nextafter(np.float32(level), np.float32(way))) for level in FRAME_LEVELS for way in (-2, 2)]
THRESHOLDS = st.sampled_from([*FRAME_LEVELS, *BESIDE, -1.0, 0.1])
DECISIONS = st.builds(
    Decision,
    THRESHOLDS,
    st.sampled_from(RULES),
    st.sampled_from(POLICIES),
    st.builds(
        Rules,
        st.sampled_from(COMPARISONS),
        bootstrap_resamples=st.just(100),
        min_conditions=st.sampled_from([2, 3]),
    ),
)


@given(st.lists(st.sampled_from([*FRAME_LEVELS, *BESIDE])), st.lists(THRESHOLDS), st.sampled_from(COMPARISONS))
def test_as_many_are_counted_as_are_decided_to_verify(
    scores: list[float], thresholds: list[float], comparison: Comparison
) -> None:
    ascending = np.sort(np.array(scores, dtype=np.float32))
    expected = [int(verified(ascending, threshold, comparison).sum()) for threshold in thresholds]
    assert count_verified(ascending, thresholds, comparison).tolist() == expected


@given(groups(), DECISIONS, THRESHOLDS)
def test_a_tally_is_that_of_the_outcomes(group: tuple[list[Sample], int], decision: Decision, threshold: float) -> None:
    frame = frame_of(*group)
    found = TallySweep(frame, decision).at(threshold)
    expected = tally(frame, outcomes(frame, replace(decision, threshold=threshold)))
    assert found.table.tolist() == expected.table.tolist()
    assert found.became.tolist() == expected.became.tolist()
    assert found.identities == expected.identities


@given(groups(), st.sampled_from(RULES), THRESHOLDS)
def test_a_tally_is_that_of_slow_loops(group: tuple[list[Sample], int], rule: Rule, threshold: float) -> None:
    samples, k = group
    frame = frame_of(samples, k)
    found = TallySweep(frame, Decision(0.0, rule)).at(threshold)
    told = [(sample, outcome(sample, k, threshold, rule)) for sample in samples]
    for side in Side:
        for column, identity in enumerate(frame.identities):
            words = [word for each, word in told if (each.side, each.identity) == (side.name.lower(), identity)]
            counts = found.table[side, column]
            assert counts[SampleOutcome.VERIFIED] == words.count("verified")
            assert counts[SampleOutcome.NEITHER] == words.count("neither")
            assert counts[SampleOutcome.COLLAPSED] == words.count("collapsed")
            assert counts[SampleOutcome.UNSCORED] == words.count("error")
            became = [words.count(f"became {other}") for other in frame.identities]
            assert found.became[side, column].tolist() == became


@given(groups(), DECISIONS, THRESHOLDS, st.sampled_from(Side))
def test_intervals_are_those_of_the_side_bootstrap_included(
    group: tuple[list[Sample], int], decision: Decision, threshold: float, side: Side
) -> None:
    frame = frame_of(*group)
    there = replace(decision, threshold=threshold)
    expected = scores_of_side(frame, outcomes(frame, there), side, there)
    assert IntervalSweep(frame, side, decision).at(threshold) == expected


@given(groups(), DECISIONS, st.sampled_from(POLICIES))
def test_another_policy_is_served_by_the_same_samples(
    group: tuple[list[Sample], int], decision: Decision, policy: Policy
) -> None:
    frame = frame_of(*group)
    sweep = ThresholdSweep(frame, Side.UNLEARNED, decision)
    before = sweep.at(decision.threshold)
    other = ThresholdSweep(frame, Side.UNLEARNED, replace(decision, policy=policy))
    assert sweep.under(policy).at(decision.threshold) == other.at(decision.threshold)
    assert sweep.at(decision.threshold) == before


@given(groups(errors=False, min_k=2), DECISIONS)
def test_a_flip_is_the_sample_gone_to_the_other_side(group: tuple[list[Sample], int], decision: Decision) -> None:
    samples, k = group
    frame = frame_of(samples, k)
    sweep = ThresholdSweep(frame, Side.UNLEARNED, decision)
    codes = outcomes(frame, decision)
    for row in np.flatnonzero((frame.side == Side.UNLEARNED) & (frame.status == 0))[:3].tolist():
        is_verified = codes[row] == SampleOutcome.VERIFIED
        similarity = frame.similarity.copy()
        similarity[row, frame.identity[row]] = -2 if is_verified else 2
        elsewhere = ThresholdSweep(replace(frame, similarity=similarity), Side.UNLEARNED, decision)
        (found,) = sweep.flipped(decision.threshold, [(int(frame.identity[row]), -1 if is_verified else 1)])
        assert found == elsewhere.at(decision.threshold)
