"""Every figure of agreement against other libraries, a slow computation and its properties."""

import importlib
from collections.abc import Callable

import krippendorff
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from scoring.agreement.cohen import cohen_pairs, mean_kappa
from scoring.agreement.fleiss import fleiss_kappa
from scoring.agreement.gwet import gwet_ac1
from scoring.agreement.krippendorff import krippendorff_alpha
from scoring.agreement.percent import percent_agreement
from scoring.agreement.ratings import Ratings
from scoring.agreement.summary import agreement_of
from scoring.agreement.values import Agreement
from tests.scoring.agreement import slow
from tests.scoring.agreement.made import CATEGORIES, rearranged, renamed, tables

Figure = Callable[[Ratings], Agreement]
FIGURES: tuple[Figure, ...] = (percent_agreement, mean_kappa, fleiss_kappa, krippendorff_alpha, gwet_ac1)
seeds = st.integers(0, 1000)


def assert_equal_to(found: Agreement, expected: float) -> None:
    assert found.value is not None
    assert found.value == pytest.approx(expected, abs=1e-12)


@given(tables(), st.sampled_from([0.0, 1.0, 12.5, 25.0]))
def test_percent_is_that_of_all_pairs(ratings: Ratings, tolerance: float) -> None:
    found = percent_agreement(ratings, tolerance)
    assume(found.value is not None)
    assert_equal_to(found, slow.percent(ratings, tolerance))


@given(tables())
def test_alpha_is_that_of_all_pairs_and_of_another_library(ratings: Ratings) -> None:
    found = krippendorff_alpha(ratings)
    assume(found.value is not None)
    assert_equal_to(found, slow.alpha(ratings))
    assert_equal_to(found, krippendorff.alpha(ratings.values.T, level_of_measurement=ratings.level))


@given(tables("nominal", holes=False))
def test_fleiss_is_that_of_all_pairs(ratings: Ratings) -> None:
    found = fleiss_kappa(ratings)
    assume(found.value is not None)
    assert_equal_to(found, slow.fleiss(ratings))


@given(tables("nominal"))
def test_ac1_is_that_of_all_pairs(ratings: Ratings) -> None:
    found = gwet_ac1(ratings)
    assume(found.value is not None)
    assert_equal_to(found, slow.ac1(ratings))


@settings(max_examples=40)
@given(tables("ordinal"))
def test_kappa_is_that_of_all_pairs_and_of_another_library(ratings: Ratings) -> None:
    from sklearn.metrics import cohen_kappa_score

    for pair in cohen_pairs(ratings):
        columns = ratings.values[:, [pair.first, pair.second]]
        if pair.kappa.value is None or pair.unweighted.value is None:
            assert pair.kappa.reason == pair.unweighted.reason
            continue
        first, second = columns.T.tolist()
        assert_equal_to(pair.kappa, slow.kappa(first, second, squared=True))
        assert_equal_to(pair.unweighted, slow.kappa(first, second, squared=False))
        both = columns[~np.isnan(columns).any(axis=1)].astype(int)
        labels = list(range(CATEGORIES))
        assert_equal_to(pair.kappa, cohen_kappa_score(both[:, 0], both[:, 1], labels=labels, weights="quadratic"))
        assert_equal_to(pair.unweighted, cohen_kappa_score(both[:, 0], both[:, 1], labels=labels))
        assert pair.kappa.n == len(both)


@given(tables("nominal"))
def test_the_mean_kappa_is_that_of_the_pairs_that_have_one(ratings: Ratings) -> None:
    known = [pair.kappa.value for pair in cohen_pairs(ratings) if pair.kappa.value is not None]
    found = mean_kappa(ratings)
    assert found.n == len(known)
    assert found.value == (pytest.approx(np.mean(known)) if known else None)


@pytest.mark.parametrize("figure", FIGURES)
@settings(max_examples=30)
@given(ratings=tables(), seed=seeds)
def test_the_order_of_items_and_raters_does_not_count(figure: Figure, ratings: Ratings, seed: int) -> None:
    before, after = figure(ratings), figure(rearranged(ratings, seed))
    assert after.value == (None if before.value is None else pytest.approx(before.value, abs=1e-12))
    assert (after.n, after.items, after.raters, after.missing) == (
        before.n,
        before.items,
        before.raters,
        before.missing,
    )
    assert (after.reason, after.badge) == (before.reason, before.badge)


@pytest.mark.parametrize("figure", FIGURES)
@settings(max_examples=30)
@given(ratings=tables("nominal"), seed=seeds)
def test_the_order_of_nominal_categories_does_not_count(figure: Figure, ratings: Ratings, seed: int) -> None:
    before, after = figure(ratings), figure(renamed(ratings, seed))
    assert after.value == (None if before.value is None else pytest.approx(before.value, abs=1e-12))


@pytest.mark.parametrize("figure", FIGURES)
@settings(max_examples=30)
@given(ratings=tables())
def test_bounds_and_reasons(figure: Figure, ratings: Ratings) -> None:
    found = figure(ratings)
    if found.value is None:
        assert found.reason
        return
    assert found.reason is None
    assert -1 - 1e-12 <= found.value <= 1 + 1e-12
    assert found.n > 0
    assert found.items > 0
    assert found.raters >= 2
    if figure is percent_agreement:
        assert found.value >= 0


@given(tables("ordinal", holes=False), seeds)
def test_perfect_agreement_is_1(ratings: Ratings, seed: int) -> None:
    answers = ratings.values[:, 0]
    assume(len(set(answers)) > 1)
    alike = Ratings(
        np.repeat(answers[:, np.newaxis], 1 + ratings.values.shape[1], axis=1), "ordinal", ratings.categories
    )
    summary = agreement_of(alike)
    for figure in (summary.percent, summary.kappa, summary.fleiss, summary.alpha, summary.ac1):
        assert figure.value == pytest.approx(1, abs=1e-12)
    assert all(pair.kappa.value == pair.unweighted.value == 1 for pair in summary.pairs)


def test_independent_answers_agree_by_chance_alone() -> None:
    ratings = Ratings(np.random.default_rng(4).integers(0, 4, (4000, 3)).astype(float), "nominal", tuple("abcd"))
    summary = agreement_of(ratings)
    for figure in (summary.kappa, summary.fleiss, summary.alpha, summary.ac1):
        assert figure.value == pytest.approx(0, abs=0.03)
    assert summary.percent.value == pytest.approx(0.25, abs=0.02)


def test_numbers_of_many_different_values_need_no_table_of_them() -> None:
    # A table of coincidences of 60,000 values would take 27 GiB.
    truth = np.random.default_rng(5).normal(40, 12, 20_000)
    ages = truth[:, np.newaxis] + np.random.default_rng(6).normal(0, 6, (20_000, 3))
    # Differences within an item have twice the variance of one answer: α = 1 − 36/(144 + 36).
    assert krippendorff_alpha(Ratings(ages, "interval")).value == pytest.approx(0.8, abs=0.01)


@pytest.mark.parametrize(
    "name",
    ["tolerance", "percent", "cohen", "fleiss", "krippendorff", "gwet", "settled", "rater_checks", "exclusion"],
)
def test_the_examples_of_docstrings_hold(name: str) -> None:
    import doctest

    found = doctest.testmod(importlib.import_module(f"scoring.agreement.{name}"))
    assert found.attempted > 0
    assert found.failed == 0
