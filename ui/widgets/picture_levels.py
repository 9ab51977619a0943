"""Smaller copies of large pictures: drawn much smaller in one step, a picture would lose whole lines."""

from collections import OrderedDict

from PySide6.QtGui import QPainter, QPixmap

_KEPT = 3  # both sides, and a reference or the difference
# What is halved in one frame: a picture of 4096 pixels a side takes some 50 ms.
_PIXELS_IN_FRAME = 4096 * 4096


class PictureLevels:
    """Opaque pixmaps with their halves, quarters and so on, made when they are first needed; of the last few only.

    is_behind : the frame was over before all were made, and another would be sharper.
    """

    def __init__(self) -> None:
        self._levels: OrderedDict[int, list[QPixmap]] = OrderedDict()
        self._left = 0
        self.is_behind = False

    def begin_frame(self) -> None:
        """Let some more be made."""
        self._left, self.is_behind = _PIXELS_IN_FRAME, False

    def fitting(self, pixmap: QPixmap, width_px: float) -> QPixmap:
        """Return the smallest copy that is at least `width_px` wide; the pixmap itself where none is."""
        levels = self._levels.setdefault(pixmap.cacheKey(), [pixmap])
        self._levels.move_to_end(pixmap.cacheKey())
        while len(self._levels) > _KEPT:
            self._levels.popitem(last=False)
        while levels[-1].width() >= 2 * width_px and min(levels[-1].width(), levels[-1].height()) > 1:
            pixels = levels[-1].width() * levels[-1].height()
            if pixels > self._left:
                self.is_behind = True
                break
            self._left -= pixels
            levels.append(_halved(levels[-1]))
        return next((level for level in reversed(levels) if level.width() >= width_px), pixmap)


def _halved(pixmap: QPixmap) -> QPixmap:
    """Return a copy of half the size: between two pixels, bilinear means their mean. Faster than `QPixmap.scaled`."""
    made = QPixmap(max(1, pixmap.width() // 2), max(1, pixmap.height() // 2))
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
    painter.drawPixmap(made.rect(), pixmap, pixmap.rect())
    painter.end()
    return made
