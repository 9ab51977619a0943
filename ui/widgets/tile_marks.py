"""Marks over the pictures of a tile: selected, picked, rejected, bookmarked, with a note. Seen on any picture."""

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.theme import color, current
from ui.widgets.outcomes import Shape, paint_shape

_SIDE = 22  # of the corner that selects
_INSET = 6
_SHAPE = 10.0
_STEP = 17.0
# The same in both themes: what lies below is a picture, not the theme's surface.
_BACKING = color("#0b0d10", 0.78)
_LIGHT = "#f4f6fa"
# (shape, colour) of each mark on that backing.
PICKED: tuple[Shape, str] = ("tick", "#3ed6a5")
REJECTED: tuple[Shape, str] = ("cross", "#b4bcc9")
BOOKMARKED: tuple[Shape, str] = ("ribbon", "#f2c744")
NOTED: tuple[Shape, str] = ("lines", _LIGHT)


def selecting_corner(box: QRect) -> QRect:
    """Return where on a tile in `box` a click selects it."""
    return QRect(box.topLeft() + QPoint(_INSET, _INSET), box.topLeft() + QPoint(_INSET + _SIDE, _INSET + _SIDE))


def paint_selecting(painter: QPainter, box: QRect, *, is_selected: bool) -> None:
    """Draw a check mark in the corner of a selected tile in `box`; of another, the ring that a click fills."""
    tokens = current()
    disc = QRectF(selecting_corner(box)).adjusted(2, 2, -2, -2)
    painter.setPen(QPen(QColor(_LIGHT), 1.5))
    painter.setBrush(QColor(tokens.accent) if is_selected else _BACKING)
    painter.drawEllipse(disc)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if is_selected:
        paint_shape(painter, disc.adjusted(5, 5, -5, -5), "tick", QColor(tokens.on_accent))


def paint_marks(painter: QPainter, box: QRect, marks: Sequence[tuple[Shape, str]]) -> None:
    """Draw marks side by side into the upper right corner of `box`, on one dark backing."""
    if not marks:
        return
    width = _STEP * len(marks) + 5
    backing = QRectF(box.right() - _INSET - width, box.top() + _INSET, width, _SIDE - 2)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(_BACKING)
    painter.drawRoundedRect(backing, 5, 5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for number, (shape, tint) in enumerate(marks):
        left = backing.left() + 6 + number * _STEP
        paint_shape(painter, QRectF(left, backing.center().y() - _SHAPE / 2, _SHAPE, _SHAPE), shape, QColor(tint))
