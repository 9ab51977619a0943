"""Smaller copies of large pictures: drawn much smaller in one step, a picture would lose whole lines."""

from collections import OrderedDict

from PySide6.QtCore import Qt
from PySide6.QtGui import QPixmap

_KEPT = 3  # both sides, and a reference or the difference


class PictureLevels:
    """Pixmaps with their halves, quarters and so on, made when they are first needed; of the last few only."""

    def __init__(self) -> None:
        self._levels: OrderedDict[int, list[QPixmap]] = OrderedDict()

    def fitting(self, pixmap: QPixmap, width_px: float) -> QPixmap:
        """Return the smallest copy that is at least `width_px` wide; the pixmap itself where none is."""
        levels = self._levels.setdefault(pixmap.cacheKey(), [pixmap])
        self._levels.move_to_end(pixmap.cacheKey())
        while len(self._levels) > _KEPT:
            self._levels.popitem(last=False)
        while levels[-1].width() >= 2 * width_px and min(levels[-1].width(), levels[-1].height()) > 1:
            size = levels[-1].size() / 2
            levels.append(
                levels[-1].scaled(
                    size, Qt.AspectRatioMode.IgnoreAspectRatio, Qt.TransformationMode.SmoothTransformation
                )
            )
        return next((level for level in reversed(levels) if level.width() >= width_px), pixmap)
