"""How the ranking of the track depends on the threshold: the rank of each entry, and how far the order stays."""

from collections.abc import Callable
from math import isnan

import numpy as np
from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QAbstractItemView, QVBoxLayout

from genmu_studio.chart_table import ChartTable
from genmu_studio.look import Look
from genmu_studio.scores.distributions import Selection
from genmu_studio.scores.stability import EntryCurve, Stability
from scoring.errors import UserError
from ui.models.text_table import TextTable, text_view
from ui.numbers import NONE, percent
from ui.theme import GRID_PX
from ui.widgets.basics import label
from ui.widgets.chart import Axes, Chart
from ui.widgets.chart_card import ChartCard
from ui.widgets.chart_curves import Curve, Stroke
from ui.widgets.chart_frame import Range, written
from ui.widgets.chart_legend import LegendEntry
from ui.widgets.scores.failure_line import FailureLine
from ui.widgets.scores.side_part import SidePart
from ui.widgets.scores.threshold_words import mark_of

_SHOWN, _OTHER = Stroke("accent", 2.6), Stroke("muted", 1.2)
_MOST_TICKS = 12
_TABLE_PX = 170
_SMALLEST_COLUMN_PX = 40


class StabilityPart(SidePart):
    """`opened` carries the id of an entry that somebody wants to look at."""

    opened = Signal(str)

    def __init__(self, show_error: Callable[[UserError], object]) -> None:
        super().__init__()
        self._stability: Stability | None = None
        self._error: BaseException | None = None
        self._lines: list[Curve] = []
        self.chart = Chart("Rank against the threshold", _axes(1, (0, 1)))
        self.card = ChartCard("Rank of each entry against the threshold", "ranks", self.chart, show_error)
        self.chart.set_reading(self._read)
        self.chart.set_table(self._make_table)
        self.failure = FailureLine("Rank the entries once more")
        self.failure.again.connect(self.again)
        self._words = label()
        self._words.setWordWrap(True)
        self._warning = label("", "warning")
        self._warning.setWordWrap(True)
        self.model: TextTable[tuple[str, ...]] = TextTable(("rank", "entry", "ERB here", ""), lambda row: row)
        self.table = text_view(self.model, "Entries by rank at the threshold", (46, 112, 76))
        self.table.horizontalHeader().setMinimumSectionSize(_SMALLEST_COLUMN_PX)
        self.table.horizontalHeader().resizeSection(self.model.columnCount() - 1, _SMALLEST_COLUMN_PX)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setToolTip("Entries by rank at the threshold (Enter: look at one)")
        self.table.setMinimumHeight(_TABLE_PX)
        self.table.activated.connect(self._open)
        self._order: list[EntryCurve] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, GRID_PX // 2, 0, 0)
        column.setSpacing(GRID_PX)
        column.addWidget(self.failure)
        column.addWidget(self.card, 3)
        column.addWidget(self._words)
        column.addWidget(self._warning)
        column.addWidget(self.table, 2)
        self.show_stability(None)

    # ---- what is shown ----

    def show_stability(self, stability: Stability | None, error: BaseException | None = None) -> None:
        """Show how the entries of a track stand; None while that is being computed, or where an error says why not."""
        if (stability, error) == (self._stability, self._error) and (stability or error) is not None:
            return
        self._stability, self._error = stability, error
        self.failure.show_error("The entries could not be ranked", error)
        self.chart.show_threshold(None)
        while len(self._lines) < (0 if stability is None else len(stability.entries)):
            self._lines.append(self.chart.add_curve("", _OTHER))
        for line in self._lines:
            line.set_visible(False)
        self._warning.hide()
        if stability is None:
            self.chart.set_note("Ranking every entry at every threshold…" if error is None else "No ranking.")
            self._words.setText("")
            self.model.show_rows(())
            return
        self.chart.set_note("" if stability.entries else "No entry of this track can be ranked.")
        ranks = stability.ranks
        edges = np.append(stability.plateaus.first, stability.plateaus.last[-1]).astype(np.float64)
        for line, entry, column in zip(self._lines, stability.entries, ranks.T, strict=False):
            line.name = entry.submission.team
            line.set_values(edges, column, steps=True)
            line.set_visible(True)
        self.chart.set_axes(_axes(len(stability.entries), _interesting(stability)))
        if not stability.is_exact:
            self._warning.setText("▲ Not every threshold was compared: an order that holds for a moment can be missed.")
            self._warning.show()

    def follow(self, look: Look, selection: Selection) -> None:
        """Say who stands where at the threshold of a look."""
        stability = self._stability
        if stability is None:
            return
        threshold = look.own_lens.threshold.value
        place = stability.plateaus.place(threshold)
        for line, entry in zip(self._lines, stability.entries, strict=False):
            line.set_stroke(_SHOWN if entry.submission.id == look.submission.id else _OTHER)
        self.chart.show_threshold(mark_of(look) if stability.entries else None)
        self.card.legend.show_entries(_legend(stability, look))
        words = _order_words(stability, threshold)
        self._words.setText(words)
        self.chart.setAccessibleDescription(words)
        self._show_table(stability, stability.order_at(threshold).ranks, place, look)

    def _show_table(self, stability: Stability, ranks: tuple[int, ...], place: int, look: Look) -> None:
        by_rank = sorted(zip(ranks, stability.entries, strict=True), key=lambda pair: pair[0])
        self._order = [entry for _, entry in by_rank] + list(stability.apart)
        rows = [
            (str(rank), entry.submission.team, _erb_at(entry, place), _mark(entry, look)) for rank, entry in by_rank
        ]
        rows += [
            (NONE, each.submission.team, _erb_at(each, place), _mark(each, look, each.reason))
            for each in stability.apart
        ]
        chosen = self.table.currentIndex().row()
        self.model.show_rows(rows)
        if 0 <= chosen < len(rows):
            self.table.setCurrentIndex(self.model.index(chosen, 0))

    def _open(self, index: QModelIndex) -> None:
        self.opened.emit(self._order[index.row()].submission.id)

    # ---- numbers ----

    def _read(self, x: float, y: float) -> str:
        stability = self._stability
        if stability is None or not stability.entries or not -1 <= x <= 1:
            return written(x, 3)
        order = stability.order_at(x)
        pairs = sorted(zip(order.ranks, stability.entries, strict=True), key=lambda pair: pair[0])
        lines = [f"{rank}  {entry.submission.team}" for rank, entry in pairs[:_MOST_TICKS]]
        return "\n".join([f"threshold {written(x, 3)}", *lines, *(["…"] if len(pairs) > _MOST_TICKS else [])])

    def _make_table(self) -> ChartTable:
        stability = self._stability
        if stability is None:
            return ChartTable((), ())
        entries = stability.entries
        columns = ["threshold from", "threshold to", *(f"rank, {each.submission.id}" for each in entries)]
        rows = [(order.first, order.last, *order.ranks) for order in stability.orders]
        return ChartTable(tuple(columns), rows)


