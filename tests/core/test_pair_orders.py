"""Orders of pairs: stable either way, what has no value last; and orders as JSON."""

import json
import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.pair_orders import (
    MEASURED_SIDES,
    ORDERS,
    MeasurementName,
    PairOrder,
    measurement_of,
    order_from_json,
    order_json,
    ordered,
)
from tests.core.pair_tables import Made, tables

FIXED = st.builds(PairOrder, st.sampled_from(sorted(ORDERS)), st.booleans())


def slow_key(made: Made, row: int, by: str) -> Any:
    """Return what a row is ordered by, None where it has no value."""
    pair, table = made.pair(row), made.table
    marks = (
        0 if pair.pick == "pick" else 4 if pair.pick == "reject" else 1 if pair.bookmarked else 2 if pair.note else 3
    )
    original = float(np.float32(pair.own[0])) if pair.original >= 0 else math.nan
    values: dict[str, Any] = {
        "published": row,
        "costs": not table.costs[row],
        "own": pair.unlearned_own,
        "own_original": original,
        "change": float(np.float32(pair.unlearned_own) - np.float32(original)),
        "forget": pair.unlearned_forget,
        "seed": pair.seed,
        "condition": pair.condition,
        "marks": marks,
    }
    return None if math.isnan(values[by]) else values[by]


def slowly_ordered(keys: list[Any], descending: bool) -> list[int]:
    """Return rows by their keys, by insertion: a row goes before the first whose key comes strictly after its own."""
    rows: list[int] = []
    for row, key in enumerate(keys):
        place = len(rows)
        while place and key is not None and _comes_first(key, keys[rows[place - 1]], descending):
            place -= 1
        rows.insert(place, row)
    return rows


def _comes_first(key: Any, other: Any, descending: bool) -> bool:
    return other is None or bool(key > other if descending else key < other)


@given(tables(most=12), FIXED)
def test_pairs_come_in_order_and_ties_as_in_the_table(made: Made, order: PairOrder) -> None:
    keys = [slow_key(made, row, order.by) for row in range(len(made.table))]
    assert ordered(made.table, order).tolist() == slowly_ordered(keys, order.descending)


@given(tables(most=12), st.booleans(), st.randoms(use_true_random=False))
def test_pairs_come_by_a_measurement_and_those_without_last(made: Made, descending: bool, chance: Any) -> None:
    values = [chance.choice([1.5, 2.5, -1.0, math.nan]) for _ in range(len(made.table))]
    keys = [None if math.isnan(value) else value for value in values]
    order = PairOrder(MeasurementName("face_side_px").by("change"), descending)
    found = ordered(made.table, order, np.array(values, dtype=np.float32))
    assert found.tolist() == slowly_ordered(keys, descending)


@given(tables(), st.booleans())
def test_until_a_measurement_is_read_pairs_come_as_in_the_table(made: Made, descending: bool) -> None:
    order = PairOrder(MeasurementName("face_side_px").by("original"), descending)
    assert ordered(made.table, order).tolist() == list(range(len(made.table)))


def test_every_order_has_a_title_for_either_direction() -> None:
    titles = [title for both in ORDERS.values() for title in both]
    assert len(set(titles)) == 2 * len(ORDERS)
    assert all(titles)


@pytest.mark.parametrize("name", ["face_side_px", "a:b", "original", "größe"])
@pytest.mark.parametrize("side", MEASURED_SIDES)
def test_an_order_tells_which_measurement_of_which_side_it_is_by(name: str, side: Any) -> None:
    assert measurement_of(MeasurementName(name).by(side)) == (name, side)


@pytest.mark.parametrize("by", ["own", "value:", "value:x", "value:x:both", "value::change", ""])
def test_other_orders_are_by_no_measurement(by: str) -> None:
    assert measurement_of(by) is None


# ---- as JSON ----


@given(FIXED | st.builds(lambda name: PairOrder(MeasurementName(name).by("change")), st.text(min_size=1)))
def test_an_order_comes_back_from_its_json(order: PairOrder) -> None:
    assert order_from_json(json.loads(json.dumps(order_json(order)))) == order


@pytest.mark.parametrize(
    "value", [None, [], "own", {}, {"by": "height"}, {"by": 3}, {"by": "value:x:both"}, {"by": ["own"]}]
)
def test_what_is_no_order_becomes_the_published_one(value: object) -> None:
    assert order_from_json(value) == PairOrder()


def test_only_true_is_descending() -> None:
    assert order_from_json({"by": "own", "descending": 1}) == PairOrder("own")
    assert order_from_json({"by": "own", "descending": True}) == PairOrder("own", descending=True)
