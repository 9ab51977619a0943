import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import POLICIES, RULES, Decision, Policy, Rule, Side
from scoring.metrics.flips import find_flips
from scoring.metrics.outcomes import SampleOutcome, outcomes, tally
from scoring.metrics.sides import side_scores
from scoring.metrics.worked_example import EXAMPLE
from tests.scoring.metrics.slow import Sample, frame_of, groups


def erb_at(frame_samples: tuple[list[Sample], int], threshold: float, rule: Rule, policy: Policy) -> float | None:
    samples, k = frame_samples
    frame, decision = frame_of(samples, k), Decision(threshold, rule, policy)
    return side_scores(tally(frame, outcomes(frame, decision)), Side.UNLEARNED, decision).erb.value


@given(groups(), st.sampled_from(RULES), st.sampled_from(POLICIES), st.sampled_from([0.4, 0.5, 0.6]))
def test_flips_are_those_that_another_threshold_decides_otherwise(
    group: tuple[list[Sample], int], rule: Rule, policy: Policy, threshold: float
) -> None:
    samples, k = group
    frame, decision = frame_of(samples, k), Decision(threshold, rule, policy)
    found = find_flips(frame, Side.UNLEARNED, decision, 0.3)
    now = outcomes(frame, decision) == SampleOutcome.VERIFIED
    assert found.verifies.tolist() == now[found.rows].tolist()
    expected = set()
    for moved in np.linspace(threshold - 0.3, threshold + 0.3, 25):
        # just past a score at the upper end flips it; at the lower end the score itself does
        for limit in (moved, float(np.nextafter(np.float32(moved), np.float32(2)))):
            then = outcomes(frame, Decision(limit, rule, policy)) == SampleOutcome.VERIFIED
            expected |= set(np.flatnonzero((then != now) & (frame.side == Side.UNLEARNED)).tolist())
    assert set(found.rows.tolist()) >= expected
    distances = np.abs(found.similarity.astype(float) - np.float32(threshold))
    assert (np.diff(distances) >= 0).all()
    assert (distances <= 0.3 + 1e-6).all()


@given(groups(), st.sampled_from(RULES), st.sampled_from(POLICIES), st.sampled_from([0.4, 0.5, 0.6]))
def test_erb_moves_as_the_threshold_passes_each(
    group: tuple[list[Sample], int], rule: Rule, policy: Policy, threshold: float
) -> None:
    samples, k = group
    found = find_flips(frame_of(samples, k), Side.UNLEARNED, Decision(threshold, rule, policy), 0.6)
    for place in range(len(found)):
        score = found.similarity[place]
        past = np.nextafter(score, np.float32(2)) if found.verifies[place] else score
        expected = erb_at(group, float(past), rule, policy)
        assert found.erb_moved[place] == pytest.approx(float("nan") if expected is None else expected, nan_ok=True)


def test_one_alone() -> None:
    found = find_flips(EXAMPLE, Side.UNLEARNED, Decision(0.75), 0.05)
    # 2 of 8 verify as 84; 12 of 24 retain samples do, and one of six at 0.7 would make it 13
    forget, retain = found.verifies, ~found.verifies
    assert found.erb[forget].tolist() == pytest.approx([200 * 7 / 8 * 0.5 / (7 / 8 + 0.5) * 1.0] * 2)
    assert found.erb[retain].tolist() == pytest.approx([200 * 0.75 * 13 / 24 / (0.75 + 13 / 24)] * 6)
    assert found.erb_moved[retain].tolist() == pytest.approx([200 * 0.75 * 0.75 / 1.5] * 6)


def test_nothing_near() -> None:
    assert len(find_flips(EXAMPLE, Side.UNLEARNED, Decision(0.5), 0.01)) == 0
    assert len(find_flips(frame_of([], 2), Side.UNLEARNED, Decision(0.5), 1.0)) == 0
