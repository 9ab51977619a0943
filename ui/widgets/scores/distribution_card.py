"""The distribution of one role's similarities, on both sides, beside those of the references."""

from collections.abc import Callable, Sequence
from typing import Final

import numpy as np

from genmu_studio.chart_table import ChartTable
from genmu_studio.look import Look
from genmu_studio.scores.distributions import MATED, NON_MATED, Distribution, Histograms, Role, Selection, histograms
from scoring.errors import UserError
from ui.widgets.chart import Axes, Chart
from ui.widgets.chart_card import ChartCard
from ui.widgets.chart_curves import DASHED, DOTTED, Stroke
from ui.widgets.chart_frame import Range, written
from ui.widgets.chart_legend import LegendEntry
from ui.widgets.scores.threshold_words import mark_of, missing_words, share_words, verb_of

SIMILARITY = "similarity (cosine)"
ORIGINAL, UNLEARNED = "original", "unlearned"
STROKES: Final = {
    NON_MATED: Stroke("muted", 1.3, dashes=DOTTED),
    MATED: Stroke("muted", 1.3, dashes=DASHED),
    ORIGINAL: Stroke("original", 1.6),
    UNLEARNED: Stroke("unlearned", 1.6, fill=0.25),
}
_SMALLEST_PX = 76  # two of them and what stands below are seen whole in the smallest window
_ROOM_ABOVE = 1.18  # of the highest bin: what is said beside the line stands there


class DistributionCard(ChartCard):
    """Shows the samples of one role; `chart` is what a person drags the threshold in."""

    def __init__(self, role: Role, show_error: Callable[[UserError], object]) -> None:
        self._role: Role = role
        self._found: dict[str, Distribution] = {}
        self._histograms: Histograms | None = None
        self.chart = Chart(f"Similarities of {role} samples", Axes(SIMILARITY, "share, %", (0, 1), (0, 1)))
        self._curves = {name: self.chart.add_curve(name, stroke) for name, stroke in STROKES.items()}
        super().__init__(f"{role.capitalize()} samples", f"similarities-{role}", self.chart, show_error)
        self.chart.set_reading(self._read)
        self.chart.set_table(self._make_table)
        self.chart.setMinimumHeight(_SMALLEST_PX)

    @property
    def edges(self) -> Range:
        """The range of similarities that there are."""
        assert self._histograms is not None  # noqa: S101 - whoever asks has shown some
        return float(self._histograms.edges[0]), float(self._histograms.edges[-1])

    def show_distributions(self, look: Look, found: Sequence[Distribution], selection: Selection) -> None:
        """Show these similarities of what is selected."""
        self._found = {each.name: each for each in found}
        self._histograms = histograms(found)
        for name, curve in self._curves.items():
            known = self._found.get(name)
            curve.set_visible(known is not None and known.n > 0)
            if known is not None:
                curve.set_values(self._histograms.edges, 100 * self._histograms.shares[name], steps=True)
        self.set_title(_title(self._role, look, selection))
        has_samples = any(self._found[side].n for side in (ORIGINAL, UNLEARNED))
        self.chart.set_note("" if has_samples else _nothing(self._role, look, selection))

    def show_range(self, x: Range) -> None:
        """Show this range of similarities where nobody zoomed."""
        assert self._histograms is not None  # noqa: S101 - as above
        highest = max((float(shares.max(initial=0)) for shares in self._histograms.shares.values()), default=0)
        self.chart.set_axes(
            Axes(SIMILARITY, f"share of {self._role} samples, %", x, (0, 100 * highest * _ROOM_ABOVE or 1))
        )

    def show_threshold(self, look: Look, delta: float) -> None:
        """Show the threshold of a look, and what lies on either side of it."""
        unlearned, original = self._found[UNLEARNED], self._found[ORIGINAL]
        verified = unlearned.verified_at(look.decision.threshold, look.decision.rules.comparison)
        below, above = f"{unlearned.n - verified:,} below", f"{verified:,} {verb_of(look)}"
        self.chart.show_threshold(mark_of(look, delta, *((below, above) if unlearned.n else ("", ""))))
        self.legend.show_entries(self._entries(look, unlearned, original))

    def describe(self, look: Look) -> None:
        """Say in words what is shown, when the threshold rests."""
        self.chart.setAccessibleDescription(self._in_words(look))

    def _entries(self, look: Look, unlearned: Distribution, original: Distribution) -> list[LegendEntry]:
        what = f"{self._role} sample"
        entries = []
        for side in (unlearned, original):
            share = share_words(side, look, what)
            short = share.partition(f" {what}")[0]
            whole, missing = (short if side is original else share), missing_words(side)
            text = ", ".join(word for word in (f"{side.name}: {whole}", missing) if word)
            short = ", ".join(word for word in (short, missing if side is unlearned else "") if word)
            entries.append(LegendEntry(text, STROKES[side.name], side.name, short=f"{side.name}: {short}"))
        names = {MATED: "references, mated", NON_MATED: "non-mated"}
        entries += [
            LegendEntry(text, STROKES[name], short=text.removeprefix("references, "))
            for name, text in names.items()
            if name in self._found
        ]
        return entries

    def _in_words(self, look: Look) -> str:
        threshold = look.own_lens.threshold.value
        lines = [f"threshold {threshold!r}; ← and → move it, with Shift a little"]
        for found in self._found.values():
            if found.n:
                verified = found.verified_at(threshold, look.decision.rules.comparison)
                lines.append(
                    f"{found.name}: {found.n:,} similarities, "
                    f"median {written(float(np.median(found.scores)), 3)}, "
                    f"{100 * verified / found.n:.1f} % {verb_of(look)}"
                )
        return "\n".join(lines)

    # ---- numbers ----

    def _read(self, x: float, y: float) -> str:
        if self._histograms is None or not self._histograms.edges[0] <= x <= self._histograms.edges[-1]:
            return written(x, 3)
        edges = self._histograms.edges
        place = min(int(np.searchsorted(edges, x, side="right")) - 1, len(edges) - 2)
        lines = [f"{written(x, 3)}  ({written(float(edges[place]), 3)} to {written(float(edges[place + 1]), 3)})"]
        lines += [f"{curve.name} {curve.value_at(x) or 0:.1f} %" for curve in reversed(self.chart.curves)]
        return "\n".join(lines)

    def _make_table(self) -> ChartTable:
        if self._histograms is None:
            return ChartTable((), ())
        edges, shares = self._histograms.edges.tolist(), self._histograms.shares
        names = [name for name in reversed(STROKES) if name in shares]
        columns = ("similarity from", "similarity to", *(f"{name}, % of {self._found[name].n:,}" for name in names))
        values = zip(*((100 * shares[name]).tolist() for name in names), strict=True)
        return ChartTable(
            columns, [(low, high, *row) for low, high, row in zip(edges, edges[1:], values, strict=False)]
        )


def _title(role: Role, look: Look, selection: Selection) -> str:
    where = f" · {selection.group}" if selection.group else ""
    if selection.identity is not None:
        return f"{role.capitalize()} samples of {selection.identity}, against its template{where}"
    if role == "retain":
        return f"Retain samples against their own identity{where}"
    forgotten = [frame.forget for frame in look.frames if selection.group in (None, frame.group)]
    return f"Forget samples against {', '.join(forgotten)}{where}"


def _nothing(role: Role, look: Look, selection: Selection) -> str:
    if selection.identity is not None:
        other = "forget" if role == "retain" else "retain"
        return f"{selection.identity} is a {other} identity: there are no {role} samples of it."
    return f"No {role} sample has a similarity."
