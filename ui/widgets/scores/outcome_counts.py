"""What became of the samples at the threshold, counted: shape, colour, number and word of each outcome."""

from collections.abc import Mapping

from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.pair_table import OUTCOME_WORDS, PairOutcome
from ui.theme import current, font, watch
from ui.widgets.outcomes import paint_mark

_TEXT_PX = 12
_LINE_PX = 17.0
_MARK_PX = 9.0
_GAP_PX, _BETWEEN_PX = 4.0, 12.0


class OutcomeCounts(QWidget):
    """Paints itself, since it changes with each step of a threshold; outcomes that nothing has are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._counts: tuple[tuple[str, tuple[tuple[PairOutcome, int], ...]], ...] = ()
        self._lines = 2
        watch().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return the height of as many lines as were ever needed in this width."""
        return QSize(240, round(_LINE_PX * self._lines))

    @property
    def words(self) -> str:
        """All that it says, a line for each role."""
        return "\n".join(
            f"{role}: " + ", ".join(f"{number:,} {OUTCOME_WORDS[outcome]}" for outcome, number in counts)
            for role, counts in self._counts
        )

    def show_counts(self, counts: Mapping[str, Mapping[str, int]]) -> None:
        """Show numbers by role and name of the outcome, as `genmu metrics` names them."""
        self._counts = tuple(
            (role, tuple((PairOutcome[name.upper()], number) for name, number in by_name.items() if number))
            for role, by_name in counts.items()
        )
        self.setAccessibleName(self.words)
        self._make_room()
        self.update()

    def _make_room(self) -> None:
        lines = self._flow(None)
        if lines > self._lines:  # it never shrinks: what is below would jump while the threshold moves
            self._lines = lines
            self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find room for the words in another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lines = 2
            self._make_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._flow(painter)

    def _flow(self, painter: QPainter | None) -> int:
        """Lay the words out, and paint them where there is a painter; return the number of lines."""
        face, tokens = font(_TEXT_PX), current()
        metrics = QFontMetricsF(face)
        line = 0
        for role, counts in self._counts:
            left = metrics.horizontalAdvance("forget") + _BETWEEN_PX
            indent = left
            if painter is not None:
                painter.setFont(face)
                painter.setPen(QColor(tokens.muted))
                painter.drawText(QPointF(0, line * _LINE_PX + metrics.ascent() + 1), role)
            for outcome, number in counts:
                text = f"{number:,} {OUTCOME_WORDS[outcome]}"
                width = _MARK_PX + _GAP_PX + metrics.horizontalAdvance(text)
                if left > indent and left + width > self.width():
                    left, line = indent, line + 1
                if painter is not None:
                    top = line * _LINE_PX
                    paint_mark(painter, QRectF(left, top + (_LINE_PX - _MARK_PX) / 2, _MARK_PX, _MARK_PX), outcome)
                    painter.setPen(QColor(tokens.text))
                    painter.drawText(QPointF(left + _MARK_PX + _GAP_PX, top + metrics.ascent() + 1), text)
                left += width + _BETWEEN_PX
            line += 1
        return line
