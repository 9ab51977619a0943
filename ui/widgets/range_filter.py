"""A range of a filter: the histogram of what there is, handles below it, and fields for exact numbers."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from genmu_studio.pair_facets import Histogram
from ui.widgets.basics import label
from ui.widgets.histogram import HistogramView
from ui.widgets.number_box import NumberBox
from ui.widgets.range_slider import RangeSlider
from ui.widgets.scales import Limits, Scale

_HEIGHT_PX = 46


@dataclass(frozen=True, slots=True)
class RangeKind:
    """What a range is of. beyond : the limits that nothing lies beyond; a handle at its end stands for that one."""

    name: str
    tip: str
    beyond: Limits
    scale: Callable[[Histogram, Limits | None, float | None], Scale]


class RangeFilter(QWidget):
    """Shows a range and lets it be changed; `changed` carries (low, high), None for everything.

    However often the handles move in one turn of Qt's loop, `changed` comes once.
    """

    changed = Signal(object)  # Limits | None

    def __init__(self, kind: RangeKind) -> None:
        super().__init__()
        self._kind = kind
        self._scale = Scale(0, 1, 1)
        self._limits: Limits | None = None
        self.histogram = HistogramView(kind.name, _HEIGHT_PX, can_brush=True)
        self.slider = RangeSlider(kind.name, kind.tip)
        self.low = NumberBox(f"{kind.name}, at least", f"{kind.tip}: at least")
        self.high = NumberBox(f"{kind.name}, at most", f"{kind.tip}: at most")
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(lambda: self.changed.emit(self._limits))
        fields = QHBoxLayout()
        fields.setSpacing(6)
        fields.addWidget(self.low, 1)
        fields.addWidget(label("to", "muted"))
        fields.addWidget(self.high, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.histogram)
        column.addWidget(self.slider)
        column.addSpacing(4)
        column.addLayout(fields)
        self.slider.changed.connect(self._take)
        self.histogram.brushed.connect(self._take)
        self.low.entered.connect(lambda value: self._take((value, max(value, self.slider.limits[1]))))
        self.high.entered.connect(lambda value: self._take((min(value, self.slider.limits[0]), value)))
        for part in (self.slider, self.histogram):
            part.reset.connect(self._open)

    @property
    def limits(self) -> Limits | None:
        """The range, None for everything."""
        return self._limits

    def show_range(self, histogram: Histogram, limits: Limits | None, threshold: float | None = None) -> None:
        """Show a range over a histogram without telling anybody."""
        self._soon.stop()
        self._scale = self._kind.scale(histogram, limits, threshold)
        self._limits = limits
        shown = self._shown(limits)
        self.histogram.show_histogram(histogram, self._scale, shown, threshold)
        self._show(shown)

    def _show(self, shown: Limits) -> None:
        self.slider.show_limits(self._scale, shown)
        self.low.show_value(self._scale, shown[0])
        self.high.show_value(self._scale, shown[1])

    def _shown(self, limits: Limits | None) -> Limits:
        low, high = limits or self._kind.beyond
        return max(low, self._scale.low), min(high, self._scale.high)

    def _open(self) -> None:
        self._take((self._scale.low, self._scale.high))

    def _take(self, shown: Limits) -> None:
        """Take what a person set; at the end of the scale a limit is none."""
        low = self._kind.beyond[0] if shown[0] <= self._scale.low else shown[0]
        high = self._kind.beyond[1] if shown[1] >= self._scale.high else shown[1]
        self._limits = None if (low, high) == self._kind.beyond else (low, high)
        self._show(self._shown(self._limits))
        self._soon.start()
