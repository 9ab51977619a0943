"""MOS: by hand, by simulation, by an analysis of variance, and what has no interval."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.metrics.opinion import NOTHING_VARIES, Opinions, mean_opinion_score
from scoring.rules import Rules

NAN = float("nan")
T1, T2 = 12.7062, 4.30265  # of one and two degrees of freedom, from a printed table


def on_100(rows: list[list[float]]) -> Opinions:
    """Return votes on a scale so wide that it cuts nothing off."""
    return Opinions(np.array(rows), minimum=0, maximum=100)


def test_crossed_by_hand() -> None:
    # Item means 51.5, 53, 53: s²/I = 0.75/3. Rater means 52, 53: s²/R = 0.5/2. Residuals 0, 0 and four of ±0.5:
    # MS_res = 1/2, over I·R = 6.
    value = mean_opinion_score(on_100([[51, 52], [53, 53], [52, 54]]))
    half = T1 * sqrt(0.25 + 0.25 - 0.5 / 6)
    assert value.value == 52.5
    assert value.interval == pytest.approx((52.5 - half, 52.5 + half), rel=1e-5)
    assert (value.n, value.badge) == (6, None)
    assert value.parts == {"items": 3, "raters": 2, "macro": 52.5}


def test_incomplete_by_hand() -> None:
    # Item means 51, 53, 54: s²/I = (42/18)/3. Rater means 52, 53.5: s²/R = 1.125/2, and t of 1 makes theirs the wider.
    value = mean_opinion_score(on_100([[51, NAN], [53, 53], [NAN, 54]]))
    assert value.value == 52.75
    assert value.interval == pytest.approx((52.75 - T1 * 0.75, 52.75 + T1 * 0.75), rel=1e-5)
    assert value.badge == "incomplete design; unequal counts"
    assert value.parts["macro"] == pytest.approx(51 + 5 / 3)


def test_of_an_incomplete_design_the_items_may_be_the_wider() -> None:
    # Item means 20, 50, 80, s = 30; rater means 50, 50, 51 hardly move.
    value = mean_opinion_score(on_100([[20, 20, NAN], [50, NAN, 50], [NAN, 80, 80], [50, 50, 50]]))
    items = np.array([20.0, 50, 80, 50])
    half = 3.18245 * items.std(ddof=1) / 2
    assert value.value == 50
    assert value.interval == pytest.approx((50 - half, 50 + half), rel=1e-5)


def test_a_variance_is_not_below_that_of_what_remains() -> None:
    # No mean varies: the formula gives 0 + 0 − 16/4, yet the four votes are as far apart as can be.
    value = mean_opinion_score(on_100([[51, 55], [55, 51]]))
    assert value.interval == pytest.approx((53 - T1 * 2, 53 + T1 * 2), rel=1e-5)


def test_the_interval_ends_with_the_scale() -> None:
    # Variance 0.125/2 + 0.125/2 − 0.25/4
    value = mean_opinion_score(Opinions(np.array([[5.0, 4.0], [5.0, 5.0]])))
    assert value.interval == pytest.approx((4.75 - T1 / 4, 5.0), rel=1e-5)


def test_no_interval() -> None:
    alike = mean_opinion_score(Opinions(np.full((3, 4), 4.0)))
    assert (alike.value, alike.interval, alike.badge) == (4, None, NOTHING_VARIES)
    one_rater = mean_opinion_score(Opinions(np.array([[3.0], [4.0]])))
    assert (one_rater.value, one_rater.interval, one_rater.badge) == (3.5, None, "no interval: one rater")
    one_item = mean_opinion_score(Opinions(np.array([[3.0, 4.0]])))
    assert (one_item.value, one_item.interval, one_item.badge) == (3.5, None, "no interval: one item")
    ring = mean_opinion_score(Opinions(np.array([[2.0, 4.0, NAN], [NAN, 2.0, 4.0], [4.0, NAN, 2.0]])))
    assert (ring.value, ring.interval, ring.badge) == (3, None, "no interval: no mean varies")


@pytest.mark.parametrize("shape", [(0, 0), (3, 0), (0, 2), (2, 2)])
def test_no_votes(shape: tuple[int, int]) -> None:
    value = mean_opinion_score(Opinions(np.full(shape, NAN)))
    assert (value.value, value.reason, value.n) == (None, "no votes", 0)


def test_items_and_raters_without_a_vote_do_not_count() -> None:
    votes = np.array([[3.0, 4.0], [2.0, 5.0], [3.0, 3.0]])
    wider = np.full((4, 3), NAN)
    wider[:3, 1:] = votes
    assert mean_opinion_score(Opinions(wider)) == mean_opinion_score(Opinions(votes))


def test_a_vote_beyond_the_scale_is_refused() -> None:
    with pytest.raises(ValueError, match="beyond the scale"):
        Opinions(np.array([[0.0, 3.0]]))
    with pytest.raises(ValueError, match="table"):
        Opinions(np.array([1.0, 3.0]))


def test_the_level_is_the_rules() -> None:
    votes = Opinions(np.random.default_rng(1).integers(2, 5, (12, 9)).astype(float))
    wide, narrow = (mean_opinion_score(votes, Rules(level=level)).interval for level in (0.95, 0.5))
    assert wide is not None
    assert narrow is not None
    assert wide[0] < narrow[0] < narrow[1] < wide[1]


def slow_variance(votes: list[list[float]]) -> float:
    """Return (MS_items + MS_raters − MS_res)/(I·R), each from sums of squares over single cells."""
    items, raters = len(votes), len(votes[0])
    cells = [(i, r) for i in range(items) for r in range(raters)]
    grand = sum(votes[i][r] for i, r in cells) / len(cells)
    item = [sum(row) / raters for row in votes]
    rater = [sum(row[r] for row in votes) / items for r in range(raters)]
    of_items = sum((item[i] - grand) ** 2 for i, _ in cells)
    of_raters = sum((rater[r] - grand) ** 2 for _, r in cells)
    rest = sum((votes[i][r] - grand) ** 2 for i, r in cells) - of_items - of_raters
    rest /= (items - 1) * (raters - 1)
    return max(of_items / (items - 1) + of_raters / (raters - 1) - rest, rest) / (items * raters)


@given(st.integers(2, 3), st.integers(3, 6), st.integers(0, 10_000))
def test_it_is_the_analysis_of_variance(raters: int, items: int, seed: int) -> None:
    votes = np.random.default_rng(seed).integers(40, 60, (items, raters)).astype(float)
    value = mean_opinion_score(Opinions(votes, minimum=-1000, maximum=1000))
    assert value.value == pytest.approx(votes.mean())
    t = {2: T1, 3: T2}[raters]
    assert value.interval is not None
    assert value.interval[1] - value.interval[0] == pytest.approx(2 * t * sqrt(slow_variance(votes.tolist())), rel=1e-5)


@given(st.integers(0, 10_000))
def test_the_order_of_items_and_raters_does_not_count(seed: int) -> None:
    rng = np.random.default_rng(seed)
    votes = rng.integers(1, 6, (6, 4)).astype(float)
    votes[rng.random((6, 4)) < rng.choice([0, 0.3])] = NAN
    first = mean_opinion_score(Opinions(votes))
    second = mean_opinion_score(Opinions(votes[rng.permutation(6)][:, rng.permutation(4)]))
    assert second.value == pytest.approx(first.value)
    assert second.interval == (None if first.interval is None else pytest.approx(first.interval))
    assert (second.n, second.badge) == (first.n, first.badge)


@pytest.mark.parametrize(
    ("shape", "spread", "least", "most"),
    [
        ((10, 10), (0.3, 0.2, 0.4), 0.94, 0.98),
        ((20, 8), (0.3, 0.2, 0.4), 0.94, 0.985),  # t of min(I, R) − 1 is on the safe side where both vary
        ((8, 20), (0.3, 0.0, 0.01), 0.935, 0.965),  # items alone: the t-interval of eight means
    ],
)
def test_about_95_of_100_intervals_hold_the_true_mean(
    shape: tuple[int, int], spread: tuple[float, float, float], least: float, most: float
) -> None:
    rng = np.random.default_rng(20260711)
    items, raters = shape
    held, times = 0, 1500
    for _ in range(times):
        item = rng.normal(0, spread[0], (items, 1))
        rater = rng.normal(0, spread[1], (1, raters))
        votes = np.clip(3 + item + rater + rng.normal(0, spread[2], shape), 1, 5)
        interval = mean_opinion_score(Opinions(votes)).interval
        assert interval is not None
        held += interval[0] <= 3 <= interval[1]
    assert least <= held / times <= most
