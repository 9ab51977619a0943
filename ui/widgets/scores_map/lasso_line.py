"""The line that a person draws around samples of a map. It is kept as places, so that it moves with the map."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF

from ui.theme import color, current
from ui.widgets.scores_map.map_frame import MapFrame

_LEAST = 3  # points that enclose anything


class LassoLine:
    """No line, one that is being drawn, or one that is closed."""

    def __init__(self) -> None:
        self._places: list[tuple[float, float]] = []
        self._is_drawing = False

    @property
    def is_drawing(self) -> bool:
        """Whether it is being drawn."""
        return self._is_drawing

    @property
    def places(self) -> NDArray[np.float64]:
        """Where it goes, (m, 2)."""
        return np.array(self._places, dtype=np.float64).reshape(-1, 2)

    def begin(self, place: tuple[float, float]) -> None:
        """Begin another line there."""
        self._places, self._is_drawing = [place], True

    def extend(self, place: tuple[float, float]) -> None:
        """Go on to there."""
        self._places.append(place)

    def close(self) -> bool:
        """End it where it began; whether it encloses anything."""
        self._is_drawing = False
        return len(self._places) >= _LEAST

    def clear(self) -> bool:
        """Forget it; whether there was one."""
        had_one, self._places, self._is_drawing = bool(self._places), [], False
        return had_one

    def paint(self, painter: QPainter, frame: MapFrame) -> None:
        """Draw the line, and what it encloses."""
        if len(self._places) < 2:
            return
        line = QPolygonF([frame.to_px(x, y) for x, y in self._places])
        tint = QColor(current().accent)
        pen = QPen(tint, 1.5)
        pen.setDashPattern([4, 3])
        painter.setPen(pen)
        painter.setBrush(color(tint.name(), 0.08))
        if self._is_drawing:
            painter.drawPolyline(line)
        else:
            painter.drawPolygon(line)
