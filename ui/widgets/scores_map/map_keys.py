"""What the keys do on a map."""

from PySide6.QtCore import Qt

from ui.widgets.scores_map.map_choice import MapChoice
from ui.widgets.scores_map.map_sight import MapSight
from ui.widgets.scores_map.meant_sample import MeantSample

KEYS = (
    "Arrows walk from sample to sample, Enter opens one in Review, Space chooses it; + and − zoom, Shift and arrows "
    "move the map, Home shows all of it."
)
_PAN_PX = 48.0
_ARROWS = {
    Qt.Key.Key_Left: (-1, 0),
    Qt.Key.Key_Right: (1, 0),
    Qt.Key.Key_Up: (0, 1),
    Qt.Key.Key_Down: (0, -1),
}


class MapKeys:
    """Looks elsewhere, walks, chooses and opens, as `KEYS` says."""

    def __init__(self, sight: MapSight, meant: MeantSample, choice: MapChoice) -> None:
        self._sight, self._meant, self._choice = sight, meant, choice

    def act(self, key: Qt.Key, *, has_shift: bool) -> bool:
        """Do what a key says; whether it says anything here."""
        if self._sight.is_empty:
            return False
        if key in _ARROWS and has_shift:
            right, up = _ARROWS[key]
            self._sight.move(-right * _PAN_PX, up * _PAN_PX)
        elif key in _ARROWS:
            self._meant.walk(*_ARROWS[key])
        elif key in {Qt.Key.Key_Plus, Qt.Key.Key_Equal, Qt.Key.Key_Minus}:
            self._sight.zoom(-1 if key == Qt.Key.Key_Minus else 1)
        elif key == Qt.Key.Key_Home:
            self._sight.show_all()
        elif key == Qt.Key.Key_Space:
            self._choice.toggle(self._meant.current)
        elif key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            return self._meant.open_current()
        elif key == Qt.Key.Key_Escape:
            return self._choice.clear() or self._meant.leave()
        else:
            return False
        return True
