"""A lane of the desk: one thing that runs along a sound, labels beside it, and the marks of the view over it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPen
from PySide6.QtWidgets import (
    QGraphicsLineItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsSimpleTextItem,
)

from ui.models.sound_view import Span
from ui.theme import color, current, font
from ui.widgets.sound.lane_items import Area

LEFT_PX, RIGHT_PX = 48.0, 56.0
_LABEL_PX = 11
_GAP_PX = 6.0

Clock = Callable[[float], float]


class Label(NamedTuple):
    """A text beside a lane. place : 0 at the bottom, 1 at the top."""

    place: float
    text: str
    ink: str = "muted"


class Lane:
    """Lies where it is told to. clock, back : from the time of the view to that of what the lane shows, and back."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self.area = Area(scene)
        self.rect = QRectF()
        self.is_shown = True
        self._scene = scene
        self._span = Span(0.0, 0.0)
        self._clock: Clock = _same
        self._back: Clock = _same
        self._labels: dict[Qt.AlignmentFlag, list[tuple[Label, QGraphicsSimpleTextItem]]] = {}
        self._note = _text(scene)
        self._note_ink = "muted"
        self._selection, self._loop = QGraphicsRectItem(), QGraphicsRectItem()
        self._cursor = QGraphicsLineItem()
        self._ends = [QGraphicsLineItem() for _ in range(4)]  # of the selection, of the loop
        for depth, item in enumerate((self._loop, self._selection, *self._ends, self._cursor), start=10):
            item.setZValue(depth)
            item.setVisible(False)
            scene.addItem(item)

    # ---- where ----

    def place(self, rect: QRectF) -> None:
        """Lie there, in pixels of the widget."""
        self.rect = rect
        self.area.place(rect)
        self._place_labels()
        self._place_note()

    def set_shown(self, is_shown: bool) -> None:
        """Be seen, or not."""
        self.is_shown = is_shown
        self.area.set_visible(is_shown)
        self._note.setVisible(is_shown and bool(self._note.text()))
        self._place_labels()
        if not is_shown:
            for mark in (self._loop, self._selection, *self._ends, self._cursor):
                mark.setVisible(False)

    def show_span(self, span: Span) -> None:
        """Show that stretch of time."""
        self._span = span
        self.area.show_span(span)

    def set_clock(self, clock: Clock | None, back: Clock | None) -> None:
        """Say which moment of the lane belongs to one of the view, and the other way; None = the same."""
        self._clock, self._back = clock or _same, back or _same

    @property
    def span(self) -> Span:
        """What is seen of the time axis."""
        return self._span

    def x_of(self, lane_s: float) -> float:
        """Return where a moment of what the lane shows is."""
        share = (lane_s - self._span.start_s) / self._span.length_s if self._span.length_s else 0.0
        return self.rect.left() + share * self.rect.width()

    def time_at(self, x: float) -> float:
        """Return the moment of the view at a place."""
        share = (x - self.rect.left()) / self.rect.width() if self.rect.width() else 0.0
        return self._back(self._span.start_s + share * self._span.length_s)

    # ---- labels and notes ----

    def show_labels(self, left: Sequence[Label] = (), right: Sequence[Label] = ()) -> None:
        """Write beside the lane."""
        sides = {Qt.AlignmentFlag.AlignLeft: left, Qt.AlignmentFlag.AlignRight: right}
        for side, wanted in sides.items():
            texts = self._labels.setdefault(side, [])
            while len(texts) < len(wanted):
                texts.append((wanted[len(texts)], _text(self._scene)))
            for number, (_, item) in enumerate(texts):
                label = wanted[number] if number < len(wanted) else Label(0, "")
                item.setText(label.text)
                texts[number] = (label, item)
        self._place_labels()
        self._dress_labels()

    def _place_labels(self) -> None:
        for side, texts in self._labels.items():
            for label, item in texts:
                box = item.boundingRect()
                middle = self.rect.bottom() - label.place * self.rect.height() - box.height() / 2
                top = min(max(middle, self.rect.top()), self.rect.bottom() - box.height())
                is_left = side == Qt.AlignmentFlag.AlignLeft
                x = self.rect.left() - _GAP_PX - box.width() if is_left else self.rect.right() + _GAP_PX
                item.setPos(QPointF(round(x), round(top)))
                item.setVisible(self.is_shown and bool(label.text))

    def show_note(self, text: str, ink: str = "muted") -> None:
        """Write within the lane what is missing there; "" where nothing is."""
        self._note_ink = ink
        self._note.setText(text)
        self._note.setVisible(self.is_shown and bool(text))
        self._place_note()
        self._dress_labels()

    @property
    def note(self) -> str:
        """What is written within the lane."""
        return self._note.text()

    def _place_note(self) -> None:
        box = self._note.boundingRect()
        self._note.setPos(QPointF(round(self.rect.left() + 10), round(self.rect.center().y() - box.height() / 2)))

    # ---- marks ----

    def show_cursor(self, at_s: float | None) -> None:
        """Mark a moment of the view."""
        x = None if at_s is None else self.x_of(self._clock(at_s))
        self._put(self._cursor, x)

    def show_selection(self, span: Span | None) -> None:
        """Mark a stretch of the view."""
        self._put_span(self._selection, self._ends[:2], span)

    def show_loop(self, span: Span | None, *, is_on: bool) -> None:
        """Mark what repeats, or would."""
        self._put_span(self._loop, self._ends[2:], span)
        self._loop.setVisible(self._loop.isVisible() and is_on)
        style = Qt.PenStyle.SolidLine if is_on else Qt.PenStyle.DotLine
        for item in self._ends[2:]:
            pen = QPen(QColor(current().good), 1.5, style)
            item.setPen(pen)

    def _put_span(self, band: QGraphicsRectItem, ends: Sequence[QGraphicsLineItem], span: Span | None) -> None:
        xs = [None, None] if span is None else [self.x_of(self._clock(each)) for each in span]
        for item, x in zip(ends, xs, strict=True):
            self._put(item, x)
        start, end = xs
        if start is None or end is None or not self.is_shown:
            band.setVisible(False)
            return
        left, right = max(start, self.rect.left()), min(end, self.rect.right())
        band.setRect(QRectF(left, self.rect.top(), max(0.0, right - left), self.rect.height()))
        band.setVisible(right > left)

    def _put(self, item: QGraphicsLineItem, x: float | None) -> None:
        is_seen = x is not None and self.is_shown and self.rect.left() - 0.5 <= x <= self.rect.right() + 0.5
        if is_seen and x is not None:
            item.setLine(x, self.rect.top(), x, self.rect.bottom())
        item.setVisible(is_seen)

    # ---- looks ----

    def dress(self) -> None:
        """Take the colours of the theme."""
        tokens = current()
        self.area.dress()
        self._cursor.setPen(QPen(QColor(tokens.bad), 1.5))
        for item in self._ends[:2]:
            item.setPen(QPen(QColor(tokens.accent), 1))
        self._selection.setBrush(QBrush(color(tokens.accent, 0.22)))
        self._loop.setBrush(QBrush(color(tokens.good, 0.12)))
        for band in (self._selection, self._loop):
            band.setPen(QPen(Qt.PenStyle.NoPen))
        self._dress_labels()

    def _dress_labels(self) -> None:
        tokens = current()
        for texts in self._labels.values():
            for label, item in texts:
                item.setBrush(QBrush(QColor(getattr(tokens, label.ink))))
        self._note.setBrush(QBrush(QColor(getattr(tokens, self._note_ink))))


def _same(time_s: float) -> float:
    return time_s


def _text(scene: QGraphicsScene) -> QGraphicsSimpleTextItem:
    item = QGraphicsSimpleTextItem()
    item.setFont(font(_LABEL_PX))
    item.setZValue(20)
    scene.addItem(item)
    return item
