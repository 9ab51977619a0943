from dataclasses import replace
from math import sqrt

import pytest

from scoring.errors import BugError
from scoring.frame import Decision
from scoring.metrics.group import GroupScores, score_group
from scoring.metrics.sides import UNDEFINED_ERB
from scoring.metrics.track import mean_of_groups, score_track
from scoring.rules import Rules
from scoring.types import MetricValue
from tests.scoring.metrics.slow import Sample, frame_of


def group(name: str, erased: int, kept: int, of: int = 10, errors: int = 0) -> GroupScores:
    samples = [
        Sample("unlearned", "84", row, "scored", (0.0, 0.0) if row < erased else (1.0, 0.0)) for row in range(of)
    ]
    samples += [Sample("unlearned", "5895", row, "scored", (0.0, 1.0 if row < kept else 0.0)) for row in range(of)]
    samples += [Sample("unlearned", "84", 0, "error", ())] * errors
    return score_group(replace(frame_of(samples, 2), group=name), Decision(0.5))


def test_mean_of_group_values_and_value_of_means() -> None:
    found = score_track(["A", "B"], [group("B", 10, 4), group("A", 5, 10)])
    first, second = 2 * 50 * 100 / 150, 2 * 100 * 40 / 140
    assert found.erb.value == pytest.approx((first + second) / 2)
    assert found.ea.value == 75.0
    assert found.ra.value == 70.0
    assert found.erb_of_means.value == pytest.approx(2 * 75 * 70 / 145)
    assert (found.partial, found.policy_badge) == (None, None)
    assert found.erb.n == 40


def test_interval_is_the_root_sum_square_of_half_widths_over_their_number() -> None:
    groups = [group("A", 5, 9), group("B", 9, 4)]
    found = score_track(["A", "B"], groups)
    values = [each.unlearned.erb for each in groups]
    below = [value.value - value.interval[0] for value in values if value.value is not None and value.interval]
    above = [value.interval[1] - value.value for value in values if value.value is not None and value.interval]
    assert found.erb.value is not None
    low, high = (sqrt(sum(half**2 for half in halves)) / 2 for halves in (below, above))
    assert found.erb.interval == pytest.approx((found.erb.value - low, found.erb.value + high))


def test_the_track_of_one_group_is_that_group() -> None:
    only = group("A", 8, 7)
    found = score_track(["A"], [only])
    assert found.erb.value == only.unlearned.erb.value
    assert found.erb.interval == pytest.approx(only.unlearned.erb.interval)


def test_a_group_that_was_not_delivered() -> None:
    found = score_track(["A", "B"], [group("A", 8, 8)])
    assert found.erb.value is None
    assert found.erb.reason == "B: no unlearned samples"
    assert found.erb_of_means.value is None
    assert found.partial is not None
    assert (found.partial.value, found.partial.badge) == (80.0, "partial: 1 of 2 groups")


def test_a_group_that_is_not_computable() -> None:
    found = score_track(["A", "B"], [group("A", 8, 8), group("B", 8, 8, errors=2)])
    assert found.erb.reason == "B: 2 forget samples not scored"
    assert found.partial is not None
    assert found.partial.value == 80.0


def test_nothing_delivered() -> None:
    found = score_track(["A"], [])
    assert found.erb.reason == "A: no unlearned samples"
    assert found.partial is None
    assert mean_of_groups({}).reason == "the protocol has no group"


def test_a_group_that_scores_nothing() -> None:
    found = score_track(["A", "B"], [group("A", 0, 0), group("B", 10, 10)])
    assert found.erb.value == 50.0
    assert found.erb.interval is None
    assert found.erb.badge == UNDEFINED_ERB
    assert found.erb_of_means.value == 50.0
    nothing = score_track(["A"], [group("A", 0, 0)])
    assert (nothing.erb_of_means.value, nothing.erb_of_means.badge) == (0.0, UNDEFINED_ERB)


def test_groups_of_another_protocol_are_refused() -> None:
    with pytest.raises(BugError):
        score_track(["A"], [group("B", 1, 1)])
    with pytest.raises(BugError):
        score_track(["A"], [group("A", 1, 1), group("A", 1, 1)])


