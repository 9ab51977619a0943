"""Orders of pairs as a person reads them."""

from genmu_studio.measurement_titles import measurement_title
from genmu_studio.pair_orders import ORDERS, OrderSide, PairOrder, measurement_of, other_measurement_of


def order_title(order: PairOrder) -> str:
    """Return the order in words, its direction included.

    >>> order_title(PairOrder("value:face_side_px:unlearned", descending=True))
    'face side of the unlearned sample, highest first'
    >>> order_title(PairOrder("other:pps_praat:PPS:pair"))
    'PPS of the pair, lowest first (pps_praat)'
    """
    direction = "highest" if order.descending else "lowest"
    other = other_measurement_of(order.by)
    if other is not None:
        return f"{_what(other.name, other.side)}, {direction} first ({other.evaluator})"
    measured = measurement_of(order.by)
    if measured is None:
        return ORDERS[order.by][order.descending]
    return f"{_what(*measured)}, {direction} first"


def _what(name: str, side: OrderSide) -> str:
    title = measurement_title(name).title
    if side == "change":
        return f"change of {title}"
    return f"{title} of the pair" if side == "pair" else f"{title} of the {side} sample"
