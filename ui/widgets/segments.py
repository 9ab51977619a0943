"""Cells of several looks: a bold team beside a muted method, a coloured shape beside its word, a reason below."""

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from ui.theme import GRID_PX, current

Index = QModelIndex | QPersistentModelIndex
SEGMENTS = Qt.ItemDataRole.UserRole + 20  # the role of a cell's lines: tuple[tuple[Segment, ...], ...]
_BETWEEN = GRID_PX - 2


@dataclass(frozen=True, slots=True)
class Segment:
    """A piece of a line. color : the name of a token of the theme."""

    text: str
    color: str = "text"
    bold: bool = False


Lines = tuple[tuple[Segment, ...], ...]


class RowDelegate(QStyledItemDelegate):
    """Paints a cell of a table that is chosen by row: no frame around one cell, its own colour also when selected."""

    def initStyleOption(self, option: QStyleOptionViewItem, index: Index) -> None:
        """Set what the style paints."""
        super().initStyleOption(option, index)
        option.state &= ~QStyle.StateFlag.State_HasFocus
        foreground = index.data(Qt.ItemDataRole.ForegroundRole)
        if isinstance(foreground, QColor):
            option.palette.setColor(QPalette.ColorRole.HighlightedText, foreground)


class SegmentsDelegate(RowDelegate):
    """Paints the lines of `SEGMENTS`; what does not fit ends in an ellipsis."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Paint the cell."""
        paint_background(painter, option, self, index)
        lines: Lines = index.data(SEGMENTS) or ()
        room = option.rect.adjusted(GRID_PX - 2, 0, -(GRID_PX - 2), 0)
        height = QFontMetrics(option.font).height()
        top = room.top() + (room.height() - height * len(lines)) // 2
        painter.save()
        for number, line in enumerate(lines):
            _paint_line(painter, option.font, QRect(room.left(), top + number * height, room.width(), height), line)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        """Return the size at which nothing is left out."""
        lines: Lines = index.data(SEGMENTS) or ()
        widths = [sum(_width(option.font, part) + _BETWEEN for part in line) for line in lines]
        height = QFontMetrics(option.font).height() * max(1, len(lines))
        return QSize(max(widths, default=0) + 2 * GRID_PX, height + GRID_PX + 4)


def paint_background(
    painter: QPainter, option: QStyleOptionViewItem, delegate: QStyledItemDelegate, index: Index
) -> None:
    """Paint what every cell has: selection and focus, without text."""
    shown = QStyleOptionViewItem(option)
    delegate.initStyleOption(shown, index)
    shown.text = ""
    shown.widget.style().drawControl(QStyle.ControlElement.CE_ItemViewItem, shown, painter, shown.widget)


def _paint_line(painter: QPainter, font: QFont, room: QRect, line: tuple[Segment, ...]) -> None:
    left = room.left()
    for part in line:
        face = _face(font, part)
        metrics = QFontMetrics(face)
        text = metrics.elidedText(part.text, Qt.TextElideMode.ElideRight, room.right() - left)
        painter.setFont(face)
        painter.setPen(QColor(getattr(current(), part.color)))
        painter.drawText(QPoint(left, room.top() + metrics.ascent()), text)
        left += metrics.horizontalAdvance(text) + _BETWEEN
        if text != part.text or left >= room.right():
            return


def _face(font: QFont, part: Segment) -> QFont:
    face = QFont(font)
    if part.bold:
        face.setWeight(QFont.Weight.DemiBold)
    return face


def _width(font: QFont, part: Segment) -> int:
    return QFontMetrics(_face(font, part)).horizontalAdvance(part.text)
