"""A plot that a person works with: wheel and drag zoom along x, a crosshair with values, a threshold to drag."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QMouseEvent, QPainter
from PySide6.QtWidgets import QVBoxLayout, QWidget

from genmu_studio.chart_table import ChartTable
from ui import theme
from ui.widgets.plots import Curve, Line, Plot

Range = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Axes:
    """What the axes say, with units, and the ranges that show everything."""

    x_title: str
    y_title: str
    x: Range
    y: Range


class Chart(QWidget):
    """Base of the plots of the scores room. `threshold_moved` carries the value while the line is dragged."""

    threshold_moved = Signal(float)
    threshold_released = Signal()

    def __init__(self, axes: Axes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._axes = axes
        self._table: Callable[[], ChartTable] = lambda: ChartTable((), ())
        self._read: Callable[[float], str] = lambda x: f"{x:.3f}"
        self.plot = Plot(axes.x_title, axes.y_title, interactive=True)
        self.plot.set_range(axes.x, axes.y)
        self.plot.set_limits(axes.x)
        self._threshold: Line | None = None
        self._official: Line | None = None
        self._cross = self.plot.add_cross()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.plot)
        self.plot.viewport.setMouseTracking(True)
        self.plot.viewport.installEventFilter(self)
        theme.watch().changed.connect(self.dress)

    # ---- axes ----

    def set_axes(self, axes: Axes) -> None:
        """Show other axes; a view that a person chose within the same ranges stays."""
        if axes != self._axes:
            before, self._axes = self._axes, axes
            self.plot.set_titles(axes.x_title, axes.y_title)
            if (before.x, before.y) != (axes.x, axes.y):
                self.plot.set_limits(axes.x)
                self.reset_view()

    def reset_view(self) -> None:
        """Show everything."""
        self.plot.set_range(self._axes.x, self._axes.y)

    # ---- what is shown ----

    def set_reading(self, read: Callable[[float], str], table: Callable[[], ChartTable]) -> None:
        """Say how the crosshair reads a place on the x axis, and what the numbers of the plot are."""
        self._read, self._table = read, table

    def table(self) -> ChartTable:
        """Return the numbers that are shown."""
        return self._table()

    def show_threshold(self, value: float | None, official: float | None, *, movable: bool = True) -> None:
        """Show the threshold as a line to drag, and the protocol's own as a dashed one where it is another."""
        tokens = theme.current()
        if value is None:
            for line in (self._threshold, self._official):
                if line is not None:
                    line.set_visible(False)
            return
        if self._threshold is None:
            self._threshold = self.plot.add_vertical(QColor(tokens.what_if), 2.0, movable=movable)
            self._threshold.on_dragged(self.threshold_moved.emit, self.threshold_released.emit)
            self._official = self.plot.add_vertical(QColor(tokens.muted), 1.0, dashed=True)
        assert self._official is not None  # noqa: S101 - made together with the other
        is_what_if = official is not None and abs(official - value) > 1e-9
        self._threshold.set_value(value)
        self._threshold.set_color(QColor(tokens.what_if if is_what_if else tokens.accent))
        self._threshold.set_text(f"{value:.3f}")
        self._threshold.set_visible(True)
        self._official.set_visible(is_what_if)
        if is_what_if and official is not None:
            self._official.set_value(official)
            self._official.set_text(f"official {official:.3f}")

    def add_curve(self, color: QColor, width: float = 1.5, *, fill: float = 0.0, dashed: bool = False) -> Curve:
        """Add a curve without values yet."""
        return self.plot.add_curve(color, width, fill=fill, dashed=dashed)

    def dress(self) -> None:
        """Take the colours of the theme in use; what draws curves gives them theirs anew."""
        self.plot.dress()

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown into `area`."""
        self.plot.paint_on(painter, area)

    # ---- crosshair ----

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse with the crosshair; a double click shows everything."""
        if isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseMove and not event.buttons():
            self._point_at(event.position())
        elif event.type() == QEvent.Type.Leave:
            self._cross.hide()
        elif isinstance(event, QMouseEvent) and _is_double_click(event):
            self.reset_view()
            return True
        return False

    def _point_at(self, at: QPointF) -> None:
        if not self.plot.area().contains(at):
            self._cross.hide()
            return
        x, y = self.plot.to_place((at.x(), at.y()))
        self._cross.show_at(x, y, self._read(x))


def _is_double_click(event: QMouseEvent) -> bool:
    return event.type() == QEvent.Type.MouseButtonDblClick and event.button() == Qt.MouseButton.LeftButton
