"""Every figure of agreement on tables from publications."""

import numpy as np
import pytest

from scoring.agreement.cohen import cohen_pairs, mean_kappa
from scoring.agreement.fleiss import fleiss_kappa
from scoring.agreement.gwet import gwet_ac1
from scoring.agreement.krippendorff import krippendorff_alpha
from scoring.agreement.percent import percent_agreement
from scoring.agreement.ratings import Level, coded
from tests.scoring.agreement.published import (
    ABSTRACTORS,
    ANXIETY,
    DIAGNOSES,
    FOURTEEN_RATERS,
    names,
    of_tallies,
    of_two_raters,
    reliability_data,
)


@pytest.mark.parametrize(("level", "expected"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849)])
def test_krippendorffs_own_example(level: Level, expected: float) -> None:
    alpha = krippendorff_alpha(reliability_data(level))
    assert alpha.value == pytest.approx(expected, abs=5e-4)
    # The twelfth unit has one value: 40 of 41 can be paired.
    assert (alpha.n, alpha.items, alpha.raters, alpha.missing) == (40, 11, 4, 7)


def test_gwet_on_the_same_data() -> None:
    # irrCAC, "cac.raw4raters"
    value = gwet_ac1(reliability_data("nominal"))
    assert value.value == pytest.approx(0.77544, abs=5e-6)
    assert (value.n, value.raters, value.missing) == (11, 4, 7)


def test_fleiss_on_psychiatric_diagnoses() -> None:
    value = fleiss_kappa(of_tallies(DIAGNOSES))
    assert value.value == pytest.approx(0.4302445, abs=5e-8)
    assert (value.n, value.items, value.raters, value.missing) == (30, 30, 6, 0)


def test_the_first_fifteen_patients() -> None:
    # irrCAC, "distrib.6raters"
    ratings = of_tallies(DIAGNOSES[:15])
    assert fleiss_kappa(ratings).value == pytest.approx(0.4139265, abs=5e-8)
    assert gwet_ac1(ratings).value == pytest.approx(0.4448007, abs=5e-8)
    assert krippendorff_alpha(ratings).value == pytest.approx(0.4204384, abs=5e-8)
    assert percent_agreement(ratings).value == pytest.approx(0.5511111, abs=5e-8)


def test_fleiss_of_fourteen_raters() -> None:
    assert fleiss_kappa(of_tallies(FOURTEEN_RATERS)).value == pytest.approx(0.210, abs=5e-4)


def test_two_abstractors() -> None:
    ratings = of_two_raters(ABSTRACTORS)
    assert mean_kappa(ratings).value == pytest.approx(0.7964094, abs=5e-8)
    assert gwet_ac1(ratings).value == pytest.approx(0.8493305, abs=5e-8)
    assert krippendorff_alpha(ratings).value == pytest.approx(0.7972585, abs=5e-8)
    assert percent_agreement(ratings).value == pytest.approx(0.89)


def test_the_grants_of_the_textbooks() -> None:
    # Both yes 20, both no 15, apart 5 and 10: p_o = 0.7, p_e = 0.5.
    assert mean_kappa(of_two_raters(np.array([[20, 5], [10, 15]]))).value == pytest.approx(0.4)


def test_a_table_of_the_sas_manual() -> None:
    assert mean_kappa(of_two_raters(np.array([[0, 4, 1], [0, 8, 0], [0, 1, 5]]))).value == pytest.approx(
        0.4842, abs=5e-5
    )


def test_weighted_kappa_of_anxiety() -> None:
    chosen = np.searchsorted([1, 2, 3, 4, 6], ANXIETY[:, 1:])
    (pair,) = cohen_pairs(coded(chosen, "ordinal", names(5)))
    assert pair.unweighted.value == pytest.approx(-0.006289308, abs=5e-10)
    assert pair.kappa.value == pytest.approx(0.2520325, abs=5e-8)


def test_the_paradox_of_kappa() -> None:
    # Gwet (2002), "Kappa statistic is not satisfactory": 118 of 125 agree, and kappa is below 0.
    ratings = of_two_raters(np.array([[118, 5], [2, 0]]))
    assert mean_kappa(ratings).value == pytest.approx(-0.0234, abs=5e-5)
    assert gwet_ac1(ratings).value == pytest.approx(0.9408, abs=5e-5)
