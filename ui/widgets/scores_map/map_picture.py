"""The picture of a map: what does not follow the pointer is painted once, not with every frame."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap

from ui.theme import current
from ui.widgets.scores_map.map_frame import MapFrame
from ui.widgets.scores_map.map_scene import MapScene


class MapPicture:
    """A scene as it looks in a frame, and what stands around it, which stays where it is when the map is moved."""

    def __init__(self) -> None:
        self._around: QPixmap | None = None
        self._whole = QPixmap()
        self._is_painted = False

    def forget(self) -> None:
        """Paint everything anew when it is asked for."""
        self._around, self._is_painted = None, False

    def forget_map(self) -> None:
        """Paint the map anew, but not what stands around it."""
        self._is_painted = False

    def of(self, scene: MapScene | None, frame: MapFrame, size: QSize, ratio: float) -> QPixmap:
        """Return it; ratio : pixels of the screen to one of the widget."""
        if not self._is_painted or self._whole.devicePixelRatioF() != ratio:
            self._paint(scene, frame, size, ratio)
        return self._whole

    def _paint(self, scene: MapScene | None, frame: MapFrame, size: QSize, ratio: float) -> None:
        if self._around is None or self._around.devicePixelRatioF() != ratio:
            self._around = _blank(size, ratio)
            self._whole = _blank(size, ratio)
            if scene is not None:
                around = QPainter(self._around)
                scene.paint_around(around, QRectF(0, 0, size.width(), size.height()))
                around.end()
        painter = QPainter(self._whole)  # the same one: to make one for every frame takes longer than to copy
        painter.drawPixmap(0, 0, self._around)
        if scene is not None:
            scene.paint_map(painter, frame, ratio)
        painter.end()
        self._is_painted = True


def _blank(size: QSize, ratio: float) -> QPixmap:
    made = QPixmap(size * ratio)
    made.setDevicePixelRatio(ratio)
    made.fill(QColor(current().surface))
    return made
