"""What the references say of thresholds: the DET curve, and both error rates against the threshold."""

from collections.abc import Callable, Mapping
from statistics import NormalDist
from typing import Final

import numpy as np

from genmu_studio.calibrations import EER, FMR
from genmu_studio.chart_table import ChartTable
from genmu_studio.look import Look
from genmu_studio.scores.references import DetPlot, RateCurve, Rates, ReferencePlots
from scoring.calibration import Comparisons, OperatingPoint, false_match_rate, false_non_match_rate
from scoring.errors import UserError
from scoring.rules import Comparison
from ui.widgets.chart import Axes, Chart, Spot
from ui.widgets.chart_card import ChartCard
from ui.widgets.chart_curves import DASHED, DOTTED, Point, Stroke
from ui.widgets.chart_frame import written
from ui.widgets.chart_legend import LegendEntry
from ui.widgets.scores.threshold_words import mark_of

_FMR, _FNMR = Stroke("bad", 1.6), Stroke("original", 1.6, dashes=DASHED)
_DET = Stroke("accent", 2.0)
_EQUAL = Stroke("muted", 1.0, dashes=DOTTED)
# Rates, in percent, that a DET curve is read at.
_TICKS: Final = (0.001, 0.01, 0.1, 1.0, 5.0, 20.0, 40.0, 60.0, 80.0, 95.0, 99.0)
_ROOM = 0.15  # around a DET curve, in deviates
_SMALLEST_DET = (-2.4, 0.3)  # what is shown at least: 1 % to 60 %


def _rate(fraction: float | None) -> str:
    return "–" if fraction is None else f"{100 * fraction:.3g} %"


def _deviate(fraction: float, among: Rates) -> float:
    """Return the normal deviate of a rate, within those of a curve: none and all have no place of their own there."""
    low, high = float(among.min()), float(among.max())
    return min(max(NormalDist().inv_cdf(fraction), low), high) if 0 < fraction < 1 else (high if fraction else low)


class RatesCard(ChartCard):
    """FMR and FNMR against the threshold."""

    def __init__(self, show_error: Callable[[UserError], object]) -> None:
        self.chart = Chart("FMR and FNMR against the threshold", Axes("threshold (cosine)", "%", (0, 1), (0, 104)))
        self._curves = {"FMR": self.chart.add_curve("FMR", _FMR), "FNMR": self.chart.add_curve("FNMR", _FNMR)}
        self._points = self.chart.add_points("text", "diamond")
        self._plots: ReferencePlots | None = None
        self._comparison: Comparison = ">="
        super().__init__("FMR and FNMR of the references", "fmr-fnmr", self.chart, show_error)
        self.chart.set_reading(self._read)
        self.chart.set_table(self._make_table)

    def show_plots(self, plots: ReferencePlots) -> None:
        """Show the rates, or say why there are none."""
        self._plots = plots
        known = _known(plots)
        for name, curve in self._curves.items():
            rates = known.get(name)
            curve.set_visible(rates is not None)
            if rates is not None:
                curve.set_values(rates.thresholds, 100 * rates.rates)
        if known:
            ends = [float(end) for rates in known.values() for end in (rates.thresholds[0], rates.thresholds[-1])]
            self.chart.set_axes(Axes("threshold (cosine)", "%", (min(ends) - 0.02, max(ends) + 0.02), (0, 104)))
        self.chart.set_note("" if known else f"No comparisons: {plots.reason}.")
        self._points.set_points(
            [
                Point(point.threshold, 100 * point.fmr, f"{preset_words(name)}: {point.threshold:.3f}")
                for name, point in plots.points.items()
                if point.threshold is not None and point.fmr is not None
            ]
        )
        self.legend.show_entries(
            (LegendEntry("FMR", _FMR, "bad"), LegendEntry("FNMR", _FNMR, "original")) if known else ()
        )
        self.chart.setAccessibleDescription(rate_words(plots))

    def show_threshold(self, look: Look) -> None:
        """Show the threshold of a look."""
        self._comparison = look.decision.rules.comparison
        has_any = self._plots is not None and bool(_known(self._plots))
        self.chart.show_threshold(mark_of(look) if has_any else None)

    def _read(self, x: float, y: float) -> str:
        compared = _comparisons(self._plots)
        if compared is None:
            return written(x, 3)
        fmr, fnmr = rates_at(compared, x, self._comparison)
        return f"threshold {written(x, 3)}\nFMR {_rate(fmr)}\nFNMR {_rate(fnmr)}"

    def _make_table(self) -> ChartTable:
        known = {} if self._plots is None else _known(self._plots)
        rows = [
            (name, float(threshold), float(rate))
            for name, rates in known.items()
            for threshold, rate in zip(rates.thresholds, rates.rates, strict=True)
        ]
        return ChartTable(("rate", "threshold", "fraction"), rows)


