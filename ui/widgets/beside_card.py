"""What stands beside the rank: diagnostics that are reported and never ranked. Only those that exist."""

from PySide6.QtWidgets import QWidget

from genmu_studio.overview.summary import Overview
from scoring.metrics.group import GroupScores
from scoring.types import MetricValue
from ui.numbers import NONE, percent
from ui.widgets.basics import Card
from ui.widgets.figure_rows import FigureRows


class BesideCard(Card):
    """GP with the value a stranger would get, FS, RS, and ERB without mismatched pairs."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Beside the rank", parent)
        self.rows = FigureRows()
        self.body.addWidget(self.rows)

    def show_overview(self, shown: Overview) -> None:
        """Show the diagnostics of a submission."""
        self.rows.clear()
        self._show_gp(shown.evaluation.gp, shown.is_what_if)
        for scores in shown.evaluation.groups:
            self._show_group(scores, shown.is_what_if, several=len(shown.group_names) > 1)

    def _show_gp(self, gp: MetricValue, what_if: bool) -> None:
        self.rows.value("GP geometry", gp, percent(gp.value), what_if, spoken="GP")
        stranger, k = gp.parts.get("stranger"), gp.parts.get("k")
        if stranger is not None and k is not None:
            self.rows.sentence(f"a stranger would get {percent(stranger)} · k {k:g}")
        for text in (gp.reason, gp.badge):
            if text:
                self.rows.sentence(f"▲ {text}", "warning")

    def _show_group(self, scores: GroupScores, what_if: bool, *, several: bool) -> None:
        where = f", {scores.group}" if several else ""
        for name, symbol, value in (("FS forget", "FS", scores.fs), ("RS retain", "RS", scores.rs)):
            self.rows.value(f"{name}{where}", value, cosine(value), what_if, spoken=f"{symbol}, {scores.group}")
            if value.reason:
                self.rows.sentence(f"▲ {value.reason}", "warning")
        without = scores.erb_without_mismatched
        if without is not None:
            spoken = f"ERB without mismatched pairs, {scores.group}"
            name = f"ERB without {scores.mismatched_pairs} mismatched{where}"
            self.rows.value(name, without, percent(without.value), what_if, spoken=spoken)


def cosine(value: MetricValue) -> str:
    """Return a value in cosines with three digits."""
    return NONE if value.value is None else f"{value.value:.3f}".replace("-", "−")
