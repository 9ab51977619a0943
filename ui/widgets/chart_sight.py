"""Which part of a plot is looked at: a range of its x axis; y is shown whole."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QRectF, Signal

from ui.widgets.chart_frame import Axes, Frame, Range, frame_of

_LARGEST_ZOOM = 500
_ZOOM_PER_NOTCH = 1.25


class ChartSight(QObject):
    """A range within that of the axes. box : what the plot is painted into.

    `changed` : another part, or the axes are others. `chosen` : a person looks at that range now.
    """

    changed = Signal()
    chosen = Signal(object)  # Range

    def __init__(self, axes: Axes, box: Callable[[], QRectF], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._axes = axes
        self._x = axes.x
        self._box = box
        self._frame: Frame | None = None

    @property
    def axes(self) -> Axes:
        """What the axes say."""
        return self._axes

    @property
    def x(self) -> Range:
        """The range of x that is shown."""
        return self._x

    @property
    def is_whole(self) -> bool:
        """Whether everything is shown."""
        return self._x == self._axes.x

    @property
    def frame(self) -> Frame:
        """Where places of the plot are, in pixels of the box."""
        if self._frame is None:
            self._frame = frame_of(self._axes, self._box(), self._x)
        return self._frame

    def forget_frame(self) -> None:
        """Find out anew where places are: box or font are others."""
        self._frame = None

    def set_axes(self, axes: Axes) -> None:
        """Show other axes; the range that a person zoomed to stays while it lies within them."""
        if axes != self._axes:
            was_whole, self._axes = self.is_whole, axes
            is_within = axes.x[0] <= self._x[0] and self._x[1] <= axes.x[1]
            if was_whole or not is_within:
                self._x = axes.x
            self.changed.emit()

    def show(self, x: Range) -> None:
        """Show this range of x, as far as the axes have it; no person did."""
        low, high = max(x[0], self._axes.x[0]), min(x[1], self._axes.x[1])
        wanted = (low, high) if low < high else self._axes.x
        if wanted != self._x:
            self._x = wanted
            self.changed.emit()

    def show_all(self) -> None:
        """Show everything."""
        self._choose(self._axes.x)

    def zoom(self, notches: float, around: float) -> None:
        """Show less of x, or more where `notches` is below 0, with the value `around` where it is."""
        whole = self._axes.x[1] - self._axes.x[0]
        width = self._x[1] - self._x[0]
        wanted = min(max(width * _ZOOM_PER_NOTCH**-notches, whole / _LARGEST_ZOOM), whole)
        low = around - (around - self._x[0]) * wanted / width
        low = min(max(low, self._axes.x[0]), self._axes.x[1] - wanted)
        self._choose((low, low + wanted))

    def pan(self, by: float) -> None:
        """Look so much further to the right, as far as the axes go."""
        low, high = self._axes.x
        by = min(max(by, low - self._x[0]), high - self._x[1])
        self._choose((self._x[0] + by, self._x[1] + by))

    def _choose(self, x: Range) -> None:
        self.show(x)
        self.chosen.emit(self._x)
