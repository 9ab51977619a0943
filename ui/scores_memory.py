"""How the scores room looks, as it is remembered from one start of the program to the next."""

from collections.abc import Mapping

from genmu_studio.scores.distributions import Selection
from ui.widgets.scores.curve_card import CurveCard
from ui.widgets.scores.scores_layout import ScoresLayout
from ui.widgets.scores.selection_bar import SelectionBar
from ui.widgets.scores.side_part import SideTabs
from ui.widgets.scores_map.parts import MapPart, MatrixPart


class ScoresMemory:
    """What was chosen in each part of the room, and how the room is divided."""

    def __init__(
        self,
        selection: SelectionBar,
        curves: CurveCard,
        side: SideTabs,
        layout: ScoresLayout,
        *,
        matrix: MatrixPart,
        map_part: MapPart,
    ) -> None:
        self._selection, self._curves, self._side, self._layout = selection, curves, side, layout
        self._matrix, self._map = matrix, map_part

    def state(self) -> dict[str, object]:
        """Return what JSON can hold of it."""
        wanted = self._selection.wanted
        return {
            "group": wanted.group,
            "identity": wanted.identity,
            "side": self._side.front,
            "lines": self._curves.chosen,
            "matrix": self._matrix.card.state(),
            "map": self._map.card.state(),
            **self._layout.state(),
        }

    def restore(self, state: Mapping[str, object]) -> None:
        """Look as `state` says; what it does not say stays."""
        group, identity = state.get("group"), state.get("identity")
        self._selection.prefer(
            Selection(group if isinstance(group, str) else None, identity if isinstance(identity, str) else None)
        )
        self._side.bring_to_front(state.get("side"))
        self._curves.choose(state.get("lines"))
        for part, card in (("matrix", self._matrix.card), ("map", self._map.card)):
            if isinstance(known := state.get(part), dict):
                card.restore(known)
        self._layout.restore(state)
