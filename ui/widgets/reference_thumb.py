"""One reference as a small square: a face beside a name. Where there is none, or it cannot be seen, nothing."""

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import GRID_PX
from ui.widgets.pair_tile import paint_picture
from ui.widgets.thumbnails import Picture, ThumbnailStore

_SIDE_PX = 3 * GRID_PX + 2


class ReferenceThumb(QWidget):
    """Shows the reference of that id."""

    def __init__(self, thumbnails: ThumbnailStore, reference: int) -> None:
        super().__init__()
        self._thumbnails = thumbnails
        self._reference = reference
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        thumbnails.ready.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a square a little higher than a line of text."""
        return QSize(_SIDE_PX, _SIDE_PX)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, as far as it is there."""
        seen = self._thumbnails.get_reference(self._reference, round(_SIDE_PX * self.devicePixelRatioF()))
        if not isinstance(seen, Picture):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        outline = QPainterPath()
        outline.addRoundedRect(self.rect(), 4, 4)
        painter.setClipPath(outline)
        paint_picture(painter, QRect(self.rect()), seen)
