"""Lin's concordance against hand-worked numbers, and against correlation times the bias of scale and place."""

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from scoring.prosody.concordance import concordance
from scoring.prosody.measurable import NotMeasurableError

CURVES = arrays(np.float64, (2, 9), elements=st.floats(-50, 50, width=32))


def test_by_hand() -> None:
    # means 2 and 3, variances 2/3 and 2/3, covariance 2/3: 2 · 2/3 / (4/3 + 1) = 4/7
    assert concordance(np.array([1.0, 2.0, 3.0]), np.array([2.0, 3.0, 4.0])) == pytest.approx(4 / 7)
    # means 2 and 2, variances 2/3 and 8/3, covariance 4/3: 8/3 / (10/3)
    assert concordance(np.array([1.0, 2.0, 3.0]), np.array([0.0, 2.0, 4.0])) == pytest.approx(0.8)
    assert concordance(np.array([1.0, 2.0, 3.0]), np.array([3.0, 2.0, 1.0])) == pytest.approx(-1.0)


def test_a_flattened_curve_agrees_little_although_it_correlates_wholly() -> None:
    curve = np.sin(np.arange(50.0))
    assert np.corrcoef(curve, 0.1 * curve)[0, 1] == pytest.approx(1.0)
    assert concordance(curve, 0.1 * curve) == pytest.approx(0.2, abs=0.01)


@given(CURVES)
def test_it_is_correlation_times_the_bias(curves: np.ndarray) -> None:
    first, second = curves
    assume(first.std() > 0.01)
    assume(second.std() > 0.01)
    scale = first.std() / second.std()
    place = (first.mean() - second.mean()) / np.sqrt(first.std() * second.std())
    bias = 2 / (scale + 1 / scale + place**2)
    assert concordance(first, second) == pytest.approx(np.corrcoef(first, second)[0, 1] * bias, abs=1e-9)


@given(CURVES)
def test_it_is_symmetric_within_bounds_and_one_with_itself(curves: np.ndarray) -> None:
    first, second = curves
    assume(first.std() > 0 or second.std() > 0)
    value = concordance(first, second)
    assert -1 <= value <= 1
    assert value == pytest.approx(concordance(second, first), abs=1e-12)
    if first.std() > 1e-6:
        assert concordance(first, first) == pytest.approx(1.0)


@pytest.mark.parametrize(("curve", "reason"), [([], "fewer than two"), ([1.0], "fewer than two"), ([2.0] * 3, "moves")])
def test_where_there_is_nothing_to_compare_it_says_so(curve: list[float], reason: str) -> None:
    with pytest.raises(NotMeasurableError, match=reason):
        concordance(np.array(curve), np.array(curve))
