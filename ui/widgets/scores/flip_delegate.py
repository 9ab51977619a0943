"""Paints a row of the list of flips: both pictures, whom they should show, and columns of numbers; and their titles."""

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from genmu_studio.scores.flips import Flip
from genmu_studio.thumbnails import Waveform
from scoring.types import MediaKind
from ui.models.flip_model import ROW, Cell, FlipRow
from ui.theme import current, font, watch
from ui.widgets.chart_frame import text_width
from ui.widgets.outcomes import paint_shape
from ui.widgets.pair_tile import paint_picture
from ui.widgets.segments import Index
from ui.widgets.thumbnails import Picture, Seen
from ui.widgets.waveform import paint_waveform

ROW_PX = 44
SIDE_PX = 36  # of a picture
_TITLES = ("similarity", "ERB alone", "ERB moved")
_TITLES_TIP = (
    "Similarity to its own template, and whether it verifies now; ERB if this decision alone were the other one; "
    "ERB with the threshold moved just past it, nearer samples with it"
)
_COLUMN_PX = 74
_WAVE_PX = 74
_PAD_PX, _GAP_PX = 6, 3
_TEXT_PX, _TITLE_PX = 12, 24
_BASES = 18, 35  # of the two lines


class FlipTitles(QWidget):
    """The line above the list: what its columns are."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(_TITLE_PX)
        self.setAccessibleName(", ".join(_TITLES))
        self.setToolTip(_TITLES_TIP)
        watch().changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        painter.setFont(font(_TEXT_PX))
        painter.setPen(QColor(current().muted))
        for number, title in enumerate(_TITLES):
            right = _right_of(self.width() - _BAR_PX, number)
            painter.drawText(right - round(text_width(title, _TEXT_PX)), _TITLE_PX - 8, title)


_BAR_PX = 10  # of the list, the bar that scrolls


def _right_of(width: int, column: int) -> int:
    """Return where a column of numbers ends."""
    return width - _PAD_PX - _COLUMN_PX * (len(_TITLES) - 1 - column)


class FlipDelegate(QStyledItemDelegate):
    """see : what a sample looks like, None while that is not known."""

    def __init__(self, see: Callable[[int], Seen | None], parent: QWidget) -> None:
        super().__init__(parent)
        self._see = see
        self.kind: MediaKind = "image"

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the height of a row."""
        return QSize(40, ROW_PX)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint a row, without what a style would ask of the model: the rows follow a threshold that moves."""
        tokens, box = current(), option.rect
        row: FlipRow = index.data(ROW)
        left, top = box.left(), box.top()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(box, QColor(tokens.raised))
        strong, plain = font(_TEXT_PX, QFont.Weight.DemiBold), font(_TEXT_PX)
        names_at = self._paint_sides(painter, left + _PAD_PX, top, row.flip) + _PAD_PX
        room = _right_of(box.width(), 0) - _COLUMN_PX + _PAD_PX - names_at + left
        ends = [left + _right_of(box.width(), number) for number in range(len(row.numbers))]
        for line, face in enumerate((strong, plain)):
            painter.setFont(face)
            base = top + _BASES[line]
            text, tint = _line(row.who, line)
            painter.setPen(QColor(tint))
            painter.drawText(names_at, base, QFontMetrics(face).elidedText(text, Qt.TextElideMode.ElideRight, room))
            for cell, end in zip(row.numbers, ends, strict=True):
                text, tint = _line(cell, line)
                painter.setPen(QColor(tint))
                # Bold figures are as wide as others: the font's are tabular.
                painter.drawText(end - round(text_width(text, _TEXT_PX)), base, text)

    def _paint_sides(self, painter: QPainter, left: int, top: int, flip: Flip) -> int:
        """Paint original and unlearned; return where they end."""
        tokens = current()
        samples = ((flip.original, tokens.original), (flip.sample, tokens.unlearned))
        top += (ROW_PX - SIDE_PX) // 2
        if self.kind == "audio":
            for number, (sample, tint) in enumerate(samples):
                seen = self._see(sample) if sample is not None else None
                if isinstance(seen, Waveform):
                    box = QRectF(left, top + number * (SIDE_PX // 2), _WAVE_PX, SIDE_PX // 2)
                    paint_waveform(painter, box, seen, QColor(tint), seen.duration_s)
            return left + _WAVE_PX
        for sample, tint in samples:
            seen = self._see(sample) if sample is not None else None
            if isinstance(seen, Picture):
                paint_picture(painter, QRect(left, top, SIDE_PX, SIDE_PX), seen)
            elif sample is None or seen is not None:
                shape = QRectF(left + 12, top + 12, SIDE_PX - 24, SIDE_PX - 24)
                paint_shape(painter, shape, "dash" if sample is None else "cross", QColor(tokens.muted))
            painter.fillRect(left, top + SIDE_PX - 2, SIDE_PX, 2, QColor(tint))
            left += SIDE_PX + _GAP_PX
        return left - _GAP_PX


def _line(cell: Cell, line: int) -> tuple[str, str]:
    """Return one line of a cell, and its colour."""
    return (cell.below, getattr(current(), cell.tint)) if line else (cell.above, current().text)
