"""A plot that a person works with: zoom and pan along x, a crosshair with values, a threshold to drag or to step.

It paints itself: axes and curves once, into a picture, and over that what moves. So several plots follow a threshold
that is being dragged in a fraction of a frame.
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.chart_table import ChartTable
from ui.theme import current, watch
from ui.widgets.chart_curves import Band, Curve, Layer, Points, Stroke
from ui.widgets.chart_frame import Axes, Frame, Range, frame_of, paint_axes, paint_y_title
from ui.widgets.chart_hands import ChartHands
from ui.widgets.chart_marks import (
    Spot,
    ThresholdMark,
    paint_crosshair,
    paint_note,
    paint_spots,
    paint_threshold,
    pill_of,
)
from ui.widgets.chart_sight import ChartSight
from ui.widgets.crosshair import Crosshair
from ui.widgets.outcomes import Shape
from ui.widgets.threshold_grip import ThresholdGrip

__all__ = ["Axes", "Chart", "Spot", "Stroke", "ThresholdMark"]

L = TypeVar("L", bound=Layer)


class Chart(QWidget):
    """Base of the plots of the scores room.

    `threshold_moved`, `threshold_released` and `threshold_stepped` are those of its `ThresholdGrip`, `zoomed` carries
    the range of x that a person chose.
    """

    threshold_moved = Signal(float)
    threshold_released = Signal()
    threshold_stepped = Signal(float)
    zoomed = Signal(object)  # Range

    def __init__(self, name: str, axes: Axes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # what lies below need not be painted each time
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._layers: list[Layer] = []
        self._table: Callable[[], ChartTable] = lambda: ChartTable((), ())
        self._note = ""
        self._spots: tuple[Spot, ...] = ()
        self._picture: QPixmap | None = None  # of all that does not move
        self.crosshair = Crosshair()
        self._sight = ChartSight(axes, lambda: QRectF(self.rect()), self)
        self._sight.changed.connect(self.redraw)
        self._sight.chosen.connect(self.zoomed)
        self._grip = ThresholdGrip(self._sight, self)
        self._grip.moved.connect(self.threshold_moved)
        self._grip.released.connect(self.threshold_released)
        self._grip.stepped.connect(self.threshold_stepped)
        self._hands = ChartHands(self, self._sight, self._grip, self.crosshair)
        watch().changed.connect(self.redraw)

    def sizeHint(self) -> QSize:
        """Return a size that shows the shape of a curve."""
        return QSize(480, 220)

    def minimumSizeHint(self) -> QSize:
        """Stay legible."""
        return QSize(220, 110)

    # ---- axes ----

    @property
    def frame(self) -> Frame:
        """Where places of the plot are, in pixels of the widget."""
        return self._sight.frame

    @property
    def shown_x(self) -> Range:
        """The range of x that is shown."""
        return self._sight.x

    @property
    def axes(self) -> Axes:
        """What the axes say."""
        return self._sight.axes

    def set_axes(self, axes: Axes) -> None:
        """Show other axes; the range that a person zoomed to stays while it lies within them."""
        self._sight.set_axes(axes)

    def show_x(self, x: Range) -> None:
        """Show this range of x, as far as the axes have it; nobody is told."""
        self._sight.show(x)

    def reset_view(self) -> None:
        """Show everything."""
        self._sight.show_all()

    # ---- what is shown ----

    def add_curve(self, name: str, stroke: Stroke) -> Curve:
        """Add a curve without values yet."""
        return self._add(Curve(name, stroke, self.redraw))

    def add_band(self, token: str, opacity: float) -> Band:
        """Add the area between two curves without values yet."""
        return self._add(Band(token, opacity, self.redraw))

    def add_points(self, token: str, shape: Shape) -> Points:
        """Add marked places, none yet."""
        return self._add(Points(token, shape, self.redraw))

    def _add(self, layer: L) -> L:
        self._layers.append(layer)
        return layer

    @property
    def curves(self) -> tuple[Curve, ...]:
        """The curves that are shown."""
        return tuple(layer for layer in self._layers if isinstance(layer, Curve) and layer.is_visible)

    @property
    def threshold(self) -> ThresholdMark | None:
        """The threshold that is shown."""
        return self._grip.mark

    def set_reading(self, read: Callable[[float, float], str]) -> None:
        """Say how the crosshair reads a place of the plot."""
        self.crosshair.read = read

    def set_table(self, table: Callable[[], ChartTable]) -> None:
        """Say what the numbers of the plot are."""
        self._table = table

    def table(self) -> ChartTable:
        """Return the numbers that are shown."""
        return self._table()

    @property
    def reading(self) -> str:
        """What the crosshair says, "" where there is none."""
        return "" if self._grip.is_held else self.crosshair.text(self.frame)

    @property
    def note(self) -> str:
        """What stands in place of curves, "" where there are some."""
        return self._note

    def set_note(self, note: str) -> None:
        """Say why there is nothing to draw; "" where there is."""
        if note != self._note:
            self._note, self._grip.is_hidden = note, bool(note)
            self.redraw()

    def show_threshold(self, mark: ThresholdMark | None, *, movable: bool = True) -> None:
        """Show a threshold, or none. movable : whether a person can drag and step it here."""
        self._grip.mark, self._grip.is_movable = mark, movable
        self.update()

    def show_spots(self, spots: Sequence[Spot]) -> None:
        """Mark places that move, such as that of the threshold on a curve without a threshold axis."""
        if tuple(spots) != self._spots:
            self._spots = tuple(spots)
            self.update()

    def redraw(self) -> None:
        """Draw axes and curves anew, with the next turn of the event loop."""
        self._picture = None
        self._sight.forget_frame()
        self.update()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, and over it what moves."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatioF() != ratio:
            self._picture = self._drawn(ratio)
        frame, pointer = self.frame, self.crosshair.at
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_moving(painter, frame, is_held=self._grip.is_held or self._grip.is_near(pointer))
        if pointer is not None and (text := self.reading):
            paint_crosshair(painter, frame, pointer, text)
        if self.hasFocus():
            painter.setPen(QPen(QColor(current().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)

    def _drawn(self, ratio: float) -> QPixmap:
        picture = QPixmap(self.size() * ratio)
        picture.setDevicePixelRatio(ratio)
        picture.fill(QColor(current().surface))
        painter = QPainter(picture)
        self._draw(painter, self.frame)
        painter.end()
        return picture

    def _draw(self, painter: QPainter, frame: Frame) -> None:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_axes(painter, frame, self._sight.axes)
        painter.save()
        painter.setClipRect(frame.area.adjusted(-1, -1, 1, 1))
        for layer in self._layers:
            if layer.is_visible:
                layer.paint(painter, frame)
        painter.restore()
        if self._note:
            paint_note(painter, frame.area, self._note)

    def _paint_moving(self, painter: QPainter, frame: Frame, *, is_held: bool) -> None:
        mark = None if self._note else self._grip.mark
        pill = pill_of(frame, mark)
        paint_y_title(painter, frame, self._sight.axes, pill)
        if mark is not None:
            paint_threshold(painter, frame, mark, pill, is_held=is_held)
        paint_spots(painter, frame, self._spots)

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown, but for crosshair and focus, into `area`."""
        frame = frame_of(self._sight.axes, area, self._sight.x)
        self._draw(painter, frame)
        self._paint_moving(painter, frame, is_held=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw in the new size."""
        super().resizeEvent(event)
        self.redraw()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus left."""
        super().focusOutEvent(event)
        self.update()
