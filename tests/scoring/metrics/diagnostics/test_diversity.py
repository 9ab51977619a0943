from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.errors import BugError
from scoring.metrics.diagnostics.cells import Codes
from scoring.metrics.diagnostics.diversity import within_condition, within_identity
from scoring.rules import SHIPPED
from scoring.types import FloatArray
from tests.scoring.metrics.diagnostics.slow import mean, mean_of_pairs, random_vectors, rows_of

Grid = tuple[FloatArray, Codes, Codes, Codes]


def grid(seed: int, k: int = 2, conditions: int = 6, seeds: int = 3, shrink: float = 0.5) -> Grid:
    """Return embeddings of a full grid; the seeds of a cell lie `shrink` times as far apart after unlearning."""
    identity, condition, _, side = (
        axis.ravel() for axis in np.meshgrid(*(np.arange(size) for size in (k, conditions, seeds, 2)), indexing="ij")
    )
    rng = np.random.default_rng(seed)
    centre = rng.standard_normal((k, conditions, 8))[identity, condition]
    vectors = centre + np.where(side == 0, 0.4, 0.4 * shrink)[:, None] * rng.standard_normal((len(side), 8))
    return vectors.astype(np.float32), identity, condition, side


@given(st.integers(0, 10_000), st.integers(1, 3), st.integers(1, 4), st.integers(2, 4))
def test_equals_the_mean_over_all_pairs(seed: int, k: int, conditions: int, seeds: int) -> None:
    vectors, identity, condition, side = grid(seed, k, conditions, seeds)
    found = within_condition(vectors, identity, condition, side)
    before, after = (
        mean(
            1 - mean_of_pairs(rows_of(vectors, (identity == who) & (condition == what) & (side == of)))
            for who in range(k)
            for what in range(conditions)
        )
        for of in (0, 1)
    )
    assert found.difference.value == pytest.approx(after - before, abs=1e-6)
    assert found.ratio.value == pytest.approx(after / before, rel=1e-4)
    assert found.ratio.n == len(vectors)


def test_within_identity_takes_all_that_was_asked_of_it() -> None:
    vectors, identity, _, side = grid(3)
    found = within_identity(vectors, identity, side)
    before, after = (
        mean(1 - mean_of_pairs(rows_of(vectors, (identity == who) & (side == of))) for who in (0, 1)) for of in (0, 1)
    )
    assert found.ratio.value == pytest.approx(after / before, rel=1e-5)
    assert (found.condition.tolist(), found.ratio.badge, found.ratio.interval) == ([-1, -1], "few identities", None)
    # Conditions lie further apart than seeds: shrinking the seeds alone hardly shows here.
    assert within_condition(*grid(3)).ratio.value == pytest.approx(0.25, abs=0.1)
    assert found.ratio.value == pytest.approx(0.9, abs=0.1)


def test_order_changes_nothing_and_equal_sides_keep_everything() -> None:
    vectors, identity, condition, side = grid(4)
    found = within_condition(vectors, identity, condition, side)
    order = np.random.default_rng(0).permutation(len(side))
    shuffled = within_condition(vectors[order], identity[order], condition[order], side[order])
    assert shuffled.ratio.value == pytest.approx(found.ratio.value, abs=1e-9)
    twice = np.repeat(vectors[side == 0], 2, axis=0)
    same = within_condition(twice, identity, condition, side)
    assert same.ratio.value == pytest.approx(1, abs=1e-9)
    assert same.ratio.interval == pytest.approx((1, 1), abs=1e-9)
    assert same.difference.interval == pytest.approx((0, 0), abs=1e-9)


def test_the_interval_holds_the_value_and_shrinks_with_conditions() -> None:
    widths = []
    for conditions in (6, 60):
        found = within_condition(*grid(5, conditions=conditions, shrink=0.5))
        assert found.ratio.interval is not None
        assert found.ratio.value is not None
        low, high = found.ratio.interval
        assert low < found.ratio.value < high
        widths.append(high - low)
    assert widths[1] < widths[0] / 2


def test_the_interval_covers_as_often_as_it_says() -> None:
    # In truth seeds of a cell are as far apart on both sides: the difference is 0.
    rules = replace(SHIPPED, bootstrap_resamples=300)
    covered = 0
    for seed in range(200):
        interval = within_condition(*grid(seed, conditions=12, shrink=1.0), rules).difference.interval
        assert interval is not None
        covered += interval[0] <= 0 <= interval[1]
    assert 170 <= covered <= 198


def test_cells_of_one_sample_are_missing_and_counted() -> None:
    vectors, identity, condition, side = grid(6, k=1)
    vectors[(condition == 2) & (side == 1)] = np.nan
    found = within_condition(vectors, identity, condition, side)
    assert found.ratio.parts["cells"] == 5
    assert found.ratio.badge == "1 cell missing"
    assert np.isnan(found.unlearned[2])
    assert found.n[:, 2].tolist() == [3, 0]
    kept = condition != 2
    without = within_condition(vectors[kept], identity[kept], condition[kept], side[kept])
    assert without.ratio.value == pytest.approx(found.ratio.value, abs=1e-9)


def test_few_conditions_have_no_interval() -> None:
    found = within_condition(*grid(7, conditions=4))
    assert (found.ratio.interval, found.ratio.badge) == (None, "few conditions")


def test_nothing_to_compare() -> None:
    vectors, zero = random_vectors(1, 2), np.zeros(2, dtype=np.intp)
    found = within_condition(vectors, zero, zero, np.array([0, 1]))
    assert found.ratio.reason == "none of 1 cell has two embeddings on both sides"
    assert found.difference.value is None


def test_originals_that_are_all_alike_have_no_ratio_but_a_difference() -> None:
    vectors = np.vstack([np.repeat(random_vectors(1, 1), 2, axis=0), random_vectors(2, 2)])
    zero = np.zeros(4, dtype=np.intp)
    found = within_condition(vectors, zero, zero, np.array([0, 0, 1, 1]))
    assert found.ratio.value is None
    assert found.ratio.badge == "no diversity on the original side; few conditions"
    assert found.difference.value == pytest.approx(1 - mean_of_pairs(rows_of(vectors, [False, False, True, True])))


def test_codes_of_another_length_are_a_bug() -> None:
    vectors, zero = random_vectors(1, 4), np.zeros(3, dtype=np.intp)
    with pytest.raises(BugError):
        within_condition(vectors, zero, zero, zero)
