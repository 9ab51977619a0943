"""Lines between a waveform in its own time and the panes below it in the time of the original: what was stretched."""

import numpy as np
from PySide6.QtGui import QColor, QPainterPath, QPen
from PySide6.QtWidgets import QGraphicsPathItem, QGraphicsScene

from genmu_studio.sounds.aligning import Alignment
from ui.theme import current
from ui.widgets.sound.lane import Lane
from ui.widgets.sound.ticks import ticks

_ROOM_PX = 36.0


class WarpLinks:
    """A line every so often, between moments that answer each other."""

    def __init__(self, scene: QGraphicsScene, ink: str) -> None:
        self._ink = ink
        self._item = QGraphicsPathItem()
        self._item.setVisible(False)
        self._item.setZValue(5)
        scene.addItem(self._item)
        self.dress()

    def show(self, alignment: Alignment, above: Lane, below: Lane) -> None:
        """Join a lane in the time of the unlearned sound with the next one, in that of the original."""
        times_s = np.array(ticks(*below.span, below.rect.width() / _ROOM_PX))
        inside = (times_s >= alignment.original_s[0]) & (times_s <= alignment.original_s[-1])
        path = QPainterPath()
        for original_s, own_s in zip(times_s[inside], alignment.to_unlearned(times_s[inside]), strict=True):
            x = above.x_of(float(own_s))
            if above.rect.left() <= x <= above.rect.right():
                path.moveTo(x, above.rect.bottom())
                path.lineTo(below.x_of(float(original_s)), below.rect.top())
        self._item.setPath(path)
        self._item.setVisible(True)

    def hide(self) -> None:
        """Show nothing."""
        self._item.setVisible(False)

    @property
    def count(self) -> int:
        """How many lines are shown."""
        return self._item.path().elementCount() // 2 if self._item.isVisible() else 0

    def dress(self) -> None:
        """Take the colours of the theme."""
        self._item.setPen(QPen(QColor(getattr(current(), self._ink)), 1))
