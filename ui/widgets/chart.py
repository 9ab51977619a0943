"""A plot that a person works with: zoom and pan along x, a crosshair with values, a threshold to drag or to step.

It paints itself: axes and curves once, into a picture, and over that what moves. So several plots follow a threshold
that is being dragged in a fraction of a frame.
"""

from collections.abc import Callable, Sequence
from math import ceil, log10
from typing import TypeVar

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.chart_table import ChartTable
from ui.theme import current, watch
from ui.widgets.chart_curves import Band, Curve, Layer, Points, Stroke
from ui.widgets.chart_frame import Axes, Frame, Range, frame_of, paint_axes, paint_y_title
from ui.widgets.chart_marks import (
    Spot,
    ThresholdMark,
    paint_crosshair,
    paint_note,
    paint_spots,
    paint_threshold,
    pill_of,
)
from ui.widgets.outcomes import Shape

__all__ = ["Axes", "Chart", "Spot", "Stroke", "ThresholdMark"]

L = TypeVar("L", bound=Layer)

STEP, FINE_STEP = 0.01, 0.001
_REACH_PX = 6.0
_SNAP_PX = 3.0
_MOST_DECIMALS = 8
_LARGEST_ZOOM = 500
_ZOOM_PER_NOTCH = 1.25
_CROSSHAIR_PX, _FINE_CROSSHAIR_PX = 8.0, 1.0  # that a key moves it
_ARROWS = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}


