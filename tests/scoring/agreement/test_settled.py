"""What answers come to: majority, ties, adjudication, medians."""

from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from scoring.agreement.ratings import Ratings, coded
from scoring.agreement.settled import Origin, settle
from tests.scoring.agreement.made import rearranged, tables
from tests.scoring.agreement.slow import answers_of

NAN = float("nan")


def test_by_hand() -> None:
    codes = np.array([[2, 2, 0], [0, 1, -1], [-1, -1, -1], [0, 1, -1], [1, 1, 1], [-1, -1, -1]])
    adjudicated = np.array([NAN, NAN, NAN, 2.0, 0.0, 1.0])
    found = settle(coded(codes, "nominal", ("none", "glasses", "sunglasses")), adjudicated)
    np.testing.assert_array_equal(found.value, [2, NAN, NAN, 2, 0, 1])
    assert found.origin.tolist() == [
        Origin.RATED, Origin.TIED, Origin.UNRATED, Origin.ADJUDICATED, Origin.ADJUDICATED, Origin.ADJUDICATED
    ]  # fmt: skip
    assert found.votes.tolist() == [3, 2, 0, 2, 3, 0]
    assert found.support.tolist() == [2, 0, 0, 0, 0, 0]


def test_a_tie_below_the_top_is_none() -> None:
    found = settle(coded(np.array([[0, 0, 1, 2]]), "ordinal", ("slow", "medium", "fast")))
    assert (found.value.tolist(), found.origin.tolist(), found.support.tolist()) == ([0.0], [Origin.RATED], [2])


def test_numbers_come_to_their_median() -> None:
    found = settle(Ratings(np.array([[30.0, 34.0, 70.0], [20.0, 30.0, NAN], [NAN, NAN, NAN]]), "interval"))
    np.testing.assert_array_equal(found.value, [34, 25, NAN])
    assert found.origin.tolist() == [Origin.RATED, Origin.RATED, Origin.UNRATED]
    assert found.support.tolist() == [1, 0, 0]


def test_no_items() -> None:
    assert settle(Ratings(np.empty((0, 2)), "interval")).value.shape == (0,)
    assert settle(coded(np.empty((0, 2), dtype=np.int64), "nominal", ("no", "yes"))).value.shape == (0,)


@given(tables("nominal"))
def test_it_is_the_most_common_answer_or_a_tie(ratings: Ratings) -> None:
    found = settle(ratings)
    for value, origin, answers in zip(found.value.tolist(), found.origin.tolist(), answers_of(ratings), strict=True):
        first = Counter(answers).most_common(2)
        if not answers:
            assert origin == Origin.UNRATED
        elif len(first) == 2 and first[0][1] == first[1][1]:
            assert origin == Origin.TIED
        else:
            assert (value, origin) == (first[0][0], Origin.RATED)
        assert np.isnan(value) == (origin in {Origin.UNRATED, Origin.TIED})


@given(tables(), st.integers(0, 1000))
def test_the_order_of_raters_does_not_count(ratings: Ratings, seed: int) -> None:
    before, after = settle(ratings), settle(rearranged(ratings, seed))
    assert sorted(before.origin.tolist()) == sorted(after.origin.tolist())
    np.testing.assert_array_equal(np.sort(before.value), np.sort(after.value))
