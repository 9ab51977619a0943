"""Painting the outline of a sound."""

import numpy as np
from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter, QPen

from genmu_studio.thumbnails import Waveform, peaks_at
from ui.theme import color, current


def paint_waveform(painter: QPainter, box: QRectF, waveform: Waveform, tint: QColor, span_s: float) -> None:
    """Draw a waveform into `box`, whose width stands for `span_s` seconds and whose height for full scale ±1."""
    middle = box.center().y()
    painter.setPen(QPen(color(current().line), 1))
    painter.drawLine(QLineF(box.left(), middle, box.right(), middle))
    ratio = painter.device().devicePixelRatio()
    share = min(1.0, waveform.duration_s / span_s) if span_s > 0 else 0.0
    width, height = int(box.width() * share * ratio), int(box.height() * ratio)
    if width > 0 and height > 0:
        painter.drawImage(
            QRectF(box.left(), box.top(), width / ratio, height / ratio), _image(waveform, width, height, tint)
        )


def _image(waveform: Waveform, width: int, height: int, tint: QColor) -> QImage:
    """Return the outline in pixels of the screen: as a picture it is drawn many times quicker than as lines."""
    low, high = peaks_at(waveform, width)
    half = (height - 1) / 2
    # At least a pixel high, so that a silent stretch is a line and not nothing.
    first = np.ceil(half - high * (half - 1) - 0.5).astype(np.int16)
    last = np.floor(half - low * (half - 1) + 0.5).astype(np.int16)
    rows = np.arange(height, dtype=np.int16)[:, np.newaxis]
    inside = ((rows >= first) & (rows <= last)).view(np.uint8)
    image = QImage(inside.tobytes(), width, height, width, QImage.Format.Format_Indexed8)
    image.setColorTable([0, tint.rgba()])
    return image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