class Chart(QWidget):
    """Base of the plots of the scores room.

    `threshold_moved` carries the value while the line is dragged, once in each turn of the event loop, with as many
    decimals as pixels tell apart; near the protocol's own it is that. `threshold_stepped` carries by how much a key
    moves it, `zoomed` the range of x that a person chose.
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
        self._axes = axes
        self._x = axes.x
        self._layers: list[Layer] = []
        self._table: Callable[[], ChartTable] = lambda: ChartTable((), ())
        self._read: Callable[[float, float], str] = lambda x, y: f"{x:.3f}"
        self._note = ""
        self._mark: ThresholdMark | None = None
        self._can_move = True
        self._spots: tuple[Spot, ...] = ()
        self._picture: QPixmap | None = None  # of all that does not move
        self._frame: Frame | None = None
        self._pointer: QPointF | None = None
        self._held: float | None = None  # how far from the line the mouse took it, in pixels
        self._panned_from: float | None = None
        self._wanted: float | None = None
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._tell_moved)
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
        if self._frame is None:
            self._frame = frame_of(self._axes, QRectF(self.rect()), self._x)
        return self._frame

    @property
    def shown_x(self) -> Range:
        """The range of x that is shown."""
        return self._x

    def set_axes(self, axes: Axes) -> None:
        """Show other axes; the range that a person zoomed to stays while it lies within them."""
        if axes != self._axes:
            was_whole, self._axes = self._x == self._axes.x, axes
            is_within = axes.x[0] <= self._x[0] and self._x[1] <= axes.x[1]
            if was_whole or not is_within:
                self._x = axes.x
            self.redraw()

    def show_x(self, x: Range) -> None:
        """Show this range of x, as far as the axes have it; nobody is told."""
        low, high = max(x[0], self._axes.x[0]), min(x[1], self._axes.x[1])
        wanted = (low, high) if low < high else self._axes.x
        if wanted != self._x:
            self._x = wanted
            self.redraw()

    def reset_view(self) -> None:
        """Show everything."""
        self._zoom_to(self._axes.x)

    def _zoom_to(self, x: Range) -> None:
        self.show_x(x)
        self.zoomed.emit(self._x)

    def _zoom(self, factor: float, around: float) -> None:
        """Show `factor` times as much of x, with the value `around` where it is."""
        whole = self._axes.x[1] - self._axes.x[0]
        width = self._x[1] - self._x[0]
        wanted = min(max(width * factor, whole / _LARGEST_ZOOM), whole)
        low = around - (around - self._x[0]) * wanted / width
        low = min(max(low, self._axes.x[0]), self._axes.x[1] - wanted)
        self._zoom_to((low, low + wanted))

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
        return self._mark

    def set_reading(self, read: Callable[[float, float], str]) -> None:
        """Say how the crosshair reads a place of the plot."""
        self._read = read

    def set_table(self, table: Callable[[], ChartTable]) -> None:
        """Say what the numbers of the plot are."""
        self._table = table

    def table(self) -> ChartTable:
        """Return the numbers that are shown."""
        return self._table()

    @property
    def note(self) -> str:
        """What stands in place of curves, "" where there are some."""
        return self._note

    def set_note(self, note: str) -> None:
        """Say why there is nothing to draw; "" where there is."""
        if note != self._note:
            self._note = note
            self.redraw()

    def show_threshold(self, mark: ThresholdMark | None, *, movable: bool = True) -> None:
        """Show a threshold, or none. movable : whether a person can drag and step it here."""
        self._mark, self._can_move = mark, movable
        self.update()

    def show_spots(self, spots: Sequence[Spot]) -> None:
        """Mark places that move, such as that of the threshold on a curve without a threshold axis."""
        if tuple(spots) != self._spots:
            self._spots = tuple(spots)
            self.update()

    def redraw(self) -> None:
        """Draw axes and curves anew, with the next turn of the event loop."""
        self._picture, self._frame = None, None
        self.update()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, and over it what moves."""
        ratio = self.devicePixelRatioF()
        if self._picture is None or self._picture.devicePixelRatioF() != ratio:
            self._picture = self._drawn(ratio)
        frame = self.frame
        painter = QPainter(self)
        painter.drawPixmap(0, 0, self._picture)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_moving(painter, frame, is_held=self._held is not None or self._is_near(self._pointer))
        if self._pointer is not None and (text := self.reading):
            paint_crosshair(painter, frame, self._pointer, text)
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
        paint_axes(painter, frame, self._axes)
        painter.save()
        painter.setClipRect(frame.area.adjusted(-1, -1, 1, 1))
        for layer in self._layers:
            if layer.is_visible:
                layer.paint(painter, frame)
        painter.restore()
        if self._note:
            paint_note(painter, frame.area, self._note)

    def _paint_moving(self, painter: QPainter, frame: Frame, *, is_held: bool) -> None:
        mark = None if self._note else self._mark
        pill = pill_of(frame, mark)
        paint_y_title(painter, frame, self._axes, pill)
        if mark is not None:
            paint_threshold(painter, frame, mark, pill, is_held=is_held)
        paint_spots(painter, frame, self._spots)

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint what is shown, but for crosshair and focus, into `area`."""
        frame = frame_of(self._axes, area, self._x)
        self._draw(painter, frame)
        self._paint_moving(painter, frame, is_held=False)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Draw in the new size."""
        super().resizeEvent(event)
        self.redraw()

    # ---- mouse ----

    def _is_near(self, at: QPointF | None) -> bool:
        """Whether the mouse takes the threshold there."""
        if self._mark is None or not self._can_move or at is None or self._note:
            return False
        frame = self.frame
        is_beside = abs(frame.x_px(self._mark.value) - at.x()) <= _REACH_PX
        return is_beside and at.y() <= frame.area.bottom()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the threshold, or else the plot."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
        elif self._mark is not None and self._is_near(event.position()):
            self._held = event.position().x() - self.frame.x_px(self._mark.value)
            self.update()
        elif self._x != self._axes.x:
            self._panned_from = event.position().x()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move what was taken, else point."""
        self._pointer = event.position()
        if self._held is not None:
            self._wanted = self._value_at(self._pointer.x() - self._held)
            self._turn.start()  # whoever hears of it shows another threshold: nothing is to be painted before
            return
        if self._panned_from is not None:
            self._pan((self._panned_from - self._pointer.x()) * self.frame.x_per_pixel)
            self._panned_from = self._pointer.x()
        else:
            shape = Qt.CursorShape.SplitHCursor if self._is_near(self._pointer) else Qt.CursorShape.ArrowCursor
            self.setCursor(shape)
        self.update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        super().mouseReleaseEvent(event)
        self._panned_from = None
        if self._held is not None:
            self._held = None
            self._tell_moved()
            self.threshold_released.emit()
            self.update()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show everything."""
        self.reset_view()

    def leaveEvent(self, event: QEvent) -> None:
        """Point at nothing."""
        super().leaveEvent(event)
        self._pointer = None
        self.update()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the pointer, with Ctrl: without, the wheel scrolls what the plot lies in."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            notches = event.angleDelta().y() / 120
            self._zoom(_ZOOM_PER_NOTCH**-notches, self.frame.x_at(event.position().x()))
            event.accept()
        else:
            event.ignore()

    def _pan(self, by: float) -> None:
        low, high = self._axes.x
        by = min(max(by, low - self._x[0]), high - self._x[1])
        self._zoom_to((self._x[0] + by, self._x[1] + by))

    def _value_at(self, pixel: float) -> float:
        frame = self.frame
        official = self._mark.official if self._mark is not None else None
        if official is not None and abs(frame.x_px(official) - pixel) <= _SNAP_PX:
            return official
        decimals = min(_MOST_DECIMALS, max(0, ceil(-log10(frame.x_per_pixel))))
        within = min(max(frame.x_at(pixel), frame.x[0]), frame.x[1])
        return min(1.0, max(-1.0, round(within, decimals)))

    def _tell_moved(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.threshold_moved.emit(wanted)

    # ---- keys ----

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Step the threshold, or with Ctrl (and where there is none) the crosshair; zoom, show everything."""
        key, direction = Qt.Key(event.key()), _ARROWS.get(Qt.Key(event.key()))
        is_fine = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        has_ctrl = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if direction is not None and self._mark is not None and self._can_move and not has_ctrl:
            self.threshold_stepped.emit(direction * (FINE_STEP if is_fine else STEP))
        elif direction is not None:
            self._step_crosshair(direction * (_FINE_CROSSHAIR_PX if is_fine else _CROSSHAIR_PX))
        elif key == Qt.Key.Key_Escape and self._pointer is not None:
            self._pointer = None
            self.update()
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus}:
            middle = self._mark.value if self._mark is not None else sum(self._x) / 2
            self._zoom(_ZOOM_PER_NOTCH ** (1 if key == Qt.Key.Key_Minus else -1), middle)
        elif key == Qt.Key.Key_Home:
            self.reset_view()
        else:
            super().keyPressEvent(event)

    def _step_crosshair(self, by_px: float) -> None:
        """Point at another place; from the threshold, or else the middle, where nothing was pointed at."""
        area = self.frame.area
        if self._pointer is None or not area.contains(self._pointer):
            seen = self._mark is not None and self.frame.x[0] <= self._mark.value <= self.frame.x[1]
            start = self.frame.x_px(self._mark.value) if self._mark is not None and seen else area.center().x()
            self._pointer = QPointF(start, area.center().y())
        x = min(max(self._pointer.x() + by_px, area.left()), area.right() - 1)
        self._pointer = QPointF(x, self._pointer.y())
        self.update()

    @property
    def reading(self) -> str:
        """What the crosshair says, "" where there is none."""
        if self._pointer is None or self._held is not None or not self.frame.area.contains(self._pointer):
            return ""
        return self._read(self.frame.x_at(self._pointer.x()), self.frame.y_at(self._pointer.y()))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus left."""
        super().focusOutEvent(event)
        self.update()
