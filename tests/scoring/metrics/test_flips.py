import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import RULES, Decision, Rule, Side
from scoring.metrics.flips import FlipSweep, flipping_thresholds
from scoring.metrics.outcomes import SampleOutcome, outcomes
from scoring.metrics.worked_example import EXAMPLE
from scoring.rules import Comparison, Rules
from tests.scoring.metrics.slow import FRAME_LEVELS, Sample, frame_of, groups

THRESHOLDS = (*FRAME_LEVELS, 0.4, 0.6, float(np.nextafter(np.float32(0.5), np.float32(1))))
COMPARISONS: tuple[Comparison, ...] = (">=", ">")


def verifying(frame_samples: tuple[list[Sample], int], decision: Decision) -> set[int]:
    frame = frame_of(*frame_samples)
    of_side = frame.side == Side.UNLEARNED
    return set(np.flatnonzero((outcomes(frame, decision) == SampleOutcome.VERIFIED) & of_side).tolist())


@given(
    groups(),
    st.sampled_from(RULES),
    st.sampled_from(COMPARISONS),
    st.sampled_from(THRESHOLDS),
    st.sampled_from([0.0, 0.1, 0.25, 0.3, 2.0]),
)
def test_near_is_what_verifies_a_little_lower_but_not_a_little_higher(
    group: tuple[list[Sample], int], rule: Rule, comparison: Comparison, threshold: float, delta: float
) -> None:
    def at(limit: float) -> set[int]:
        return verifying(group, Decision(limit, rule, rules=Rules(comparison=comparison)))

    sweep = FlipSweep(frame_of(*group), Side.UNLEARNED, Decision(0.0, rule, rules=Rules(comparison=comparison)))
    found = sweep.near(threshold, delta)
    assert set(found.rows.tolist()) == at(threshold - delta) - at(threshold + delta)
    assert len(set(found.rows.tolist())) == len(found.rows)
    assert found.similarity.tolist() == sorted(found.similarity.tolist())
    now = at(threshold)
    assert found.verifies.tolist() == [row in now for row in found.rows.tolist()]


@given(groups(), st.sampled_from(RULES), st.sampled_from(COMPARISONS), st.sampled_from(THRESHOLDS))
def test_the_flipping_threshold_is_the_first_that_decides_otherwise(
    group: tuple[list[Sample], int], rule: Rule, comparison: Comparison, threshold: float
) -> None:
    rules = Rules(comparison=comparison)
    near = FlipSweep(frame_of(*group), Side.UNLEARNED, Decision(0.0, rule, rules=rules)).near(threshold, 2.0)
    for row, verifies, limit in zip(near.rows, near.verifies, flipping_thresholds(near, comparison), strict=True):
        before = np.nextafter(limit, np.float32(-9 if verifies else 9))
        assert (row in verifying(group, Decision(float(limit), rule, rules=rules))) != verifies
        assert (row in verifying(group, Decision(float(before), rule, rules=rules))) == verifies
        assert (limit > np.float32(threshold)) == verifies


def test_nothing_near() -> None:
    assert len(FlipSweep(EXAMPLE, Side.UNLEARNED, Decision(0.5)).near(0.5, 0.01).rows) == 0
    assert len(FlipSweep(frame_of([], 2), Side.UNLEARNED, Decision(0.5)).near(0.5, 1.0).rows) == 0
