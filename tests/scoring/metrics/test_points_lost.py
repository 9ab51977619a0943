from fractions import Fraction
from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import Decision
from scoring.metrics.outcomes import CountArray
from scoring.metrics.points_lost import points_lost, points_of_counts
from scoring.rules import SHIPPED, Rules
from tests.scoring.metrics.slow import Sample, frame_of

counts = st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n)))


def slow_erb(rows: list[tuple[int, int]], perfect: frozenset[int]) -> Fraction:
    made = [(n, v) if place not in perfect else (n, n if place else 0) for place, (n, v) in enumerate(rows)]
    ea = 1 - Fraction(made[0][1], made[0][0])
    ra = Fraction(sum(v for _, v in made[1:]), sum(n for n, _ in made[1:]))
    return 100 * 2 * ea * ra / (ea + ra) if ea + ra else Fraction(0)


def slow_points(rows: list[tuple[int, int]]) -> list[Fraction]:
    """Average over every order in which identities can become perfect."""
    points = [Fraction(0)] * len(rows)
    for order in permutations(range(len(rows))):
        done: frozenset[int] = frozenset()
        for place in order:
            points[place] += slow_erb(rows, done | {place}) - slow_erb(rows, done)
            done |= {place}
    return [each / factorial(len(rows)) for each in points]


def arrays(rows: list[tuple[int, int]]) -> tuple[CountArray, CountArray]:
    return np.array([n for n, _ in rows]), np.array([v for _, v in rows])


@given(st.lists(counts, min_size=2, max_size=5))
def test_points_equal_the_average_over_all_orders(rows: list[tuple[int, int]]) -> None:
    found = points_of_counts(*arrays(rows), SHIPPED)
    assert found.points == pytest.approx([float(each) for each in slow_points(rows)], abs=1e-9)
    alone = [slow_erb(rows, frozenset({place})) - slow_erb(rows, frozenset()) for place in range(len(rows))]
    assert found.gains == pytest.approx([float(each) for each in alone], abs=1e-9)


@given(st.lists(counts, min_size=2, max_size=16))
def test_points_sum_to_what_is_missing(rows: list[tuple[int, int]]) -> None:
    points = points_of_counts(*arrays(rows), SHIPPED).points
    assert points.sum() == pytest.approx(100 - float(slow_erb(rows, frozenset())), abs=1e-9)
    assert (points >= -1e-9).all()


def test_an_identity_that_is_perfect_costs_nothing() -> None:
    found = points_of_counts(*arrays([(8, 0), (4, 4), (4, 2)]), SHIPPED)
    assert found.points == pytest.approx([0.0, 0.0, 100 - 2 * 75 / 1.75])


def test_by_hand() -> None:
    # EA = 50, RA = 50: ERB 50; either alone perfect gives 200/3, both 100. Symmetric: 25 each.
    found = points_of_counts(*arrays([(2, 1), (2, 1)]), SHIPPED)
    assert found.points == pytest.approx([25.0, 25.0])
    assert found.gains == pytest.approx([50 / 3, 50 / 3])


def test_sampled_points_are_near_the_exact_ones() -> None:
    rows = arrays([(9, 3), (5, 1), (7, 7), (3, 0), (4, 2)])
    exact = points_of_counts(*rows, Rules(exact_up_to=5)).points
    sampling = Rules(exact_up_to=4)
    sampled = points_of_counts(*rows, sampling).points
    assert sampled == pytest.approx(exact, abs=1.0)
    assert (sampled != exact).any()
    assert (sampled == points_of_counts(*rows, sampling).points).all()


@pytest.mark.parametrize("other", [Rules(exact_up_to=4, permutation_seed=1), Rules(exact_up_to=4, permutations=100)])
def test_seed_and_number_of_permutations_are_the_rules(other: Rules) -> None:
    rows = arrays([(9, 3), (5, 1), (7, 7), (3, 0), (4, 2)])
    assert (points_of_counts(*rows, other).points != points_of_counts(*rows, Rules(exact_up_to=4)).points).any()


def test_failures_cost_what_the_policy_says() -> None:
    samples = [
        Sample("unlearned", "84", 0, "failure", ()),
        Sample("unlearned", "84", 0, "scored", (0.0, 0.0)),
        Sample("unlearned", "5895", 0, "scored", (0.0, 1.0)),
    ]
    frame = frame_of(samples, 2)
    literal, strict = (points_lost(frame, Decision(0.5, policy=policy)) for policy in ("forgotten", "failure"))
    assert literal is not None
    assert strict is not None
    assert literal.points.tolist() == [0.0, 0.0]
    assert strict.points == pytest.approx([100 / 3, 0.0])


def test_nothing_where_erb_is_not_computable() -> None:
    assert points_lost(frame_of([], 2), Decision(0.5)) is None
