"""The EA–RA plane: original, unlearned, groups, other teams, trivial entries; hover names, click and Enter open."""

from collections.abc import Sequence
from functools import partial
from math import hypot

from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from genmu_studio.overview.plane import ISO_ERB, PlanePoint, PointKind, iso_line
from ui import theme
from ui.numbers import percent
from ui.theme import Tokens
from ui.widgets.basics import label
from ui.widgets.label_placement import Anchor, place_labels
from ui.widgets.plane_words import LOOKS, describe, sentence, shortened
from ui.widgets.plots import Plot, PlotText
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
        self._texts: list[tuple[PlanePoint, PlotText]] = []
        self._iso: list[tuple[float, PlotText]] = []
        self.plot = Plot("EA, erasure accuracy (higher is better) →", "RA, retain accuracy →")
        self.plot.set_range(_EA_RANGE, _RA_RANGE)
        self.plot.set_ticks((0, 20, 40, 60, 80, 100))
        self._ring = _Ring(self.plot.viewport)
        self._caption = label(_HINT, "muted")
        self._caption.setObjectName("plane_caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(2, 2, 2, 2)  # room for the focus frame
        layout.addWidget(self.plot, 1)
        layout.addWidget(self._caption)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.timeout.connect(self._place_texts)
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
        return [
            (text.box, text.text) for text in (*(t for _, t in self._texts), *(t for _, t in self._iso)) if text.box
        ]

    def pixel_of(self, point: PlanePoint) -> tuple[float, float]:
        """Return where a point is on the plot's viewport."""
        return self.plot.to_pixel(point.place)

    def _draw(self) -> None:
        tokens = theme.current()
        if self._current not in self.points:
            self._set_current(None)
        self.plot.clear()
        self.plot.dress()
        self._draw_lines(tokens)
        for point in reversed(self.points):
            look = LOOKS[point.kind]
            color = self._color(point.kind, tokens)
            fill = QColor(color if look.filled else tokens.surface)
            self.plot.add_mark(point.place, look.symbol, look.size, fill, QColor(color))
        self._texts = [(point, self._text(point, tokens)) for point in self.points]
        self.setAccessibleDescription("\n".join([*(sentence(each) for each in self.points), _HINT]))
        self._moved()

    def _draw_lines(self, tokens: Tokens) -> None:
        self._iso = []
        for erb in ISO_ERB:
            line = iso_line(erb)
            self.plot.add_line(line[:, 0].tolist(), line[:, 1].tolist(), theme.color(tokens.muted, 0.45), 1)
            self._iso.append(
                (erb, self.plot.add_text(f"ERB {erb:g}", QColor(tokens.muted), 10, fill=QColor(tokens.surface)))
            )
        unlearned, original = self._own("unlearned"), self._own("original")
        if unlearned is not None and unlearned.ea.interval and unlearned.ra.interval:
            self.plot.add_box(unlearned.ea.interval, unlearned.ra.interval, QColor(tokens.unlearned))
        if unlearned is not None and original is not None:
            (x1, y1), (x2, y2) = original.place, unlearned.place
            self.plot.add_line([x1, x2], [y1, y2], QColor(tokens.unlearned), 1.2, dashed=True)

    def _text(self, point: PlanePoint, tokens: Tokens) -> PlotText:
        look = LOOKS[point.kind]
        name = point.name
        color = self._color(point.kind, tokens)
        if point.kind == "unlearned":
            name = f"{self._name} {percent(point.erb.value)}"
            color = tokens.what_if if self._what_if else color
        return self.plot.add_text(
            shortened(name), QColor(color), look.text_px, bold=point.kind in {"unlearned", "original"}
        )

    @staticmethod
    def _color(kind: PointKind, tokens: Tokens) -> str:
        return {
            "unlearned": tokens.unlearned,
            "group": tokens.unlearned,
            "original": tokens.original,
        }.get(kind, tokens.muted)

    # ---- places ----

    def _moved(self, *_: object) -> None:
        # pyqtgraph lays its axes out with the event loop: places are known only then.
        self._settle.start(0)

    def _place_texts(self) -> None:
        area = self.plot.area().adjusted(0, 0, -2, 0)
        anchors = []
        taken = self._line_pixels()
        for point, text in self._texts:
            x, y = self.pixel_of(point)
            anchors.append(Anchor(x, y, LOOKS[point.kind].size / 2, *text.size))
        places = place_labels(anchors, area, taken)
        for (_, text), place in zip(self._texts, places, strict=True):
            text.put(None if place is None else (place.x(), place.y()))
        labels = [place for place in places if place is not None]
        self._place_iso(area, [*labels, *taken, *self._box_pixels(), *(anchor.mark for anchor in anchors)])
        self._show_ring()

    def _own(self, kind: PointKind) -> PlanePoint | None:
        return next((point for point in self._points if point.kind == kind), None)

    def _line_pixels(self) -> list[QRectF]:
        """Return small boxes along the line from original to unlearned, for labels to keep off."""
        first, last = self._own("original"), self._own("unlearned")
        if first is None or last is None:
            return []
        (x1, y1), (x2, y2) = self.pixel_of(first), self.pixel_of(last)
        steps = max(1, int(hypot(x2 - x1, y2 - y1) / 6))
        along = [(x1 + (x2 - x1) * n / steps, y1 + (y2 - y1) * n / steps) for n in range(steps + 1)]
        return [QRectF(x - 1, y - 1, 2, 2) for x, y in along]

    def _box_pixels(self) -> list[QRectF]:
        point = self._own("unlearned")
        if point is None or point.ea.interval is None or point.ra.interval is None:
            return []
        corners = [self.plot.to_pixel(place) for place in zip(point.ea.interval, point.ra.interval, strict=True)]
        return [QRectF(QPointF(*corners[0]), QPointF(*corners[1])).normalized()]

    def _place_iso(self, area: QRectF, taken: list[QRectF]) -> None:
        """Put the name of each line on it where nothing else is, nearest to the diagonal."""
        for erb, text in self._iso:
            line = iso_line(erb)
            middle = len(line) // 2
            order = sorted(range(len(line)), key=lambda place: abs(place - middle))
            boxes = (self._centred(text, self.plot.to_pixel((line[at, 0], line[at, 1]))) for at in order[::5])
            free = (box for box in boxes if area.contains(box) and not any(box.intersects(other) for other in taken))
            box = next(free, None)
            text.put(None if box is None else (box.x(), box.y()))
            if box is not None:
                taken.append(box)

    @staticmethod
    def _centred(text: PlotText, pixel: tuple[float, float]) -> QRectF:
        width, height = text.size
        return QRectF(pixel[0] - width / 2, pixel[1] - height / 2, width, height)

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
