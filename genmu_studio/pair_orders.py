"""In which order pairs are shown."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, get_args
from urllib.parse import quote, unquote

import numpy as np
from numpy.typing import NDArray

from genmu_studio.pair_table import PairTable
from scoring.frame import IndexArray
from scoring.types import FloatArray

Column = NDArray[Any]
MeasuredSide = Literal["original", "unlearned", "change"]
MEASURED_SIDES: tuple[MeasuredSide, ...] = get_args(MeasuredSide)
# What an evaluator of pairs measured is of the pair.
OrderSide = Literal["original", "unlearned", "change", "pair"]
ORDER_SIDES: tuple[OrderSide, ...] = get_args(OrderSide)

# Title, and title of the other direction.
ORDERS: Mapping[str, tuple[str, ...]] = {
    "published": ("identity, condition, seed", "identity, condition, seed: backwards"),
    "costs": ("points lost first", "points lost last"),
    "own": ("similarity, lowest first", "similarity, highest first"),
    "own_original": ("similarity of the original, lowest first", "similarity of the original, highest first"),
    "change": ("similarity that fell most first", "similarity that rose most first"),
    "forget": ("farthest from the forget identity", "nearest to the forget identity"),
    "seed": ("seed, lowest first", "seed, highest first"),
    "condition": ("condition", "condition, last first"),
    "marks": ("picked first", "rejected first"),
}
_PREFIX = "value:"
_OTHER_PREFIX = "other:"


@dataclass(frozen=True, slots=True)
class PairOrder:
    """by : a name of `ORDERS`, or what `MeasurementName.by` returns."""

    by: str = "published"
    descending: bool = False


@dataclass(frozen=True, slots=True)
class MeasurementName:
    """A measurement that an evaluator stored, by its own name.

    evaluator : the name of one of another aspect, "" for the one that pairs are looked at with. sides : what it is of.
    """

    name: str
    evaluator: str = ""
    sides: tuple[OrderSide, ...] = MEASURED_SIDES

    def by(self, side: OrderSide) -> str:
        """Return the order by this measurement of one side, by its change (unlearned − original), or of the pair.

        "value:<measurement>:<side>", or "other:<evaluator>:<measurement>:<side>" with the evaluator as in an address.
        """
        if self.evaluator:
            return f"{_OTHER_PREFIX}{quote(self.evaluator, safe='')}:{self.name}:{side}"
        return f"{_PREFIX}{self.name}:{side}"


@dataclass(frozen=True, slots=True)
class OtherMeasurement:
    """What pairs are ordered by where an evaluator of another aspect measured it."""

    evaluator: str
    name: str
    side: OrderSide


def measurement_of(by: str) -> tuple[str, MeasuredSide] | None:
    """Return the name and the side of an order by a measurement, None for another order."""
    name, _, last = by.removeprefix(_PREFIX).rpartition(":")
    side = next((each for each in MEASURED_SIDES if each == last), None)
    return (name, side) if by.startswith(_PREFIX) and name and side else None


def other_measurement_of(by: str) -> OtherMeasurement | None:
    """Return the measurement of another aspect that an order goes by, None for another order."""
    evaluator, _, rest = by.removeprefix(_OTHER_PREFIX).partition(":")
    name, _, last = rest.rpartition(":")
    side = next((each for each in ORDER_SIDES if each == last), None)
    if not by.startswith(_OTHER_PREFIX) or not evaluator or not name or side is None:
        return None
    return OtherMeasurement(unquote(evaluator), name, side)


def is_measured(by: str) -> bool:
    """Whether an order goes by a measurement, which is read when somebody orders by it."""
    return measurement_of(by) is not None or other_measurement_of(by) is not None


def ordered(table: PairTable, order: PairOrder, values: FloatArray | None = None) -> IndexArray:
    """Return all rows in this order, (n,): what has no value comes last in either direction, ties as in the table.

    values : of an order by a measurement, (n,), NaN where missing; without them, as long as they are read, the rows
    come as in the table.
    """
    measured = np.zeros(len(table)) if values is None else values
    keys = _KEYS[order.by](table) if order.by in _KEYS else measured
    missing = np.isnan(keys) if keys.dtype.kind == "f" else np.zeros(len(keys), dtype=np.bool_)
    known = np.flatnonzero(~missing)
    places = _falling(keys[known]) if order.descending else np.argsort(keys[known], kind="stable")
    return np.concatenate([known[places], np.flatnonzero(missing)])


def _falling(keys: Column) -> IndexArray:
    """Return the places of the keys from the highest to the lowest, equal ones as they stand."""
    return len(keys) - 1 - np.argsort(keys[::-1], kind="stable")[::-1]


def _marks(table: PairTable) -> Column:
    """Return 0 picked, 1 bookmarked, 2 with a note, 3 not marked, 4 rejected."""
    return np.select([table.pick > 0, table.pick < 0, table.bookmarked, table.noted], [0, 4, 1, 2], 3)


_KEYS: Mapping[str, Callable[[PairTable], Column]] = {
    "published": lambda table: np.arange(len(table)),
    "costs": lambda table: ~table.costs,
    "own": lambda table: table.own_unlearned,
    "own_original": lambda table: table.own_original,
    "change": lambda table: table.own_unlearned - table.own_original,
    "forget": lambda table: table.forget_unlearned,
    "seed": lambda table: table.seed,
    "condition": lambda table: table.condition,
    "marks": _marks,
}


# ---- as JSON ----


def order_json(order: PairOrder) -> dict[str, object]:
    """Return the order as JSON can hold it."""
    return {"by": order.by, "descending": order.descending}


def order_from_json(value: object) -> PairOrder:
    """Return the order that `order_json` wrote, the published one for anything else."""
    parts = value if isinstance(value, dict) else {}
    by = parts.get("by")
    if not isinstance(by, str) or (by not in ORDERS and not is_measured(by)):
        return PairOrder()
    return PairOrder(by, parts.get("descending") is True)
