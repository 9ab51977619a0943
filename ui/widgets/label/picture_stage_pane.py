"""One pane of the pictures that are judged: a picture, or that it cannot be shown, and the letter it is called by."""

import math

from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFont, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.theme import current, font, watch
from ui.widgets.canvas_paint import ground
from ui.widgets.canvas_view import CanvasView
from ui.widgets.label.item_preloader import EntryPicture, Undecodable

_NEAREST_FROM = 4  # pixels of the screen per pixel of the picture: from here on one wants to see pixels
_RADIUS = 6.0
_BADGE_PX = 28
_MARGIN_PX = 10
_NOTCH = 120.0
_HELD = (Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton)


class PicturePane(QWidget):
    """Draws where `view` looks; what the mouse does here is told, as it is for all panes together."""

    zoomed = Signal(float, object)  # steps, and the place that stays where it is
    dragged = Signal(object)  # by how much
    doubled = Signal()

    def __init__(self, view: CanvasView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self._picture: EntryPicture | Undecodable | None = None
        self._letter = ""
        self._held_at: QPointF | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        watch().changed.connect(self.update)

    def show_picture(self, picture: EntryPicture | Undecodable | None, letter: str) -> None:
        """Show a picture, that there is none, or nothing. letter : A, B or X; "" where there is only one."""
        self._picture, self._letter = picture, letter
        self.setAccessibleName(f"Picture {letter}".strip())
        self.setAccessibleDescription(_cannot(picture) if isinstance(picture, Undecodable) else "")
        self.update()

    @property
    def picture(self) -> EntryPicture | Undecodable | None:
        """What is shown."""
        return self._picture

    @property
    def box(self) -> QRectF:
        """The room that pictures are laid out in."""
        return QRectF(self.rect())

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture, a frame without any meaning, and the letter."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(self.rect(), ground())
        if isinstance(self._picture, EntryPicture):
            self._paint_picture(painter, self._picture)
        elif self._picture is not None:
            _paint_words(painter, self.box, _cannot(self._picture))
        _paint_frame(painter, self.box)
        if self._letter:
            _paint_letter(painter, self._letter)

    def _paint_picture(self, painter: QPainter, picture: EntryPicture) -> None:
        ratio = self.devicePixelRatioF()
        target = self._view.target(self.box, (picture.width, picture.height))
        # With its corner on a whole pixel of the screen: otherwise 100 % would not be sharp.
        corner = QPointF(round(target.left() * ratio) / ratio, round(target.top() * ratio) / ratio)
        wide = target.width() * ratio
        level = picture.fitting(math.floor(wide))
        is_smooth = wide / picture.width < _NEAREST_FROM
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform, is_smooth)
        painter.drawImage(QRectF(corner, target.size()), level, QRectF(level.rect()))

    # ---- mouse ----

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom at the cursor with Ctrl; without, leave it to whoever scrolls."""
        if not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            event.ignore()
            return
        self.zoomed.emit(event.angleDelta().y() / _NOTCH, event.position())
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take hold."""
        if event.button() in _HELD:
            self._held_at = event.position()
            self.setCursor(Qt.CursorShape.ClosedHandCursor)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Move what is held."""
        if self._held_at is not None:
            self.dragged.emit(event.position() - self._held_at)
            self._held_at = event.position()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let go."""
        self._held_at = None
        self.setCursor(Qt.CursorShape.OpenHandCursor)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Show pixel for pixel, or whole."""
        self.doubled.emit()


def _cannot(picture: Undecodable) -> str:
    return f"cannot be shown: {picture.code}"


def _paint_words(painter: QPainter, room: QRectF, words: str) -> None:
    painter.setFont(font(13))
    painter.setPen(QColor(current().muted))
    painter.drawText(room.adjusted(8, 0, -8, 0), int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap), words)


def _paint_frame(painter: QPainter, room: QRectF) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(current().background), 2 * _RADIUS))
    painter.drawRoundedRect(room.adjusted(-_RADIUS, -_RADIUS, _RADIUS, _RADIUS), 2 * _RADIUS, 2 * _RADIUS)
    painter.setPen(QPen(QColor(current().line), 1))
    painter.drawRoundedRect(room.adjusted(0.5, 0.5, -0.5, -0.5), _RADIUS, _RADIUS)


def _paint_letter(painter: QPainter, letter: str) -> None:
    tokens = current()
    box = QRectF(_MARGIN_PX, _MARGIN_PX, _BADGE_PX, _BADGE_PX)
    painter.setPen(QPen(QColor(tokens.line), 1))
    painter.setBrush(QColor(tokens.raised))
    painter.drawRoundedRect(box, 5, 5)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(font(15, QFont.Weight.DemiBold))
    painter.setPen(QColor(tokens.text))
    painter.drawText(box, int(Qt.AlignmentFlag.AlignCenter), letter)
