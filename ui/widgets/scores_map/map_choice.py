"""Which samples of a map are chosen: by a line around them, or one by one."""

import numpy as np
from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPainter

from genmu_studio.scores.lasso import enclosed
from scoring.frame import BoolArray
from ui.widgets.scores_map.lasso_line import LassoLine
from ui.widgets.scores_map.map_frame import MapFrame
from ui.widgets.scores_map.map_scene import MapScene


class MapChoice(QObject):
    """Chooses in a scene, which paints faintly what is not chosen.

    `changed` : other samples are chosen, or none. `line_changed` : another line is seen, or none.
    """

    changed = Signal()
    line_changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._scene: MapScene | None = None
        self._line = LassoLine()

    def begin(self, scene: MapScene | None) -> None:
        """Choose in another scene, without a line."""
        self._scene = scene
        self._line.clear()

    def clear(self) -> bool:
        """Choose nothing; whether anything was chosen or being drawn."""
        had_any = self._scene is not None and self._scene.chosen is not None
        had_line = self._line.clear()
        self.choose(None)
        self.line_changed.emit()
        return had_any or had_line

    def choose(self, chosen: BoolArray | None) -> None:
        """Choose these, (n,), or none."""
        if self._scene is not None and (chosen is not None or self._scene.chosen is not None):
            self._scene.set_chosen(chosen)
            self.changed.emit()

    def toggle(self, place: int | None) -> None:
        """Choose the sample at that place too, or no longer."""
        scene = self._scene
        if scene is None or place is None:
            return
        chosen = np.zeros(len(scene.shown), dtype=np.bool_) if scene.chosen is None else scene.chosen.copy()
        chosen[place] = not chosen[place]
        self.choose(chosen if chosen.any() else None)

    # ---- the line ----

    @property
    def has_line(self) -> bool:
        """Whether a line was drawn around what is chosen."""
        return len(self._line.places) > 0

    @property
    def is_drawing(self) -> bool:
        """Whether a line is being drawn."""
        return self._line.is_drawing

    def draw_from(self, place: tuple[float, float]) -> None:
        """Begin another line there."""
        self._line.begin(place)
        self.line_changed.emit()

    def draw_to(self, place: tuple[float, float]) -> None:
        """Go on to there."""
        self._line.extend(place)
        self.line_changed.emit()

    def end_line(self) -> None:
        """Choose what the line encloses, of what is shown."""
        scene = self._scene
        if scene is None or not self._line.close():
            self.clear()
            return
        found = enclosed(scene.shown.places, self._line.places)
        self.choose(found if scene.allowed is None else found & scene.allowed)

    def paint_line(self, painter: QPainter, frame: MapFrame) -> None:
        """Draw the line, and what it encloses."""
        self._line.paint(painter, frame)
