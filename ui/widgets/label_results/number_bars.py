"""The numbers that were answered as bars: the quartiles as a band below, the median as a line."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QHelpEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QToolTip, QWidget

from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.results.answers import NumberSummary
from ui.numbers import count
from ui.theme import GRID_PX, color, current, font, watch
from ui.widgets.label_results.question_words import numbers_words, spoken
from ui.widgets.tips import tip

_HEIGHT_PX = 190
_FOOT_PX = 34
_HEAD_PX = 18
_BAND_PX = 6
_LABEL_PX = 11
_APART_PX = 34  # of two labels below


class NumberBars(QWidget):
    """One bar for each bin; what it counts is said over it, and everything to who listens."""

    def __init__(self) -> None:
        super().__init__()
        self._question: Question | None = None
        self._numbers: NumberSummary | None = None
        self.setAccessibleName("Answers as numbers")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        watch().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a size at which a dozen bars are told apart."""
        return QSize(320, _HEIGHT_PX)

    def show_numbers(self, question: Question, numbers: NumberSummary | None) -> None:
        """Show other numbers, None for none."""
        self._question, self._numbers = question, numbers
        words = "nothing to count" if numbers is None else numbers_words(question, numbers)
        self.setAccessibleDescription(words)
        self.update()

    # ---- places ----

    @property
    def area(self) -> QRectF:
        """Where the bars stand."""
        return QRectF(GRID_PX, _HEAD_PX, self.width() - 2 * GRID_PX, self.height() - _HEAD_PX - _FOOT_PX)

    def x_of(self, value: float) -> float:
        """Return where a number lies."""
        if self._numbers is None:
            return self.area.left()
        low, high = self._numbers.edges[0], self._numbers.edges[-1]
        return self.area.left() + self.area.width() * (value - low) / (high - low)

    def bar(self, number: int) -> QRectF:
        """Return the box of a bar, as high as its count asks for."""
        numbers = self._numbers
        if numbers is None:
            return QRectF()
        left, right = self.x_of(numbers.edges[number]), self.x_of(numbers.edges[number + 1])
        height = self.area.height() * numbers.counts[number] / max(1, *numbers.counts)
        return QRectF(left + 1, self.area.bottom() - height, max(right - left - 2, 1.0), height)

    def words_at(self, x: float) -> str:
        """Return what is to be said of the bar at `x`."""
        numbers, question = self._numbers, self._question
        if numbers is None or question is None:
            return ""
        for place, n in enumerate(numbers.counts):
            if self.x_of(numbers.edges[place]) <= x <= self.x_of(numbers.edges[place + 1]):
                low, high = numbers.edges[place : place + 2]
                return f"{spoken(low)} to {spoken(high, question.unit)}: {count(n, 'answer')}"
        return ""

    def event(self, event: QEvent) -> bool:
        """Say what a bar counts."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), tip(self.words_at(event.pos().x())), self)
            return True
        return super().event(event)

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint bars, counts, axis, quartiles and median."""
        numbers = self._numbers
        if numbers is None:
            return
        tokens = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(_LABEL_PX))
        for place, n in enumerate(numbers.counts):
            box = self.bar(place)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(color(tokens.accent, 0.75))
            painter.drawRoundedRect(box, 2, 2)
            if n and box.width() >= QFontMetricsF(painter.font()).horizontalAdvance(str(n)):
                painter.setPen(QColor(tokens.muted))
                over = QRectF(box.left(), box.top() - _LABEL_PX - 4, box.width(), _LABEL_PX + 3)
                painter.drawText(over, int(Qt.AlignmentFlag.AlignCenter), f"{n:,}")
        self._paint_axis(painter, numbers)
        painter.end()

    def _paint_axis(self, painter: QPainter, numbers: NumberSummary) -> None:
        tokens, area = current(), self.area
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawLine(QPointF(area.left(), area.bottom()), QPointF(area.right(), area.bottom()))
        painter.setPen(QColor(tokens.muted))
        last = -_APART_PX
        for edge in numbers.edges:
            at = self.x_of(edge)
            if at - last >= _APART_PX:
                words = QRectF(at - _APART_PX, area.bottom() + _BAND_PX + 8, 2 * _APART_PX, _LABEL_PX + 4)
                painter.drawText(words, int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop), spoken(edge))
                last = round(at)
        low, middle, high = (
            self.x_of(each) for each in (numbers.lower_quartile, numbers.median, numbers.upper_quartile)
        )
        top = area.bottom() + 4
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color(tokens.accent, 0.45))
        painter.drawRoundedRect(QRectF(low, top, max(high - low, 2.0), _BAND_PX), _BAND_PX / 2, _BAND_PX / 2)
        painter.setBrush(QColor(tokens.text))
        painter.drawRect(QRectF(middle - 1, top - 2, 2, _BAND_PX + 4))
