"""The plots over one range of similarities: the forget and the retain samples, and the figures by threshold."""

from collections.abc import Callable

from PySide6.QtCore import QObject

from genmu_studio.look import Look
from genmu_studio.scores.curves import LiveScores
from genmu_studio.scores.distributions import Selection
from scoring.errors import UserError
from ui.models.score_room import Curves, Distributions, Variants
from ui.widgets.chart import Chart
from ui.widgets.chart_frame import Range
from ui.widgets.scores.curve_card import CurveCard
from ui.widgets.scores.distribution_card import DistributionCard

_ROOM = 0.02  # of similarity beside a threshold that lies outside of all


class AlignedPlots(QObject):
    """What is drawn stays while the threshold moves over it. Zooming one plot zooms all."""

    def __init__(self, show_error: Callable[[UserError], object], parent: QObject) -> None:
        super().__init__(parent)
        self.forget, self.retain = (DistributionCard(role, show_error) for role in ("forget", "retain"))
        self.curves = CurveCard(show_error)
        self._drawn: tuple[object, ...] = ()
        for chart in self.charts:
            chart.zoomed.connect(self._zoom_all)

    @property
    def cards(self) -> tuple[DistributionCard, DistributionCard, CurveCard]:
        """The cards that hold the plots."""
        return self.forget, self.retain, self.curves

    @property
    def charts(self) -> tuple[Chart, Chart, Chart]:
        """The plots."""
        return self.forget.chart, self.retain.chart, self.curves.chart

    def draw_anew(self) -> None:
        """Hold nothing that is drawn for what is to be drawn next."""
        self._drawn = ()

    def draw(self, look: Look, found: Distributions, curves: Curves, variants: Variants, selection: Selection) -> bool:
        """Draw what is not drawn yet; whether there was something."""
        drawn = (found, curves.curves, variants, self.curves.wanted, selection)
        if drawn == self._drawn:
            return False
        self._drawn = drawn
        self.forget.show_distributions(look, found["forget"], selection)
        self.retain.show_distributions(look, found["retain"], selection)
        self.curves.show_curves(look, selection.group, curves.curves, curves.where)
        self.curves.show_variants(variants)
        return True

    def follow(self, look: Look, live: LiveScores, delta: float, *, is_moving: bool) -> None:
        """Show the threshold of a look; what is not worth it while that moves, when it rests."""
        if self.forget.chart.threshold is None or not is_moving:
            self._show_range(look.own_lens.threshold.value)
            self.forget.describe(look)
            self.retain.describe(look)
            self.curves.describe(look, live)
        self.forget.show_threshold(look, delta)
        self.retain.show_threshold(look, delta)
        self.curves.show_threshold(look, live, delta)

    def _show_range(self, threshold: float) -> None:
        """Let the plots show all similarities, and the threshold too where that lies beside them."""
        edges = [*self.forget.edges, *self.retain.edges]
        low, high = min(*edges, threshold - _ROOM), max(*edges, threshold + _ROOM)
        x: Range = (max(-1.0, low), min(1.0, high))
        for card in self.cards:
            card.show_range(x)

    def _zoom_all(self, x: Range) -> None:
        for chart in self.charts:
            chart.show_x(x)
