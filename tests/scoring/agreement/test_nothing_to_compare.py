"""What is said where agreement cannot be computed: a reason, never NaN, and no warning (warnings are errors here)."""

import numpy as np
import pytest

from scoring.agreement.cohen import cohen_pairs
from scoring.agreement.ratings import Level, Ratings, coded
from scoring.agreement.summary import AgreementSummary, agreement_of
from scoring.agreement.values import NUMBERS, ONE_CATEGORY, ONE_ITEM, Agreement

YES_NO = ("yes", "no")


def agreement(codes: list[list[int]], level: Level = "nominal") -> AgreementSummary:
    return agreement_of(coded(np.array(codes), level, YES_NO))


def all_figures(summary: AgreementSummary) -> tuple[Agreement, ...]:
    return summary.percent, summary.kappa, summary.fleiss, summary.alpha, summary.ac1


def test_all_ratings_equal() -> None:
    summary = agreement([[0, 0, 0], [0, 0, 0]])
    assert (summary.percent.value, summary.ac1.value) == (1, 1)
    for figure in (summary.kappa, summary.fleiss, summary.alpha):
        assert (figure.value, figure.reason) == (None, ONE_CATEGORY)
        assert (figure.items, figure.raters, figure.missing) == (2, 3, 0)
    assert all(pair.kappa.reason == ONE_CATEGORY for pair in summary.pairs)


def test_a_rating_that_nobody_shares_does_not_make_alpha_defined() -> None:
    assert agreement([[0, 0], [0, 0], [1, -1]]).alpha.reason == ONE_CATEGORY


def test_one_rater_who_always_says_the_same_is_no_undefined_kappa() -> None:
    assert agreement([[0, 0], [0, 1], [0, 0]]).kappa.value == 0


def test_a_single_rater() -> None:
    for figure in all_figures(agreement([[0], [1]])):
        assert (figure.value, figure.reason) == (None, "only one rater")
    for figure in all_figures(agreement([[0, -1], [1, -1]])):
        assert (figure.value, figure.reason, figure.missing) == (None, "only one rater", 2)


def test_no_overlap() -> None:
    for figure in all_figures(agreement([[0, -1], [-1, 1]])):
        assert (figure.value, figure.reason) == (None, "no item was rated by two raters")
        assert (figure.n, figure.items, figure.raters, figure.missing) == (0, 0, 0, 2)


@pytest.mark.parametrize("shape", [(0, 0), (0, 3), (3, 0), (3, 2)])
def test_no_ratings(shape: tuple[int, int]) -> None:
    for figure in all_figures(agreement_of(coded(np.full(shape, -1), "nominal", YES_NO))):
        assert (figure.value, figure.reason) == (None, "no ratings")


def test_one_item() -> None:
    summary = agreement([[0, 0, 1]])
    assert summary.percent.value == pytest.approx(1 / 3)
    # p_a = 1/3; π = 2/3 and 1/3, p_e = 4/9: (3/9 − 4/9) / (5/9)
    assert summary.ac1.value == pytest.approx(-0.2)
    assert summary.percent.badge == summary.ac1.badge == ONE_ITEM
    for figure in (summary.kappa, summary.fleiss, summary.alpha):
        assert (figure.value, figure.reason, figure.items) == (None, ONE_ITEM, 1)


def test_fleiss_wants_equal_numbers_and_leaves_out_what_nobody_rated() -> None:
    unequal = agreement([[0, 0, 1], [0, 1, -1]]).fleiss
    assert (unequal.value, unequal.reason) == (None, "items have 2 to 3 ratings, Fleiss' kappa needs equal numbers")
    rows = [[0, 0, -1], [-1, 0, 1]]
    assert agreement([*rows, [-1, -1, -1]]).fleiss.value == agreement(rows).fleiss.value is not None


def test_numbers_have_no_categories() -> None:
    ages = Ratings(np.array([[30.0, 34.0], [50.0, 51.0], [20.0, np.nan]]), "interval")
    summary = agreement_of(ages, tolerance=3)
    assert summary.percent.value == 0.5
    assert summary.alpha.value is not None
    for figure in (summary.kappa, summary.fleiss, summary.ac1, cohen_pairs(ages)[0].kappa):
        assert (figure.value, figure.reason) == (None, NUMBERS)


def test_some_pairs_of_raters_have_no_kappa() -> None:
    summary = agreement([[0, 0, 0], [1, 1, 0], [0, 1, 0]])
    # The third rater always says yes, so that kappa with each of the others is 0.
    assert [pair.kappa.value for pair in summary.pairs] == [pytest.approx(0.4), 0, 0]
    partly = agreement([[0, 0, -1, -1], [1, 1, -1, -1], [-1, -1, 0, 0], [-1, -1, 0, 0]]).kappa
    assert (partly.value, partly.n, partly.badge) == (1, 1, "1 of 2 rater pairs")


def test_unused_categories_of_the_question_count_in_ac1() -> None:
    answers = np.array([[0, 0], [0, 1], [1, 1]])
    # p_a = 2/3, Σπ(1 − π) = 1/2, divided by q − 1
    two, four = (coded(answers, "nominal", tuple("abcd")[:q]) for q in (2, 4))
    assert agreement_of(two).ac1.value == pytest.approx((2 / 3 - 1 / 2) / (1 / 2))
    assert agreement_of(four).ac1.value == pytest.approx((2 / 3 - 1 / 6) / (5 / 6))


@pytest.mark.parametrize(
    ("values", "level", "categories"),
    [
        ([[0.0, 2.0]], "nominal", YES_NO),
        ([[0.0, -1.0]], "ordinal", YES_NO),
        ([[0.0, 0.5]], "nominal", YES_NO),
        ([[0.0, 0.0]], "nominal", ("yes",)),
        ([[0.0, 0.0]], "nominal", ("yes", "yes")),
        ([[0.0, np.inf]], "interval", ()),
        ([[0.0, 1.0]], "interval", YES_NO),
        ([0.0, 1.0], "nominal", YES_NO),
    ],
)
def test_ratings_that_do_not_fit_their_question(
    values: list[list[float]], level: Level, categories: tuple[str, ...]
) -> None:
    with pytest.raises(ValueError, match=r"category|categories|table|infinite"):
        Ratings(np.array(values), level, categories)


def test_numbers_have_no_tallies() -> None:
    with pytest.raises(ValueError, match="no categories"):
        Ratings(np.array([[1.0, 2.0]]), "interval").tallies()
