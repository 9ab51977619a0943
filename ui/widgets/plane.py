"""The EA–RA plane: original, unlearned, groups, other teams, trivial entries; hover names, click and Enter open."""

from collections.abc import Sequence
from functools import partial
from math import hypot

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from genmu_studio.overview.plane import PlanePoint
from ui import theme
from ui.widgets.basics import label
from ui.widgets.plane_drawing import PlaneDrawing
from ui.widgets.plane_words import LOOKS, describe, sentence
from ui.widgets.plots import Plot
from ui.widgets.tips import tip

_REACH_PX = 10.0
# A little room around 0..100, so that marks on the edge are whole.
_EA_RANGE = (-4.0, 105.0)
_RA_RANGE = (-4.0, 113.0)  # and for names above those marks
_HINT = "Point at a mark, or walk with the arrow keys."


class Plane(QWidget):
    """The plot, with a line below that says which point is meant."""

    opened = Signal(object)  # PlanePoint

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("EA–RA plane")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self._points: tuple[PlanePoint, ...] = ()
        self._teams: tuple[PlanePoint, ...] = ()
        self._name = ""
        self._what_if = False
        self._current: PlanePoint | None = None
        self.plot = Plot("EA, erasure accuracy (higher is better) →", "RA, retain accuracy →")
        self.plot.set_range(_EA_RANGE, _RA_RANGE)
        self.plot.set_ticks((0, 20, 40, 60, 80, 100))
        self._drawing = PlaneDrawing(self.plot)
        self._ring = _Ring(self.plot.viewport)
        self._caption = label(_HINT, "muted")
        self._caption.setObjectName("plane_caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)  # room for the focus frame
        layout.addWidget(self.plot, 1)
        layout.addWidget(self._caption)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.timeout.connect(self._place_names)
        self.plot.viewport.setMouseTracking(True)
        self.plot.viewport.installEventFilter(self)
        self.plot.view_box.sigResized.connect(self._moved)
        theme.watch().changed.connect(self._draw)

    def sizeHint(self) -> QSize:
        """Ask for a square that a laptop's screen can hold."""
        return QSize(460, 420)

    def minimumSizeHint(self) -> QSize:
        """Stay legible."""
        return QSize(280, 300)

    # ---- what is shown ----

    @property
    def points(self) -> tuple[PlanePoint, ...]:
        """Every point, the most important first: trivial entries come last."""
        trivial = [point for point in self._points if point.kind == "trivial"]
        return (*(point for point in self._points if point.kind != "trivial"), *self._teams, *trivial)

    @property
    def current(self) -> PlanePoint | None:
        """The point that the pointer or the keys are at."""
        return self._current

    def show_points(self, points: Sequence[PlanePoint], name: str, what_if: bool) -> None:
        """Show the points of an entry called `name`."""
        self._points, self._name, self._what_if = tuple(points), name, what_if
        self._draw()

    def show_teams(self, teams: Sequence[PlanePoint]) -> None:
        """Show the points of other entries."""
        if self._teams != tuple(teams):
            self._teams = tuple(teams)
            self._draw()

    @property
    def is_moving(self) -> bool:
        """Whether labels are still to be placed."""
        return self._settle.isActive()

    def label_boxes(self) -> list[tuple[QRectF, str]]:
        """Return the pixels of every name that is shown, and the name."""
        return self._drawing.name_boxes()

    def pixel_of(self, point: PlanePoint) -> tuple[float, float]:
        """Return where a point is on the plot's viewport."""
        return self.plot.to_pixel(point.place)

    def _draw(self) -> None:
        if self._current not in self.points:
            self._set_current(None)
        self._drawing.draw(self.points, self._name, what_if=self._what_if)
        self.setAccessibleDescription("\n".join([*(sentence(each) for each in self.points), _HINT]))
        self._moved()

    def _moved(self, *_: object) -> None:
        # pyqtgraph lays its axes out with the event loop: places are known only then.
        self._settle.start(0)

    def _place_names(self) -> None:
        self._drawing.place_names()
        self._show_ring()

    # ---- which point is meant ----

    def _set_current(self, point: PlanePoint | None) -> None:
        self._current = point
        self._caption.setText(_HINT if point is None else sentence(point) + (" · Enter opens" if point.opens else ""))
        self._show_ring()

    def _show_ring(self) -> None:
        self._ring.resize(self.plot.viewport.size())
        where = None if self._current is None else QPointF(*self.pixel_of(self._current))
        radius = 0.0 if self._current is None else LOOKS[self._current.kind].size / 2 + 5
        self._ring.show_at(where, radius)

    def _nearest(self, x: float, y: float) -> PlanePoint | None:
        found = [(hypot(px - x, py - y), n) for n, (px, py) in enumerate(map(self.pixel_of, self.points))]
        distance, place = min(found, default=(_REACH_PX + 1, 0))
        return self.points[place] if distance <= _REACH_PX else None

    def _walk(self, by: int, axis: int) -> None:
        """Go to the next point along EA (axis 0) or RA (axis 1), round and round."""
        order = sorted(
            self.points, key=lambda point: (point.place[axis], point.place[1 - axis], point.kind, point.name)
        )
        if order:
            at = order.index(self._current) + by if self._current in order else 0
            self._set_current(order[at % len(order)])

    def _open(self, point: PlanePoint | None) -> None:
        if point is not None and point.opens:
            # Opening may replace this very widget's points: let the event end first.
            QTimer.singleShot(0, self, partial(self.opened.emit, point))

    # ---- events ----

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the mouse on the plot."""
        if watched is self.plot.viewport:
            if isinstance(event, QHelpEvent):
                self._show_tip(event)
                return True
            if isinstance(event, QMouseEvent):
                self._mouse(event)
            elif event.type() == QEvent.Type.Leave and not self.hasFocus():
                self._set_current(None)
        return super().eventFilter(watched, event)

    def _mouse(self, event: QMouseEvent) -> None:
        point = self._nearest(event.position().x(), event.position().y())
        if event.type() == QEvent.Type.MouseMove:
            if point is not None or not self.hasFocus():
                self._set_current(point)
            can_open = point is not None and bool(point.opens)
            self.plot.viewport.setCursor(Qt.CursorShape.PointingHandCursor if can_open else Qt.CursorShape.ArrowCursor)
        elif event.type() == QEvent.Type.MouseButtonPress:
            self.setFocus(Qt.FocusReason.MouseFocusReason)
        elif event.type() == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton:
            self._set_current(point)
            self._open(point)

    def _show_tip(self, event: QHelpEvent) -> None:
        point = self._nearest(event.pos().x(), event.pos().y())
        QToolTip.showText(event.globalPos(), tip(describe(point, self._what_if)) if point else "", self.plot.viewport)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the points, open one."""
        steps = {Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Up: (1, 1), Qt.Key.Key_Down: (-1, 1)}
        key = Qt.Key(event.key())
        if key in steps:
            self._walk(*steps[key])
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open(self._current)
        else:
            super().keyPressEvent(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        if self._current is None and self.points and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._set_current(self.points[0])
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus left."""
        super().focusOutEvent(event)
        self._set_current(None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the focus frame."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            painter.setPen(QPen(QColor(theme.current().accent), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))


class _Ring(QWidget):
    """Rings the current point; the mouse goes through it."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._where: QPointF | None = None
        self._radius = 0.0

    def show_at(self, where: QPointF | None, radius: float) -> None:
        self._where, self._radius = where, radius
        self.setVisible(where is not None)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._where is not None:
            painter = QPainter(self)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(theme.current().text), 1.5))
            painter.drawEllipse(self._where, self._radius, self._radius)
