"""Whom one can rely on, and leaving out those one cannot."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.agreement.exclusion import unreliable_raters, without
from scoring.agreement.rater_checks import gold_performance, repeat_consistency
from scoring.agreement.ratings import Ratings, coded
from scoring.agreement.tolerance import same
from scoring.statistics import wilson
from tests.scoring.agreement.made import tables

NAN = float("nan")


def test_repeats_by_hand() -> None:
    values = repeat_consistency(
        np.array([1.0, 2.0, 3.0, 4.0, NAN]), np.array([1.0, 4.0, 3.0, NAN, 1.0]), np.array([0, 0, 1, 1, 2]), 3
    )
    assert [(each.value, each.n) for each in values] == [(50, 2), (100, 1), (None, 0)]
    assert values[0].interval == pytest.approx([100 * limit for limit in wilson(1, 2, 0.95)])
    assert values[2].reason == "no repeated item answered twice"


def test_gold_by_hand() -> None:
    values = gold_performance(
        np.array([30.0, 50.0, NAN, 20.0]), np.array([36.0, 40.0, 40.0, 20.0]), np.array([0, 0, 0, 2]), 3, tolerance=7
    )
    assert [(each.value, each.n) for each in values] == [(50, 2), (None, 0), (100, 1)]
    assert values[1].reason == "no gold item answered"
    with pytest.raises(ValueError, match="no expected answer"):
        gold_performance(np.array([1.0]), np.array([NAN]), np.array([0]), 1)


def test_who_falls_short() -> None:
    answers, expected = np.array([1.0, 0.0, 0.0, 0.0, 1.0]), np.ones(5)
    checks = gold_performance(answers, expected, np.array([0, 0, 1, 2, 2]), 4)
    assert unreliable_raters(checks, 60).tolist() == [True, True, True, False]
    assert unreliable_raters(checks, 50).tolist() == [False, True, False, False]
    assert unreliable_raters(checks, 60, at_least=2).tolist() == [True, False, True, False]


def test_exclusions_are_counted_once_for_their_first_reason() -> None:
    ratings = coded(np.array([[0, 1, -1], [1, 1, 1]]), "nominal", ("no", "yes"))
    kept, counts = without(
        ratings, {"failed gold items": np.array([[False, True, True]]), "damaged": np.array([[False], [True]])}
    )
    np.testing.assert_array_equal(kept.values, [[0, NAN, NAN], [NAN, NAN, NAN]])
    assert counts == {"failed gold items": 3, "damaged": 1}
    assert np.count_nonzero(ratings.given) == 5


@given(tables(), st.data())
def test_nothing_gets_lost_without_being_counted(ratings: Ratings, data: st.DataObject) -> None:
    cells = ratings.values.size
    masks = {
        reason: np.array(data.draw(st.lists(st.booleans(), min_size=cells, max_size=cells))).reshape(
            ratings.values.shape
        )
        for reason in ("first", "second")
    }
    kept, counts = without(ratings, masks)
    assert np.count_nonzero(kept.given) + sum(counts.values()) == np.count_nonzero(ratings.given)
    assert not (kept.given & (masks["first"] | masks["second"])).any()
    np.testing.assert_array_equal(kept.values[kept.given], ratings.values[kept.given])


def test_the_same_within_a_tolerance() -> None:
    first, second = np.array([1.1, 1.0, NAN, 3.0]), np.array([1.0, 1.1001, NAN, NAN])
    assert same(first, second, 0.1).tolist() == [True, False, False, False]
    with pytest.raises(ValueError, match="not negative"):
        same(first, second, -1)
