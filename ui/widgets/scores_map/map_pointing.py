"""What is drawn over a map at the sample that somebody points at: rings, its line, those of its identity."""

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from ui.theme import current
from ui.widgets.scores_map.map_frame import MapFrame
from ui.widgets.scores_map.map_marks import paint_lines
from ui.widgets.scores_map.map_scene import MapScene

_RING_PX = 7.0


def pixel_of(scene: MapScene, frame: MapFrame, place: int) -> QPointF:
    """Return where the sample at `place` of the map is on screen."""
    x, y = scene.shown.places[place].tolist()
    return frame.to_px(x, y)


def paint_pointed(painter: QPainter, scene: MapScene, frame: MapFrame, pointed: int | None, chosen: int | None) -> None:
    """Mark the sample that is pointed at, and the one that was `chosen`; where there are no lines, draw some."""
    if pointed is not None and scene.lines_in(frame) is None:
        scene.paint_pairs(painter, frame, scene.lines_of_identity(pointed))
    tokens = current()
    if chosen is not None and chosen != pointed:
        _paint_pair(painter, scene, frame, chosen, QColor(tokens.accent))
    if pointed is not None:
        _paint_pair(painter, scene, frame, pointed, QColor(tokens.text))


def _paint_pair(painter: QPainter, scene: MapScene, frame: MapFrame, place: int, tint: QColor) -> None:
    at, partner = pixel_of(scene, frame, place), int(scene.shown.partner[place])
    painter.setBrush(Qt.BrushStyle.NoBrush)
    if partner >= 0 and scene.sides == "both":
        other = pixel_of(scene, frame, partner)
        paint_lines(painter, np.array([[[at.x(), at.y()], [other.x(), other.y()]]]), tint)
        painter.setPen(QPen(tint, 1.0))
        painter.drawEllipse(other, _RING_PX, _RING_PX)
    painter.setPen(QPen(tint, 2.0))
    painter.drawEllipse(at, _RING_PX, _RING_PX)