def test_the_interval_stays_within_bounds() -> None:
    values = [MetricValue(99.0, 3, interval=(97.0, 100.0)), MetricValue(1.0, 3, interval=(0.0, 90.0))]
    mean = mean_of_groups({"A": values[0], "B": values[1]})
    assert mean.interval is not None
    assert 0 <= mean.interval[0] <= 50 <= mean.interval[1] <= 100


class TestErbOfMeans:
    def test_it_takes_the_place_of_the_mean_everywhere(self) -> None:
        groups = [group("A", 5, 10), group("B", 10, 4)]
        mean, balance = score_track(["A", "B"], groups), score_track(["A", "B"], groups, "erb_of_means")

        assert balance.erb.value == balance.erb_of_means.value == mean.erb_of_means.value
        assert mean.erb == mean.mean_of_groups == balance.mean_of_groups
        assert mean.policies["forgotten"] == mean.erb
        assert balance.policies["forgotten"] == balance.erb
        assert (mean.ea, mean.ra) == (balance.ea, balance.ra)

    def test_its_interval_combines_those_of_the_means(self) -> None:
        found = score_track(["A", "B"], [group("A", 5, 9), group("B", 9, 4)], "erb_of_means")
        ea, ra = found.ea, found.ra
        assert (ea.value, ra.value) == (70.0, 65.0)
        assert ea.interval is not None
        assert ra.interval is not None

        def balance(first: float, second: float) -> float:
            return 2 * first * second / (first + second)

        value = balance(70, 65)
        low, high = (
            sqrt((balance(ea.interval[end], 65) - value) ** 2 + (balance(70, ra.interval[end]) - value) ** 2)
            for end in (0, 1)
        )
        assert found.erb.value == pytest.approx(value)
        assert found.erb.interval == pytest.approx((value - low, value + high))
        assert found.erb_of_means == found.erb
        beside = score_track(["A", "B"], [group("A", 5, 9), group("B", 9, 4)]).erb_of_means
        assert (beside.value, beside.interval) == (found.erb.value, None)

    def test_nothing_erased_and_nothing_kept_has_no_interval(self) -> None:
        nothing = score_track(["A"], [group("A", 0, 0)], "erb_of_means").erb
        assert (nothing.value, nothing.interval, nothing.badge) == (0.0, None, UNDEFINED_ERB)

    def test_what_was_not_delivered_leaves_the_balance_of_the_rest(self) -> None:
        delivered = [group("A", 5, 10), group("B", 10, 4)]
        found = score_track(["A", "B", "C"], delivered, "erb_of_means")
        assert found.erb.value is None
        assert found.erb.reason == "C: no unlearned samples"
        assert found.partial is not None
        assert found.partial.value == score_track(["A", "B"], delivered).erb_of_means.value
        assert str(found.partial.badge).startswith("partial: 2 of 3 groups")

    def test_the_policies_differ_by_the_track_value(self) -> None:
        samples = [Sample("unlearned", "84", row, "failure", ()) for row in range(4)]
        samples += [Sample("unlearned", "84", row, "scored", (0.0, 0.0)) for row in range(6)]
        samples += [Sample("unlearned", "5895", row, "scored", (0.0, 1.0)) for row in range(10)]
        mixed = score_group(replace(frame_of(samples, 2), group="A"), Decision(0.5))
        found = score_track(["A", "B"], [mixed, group("B", 10, 5)], "erb_of_means")
        # EA is 100 literally; strictly 60 in A: means 100 and 80 against a mean RA of 75.
        assert found.policies["forgotten"].value == pytest.approx(2 * 100 * 75 / 175)
        assert found.policies["failure"].value == pytest.approx(2 * 80 * 75 / 155)
        assert found.policy_badge == "policies differ by 8.29 points"
        wide = score_track(["A", "B"], [mixed, group("B", 10, 5)], "erb_of_means", Rules(policy_spread_points=9))
        assert wide.policy_badge is None
