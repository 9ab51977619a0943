"""Orders of pairs as a person reads them."""

from genmu_studio.pair_details import title_of
from genmu_studio.pair_orders import ORDERS, PairOrder, measurement_of


def order_title(order: PairOrder) -> str:
    """Return the order in words, its direction included.

    >>> order_title(PairOrder("value:face_side_px:unlearned", descending=True))
    'face side of the unlearned sample, highest first'
    """
    measured = measurement_of(order.by)
    if measured is None:
        return ORDERS[order.by][order.descending]
    name, side = measured
    what = f"change of {title_of(name)}" if side == "change" else f"{title_of(name)} of the {side} sample"
    return f"{what}, {'highest' if order.descending else 'lowest'} first"
