"""Seed strips: per identity every sample as a mark at its similarity, original above, unlearned below, threshold."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from genmu_studio.overview.strips import Marks, Strip, strip_bounds
from ui import theme
from ui.widgets.tips import tip

_STRIP_PX = 52
_LANE_PX = 18
_LABEL_PX = 210
_END_PX = 16
_AXIS_PX = 26
_REACH_PX = 5.0
_SIDES = ("original", "unlearned")


@dataclass(frozen=True, slots=True)
class MarkAt:
    """One mark: strip, side (0 original, 1 unlearned) and place among that side's marks."""

    strip: int
    side: int
    place: int


@dataclass(frozen=True, slots=True)
class PickedSample:
    """The sample behind a mark."""

    group: str
    identity: str
    side: str
    sample_id: int
    text: str


class SeedStrips(QWidget):
    """Marks can be hovered, clicked, walked with the arrow keys and opened with Enter."""

    opened = Signal(object)  # PickedSample

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName("Similarity of every sample, by identity")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._strips: tuple[Strip, ...] = ()
        self._names_group = False
        self._bounds = (0.0, 1.0)
        self._columns: dict[tuple[int, int], frozenset[int]] = {}
        self._current: MarkAt | None = None
        theme.watch().changed.connect(self.update)

    def show_strips(self, strips: tuple[Strip, ...], names_group: bool) -> None:
        """Show these strips, on one common axis; `names_group` puts the group beside each role."""
        self._names_group = names_group
        self._strips, self._bounds, self._current = strips, strip_bounds(strips), None
        self._columns.clear()
        self.setAccessibleDescription("\n".join(_told(strip) for strip in strips))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the height of all strips and the axis."""
        return QSize(480, len(self._strips) * _STRIP_PX + _AXIS_PX)

    @property
    def current(self) -> PickedSample | None:
        """The sample that the pointer or the keys are at."""
        return None if self._current is None else self._picked(self._current)

    # ---- places ----

    def _x(self, similarity: float) -> float:
        low, high = self._bounds
        return _LABEL_PX + (self.width() - _LABEL_PX - _END_PX) * (similarity - low) / (high - low)

    def _similarity_at(self, x: float) -> float:
        low, high = self._bounds
        return low + (high - low) * (x - _LABEL_PX) / (self.width() - _LABEL_PX - _END_PX)

    def _columns_of(self, strip: int, side: int, marks: Marks) -> frozenset[int]:
        """Return the pixel columns of a side's marks, kept until the widget changes."""
        key = (strip, side)
        if key not in self._columns:
            low, high = self._bounds
            places = (marks.similarity - low) / (high - low) * (self.width() - _LABEL_PX - _END_PX) + _LABEL_PX
            self._columns[key] = frozenset(places.round().astype(int).tolist())
        return self._columns[key]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Forget where the marks were."""
        super().resizeEvent(event)
        self._columns.clear()

    @staticmethod
    def _lane_y(strip: int, side: int) -> int:
        return strip * _STRIP_PX + 6 + side * (_LANE_PX + 4)

    def place_of(self, at: MarkAt) -> QPoint:
        """Return where a mark is."""
        similarity = float(self._marks(at).similarity[at.place])
        return QPoint(round(self._x(similarity)), self._lane_y(at.strip, at.side) + _LANE_PX // 2)

    def _marks(self, at: MarkAt) -> Marks:
        strip = self._strips[at.strip]
        return (strip.original, strip.unlearned)[at.side]

    def _lanes(self) -> Iterator[tuple[int, int, Marks]]:
        for number, strip in enumerate(self._strips):
            for side, marks in enumerate((strip.original, strip.unlearned)):
                yield number, side, marks

    def _mark_near(self, point: QPoint) -> MarkAt | None:
        for strip, side, marks in self._lanes():
            top = self._lane_y(strip, side)
            if top - 2 <= point.y() <= top + _LANE_PX + 2 and len(marks):
                after = int(marks.similarity.searchsorted(self._similarity_at(point.x())))
                near = [n for n in (after - 1, after) if 0 <= n < len(marks)]
                distance, place = min((abs(self._x(float(marks.similarity[n])) - point.x()), n) for n in near)
                return MarkAt(strip, side, place) if distance <= _REACH_PX else None
        return None

    def _picked(self, at: MarkAt) -> PickedSample:
        strip, marks = self._strips[at.strip], self._marks(at)
        similarity = float(marks.similarity[at.place])
        side = _SIDES[at.side]
        relation = "at or above" if similarity >= strip.threshold else "below"
        text = "\n".join(
            [
                f"{strip.identity} ({strip.role}), {side}",
                f"condition {marks.condition[at.place]}, seed {marks.seed[at.place]}",
                f"similarity {similarity:.6g}, {relation} the threshold {strip.threshold:.6g}",
            ]
        )
        return PickedSample(strip.group, strip.identity, side, int(marks.sample_id[at.place]), text)

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the strips that are in view."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for number, strip in enumerate(self._strips):
            if event.rect().intersects(QRectF(0, number * _STRIP_PX, self.width(), _STRIP_PX).toRect()):
                self._draw_strip(painter, number, strip)
        self._draw_axis(painter)
        self._draw_current(painter)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def _draw_strip(self, painter: QPainter, number: int, strip: Strip) -> None:
        tokens = theme.current()
        name = QRectF(4, self._lane_y(number, 0), _LABEL_PX - 86, _LANE_PX)
        self._text(painter, name, strip.identity, tokens.text, bold=True)
        role = f"{strip.role} · {strip.group}" if self._names_group else strip.role
        self._text(painter, name.translated(0, _LANE_PX + 4), role, tokens.muted)
        for side, marks in enumerate((strip.original, strip.unlearned)):
            top = self._lane_y(number, side)
            color = (tokens.original, tokens.unlearned)[side]
            place = QRectF(_LABEL_PX - 76, top, 68, _LANE_PX)
            self._text(painter, place, _SIDES[side], color)
            painter.setPen(QPen(QColor(tokens.line), 1))
            middle = top + _LANE_PX / 2
            painter.drawLine(_LABEL_PX, round(middle), self.width() - _END_PX, round(middle))
            painter.setPen(QPen(theme.color(color, 0.85), 2))
            # Many samples share a pixel: each column is drawn once.
            for x in self._columns_of(number, side, marks):
                painter.drawLine(x, top + 2, x, top + _LANE_PX - 2)
        painter.setPen(QPen(QColor(tokens.text), 1.2, Qt.PenStyle.DashLine))
        x = round(self._x(strip.threshold))
        painter.drawLine(x, self._lane_y(number, 0) - 2, x, self._lane_y(number, 1) + _LANE_PX + 2)

    def _draw_axis(self, painter: QPainter) -> None:
        tokens = theme.current()
        top = len(self._strips) * _STRIP_PX
        low, high = self._bounds
        for tenth in range(round(10 * low), round(10 * high) + 1, 2 if high - low > 1 else 1):
            box = QRectF(self._x(tenth / 10) - 30, top, 60, 14)
            text = f"{tenth / 10:.1f}".replace("-", "−")
            self._text(painter, box, text, tokens.muted, size_px=11, where=Qt.AlignmentFlag.AlignHCenter)
        self._text(painter, QRectF(4, top, _LABEL_PX - 10, 14), "similarity", tokens.muted, size_px=11)

    def _draw_current(self, painter: QPainter) -> None:
        if self._current is not None:
            point = self.place_of(self._current)
            painter.setPen(QPen(QColor(theme.current().text), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(point.x() - 5, point.y() - 10, 10, 20), 3, 3)

    @staticmethod
    def _text(
        painter: QPainter,
        rect: QRectF,
        text: str,
        color: str,
        *,
        bold: bool = False,
        size_px: int = 12,
        where: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft,
    ) -> None:
        painter.setFont(theme.font(size_px, QFont.Weight.DemiBold if bold else QFont.Weight.Normal))
        painter.setPen(QColor(color))
        line = " ".join(text.split())
        shown = painter.fontMetrics().elidedText(line, Qt.TextElideMode.ElideRight, int(rect.width()))
        painter.drawText(rect, int(where | Qt.AlignmentFlag.AlignVCenter), shown)

    # ---- events ----

    def event(self, event: QEvent) -> bool:
        """Name the mark under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self._mark_near(event.pos())
            QToolTip.showText(event.globalPos(), tip(self._picked(at).text) if at else "", self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark what is under the pointer."""
        at = self._mark_near(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if at else Qt.CursorShape.ArrowCursor)
        self._set_current(at)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget what was under the pointer."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._set_current(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the pair of the mark that was clicked."""
        at = self._mark_near(event.position().toPoint())
        if event.button() == Qt.MouseButton.LeftButton and at is not None:
            self._set_current(at)
            self.opened.emit(self._picked(at))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk the marks, open one."""
        key = Qt.Key(event.key())
        if key in {Qt.Key.Key_Left, Qt.Key.Key_Right}:
            self._walk(1 if key == Qt.Key.Key_Right else -1)
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down}:
            self._change_lane(1 if key == Qt.Key.Key_Down else -1)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._current is not None:
            self.opened.emit(self._picked(self._current))
        else:
            super().keyPressEvent(event)

    def _walk(self, by: int) -> None:
        if self._current is None:
            self._change_lane(1)
            return
        last = len(self._marks(self._current)) - 1
        place = min(max(self._current.place + by, 0), last)
        self._set_current(MarkAt(self._current.strip, self._current.side, place))

    def _change_lane(self, by: int) -> None:
        lanes = [(strip, side) for strip, side, marks in self._lanes() if len(marks)]
        if not lanes:
            return
        if self._current is None:
            self._set_current(MarkAt(*lanes[0], 0))
            return
        here = lanes.index((self._current.strip, self._current.side))
        strip, side = lanes[min(max(here + by, 0), len(lanes) - 1)]
        last = len(self._marks(MarkAt(strip, side, 0))) - 1
        self._set_current(MarkAt(strip, side, min(self._current.place, last)))

    def _set_current(self, at: MarkAt | None) -> None:
        if at != self._current:
            self._current = at
            self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the focus."""
        super().focusInEvent(event)
        if self._current is None and event.reason() != Qt.FocusReason.MouseFocusReason:
            self._change_lane(1)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Show that the focus left."""
        super().focusOutEvent(event)
        self._set_current(None)
        self.update()


def _told(strip: Strip) -> str:
    sides = ((_SIDES[0], strip.original), (_SIDES[1], strip.unlearned))
    parts = [
        f"{side} {len(marks)} samples from {float(marks.similarity[0]):.2f} to {float(marks.similarity[-1]):.2f}"
        for side, marks in sides
        if len(marks)
    ]
    missing = [f"{strip.unmarked} without a similarity"] if strip.unmarked else []
    return f"{strip.identity}, {strip.role}: " + "; ".join([*parts, *missing])
