"""Which sample of a map is meant: the one below the pointer, or the one that was clicked or walked to."""

import numpy as np
from PySide6.QtCore import QObject, QPointF, Signal

from ui.widgets.scores_map.map_pointing import pixel_of
from ui.widgets.scores_map.map_scene import MapScene
from ui.widgets.scores_map.map_sight import MapSight

_REACH_PX = 8.0


class MeantSample(QObject):
    """Pointer and keys each know one; who spoke last is right. Samples are told by their places in the map.

    `changed` : another one is told of, or none. `opened` : somebody wants to see one.
    """

    changed = Signal()
    opened = Signal(int)

    def __init__(self, sight: MapSight, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sight = sight
        self._scene: MapScene | None = None
        self._hovered: int | None = None
        self._current: int | None = None
        self._has_walked = False  # the keys spoke last

    def begin(self, scene: MapScene | None) -> None:
        """Mean no sample of another scene yet."""
        self._scene = scene
        self._hovered = self._current = None
        self.changed.emit()

    @property
    def pointed(self) -> int | None:
        """The one that the pointer or the keys are at."""
        return self._current if self._has_walked else self._hovered

    @property
    def current(self) -> int | None:
        """The one that was clicked or walked to."""
        return self._current

    # ---- the pointer ----

    def point_at(self, pixel: QPointF) -> None:
        """Point at what is there, or near it."""
        found, frame = None, self._sight.frame
        if self._scene is not None and frame.area.contains(pixel):
            x, y = frame.at(pixel)
            found = self._scene.index.nearest(x, y, _REACH_PX / frame.scale, self._scene.allowed)
        if found != self._hovered or self._has_walked:
            self._hovered, self._has_walked = found, False
            self.changed.emit()

    def point_nowhere(self) -> None:
        """Point at none."""
        self._hovered = None
        self.changed.emit()

    def take_pointed(self) -> None:
        """Let the one below the pointer be the current one."""
        self._current = self._hovered

    def open_pointed(self) -> bool:
        """Tell that somebody wants to see the one below the pointer; whether there is one."""
        if self._hovered is not None:
            self.opened.emit(self._hovered)
        return self._hovered is not None

    # ---- the keys ----

    def walk(self, right: int, up: int) -> None:
        """Go to the next one in that direction; at first to the one in the middle."""
        scene, frame, here = self._scene, self._sight.frame, self._current
        if scene is not None and here is None:
            self._go_to(scene.index.nearest(frame.x, frame.y, np.inf, scene.allowed))
        elif scene is not None and here is not None:
            found = scene.index.next_toward(here, right, up, scene.allowed)
            self._go_to(here if found is None else found)

    def leave(self) -> bool:
        """Be at none; whether there was one."""
        had_one = self._current is not None
        self._go_to(None)
        return had_one

    def _go_to(self, place: int | None) -> None:
        self._current, self._has_walked = place, place is not None
        if self._scene is not None and place is not None:
            self._sight.bring(pixel_of(self._scene, self._sight.frame, place))
        self.changed.emit()

    def open_current(self) -> bool:
        """Tell that somebody wants to see the current one; whether there is one."""
        if self._current is not None:
            self.opened.emit(self._current)
        return self._current is not None

    def stop_walking(self) -> None:
        """Hear no more of the keys: they went elsewhere."""
        self._has_walked = False
