"""The mark of an outcome: a colour, a shape and a word that belong together, wherever an outcome is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from genmu_studio.pair_outcomes import PairOutcome
from ui.theme import current

Shape = Literal["disc", "square", "diamond", "cross", "triangle", "ring", "dash", "warning", "tick", "ribbon", "lines"]

# What shapes are made of, in shares of their box.
Points = tuple[tuple[float, float], ...]
_STROKES: Mapping[Shape, tuple[Points, ...]] = {
    "cross": (((0, 0), (1, 1)), ((1, 0), (0, 1))),
    "dash": (((0, 0.5), (1, 0.5)),),
    "tick": (((0, 0.55), (0.36, 0.9), (1, 0.12)),),
    "lines": (((0, 0.1), (1, 0.1)), ((0, 0.5), (1, 0.5)), ((0, 0.9), (0.6, 0.9))),
}
_POLYGONS: Mapping[Shape, Points] = {
    "square": ((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95)),
    "diamond": ((0.5, 0), (1, 0.5), (0.5, 1), (0, 0.5)),
    "triangle": ((0, 0), (1, 0), (0.5, 1)),
    "warning": ((0.5, 0), (1, 1), (0, 1)),
    "ribbon": ((0.15, 0), (0.85, 0), (0.85, 1), (0.5, 0.7), (0.15, 1)),
}


@dataclass(frozen=True, slots=True)
class Mark:
    """Shape, and the name of the token of the theme that colours it."""

    shape: Shape
    token: str

    @property
    def color(self) -> QColor:
        """The colour in the theme in use."""
        return QColor(getattr(current(), self.token))


MARKS: Mapping[PairOutcome, Mark] = {
    PairOutcome.FORGOTTEN: Mark("disc", "good"),
    PairOutcome.STILL_VERIFIED: Mark("square", "bad"),
    PairOutcome.KEPT: Mark("disc", "good"),
    PairOutcome.LOST: Mark("triangle", "bad"),
    PairOutcome.BECAME_FORGET: Mark("diamond", "changed"),
    PairOutcome.BECAME_RETAIN: Mark("diamond", "changed"),
    PairOutcome.COLLAPSED: Mark("cross", "bad"),
    PairOutcome.UNSCORED: Mark("ring", "muted"),
    PairOutcome.ABSENT: Mark("dash", "muted"),
}


def paint_shape(painter: QPainter, box: QRectF, shape: Shape, color: QColor) -> None:
    """Draw a shape that fills `box`."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    if shape in _STROKES:
        pen = QPen(color, max(1.6, box.width() / 5))
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        for stroke in _STROKES[shape]:
            painter.drawPolyline(_within(box.adjusted(1, 1, -1, -1), stroke))
    elif shape in _POLYGONS:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawPolygon(_within(box, _POLYGONS[shape]))
    elif shape == "ring":
        painter.setPen(QPen(color, max(1.6, box.width() / 5)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawEllipse(box.adjusted(1, 1, -1, -1))
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        painter.drawEllipse(box)
    painter.restore()


def _within(box: QRectF, points: Points) -> QPolygonF:
    return QPolygonF([QPointF(box.left() + x * box.width(), box.top() + y * box.height()) for x, y in points])


def paint_mark(painter: QPainter, box: QRectF, outcome: PairOutcome) -> None:
    """Draw the mark of an outcome so that it fills `box`."""
    mark = MARKS[outcome]
    paint_shape(painter, box, mark.shape, mark.color)


def mark_pixmap(outcome: PairOutcome, side_px: int = 11, ratio: float = 2.0) -> QPixmap:
    """Return the mark of an outcome as a pixmap with a transparent ground."""
    pixmap = QPixmap(round(side_px * ratio), round(side_px * ratio))
    pixmap.setDevicePixelRatio(ratio)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    paint_mark(painter, QRectF(1, 1, side_px - 2, side_px - 2), outcome)
    painter.end()
    return pixmap


def mark_icon(outcome: PairOutcome) -> QIcon:
    """Return the mark of an outcome as an icon."""
    return QIcon(mark_pixmap(outcome))
