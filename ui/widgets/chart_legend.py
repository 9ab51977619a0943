"""What the curves of a plot are, in one line: a piece of each, with words."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import color, current, font, watch
from ui.widgets.chart_curves import Stroke
from ui.widgets.chart_frame import text_width

_LINE_PX = 20
_TEXT_PX = 12
_PIECE_PX = 18.0
_GAP_PX, _BETWEEN_PX = 6.0, 16.0


@dataclass(frozen=True, slots=True)
class LegendEntry:
    """One curve in words. stroke : None for words alone. tint : of the words. short : them where room is scarce."""

    text: str
    stroke: Stroke | None = None
    tint: str = "muted"
    short: str = ""

    def width(self, text: str) -> float:
        """Return the room for its piece of curve and a text."""
        return text_width(text, _TEXT_PX) + self.piece_px

    @property
    def piece_px(self) -> float:
        """How far its text stands from where it begins."""
        return 0.0 if self.stroke is None else _PIECE_PX + _GAP_PX


class ChartLegend(QWidget):
    """Paints itself, since what it says changes with each step of a threshold; what does not fit is shortened."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._entries: tuple[LegendEntry, ...] = ()
        self._lines = 1
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.hide()
        watch().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the height of its lines."""
        return QSize(240, _LINE_PX * self._lines)

    def minimumSizeHint(self) -> QSize:
        """Return that height too."""
        return QSize(80, _LINE_PX * self._lines)

    @property
    def words(self) -> str:
        """All that it says."""
        return " · ".join(entry.text for entry in self._entries)

    def show_entries(self, entries: Sequence[LegendEntry], lines: int = 1) -> None:
        """Say other things, on that many lines."""
        if tuple(entries) != self._entries or lines != self._lines:
            self._entries = tuple(entries)
            if lines != self._lines:
                self._lines = lines
                self.updateGeometry()
            self.setAccessibleName(self.words)
            self.setVisible(bool(entries))
            self.update()

    def texts_in(self, width: float) -> tuple[str, ...]:
        """Return what is written of each entry: the short texts where the whole ones find no room."""
        whole = tuple(entry.text for entry in self._entries)
        return whole if self._fits(whole, width) else tuple(entry.short or entry.text for entry in self._entries)

    def _fits(self, texts: Sequence[str], width: float) -> bool:
        left, line = 0.0, 0
        for entry, text in zip(self._entries, texts, strict=True):
            wanted = entry.width(text)
            if left and left + wanted > width:
                left, line = 0.0, line + 1
            if left + wanted > width:
                return False
            left += wanted + _BETWEEN_PX
        return line < self._lines

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(current().surface))
        self.paint_on(painter, QRectF(self.rect()))

    def paint_on(self, painter: QPainter, area: QRectF) -> None:
        """Paint it into `area`."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(_TEXT_PX))
        metrics = QFontMetricsF(painter.font())
        left, line = area.left(), 0
        for entry, text in zip(self._entries, self.texts_in(area.width()), strict=True):
            piece, width = entry.piece_px, entry.width(text)
            if left > area.left() and left + width > area.right() and line + 1 < self._lines:
                left, line = area.left(), line + 1
            middle = area.top() + (line + 0.5) * _LINE_PX
            if entry.stroke is not None:
                _paint_piece(painter, QRectF(left, middle - 5, _PIECE_PX, 10), entry.stroke)
            is_whole, room = left + width <= area.right(), area.right() - left - piece
            shown = text if is_whole else metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)
            painter.setPen(QColor(getattr(current(), entry.tint)))
            painter.drawText(QPointF(left + piece, middle + metrics.capHeight() / 2), shown)
            left += width + _BETWEEN_PX
            if left >= area.right() and line + 1 == self._lines:
                return


def _paint_piece(painter: QPainter, box: QRectF, stroke: Stroke) -> None:
    middle = box.center().y()
    if stroke.fill:
        painter.fillRect(
            QRectF(box.left(), middle, box.width(), 5), color(getattr(current(), stroke.token), stroke.fill)
        )
    if stroke.width:
        painter.setPen(stroke.pen())
        painter.drawLine(QPointF(box.left(), middle), QPointF(box.right(), middle))
