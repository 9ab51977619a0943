"""What other views ask Review to show, answered as soon as pairs are there."""

from collections.abc import Mapping, Sequence

from genmu_studio.pair_filter import Chosen, PairFilter
from genmu_studio.pair_orders import order_from_json
from genmu_studio.pair_table import PairTable
from ui.models.pair_list import PairList
from ui.review_stage import ReviewStage


class ReviewRequests:
    """Keeps one request until it is answered for good, or the person wants something else.

    A request is "problems", {"group": …, "identity": …, "order": …}, {"samples": ids, "title": …} or {"sample": id};
    with "at" in it, the pair of that sample is gone to.
    """

    def __init__(self, pairs: PairList, stage: ReviewStage) -> None:
        self._pairs, self._stage = pairs, stage
        self._open: object = None

    @property
    def is_open(self) -> bool:
        """Whether one is to be answered."""
        return self._open is not None

    def put(self, request: object) -> None:
        """Ask for something else."""
        self._open = request

    def drop(self) -> None:
        """Ask for nothing."""
        self._open = None

    def answer(self, table: PairTable) -> None:
        """Show in `table` what is asked for."""
        request, self._open = self._open, None
        self._show(table, request)
        # An order by scores makes sense only when they are there: until then the request is not done with.
        self._open = request if self._pairs.waits_for_scores and self._pairs.failure is None else None

    def _show(self, table: PairTable, request: object) -> None:
        self._stage.walk.forget()
        self._stage.come_forward()
        if not isinstance(request, dict):
            self._pairs.set_filter(PairFilter(problems=request == "problems"))
        elif "sample" in request:
            self._show_sample(table.row_of(int(request["sample"])))
        else:
            order = order_from_json(request["order"]) if "order" in request else self._pairs.order
            at = table.row_of(int(request["at"])) if "at" in request else None
            if at is not None:
                self._stage.walk.look_at(at)
            self._pairs.show(_wanted(table, request), order)

    def _show_sample(self, row: int | None) -> None:
        if row is None:
            self._pairs.set_filter(PairFilter())
            return
        self._stage.walk.look_at(row)
        self._pairs.set_filter(self._pairs.filter if self._pairs.mask[row] else PairFilter())
        self._stage.open_pair()


def _wanted(table: PairTable, request: Mapping[str, object]) -> PairFilter:
    """Return the filter of some samples, of a group, of an identity, or of an identity of a group."""
    samples = request.get("samples")
    if isinstance(samples, Sequence):
        return PairFilter(chosen=Chosen(frozenset(samples), str(request.get("title"))))
    group, identity = request.get("group"), request.get("identity")
    wanted = (each for each in table.member_names if group in (None, each[0]) and identity in (None, each[1]))
    return PairFilter(identities=frozenset(wanted))
