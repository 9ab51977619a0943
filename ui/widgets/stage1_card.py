"""The stage-1 gate: whether the original knew the identities at all, and what follows over the pairs where it did."""

from PySide6.QtWidgets import QWidget

from genmu_studio.overview.summary import Overview
from scoring.metrics.group import GroupScores
from scoring.types import MetricValue
from ui.numbers import percent
from ui.widgets.basics import Card
from ui.widgets.figure_rows import FigureRows


class Stage1Card(Card):
    """Original FA and RA per group, the verdict in words, conditional FA and RA with McNemar's p."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("Stage 1 · did the original know them?", parent)
        self.rows = FigureRows()
        self.body.addWidget(self.rows)

    def show_overview(self, shown: Overview) -> None:
        """Show the gate of every group."""
        self.rows.clear()
        several = len(shown.group_names) > 1
        for scores in shown.evaluation.groups:
            if several:
                self.rows.sentence(scores.group, "strong")
            self._show_group(scores, shown.is_what_if)

    def _show_group(self, scores: GroupScores, what_if: bool) -> None:
        for name, symbol, value in (
            ("forget verified", "original FA", scores.original.fa),
            ("retain verified", "original RA", scores.original.ra),
        ):
            spoken = f"{symbol}, {scores.group}"
            self.rows.value(name, value, percent(value.value), what_if, spoken=spoken, role="original")
        self._show_verdict(scores)
        for name, value in (("FA", scores.conditional_fa), ("RA", scores.conditional_ra)):
            self._show_conditional(name, value, scores.group, what_if)

    def _show_verdict(self, scores: GroupScores) -> None:
        stage1 = scores.stage1
        if stage1.passed:
            self.rows.sentence("✓ measurable", "good")
        for flag in stage1.flags:
            self.rows.sentence(f"■ {flag}", "bad")
        if stage1.reason:
            self.rows.sentence(f"▲ cannot be judged: {stage1.reason}", "warning")

    def _show_conditional(self, name: str, value: MetricValue, group: str, what_if: bool) -> None:
        p = value.parts.get("p")
        detail = "" if p is None else p_value(p)
        self.rows.value(
            f"{name} where verified",
            value,
            percent(value.value),
            what_if,
            spoken=f"conditional {name}, {group}",
            detail=detail,
            role="value",
            name_role="muted",
        )


def p_value(p: float) -> str:
    """Return McNemar's p as it is written."""
    return "p < 0.001" if p < 0.001 else f"p {p:.3f}"
