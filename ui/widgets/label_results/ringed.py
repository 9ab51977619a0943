"""A place that takes the keys, with a ring around it while it has them."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from ui.theme import current, watch
from ui.widgets.tips import tip

_RADIUS_PX = 7
_RING_PX = 1.5


class Ringed(QWidget):
    """`body` is the layout to fill. What is pressed on it means an action of the view."""

    def __init__(self, name: str, explanation: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.setToolTip(tip(explanation))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.body = QVBoxLayout(self)
        self.body.setContentsMargins(2, 2, 2, 2)
        watch().changed.connect(self.update)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Show the ring."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Take it away."""
        super().focusOutEvent(event)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ring."""
        if not self.hasFocus():
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(current().accent), _RING_PX))
        half = _RING_PX / 2
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(half, half, -half, -half), _RADIUS_PX, _RADIUS_PX)
