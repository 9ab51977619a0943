"""A histogram that paints itself: what the filter leaves over all there is, with the threshold as a dashed line."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from genmu_studio.histogram_spread import spread_of
from genmu_studio.pair_facets import Histogram
from ui.numbers import count
from ui.theme import color, current, font, watch
from ui.widgets.range_slider import MARGIN_PX
from ui.widgets.scales import Limits, Scale
from ui.widgets.tips import tip

_FAINT = 0.3  # opacity of bars outside the range
_LEAST_PX = 2.0  # of a bar that counts anything
_LABEL_PX = 11


class HistogramView(QWidget):
    """Bars on a scale. `brushed` carries (low, high) of what was drawn over with the mouse, `reset` a double click."""

    brushed = Signal(object)  # Limits
    reset = Signal()

    def __init__(self, name: str, height_px: int, *, can_brush: bool = False, has_label: bool = False) -> None:
        super().__init__()
        self._histogram: Histogram | None = None
        self._scale = Scale(0, 1, 1)
        self._limits: Limits | None = None
        self._threshold: float | None = None
        self._can_brush = can_brush
        self._has_label = has_label
        self._pressed: int | None = None  # the bar at which drawing over began
        self._height_px = height_px
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        if can_brush:
            self.setCursor(Qt.CursorShape.CrossCursor)
        watch().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a size that fits a narrow panel."""
        return QSize(160, self._height_px)

    def show_histogram(
        self, histogram: Histogram, scale: Scale, limits: Limits | None = None, threshold: float | None = None
    ) -> None:
        """Show counts on a scale. limits : outside them bars are faint."""
        self._histogram, self._scale, self._limits, self._threshold = histogram, scale, limits, threshold
        self.setAccessibleDescription(self._in_words(histogram))
        self.update()

    def _in_words(self, histogram: Histogram) -> str:
        spread = spread_of(histogram)
        if spread is None:
            return "nothing to count"
        low, median, high = (self._number(value) for value in (spread.low, spread.median, spread.high))
        words = f"{count(spread.n, 'pair')}, smallest about {low}, median about {median}, largest about {high}"
        return words if self._threshold is None else f"{words}; threshold {self._threshold:.4g}"

    def _number(self, value: float) -> str:
        decimals = self._scale.decimals
        text = f"{value:.{decimals}f}" if decimals else f"{int(value)}"
        return text.replace("-", "−")

    # ---- places ----

    def x_of(self, value: float) -> float:
        """Return where a number is, in pixels."""
        return MARGIN_PX + (self.width() - 2 * MARGIN_PX) * self._scale.share(value)

    def bar(self, number: int) -> QRectF:
        """Return the box in which bar `number` stands, as high as the highest bar may be."""
        assert self._histogram is not None  # noqa: S101 - whoever asks has looked
        # A whole number stands in the middle of its bar.
        left, right = (
            self._sharp(self.x_of(float(edge) - self._scale.margin))
            for edge in self._histogram.edges[number : number + 2]
        )
        gap = 1.0 if right - left >= 3 else 0.0
        top = _LABEL_PX + 3.0 if self._has_label else 2.0
        return QRectF(left, top, right - left - gap, self.height() - 1.0 - top)

    def bar_at(self, x: float) -> int | None:
        """Return the number of the bar at `x`, or nearest to it; None while there is none."""
        if self._histogram is None:
            return None
        last = len(self._histogram.counts) - 1
        return next((number for number in range(last) if self.bar(number + 1).left() > x), last)

    def _limits_of(self, number: int) -> Limits:
        """Return the first and the last number that bar `number` counts."""
        assert self._histogram is not None  # noqa: S101 - whoever asks has looked
        low, high = self._histogram.edges[number : number + 2].tolist()
        return (low, high) if self._scale.decimals else (int(low), int(high) - 1)

    def _sharp(self, x: float) -> float:
        """Return the boundary of pixels of the screen that is nearest."""
        ratio = self.devicePixelRatioF()
        return round(x * ratio) / ratio

    # ---- mouse ----

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the bar that is there; what follows draws over more of them."""
        if self._can_brush and event.button() == Qt.MouseButton.LeftButton:
            self._pressed = self.bar_at(event.position().x())
            self._brush(event)
        else:
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Draw over more bars."""
        self._brush(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """End it."""
        self._pressed = None
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for everything again."""
        if self._can_brush:
            self.reset.emit()

    def _brush(self, event: QMouseEvent) -> None:
        here = self.bar_at(event.position().x())
        if self._pressed is not None and here is not None:
            first, last = self._limits_of(min(self._pressed, here)), self._limits_of(max(self._pressed, here))
            self.brushed.emit((first[0], last[1]))

    def event(self, event: QEvent) -> bool:
        """Say what a bar counts."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), tip(self.words_at(event.pos().x())), self)
            return True
        return super().event(event)

    def words_at(self, x: float) -> str:
        """Return what is to be said of the bar at `x`."""
        number, histogram = self.bar_at(x), self._histogram
        if number is None or histogram is None:
            return ""
        low, high = (self._number(value) for value in self._limits_of(number))
        everything = count(int(histogram.all_counts[number]), "pair")
        return f"{low if low == high else f'{low} to {high}'}: {int(histogram.counts[number]):,} of {everything}"

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bars, ground line and threshold."""
        painter = QPainter(self)
        ground = QRectF(MARGIN_PX, self.height() - 1, self.width() - 2 * MARGIN_PX, 1)
        painter.fillRect(ground, QColor(current().line))
        if self._histogram is not None:
            self._paint_bars(painter, self._histogram)
        if self._threshold is not None:
            self._paint_threshold(painter, self._threshold)

    def _paint_bars(self, painter: QPainter, histogram: Histogram) -> None:
        tokens = current()
        most = max(1, int(histogram.all_counts.max(initial=0)))
        low, high = self._limits or (self._scale.low, self._scale.high)
        for number, (left, everything) in enumerate(
            zip(histogram.counts.tolist(), histogram.all_counts.tolist(), strict=True)
        ):
            box = self.bar(number)
            first, last = self._limits_of(number)
            is_outside = last < low or first > high
            strong = color(tokens.unlearned, _FAINT if is_outside else 1.0)
            for value, brush in ((everything, color(tokens.line)), (left, strong)):
                if value:
                    height = max(_LEAST_PX, self._sharp(box.height() * value / most))
                    painter.fillRect(QRectF(box.left(), box.bottom() - height, box.width(), height), brush)

    def _paint_threshold(self, painter: QPainter, threshold: float) -> None:
        x = self._sharp(self.x_of(threshold)) + 0.5 / self.devicePixelRatioF()
        pen = QPen(QColor(current().text), 1)
        pen.setDashPattern([3, 3])
        painter.setPen(pen)
        painter.drawLine(QPointF(x, 0), QPointF(x, self.height()))
        if self._has_label:
            self._write_beside(painter, f"{threshold:.3f}", x)

    def _write_beside(self, painter: QPainter, text: str, x: float) -> None:
        """Write a small text to the right of a vertical line, or to its left where there is no room."""
        face = font(_LABEL_PX)
        metrics = QFontMetricsF(face)
        width = metrics.horizontalAdvance(text)
        painter.setFont(face)
        painter.drawText(QPointF(x + 4 if x + 4 + width <= self.width() else x - 4 - width, metrics.ascent()), text)