def _axes(entries: int, x: Range) -> Axes:
    # The first rank stands above: the axis runs downwards.
    step = max(1, -(-entries // _MOST_TICKS))
    entries = max(1, entries)
    ticks = [(float(rank), str(rank)) for rank in range(1, entries + 1, step)]
    return Axes("threshold (cosine)", "rank", x, (entries + 0.5, 0.4), y_ticks=ticks)


def _interesting(stability: Stability) -> Range:
    """Return the thresholds between which anything changes, with a little room."""
    if len(stability.plateaus) < 2:
        return (-1.0, 1.0)
    low, high = float(stability.plateaus.last[0]), float(stability.plateaus.last[-2])
    return max(-1.0, low - 0.03), min(1.0, high + 0.03)


def _order_words(stability: Stability, threshold: float) -> str:
    if not stability.entries:
        return ""
    order, (below, above) = stability.order_at(threshold), stability.nearest_changes(threshold)
    if below is None and above is None:
        return "The order is the same at every threshold."
    parts = [f"{change:.3f} {way}" for way, change in (("lower", below), ("higher", above)) if change is not None]
    stays = f"This order stays from {written(order.first, 3)} to {written(order.last, 3)}"
    return f"{stays}; {' or '.join(parts)} it is another."


def _erb_at(entry: EntryCurve, place: int) -> str:
    value = float("nan") if entry.erb is None else float(entry.erb[place])
    return percent(None if isnan(value) else value)


def _mark(entry: EntryCurve, look: Look, reason: str = "") -> str:
    shown = "◂ shown" if entry.submission.id == look.submission.id else ""
    return " · ".join(word for word in (shown, reason) if word)


def _legend(stability: Stability, look: Look) -> list[LegendEntry]:
    """Return what the lines are; an entry that has none since it is not ranked is said too."""
    team = look.submission.team
    is_ranked = any(entry.submission.id == look.submission.id for entry in stability.entries)
    own = LegendEntry(team, _SHOWN, "accent") if is_ranked else LegendEntry(f"{team}: not ranked")
    others = len(stability.entries) - is_ranked
    return [own, *([LegendEntry("other entries", _OTHER)] if others else [])]
