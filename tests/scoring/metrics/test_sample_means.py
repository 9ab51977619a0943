"""Means over samples, before and after: by hand, by loops, and what is not computable."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import Side, Status
from scoring.metrics.sample_means import MeasuredSamples, mean_of_samples

NAN = float("nan")


def samples_of(
    original: Sequence[float],
    unlearned: Sequence[float],
    *,
    identity: Sequence[int] | None = None,
    mismatched: Sequence[bool] | None = None,
    status: Sequence[Status] | None = None,
) -> MeasuredSamples:
    """Make matched pairs, each of a condition of its own; identity 0 is to be forgotten. status : of the unlearned."""
    n = len(original)
    who = np.array(identity if identity is not None else [0] * n, dtype=np.intp)
    differ = np.array(mismatched if mismatched is not None else [False] * n, dtype=np.bool_)
    after = np.array(status if status is not None else [Status.SCORED] * n, dtype=np.int8)
    return MeasuredSamples(
        side=np.repeat([Side.ORIGINAL, Side.UNLEARNED], n).astype(np.int8),
        identity=np.tile(who, 2),
        condition=np.tile(np.arange(n), 2),
        forget=np.tile(who == 0, 2),
        partner=np.concatenate([np.arange(n, 2 * n), np.arange(n)]),
        mismatched=np.tile(differ, 2),
        status=np.concatenate([np.zeros(n, dtype=np.int8), after]),
        values={"mos": np.array([*original, *unlearned], dtype=np.float64)},
    )


def test_by_hand() -> None:
    samples = samples_of(
        [4.0, 3.0, 5.0, NAN], [3.0, 2.0, NAN, 4.0], identity=[0, 1, 1, 1], mismatched=[False, True, False, False]
    )
    value = mean_of_samples(samples, "mos")
    assert value.value == pytest.approx(3.0)
    assert (value.n, value.failures) == (3, 1)
    assert value.parts == {"original": 4.0, "change": -1.0, "forget": 3.0, "retain": 3.0}
    assert value.badge == "1 sample not measurable; few conditions"


def test_what_is_not_computable_says_why() -> None:
    unscored = mean_of_samples(samples_of([4.0, 4.0], [3.0, NAN], status=[Status.SCORED, Status.ERROR]), "mos")
    assert (unscored.value, unscored.reason) == (None, "1 sample not measured yet")
    assert mean_of_samples(samples_of([4.0], [NAN], status=[Status.FAILURE]), "mos").reason == "no sample was measured"
    assert mean_of_samples(samples_of([4.0], [3.0]), "other").reason == "no sample was measured"


@given(st.lists(st.tuples(st.floats(1, 5), st.floats(1, 5)), min_size=5, max_size=20))
def test_the_change_is_the_difference_of_the_means_where_all_are_paired(pairs: list[tuple[float, float]]) -> None:
    value = mean_of_samples(samples_of(*zip(*pairs, strict=True)), "mos")
    assert value.value is not None
    assert value.parts["original"] is not None
    assert value.parts["change"] == pytest.approx(value.value - value.parts["original"])
    assert value.interval is not None
    assert value.interval[0] <= value.value + 1e-9
    assert value.value - 1e-9 <= value.interval[1]
