"""From columns of an evaluator to AR: categories by place, numbers within the tolerance, ratios, requests in words."""

import doctest
from math import log, nan
from types import ModuleType

import numpy as np
import pytest

from scoring.attributes import answers, judging, light
from scoring.attributes.declared import Attribute
from scoring.attributes.judging import attributes_of
from scoring.errors import UserError
from scoring.metrics.attributes import JudgedPairs, attribute_preservation

YAW = Attribute("yaw", "yaw_deg")
SIZE = Attribute("face_size", "eye_distance_share", is_ratio=True)
EMOTION = Attribute("emotion", "emotion", ("neutral", "Happy", "sad"))
NOTHING: list[dict[str, str]] = [{}, {}, {}, {}]


@pytest.mark.parametrize("module", [answers, judging, light], ids=lambda module: module.__name__)
def test_the_examples_of_docstrings_hold(module: ModuleType) -> None:
    assert doctest.testmod(module).failed == 0


def columns(**values: list[float]) -> dict[str, np.ndarray[tuple[int], np.dtype[np.float64]]]:
    return {name: np.array(column, dtype=np.float64) for name, column in values.items()}


def test_ar_by_hand() -> None:
    # yaw: 10 and 15 apart are kept, 16 is not, one side is missing: 2 of 3. emotion: kept once in two.
    before = columns(yaw_deg=[0, -10, 5, 3], emotion=[0, 1, nan, 2])
    after = columns(yaw_deg=[10, 5, -11, nan], emotion=[0, 2, 1, nan])
    found = attributes_of([YAW, EMOTION], before, after, NOTHING, {"yaw": 15})
    value = attribute_preservation(JudgedPairs("x", found, np.zeros(4, dtype=bool)))
    assert value.parts["yaw"] == pytest.approx(100 * 2 / 3)
    assert value.parts["emotion"] == 50
    assert value.value == pytest.approx((100 * 2 / 3 + 50) / 2)
    assert value.n == 5


def test_sizes_are_compared_as_ratios() -> None:
    # 1.2 times as large is kept, 1.21 is not; smaller by the same factor likewise; 0 has no logarithm.
    before = columns(eye_distance_share=[0.1, 0.1, 0.12, 0.1])
    after = columns(eye_distance_share=[0.12, 0.121, 0.1, 0.0])
    (found,) = attributes_of([SIZE], before, after, NOTHING, {"face_size": 0.2})
    assert found.tolerance == pytest.approx(log(1.2))
    value = attribute_preservation(JudgedPairs("x", [found], np.zeros(4, dtype=bool)))
    assert value.value == pytest.approx(100 * 2 / 3)
    assert value.n == 3


def test_requests_are_read_by_their_words() -> None:
    asked = [{"emotion": " happy", "yaw": "-10"}, {"emotion": "furious", "yaw": "left"}, {"yaw": "inf"}, {}]
    before = columns(yaw_deg=[0] * 4, emotion=[0] * 4)
    emotion, yaw = attributes_of([EMOTION, YAW], before, before, asked, {"yaw": 15})
    assert emotion.requested == pytest.approx([1, nan, nan, nan], nan_ok=True)
    assert yaw.requested == pytest.approx([-10, nan, nan, nan], nan_ok=True)


def test_a_requested_size_is_compared_as_a_ratio_too() -> None:
    before = columns(eye_distance_share=[0.5])
    (found,) = attributes_of(
        [SIZE], before, columns(eye_distance_share=[0.11]), [{"face_size": "0.1"}], {"face_size": 0.2}
    )
    value = attribute_preservation(JudgedPairs("x", [found], np.zeros(1, dtype=bool)))
    assert value.parts["face_size, requested"] == 100


def test_a_value_that_nobody_found_is_no_answer() -> None:
    (found,) = attributes_of([EMOTION], {}, columns(emotion=[0, 1, 2, 0]), NOTHING, {})
    assert np.isnan(found.original).all()


def test_no_pairs_are_no_error() -> None:
    (found,) = attributes_of([SIZE], {}, {}, [], {"face_size": 0.2})
    assert found.original.shape == found.requested.shape == (0,)


def test_a_number_without_a_tolerance_is_refused_by_name() -> None:
    with pytest.raises(UserError, match="no tolerance for yaw") as caught:
        attributes_of([YAW], {}, {}, NOTHING, {"pitch": 15})
    assert "[attributes.tolerances]" in caught.value.hint
