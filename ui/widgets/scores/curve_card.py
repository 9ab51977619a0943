"""ERB, FA and RA against the threshold: with the band of ERB, and on demand under other policies and rules."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import Signal
from PySide6.QtGui import QAction

from genmu_studio.chart_table import ChartTable
from genmu_studio.look import Look
from genmu_studio.scores.band import BandPoint
from genmu_studio.scores.curves import LiveScores, TrackCurves
from genmu_studio.scores.thresholds import Plateaus
from scoring.errors import UserError
from scoring.metrics.sweep import Curve, SweptScores
from scoring.types import MetricValue
from ui.numbers import percent
from ui.widgets.chart import Axes, Chart, Spot
from ui.widgets.chart_card import ChartCard
from ui.widgets.chart_curves import DASHED, DOTTED, Stroke
from ui.widgets.chart_frame import Range, written
from ui.widgets.chart_legend import LegendEntry
from ui.widgets.scores.figures import Figures, live_figures
from ui.widgets.scores.threshold_words import mark_of

THRESHOLD = "threshold (cosine)"
STROKES: Final = {
    "ERB": Stroke("accent", 2.4),
    "FA": Stroke("unlearned", 1.5),
    "RA": Stroke("good", 1.5),
}
# What can be drawn beside them, by kind and name as the lens has them: in words, and how.
VARIANTS: Final[Mapping[tuple[str, str], tuple[str, Stroke]]] = {
    ("policy", "forgotten"): ("failures count as forgotten", Stroke("muted", 1.2, dashes=DASHED)),
    ("policy", "failure"): ("failures count against the entry", Stroke("bad", 1.2, dashes=DASHED)),
    ("policy", "exclude"): ("failures are left out", Stroke("original", 1.2, dashes=DASHED)),
    ("rule", "verify"): ("verified at the threshold", Stroke("muted", 1.2, dashes=DOTTED)),
    ("rule", "verify+rank1"): ("verified and nearest", Stroke("changed", 1.2, dashes=DOTTED)),
}
_TITLE = "ERB, FA and RA by threshold"
_BAND_OPACITY = 0.22
_INTERVAL = Stroke("accent", 0, fill=2 * _BAND_OPACITY)
_PER_LINE = 2  # entries of the legend that stand beside each other


class CurveCard(ChartCard):
    """`variants_changed` says that other lines are wanted: `wanted` holds their kinds."""

    variants_changed = Signal()

    def __init__(self, show_error: Callable[[UserError], object]) -> None:
        self._plateaus: Plateaus | None = None
        self._curves: TrackCurves | SweptScores | None = None
        self._variants: dict[tuple[str, str], Curve] = {}
        self._group: str | None = None
        self._level = 0.95
        self._limits: tuple[Curve, Curve] | None = None
        self.chart = Chart("ERB, FA and RA against the threshold", Axes(THRESHOLD, "%", (0, 1), (0, 100)))
        self.band = self.chart.add_band("accent", _BAND_OPACITY)
        self._lines = {key: self.chart.add_curve(words, stroke) for key, (words, stroke) in VARIANTS.items()}
        self._drawn = {name: self.chart.add_curve(name, stroke) for name, stroke in reversed(STROKES.items())}
        super().__init__(_TITLE, "erb-by-threshold", self.chart, show_error)
        self.choices = {key: self._add_choice(key) for key in VARIANTS}
        self.chart.set_reading(self._read)
        self.chart.set_table(self._make_table)

    def _add_choice(self, key: tuple[str, str]) -> QAction:
        if key == ("policy", "forgotten"):
            self.menu.addSection("ERB also where")
        action = self.menu.addAction(VARIANTS[key][0])
        action.setCheckable(True)
        action.toggled.connect(lambda _: self.variants_changed.emit())
        return action

    @property
    def wanted(self) -> frozenset[str]:
        """The kinds of lines that are wanted: "policy", "rule"."""
        return frozenset(kind for (kind, _), action in self.choices.items() if action.isChecked())

    @property
    def chosen(self) -> list[str]:
        """The further lines that are wanted, each as kind and name: to be remembered."""
        return [" ".join(key) for key, action in self.choices.items() if action.isChecked()]

    def choose(self, chosen: object) -> None:
        """Draw the lines that were wanted once."""
        if isinstance(chosen, list):
            for key, action in self.choices.items():
                action.setChecked(" ".join(key) in chosen)

    # ---- what is shown ----

    def show_curves(self, look: Look, group: str | None, curves: TrackCurves, where: Plateaus) -> None:
        """Show the figures of a group, None = of the track."""
        found = curves if group is None else curves.groups[group]
        self._plateaus, self._curves, self._group, self._limits = where, found, group, None
        self._level = look.decision.rules.level
        for name, values in (("ERB", found.erb), ("FA", found.fa), ("RA", found.ra)):
            self._drawn[name].set_values(self._edges(where), values, steps=True)
        self.band.set_values((), (), ())
        self.set_title(f"{_TITLE}{f' · {group}' if group else ''}")
        self._show_legend()
        everything = np.concatenate([found.erb, found.fa, found.ra])
        self.chart.set_note("" if np.isfinite(everything).any() else f"Not computable: {found.reason}")

    @staticmethod
    def _edges(where: Plateaus) -> Curve:
        return np.append(where.first, where.last[-1]).astype(np.float64)

    def show_variants(self, found: Mapping[tuple[str, str], TrackCurves]) -> None:
        """Show ERB under other policies or rules, as far as they are wanted and known."""
        self._variants = {}
        for key, line in self._lines.items():
            curves = found.get(key) if self.choices[key].isChecked() else None
            line.set_visible(curves is not None)
            if curves is not None and self._plateaus is not None:
                erb = curves.erb if self._group is None else curves.groups[self._group].erb
                self._variants[key] = erb
                line.set_values(self._edges(self._plateaus), erb, steps=True)
        self._show_legend()

    def _show_legend(self) -> None:
        entries = [LegendEntry(name, stroke, stroke.token) for name, stroke in STROKES.items()]
        entries.append(LegendEntry(f"{100 * self._level:g} % interval", _INTERVAL))
        entries += [LegendEntry(*VARIANTS[key]) for key in self._variants]
        self.legend.show_entries(entries, 1 + -(-len(self._variants) // _PER_LINE))

    def show_range(self, x: Range) -> None:
        """Show this range of thresholds where nobody zoomed."""
        self.chart.set_axes(Axes(THRESHOLD, "%", x, (0, 104)))

    def show_band(self, points: Iterable[BandPoint], *, is_complete: bool) -> None:
        """Show the intervals that are known so far."""
        if self._plateaus is None:
            return
        low, high = (np.full(len(self._plateaus), np.nan) for _ in range(2))
        for point in points:
            interval = self._erb_of(point).interval
            if interval is not None:
                low[point.place], high[point.place] = interval
        if is_complete:
            self._limits = low, high
            self.band.set_values(self._edges(self._plateaus), low, high, steps=True)
        else:
            known = np.isfinite(low)
            self.band.set_values(self._plateaus.last[known], low[known], high[known])
        self.band.set_dimmed(not is_complete)

    def _erb_of(self, point: BandPoint) -> MetricValue:
        return point.track if self._group is None else point.groups[self._group]

    def show_threshold(self, look: Look, live: LiveScores, delta: float) -> None:
        """Show the threshold of a look, with dots where the curves are."""
        figures = live_figures(live, self._group)
        values = ((figures.fa, "unlearned"), (figures.ra, "good"), (figures.erb, "accent"))
        threshold = look.own_lens.threshold.value
        self.chart.show_threshold(mark_of(look, delta))
        self.chart.show_spots([Spot(threshold, each.value, tint) for each, tint in values if each.value is not None])

    def describe(self, look: Look, live: LiveScores) -> None:
        """Say in words what is shown, when the threshold rests."""
        self.chart.setAccessibleDescription(_in_words(look, live_figures(live, self._group)))

    # ---- numbers ----

    def _read(self, x: float, y: float) -> str:
        if self._plateaus is None or self._curves is None or not -1 <= x <= 1:
            return written(x, 3)
        place = self._plateaus.place(x)
        lines = [f"threshold {written(x, 3)}"]
        for name, values in (("ERB", self._curves.erb), ("FA", self._curves.fa), ("RA", self._curves.ra)):
            band = ""
            if name == "ERB" and self._limits is not None and np.isfinite(self._limits[0][place]):
                band = f"  ({self._limits[0][place]:.1f} to {self._limits[1][place]:.1f})"
            lines.append(f"{name} {_percent(values[place])}{band}")
        lines += [f"{VARIANTS[key][0]} {_percent(values[place])}" for key, values in self._variants.items()]
        return "\n".join(lines)

    def _make_table(self) -> ChartTable:
        where, found = self._plateaus, self._curves
        if where is None or found is None:
            return ChartTable((), ())
        columns: dict[str, NDArray[np.floating[Any]]] = {"threshold from": where.first, "threshold to": where.last}
        columns |= {"ERB, %": found.erb, "FA, %": found.fa, "RA, %": found.ra}
        if self._limits is not None:
            columns |= {"ERB low, %": self._limits[0], "ERB high, %": self._limits[1]}
        columns |= {f"ERB, %, {VARIANTS[key][0]}": values for key, values in self._variants.items()}
        rows = zip(*(column.tolist() for column in columns.values()), strict=True)
        return ChartTable(tuple(columns), [[None if np.isnan(cell) else cell for cell in row] for row in rows])


def _percent(value: float) -> str:
    return percent(None if np.isnan(value) else float(value))


def _in_words(look: Look, figures: Figures) -> str:
    lines = [f"threshold {look.own_lens.threshold.value!r}; ← and → move it, with Shift a little"]
    for name, value in zip(("FA", "RA", "ERB"), figures, strict=True):
        lines.append(
            f"{name} {percent(value.value)} of {value.n:,} samples"
            if value.value is not None
            else f"{name}: {value.reason}"
        )
    return "\n".join(lines)
