"""Means over matched pairs: by hand, by loops, and what is not computable."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import Status
from scoring.metrics.pair_means import ComparedPairs, mean_of_pairs
from scoring.metrics.prosody import prosody_preservation
from scoring.registry import metrics
from scoring.rules import Rules

NAN = float("nan")


def pairs_of(
    values: Sequence[float],
    *,
    identity: Sequence[int] | None = None,
    condition: Sequence[int] | None = None,
    mismatched: Sequence[bool] | None = None,
    status: Sequence[Status] | None = None,
    floor: Sequence[float] = (),
    name: str = "PPS",
) -> ComparedPairs:
    """Make pairs, identity 0 being the one to forget."""
    n = len(values)
    who = np.array(identity if identity is not None else [0] * n, dtype=np.intp)
    return ComparedPairs(
        identity=who,
        condition=np.array(condition if condition is not None else range(n), dtype=np.intp),
        forget=who == 0,
        mismatched=np.array(mismatched if mismatched is not None else [False] * n, dtype=np.bool_),
        status=np.array(status if status is not None else [Status.SCORED] * n, dtype=np.int8),
        values={name: np.array(values, dtype=np.float64)},
        floor={name: np.array(floor, dtype=np.float64)},
    )


def test_by_hand() -> None:
    pairs = pairs_of(
        [80, 90, 100, NAN, 10],
        identity=[0, 0, 1, 1, 1],
        mismatched=[False, False, False, False, True],
        floor=[20, 40, NAN],
    )
    value = mean_of_pairs(pairs, "PPS")
    assert value.value == pytest.approx((80 + 90 + 100) / 3)
    assert (value.n, value.failures) == (3, 1)
    assert value.parts == {
        "forget": 85.0, "retain": 100.0, "skipped": 1.0, "mismatched": 1.0, "floor": 30.0, "floor_n": 2.0,
    }  # fmt: skip
    assert value.interval is None
    assert value.badge == "1 pair not measurable; few conditions"


def test_what_is_not_computable_says_why() -> None:
    reasons = {
        "no matched pair": pairs_of([], mismatched=[]),
        "no matched pair ": pairs_of([50.0], mismatched=[True]),
        "1 pair not compared yet": pairs_of([50.0, NAN], status=[Status.SCORED, Status.ERROR]),
        "none of 2 pairs can be measured": pairs_of([NAN, NAN], status=[Status.FAILURE, Status.SCORED]),
    }
    for reason, pairs in reasons.items():
        value = mean_of_pairs(pairs, "PPS")
        assert (value.value, value.interval, value.reason) == (None, None, reason.strip())
    assert mean_of_pairs(pairs_of([50.0]), "PPS_f0").reason == "none of 1 pair can be measured"


def test_the_interval_is_that_of_a_loop_over_conditions() -> None:
    rng = np.random.default_rng(3)
    identity = np.repeat([0, 1], 12)
    condition = np.tile(np.repeat(np.arange(6), 2), 2)
    values = rng.uniform(0, 100, 24)
    value = mean_of_pairs(pairs_of(values.tolist(), identity=identity.tolist(), condition=condition.tolist()), "PPS")

    means = []
    for _ in range(4000):
        drawn: list[float] = []
        for who in (0, 1):
            for cell in rng.integers(0, 6, 6):
                drawn.extend(values[(identity == who) & (condition == cell)])
        means.append(np.mean(drawn))
    low, high = np.percentile(means, [2.5, 97.5])
    assert value.interval is not None
    assert value.interval[0] == pytest.approx(low, abs=1.0)
    assert value.interval[1] == pytest.approx(high, abs=1.0)
    assert value.badge is None


@given(st.lists(st.floats(0, 100), min_size=6, max_size=30), st.randoms())
def test_order_does_not_matter_and_the_mean_lies_within(values: list[float], random: object) -> None:
    pairs = pairs_of(values)
    order = np.random.default_rng(len(values)).permutation(len(values))
    shuffled = replace(pairs, condition=pairs.condition[order], values={"PPS": pairs.values["PPS"][order]})
    one, other = mean_of_pairs(pairs, "PPS"), mean_of_pairs(shuffled, "PPS")
    assert one.value == pytest.approx(other.value)
    assert one.value is not None
    assert min(values) - 1e-9 <= one.value <= max(values) + 1e-9
    assert one.interval is not None
    assert min(values) - 1e-9 <= one.interval[0] <= one.interval[1] <= max(values) + 1e-9


def test_a_protocol_decides_how_many_conditions_are_few() -> None:
    pairs = pairs_of([10, 20, 30])
    assert mean_of_pairs(pairs, "PPS").interval is None
    assert mean_of_pairs(pairs, "PPS", Rules(min_conditions=3)).interval is not None


def test_every_part_of_pps_is_a_metric_of_its_own() -> None:
    names = ("PPS", "PPS_f0", "PPS_energy", "PPS_duration", "PPS_rhythm")
    values: Mapping[str, float] = {name: 10.0 * place for place, name in enumerate(names, start=1)}
    pairs = replace(pairs_of([0.0]), values={name: np.array([value]) for name, value in values.items()})
    for name in names:
        registered = metrics()[name]
        assert registered.compute(pairs).value == values[name]  # type: ignore[attr-defined]  # a MetricValue
        assert registered.info.needs == (name,)
    assert prosody_preservation(pairs).value == 10
