from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import UserError
from scoring.frame import Decision, Side
from scoring.metrics.diagnostics.threshold_mass import threshold_mass
from scoring.rules import Comparison, Rules
from tests.scoring.metrics.slow import FRAME_LEVELS, Sample, frame_of, groups, outcome, scores_of

WINDOWS = (0.0, 0.1, 0.25, 0.3)


@given(groups(errors=False, min_k=2), st.sampled_from(FRAME_LEVELS), st.sampled_from(WINDOWS))
def test_equals_a_look_at_every_level_of_the_window(
    group: tuple[Sequence[Sample], int], threshold: float, delta: float
) -> None:
    samples, k = group
    found = threshold_mass(frame_of(samples, k), Decision(threshold), delta)
    # The similarities lie on quarters: between two of them nothing changes.
    looked_at = [threshold - delta, threshold, threshold + delta]
    looked_at += [at for at in np.arange(-1, 2.01, 0.125).tolist() if abs(at - threshold) <= delta]
    values = [scores_of(samples, "unlearned", k, Decision(at)).erb for at in looked_at]
    if values[0] is None:
        assert found.erb_range is None
        assert found.erb.value is None
        return
    known = [float(value) for value in values if value is not None]
    assert found.erb_low is not None
    assert found.erb_high is not None
    assert found.erb_low[0] == pytest.approx(min(known))
    assert found.erb_high[0] == pytest.approx(max(known))
    for value, at in (found.erb_low, found.erb_high):
        assert scores_of(samples, "unlearned", k, Decision(at)).erb == pytest.approx(value)
        assert abs(at - threshold) <= delta + 1e-6


@given(groups(errors=False, min_k=2), st.sampled_from(FRAME_LEVELS), st.sampled_from(WINDOWS[1:]))
def test_the_mass_is_what_verifies_below_and_not_above(
    group: tuple[Sequence[Sample], int], threshold: float, delta: float
) -> None:
    samples, k = group
    scored = [each for each in samples if each.side == "unlearned" and each.status == "scored"]
    found = threshold_mass(frame_of(samples, k), Decision(threshold), delta).near
    assert found.n == len(scored)
    if not scored:
        assert found.reason == "no scored sample"
        return
    flips = [
        each
        for each in scored
        if outcome(each, k, threshold - delta, "verify") == "verified"
        and outcome(each, k, threshold + delta, "verify") != "verified"
    ]
    assert found.parts["samples"] == len(flips)
    assert found.value == pytest.approx(100 * len(flips) / len(scored))


@pytest.mark.parametrize("comparison", [">=", ">"])
def test_the_very_edge_of_a_sample_is_looked_at(comparison: Comparison) -> None:
    samples = [Sample("unlearned", "84", 0, "scored", (0.5, 0.0)), Sample("unlearned", "5895", 0, "scored", (0.0, 1.0))]
    decision = Decision(0.5, rules=Rules(comparison=comparison))
    found = threshold_mass(frame_of(samples, 2), decision, 1e-6)
    assert (found.erb_range, found.near.parts["samples"]) == (100, 1)
    assert threshold_mass(frame_of(samples, 2), decision, 0).erb_range == 0


def test_what_is_not_scored_yet() -> None:
    samples = [Sample("unlearned", "84", 0, "error", ()), Sample("unlearned", "5895", 0, "scored", (0.0, 1.0))]
    found = threshold_mass(frame_of(samples, 2), Decision(0.5), 0.1)
    assert found.near.reason == "1 sample not scored"
    assert found.erb.reason is not None
    assert found.erb_range is None
    original = threshold_mass(frame_of(samples, 2), Decision(0.5), 0.1, Side.ORIGINAL)
    assert original.near.reason == "no scored sample"


@pytest.mark.parametrize("delta", [-0.1, float("nan"), float("inf")])
def test_a_window_that_is_none(delta: float) -> None:
    with pytest.raises(UserError):
        threshold_mass(frame_of([], 2), Decision(0.5), delta)
