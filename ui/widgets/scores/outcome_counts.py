"""What became of the samples at the threshold, counted: shape, colour, number and word of each outcome."""

from collections.abc import Mapping
from typing import NamedTuple

from PySide6.QtCore import QPointF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome
from ui.theme import Scheme, current, font, scheme, watch
from ui.widgets.chart_frame import text_width
from ui.widgets.outcomes import mark_pixmap

_TEXT_PX, _FEWEST = 12, 2
_LINE_PX = 17.0
_MARK_PX = 11
_GAP_PX, _BETWEEN_PX = 4.0, 12.0


class _Piece(NamedTuple):
    """A number with its word, or a role, where it stands."""

    text: str
    left: float
    line: int
    outcome: PairOutcome | None


class OutcomeCounts(QWidget):
    """Paints itself, since it changes with each step of a threshold; outcomes that nothing has are left out."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self._counts: tuple[tuple[str, tuple[tuple[PairOutcome, int], ...]], ...] = ()
        self._pieces: list[_Piece] = []
        self._lines = _FEWEST
        self._marks: dict[tuple[PairOutcome, float, Scheme], QPixmap] = {}
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
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
        shown = tuple(
            (role, tuple((PairOutcome[name.upper()], number) for name, number in by_name.items() if number))
            for role, by_name in counts.items()
        )
        if shown != self._counts:
            self._counts = shown
            self.setAccessibleName(self.words)
            self._arrange()
            self.update()

    def _arrange(self) -> None:
        """Lay the words out in lines, in the width that there is."""
        indent = text_width("forget", _TEXT_PX) + _BETWEEN_PX
        pieces, line = [], 0
        for role, counts in self._counts:
            left = indent
            pieces.append(_Piece(role, 0.0, line, None))
            for outcome, number in counts:
                text = f"{number:,} {OUTCOME_WORDS[outcome]}"
                width = _MARK_PX + _GAP_PX + text_width(text, _TEXT_PX)
                if left > indent and left + width > self.width():
                    left, line = indent, line + 1
                pieces.append(_Piece(text, left, line, outcome))
                left += width + _BETWEEN_PX
            line += 1
        self._pieces = pieces
        if line > self._lines:  # it never shrinks: what is below would jump while the threshold moves
            self._lines = line
            self.updateGeometry()

    def _mark(self, outcome: PairOutcome) -> QPixmap:
        key = (outcome, self.devicePixelRatioF(), scheme())
        if key not in self._marks:
            self._marks[key] = mark_pixmap(outcome, _MARK_PX, key[1])
        return self._marks[key]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Find room for the words in another width."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._lines = _FEWEST
            self._arrange()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        tokens, painter = current(), QPainter(self)
        painter.fillRect(self.rect(), QColor(tokens.surface))
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(font(_TEXT_PX))
        base = QFontMetricsF(painter.font()).ascent() + 1
        for piece in self._pieces:
            left, top = piece.left, piece.line * _LINE_PX
            if piece.outcome is not None:
                painter.drawPixmap(QPointF(left, top + (_LINE_PX - _MARK_PX) / 2), self._mark(piece.outcome))
                left += _MARK_PX + _GAP_PX
            painter.setPen(QColor(tokens.muted if piece.outcome is None else tokens.text))
            painter.drawText(QPointF(left, top + base), piece.text)
