"""The mark of an outcome: a colour, a shape and a word that belong together, wherever an outcome is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPen, QPixmap, QPolygonF

from genmu_studio.pair_table import PairOutcome
from ui.theme import current

Shape = Literal["disc", "square", "diamond", "cross", "triangle", "ring", "dash", "warning"]


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
    pen = QPen(color, max(1.6, box.width() / 5))
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    middle = box.center()
    if shape in ("ring", "cross", "dash"):
        painter.setPen(pen)
        inner = box.adjusted(1, 1, -1, -1)
        if shape == "ring":
            painter.drawEllipse(inner)
        elif shape == "dash":
            painter.drawLine(QPointF(box.left(), middle.y()), QPointF(box.right(), middle.y()))
        else:
            painter.drawLine(inner.topLeft(), inner.bottomRight())
            painter.drawLine(inner.topRight(), inner.bottomLeft())
    else:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(color)
        if shape == "disc":
            painter.drawEllipse(box)
        elif shape == "square":
            painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5))
        elif shape == "warning":
            painter.drawPolygon(QPolygonF([QPointF(middle.x(), box.top()), box.bottomRight(), box.bottomLeft()]))
        elif shape == "triangle":
            painter.drawPolygon(QPolygonF([box.topLeft(), box.topRight(), QPointF(middle.x(), box.bottom())]))
        else:
            points = [QPointF(middle.x(), box.top()), QPointF(box.right(), middle.y())]
            points += [QPointF(middle.x(), box.bottom()), QPointF(box.left(), middle.y())]
            painter.drawPolygon(QPolygonF(points))
    painter.restore()


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
