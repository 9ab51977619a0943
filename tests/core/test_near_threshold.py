"""What lies near the threshold, against a slow look at each sample; equality counts as the protocol says."""

from dataclasses import replace
from typing import get_args

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from genmu_studio.near_threshold import REACH, is_near, near_range, role_similarities
from genmu_studio.pair_filter import PairFilter, matching
from scoring.frame import Decision
from scoring.rules import SHIPPED, Comparison
from scoring.verification import verified
from tests.core.made_pairs import DECISION, ONE, TWO, table_of

COMPARISONS: tuple[Comparison, ...] = get_args(Comparison)
cosines = st.floats(-1, 1, width=32)


def decision_of(threshold: float, comparison: Comparison) -> Decision:
    return Decision(threshold, rules=replace(SHIPPED, comparison=comparison))


@given(cosines, st.floats(-1, 1), st.sampled_from(COMPARISONS))
@example(0.5199999809265137, 0.5, ">=")  # 0.52 as float32: verifies at 0.52 under ">="
@example(0.5199999809265137, 0.5, ">")
@example(0.47999998927116394, 0.5, ">=")
@example(0.47999998927116394, 0.5, ">")
def test_near_is_what_one_end_verifies_and_the_other_does_not(
    similarity: float, threshold: float, comparison: Comparison
) -> None:
    decision = decision_of(threshold, comparison)
    column = np.array([similarity], dtype=np.float32)
    lower, upper = (bool(verified(column, threshold + reach, comparison)[0]) for reach in (-REACH, REACH))
    assert bool(is_near(column, decision)[0]) == (lower and not upper)
    low, high = near_range(decision)
    assert (low <= similarity <= high) == (lower and not upper)


@pytest.mark.parametrize(("comparison", "expected"), [(">=", [True, False]), (">", [False, True])])
def test_of_the_two_ends_one_belongs_to_what_is_near(comparison: Comparison, expected: list[bool]) -> None:
    ends = np.array([0.25, 0.75], dtype=np.float32)  # numbers that float32 holds
    assert is_near(ends, decision_of(0.5, comparison), reach=0.25).tolist() == expected


def test_a_missing_similarity_is_not_near() -> None:
    assert not is_near(np.array([np.nan], dtype=np.float32), DECISION).any()


@pytest.mark.parametrize("role", ["forget", "retain"])
def test_counts_and_bars_are_those_of_one_role_of_what_is_shown(role: str) -> None:
    table = table_of(seeds=40)
    shown = matching(table, PairFilter(seeds=(42, 61)))
    found = role_similarities(table, shown, role, DECISION)
    rows = [
        row for row in range(len(table)) if shown[row] and table.role_of(row) == role
    ]  # fmt: skip
    assert found.histogram.counts.sum() == len(rows)
    assert found.histogram.all_counts.sum() == 2 * len(rows)
    low, high = float(np.float32(0.48)), float(np.float32(0.52))
    assert found.near == sum(low <= float(table.own_unlearned[row]) < high for row in rows)
    assert found.near
    forget = {ONE.identities[0], TWO.identities[0]}
    assert set(found.identities) == (forget if role == "forget" else {*ONE.identities, *TWO.identities} - forget)


def test_the_range_filters_exactly_what_is_counted() -> None:
    table = table_of(seeds=40)
    everything = np.ones(len(table), dtype=np.bool_)
    for role in ("forget", "retain"):
        kept = matching(table, PairFilter(roles=frozenset({role}), own=near_range(DECISION)))
        assert kept.sum() == role_similarities(table, everything, role, DECISION).near


def test_where_nothing_is_decided_nothing_is_near() -> None:
    table = table_of(decision=None)
    assert role_similarities(table, np.ones(len(table), dtype=np.bool_), "forget", None).near is None