class DetCard(ChartCard):
    """FNMR against FMR, on axes of normal deviates."""

    def __init__(self, show_error: Callable[[UserError], object]) -> None:
        self.chart = Chart("DET curve of the references", _det_axes(*_SMALLEST_DET))
        self._equal = self.chart.add_curve("FMR = FNMR", _EQUAL)
        self._curve = self.chart.add_curve("DET", _DET)
        self._points = self.chart.add_points("text", "diamond")
        self._plots: ReferencePlots | None = None
        super().__init__("DET of the references", "det", self.chart, show_error)
        self.chart.setToolTip("A rate of 0 lies where that of half a comparison would")
        self.chart.set_reading(self._read)
        self.chart.set_table(self._make_table)

    @property
    def _det(self) -> DetPlot | None:
        return None if self._plots is None else self._plots.curves.det

    def show_plots(self, plots: ReferencePlots) -> None:
        """Show the curve, or say why there is none."""
        self._plots = plots
        det = plots.curves.det
        self.chart.set_note("" if det is not None else f"No DET curve: {plots.reason}.")
        self._curve.set_visible(det is not None)
        self._equal.set_visible(det is not None)
        self._points.set_points([])
        self.chart.setAccessibleDescription(rate_words(plots))
        if det is None:
            return
        low = min(float(min(det.x.min(), det.y.min())) - _ROOM, _SMALLEST_DET[0])
        high = max(float(min(det.x.max(), det.y.max(), 0)) + _ROOM, _SMALLEST_DET[1])
        self.chart.set_axes(_det_axes(low, high))
        self._curve.set_values(det.x, det.y)
        self._equal.set_values((low, high), (low, high))
        self._points.set_points(
            [
                Point(_deviate(point.fmr, det.x), _deviate(point.fnmr, det.y), _point_words(name, point))
                for name, point in plots.points.items()
                if point.fmr is not None and point.fnmr is not None
            ]
        )

    def show_threshold(self, look: Look) -> None:
        """Mark where the threshold of a look lies on the curve."""
        det, compared = self._det, _comparisons(self._plots)
        if det is None or compared is None:
            self.chart.show_spots(())
            return
        threshold = look.decision.threshold
        place = min(int(np.searchsorted(det.thresholds, np.float32(threshold))), len(det.x) - 1)
        tint = "what_if" if mark_of(look).is_other else "accent"
        self.chart.show_spots([Spot(float(det.x[place]), float(det.y[place]), tint)])
        fmr, fnmr = rates_at(compared, threshold, look.decision.rules.comparison)
        self.legend.show_entries(
            [LegendEntry(f"at {written(threshold, 3)}: FMR {_rate(fmr)}, FNMR {_rate(fnmr)}", None, "text")]
        )

    def _read(self, x: float, y: float) -> str:
        normal = NormalDist()
        det = self._det
        lines = [f"FMR {_rate(normal.cdf(x))}, FNMR {_rate(normal.cdf(y))}"]
        if det is not None:
            place = int(np.argmin(np.abs(det.x - x)))
            fmr, fnmr = float(det.fmr[place]), float(det.fnmr[place])
            lines += [f"curve: FMR {_rate(fmr)}, FNMR {_rate(fnmr)}", f"threshold {det.thresholds[place]:.3f}"]
        return "\n".join(lines)

    def _make_table(self) -> ChartTable:
        det = self._det
        if det is None:
            return ChartTable((), ())
        rows = zip(det.thresholds.tolist(), det.fmr.tolist(), det.fnmr.tolist(), strict=True)
        return ChartTable(("threshold", "FMR, fraction", "FNMR, fraction"), list(rows))


def rates_at(compared: Comparisons, threshold: float, comparison: Comparison) -> tuple[float | None, float | None]:
    """Return FMR and FNMR at a threshold, as fractions."""
    return (
        false_match_rate(compared.non_mated, threshold, comparison),
        false_non_match_rate(compared.mated, threshold, comparison),
    )


def rate_words(plots: ReferencePlots) -> str:
    """Return the points of a calibration in words, a line each."""
    return "\n".join(_point_words(name, point) for name, point in plots.points.items()) or plots.reason


def _point_words(name: str, point: OperatingPoint) -> str:
    if point.threshold is None:
        return f"{preset_words(name)}: {point.reason}"
    return f"EER {_rate(point.fmr)}" if name == EER else f"{preset_words(name)}: FNMR {_rate(point.fnmr)}"


def preset_words(name: str) -> str:
    """Return a preset as a person reads it: "FMR 1e-3"."""
    return name.upper() if name == EER else f"FMR {name.removeprefix(FMR)}"


def _known(plots: ReferencePlots) -> Mapping[str, RateCurve]:
    found = {"FMR": plots.curves.fmr, "FNMR": plots.curves.fnmr}
    return {name: rates for name, rates in found.items() if rates is not None}


def _comparisons(plots: ReferencePlots | None) -> Comparisons | None:
    return plots.calibration.comparisons if plots is not None and plots.calibration is not None else None


def _det_axes(low: float, high: float) -> Axes:
    normal = NormalDist()
    ticks = [(normal.inv_cdf(each / 100), f"{each:g}") for each in _TICKS]
    within = [(place, text) for place, text in ticks if low <= place <= high]
    return Axes("FMR, %", "FNMR, % (normal deviates)", (low, high), (low, high), within, within)
