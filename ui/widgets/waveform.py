"""Painting the outline of a sound."""

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from genmu_studio.thumbnails import Waveform
from ui.theme import color, current


def paint_waveform(painter: QPainter, box: QRectF, waveform: Waveform, tint: QColor, span_s: float) -> None:
    """Draw a waveform into `box`, whose width stands for `span_s` seconds and whose height for full scale ±1."""
    middle, half = box.center().y(), box.height() / 2 - 1
    painter.setPen(QPen(color(current().line), 1))
    painter.drawLine(QLineF(box.left(), middle, box.right(), middle))
    columns = len(waveform.peaks)
    if not columns or span_s <= 0:
        return
    step = box.width() * min(1.0, waveform.duration_s / span_s) / columns
    # At least a pixel high, so that a silent stretch is a line and not nothing.
    top, bottom = [], []
    for column, (low, high) in enumerate(waveform.peaks.tolist()):
        x = box.left() + (column + 0.5) * step
        top.append(QPointF(x, middle - min(1.0, high) * half - 0.6))
        bottom.append(QPointF(x, middle - max(-1.0, low) * half + 0.6))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(tint)
    painter.drawPolygon(QPolygonF([*top, *reversed(bottom)]))
    painter.setBrush(Qt.BrushStyle.NoBrush)
