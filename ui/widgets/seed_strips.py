"""Seed strips: per identity every sample as a mark at its similarity, original above, unlearned below, threshold."""

from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from genmu_studio.overview.strips import Strip
from ui import theme
from ui.widgets.strip_painting import SIDES, draw_axis, draw_current, draw_strip
from ui.widgets.strip_places import STRIP_PX, MarkAt, StripPlaces
from ui.widgets.tips import tip


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
        self._places = StripPlaces(self.width())
        self._names_group = False
        self._current: MarkAt | None = None
        theme.watch().changed.connect(self.update)

    def show_strips(self, strips: tuple[Strip, ...], names_group: bool) -> None:
        """Show these strips, on one common axis; `names_group` puts the group beside each role."""
        self._names_group = names_group
        self._current = None
        self._places.take(strips)
        self.setAccessibleDescription("\n".join(_told(strip) for strip in strips))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        """Ask for the height of all strips and the axis."""
        return QSize(480, self._places.height)

    @property
    def current(self) -> PickedSample | None:
        """The sample that the pointer or the keys are at."""
        return None if self._current is None else self._picked(self._current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Place the marks anew."""
        super().resizeEvent(event)
        self._places.resize(self.width())

    def place_of(self, at: MarkAt) -> QPoint:
        """Return where a mark is."""
        return self._places.place_of(at)

    def _picked(self, at: MarkAt) -> PickedSample:
        strip, marks = self._places.strips[at.strip], self._places.marks_of(at)
        similarity = float(marks.similarity[at.place])
        side = SIDES[at.side]
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
        for number in range(len(self._places.strips)):
            if event.rect().intersects(QRectF(0, number * STRIP_PX, self.width(), STRIP_PX).toRect()):
                draw_strip(painter, self._places, number, names_group=self._names_group)
        draw_axis(painter, self._places)
        if self._current is not None:
            draw_current(painter, self._places, self._current)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.current().accent), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    # ---- events ----

    def event(self, event: QEvent) -> bool:
        """Name the mark under the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            at = self._places.mark_near(event.pos())
            QToolTip.showText(event.globalPos(), tip(self._picked(at).text) if at else "", self)
            return True
        return super().event(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark what is under the pointer."""
        at = self._places.mark_near(event.position().toPoint())
        self.setCursor(Qt.CursorShape.PointingHandCursor if at else Qt.CursorShape.ArrowCursor)
        self._set_current(at)

    def leaveEvent(self, event: QEvent) -> None:
        """Forget what was under the pointer."""
        super().leaveEvent(event)
        if not self.hasFocus():
            self._set_current(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Open the pair of the mark that was clicked."""
        at = self._places.mark_near(event.position().toPoint())
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
        last = len(self._places.marks_of(self._current)) - 1
        place = min(max(self._current.place + by, 0), last)
        self._set_current(MarkAt(self._current.strip, self._current.side, place))

    def _change_lane(self, by: int) -> None:
        lanes = [(strip, side) for strip, side, marks in self._places.lanes() if len(marks)]
        if not lanes:
            return
        if self._current is None:
            self._set_current(MarkAt(*lanes[0], 0))
            return
        here = lanes.index((self._current.strip, self._current.side))
        strip, side = lanes[min(max(here + by, 0), len(lanes) - 1)]
        last = len(self._places.marks_of(MarkAt(strip, side, 0))) - 1
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
    sides = ((SIDES[0], strip.original), (SIDES[1], strip.unlearned))
    parts = [
        f"{side} {len(marks)} samples from {float(marks.similarity[0]):.2f} to {float(marks.similarity[-1]):.2f}"
        for side, marks in sides
        if len(marks)
    ]
    missing = [f"{strip.unmarked} without a similarity"] if strip.unmarked else []
    return f"{strip.identity}, {strip.role}: " + "; ".join([*parts, *missing])
