"""A range between two handles on one track. To the keyboard and to a screen reader each handle is a slider of its own.

superqt has a range slider too: its handles hear no keys, and importing it takes half a second.
"""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QAbstractSlider, QSizePolicy, QWidget

from ui.theme import current, watch
from ui.widgets.scales import Limits, Number, Scale

HANDLE_PX = 14
MARGIN_PX = HANDLE_PX // 2  # the track starts in the middle of a handle that stands at its end
_HEIGHT_PX = 20
_TRACK_PX = 4
_PAGE_STEPS = 10


class RangeSlider(QWidget):
    """Shows a range and lets it be dragged; `changed` carries (low, high), `reset` says that it was double-clicked."""

    changed = Signal(object)  # Limits
    reset = Signal()

    def __init__(self, name: str, tip: str) -> None:
        super().__init__()
        self._scale = Scale(0, 1, 1)
        self._limits: Limits = (0, 1)
        self._held: _Handle | None = None
        self._grip = 0.0  # from the middle of the held handle to the pointer
        self.low = _Handle(self, f"{name}, from")
        self.high = _Handle(self, f"{name}, to")
        for handle in (self.low, self.high):
            handle.setToolTip(f"{tip} (arrow keys; double click: everything)")
        self.low.valueChanged.connect(self._move_low)
        self.high.valueChanged.connect(self._move_high)
        self.setToolTip(self.low.toolTip())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        watch().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return a size that fits a narrow panel."""
        return QSize(160, _HEIGHT_PX)

    @property
    def limits(self) -> Limits:
        """What the handles stand for; a number between two steps is kept as it was shown."""
        return self._limits

    def show_limits(self, scale: Scale, limits: Limits) -> None:
        """Show a range without telling anybody."""
        self._scale, self._limits = scale, limits
        low, high = scale.place(limits[0]), scale.place(limits[1])
        for handle, place in ((self.low, low), (self.high, high)):
            handle.blockSignals(True)
            handle.setRange(0, scale.steps)
            handle.setPageStep(min(_PAGE_STEPS, scale.steps))
            handle.setValue(place)
            handle.blockSignals(False)
        self._bound()
        self._place_handles()

    def _bound(self) -> None:
        """Let no handle pass the other."""
        for handle in (self.low, self.high):
            handle.blockSignals(True)
        self.low.setRange(0, self.high.value())
        self.high.setRange(self.low.value(), self._scale.steps)
        for handle in (self.low, self.high):
            handle.blockSignals(False)

    def _move_low(self, place: int) -> None:
        high = self._limits[1]
        self._take((min(self._scale.value(place), high), high))

    def _move_high(self, place: int) -> None:
        low = self._limits[0]
        self._take((low, max(self._scale.value(place), low)))

    def _take(self, limits: Limits) -> None:
        self._limits = limits
        self._bound()
        self._place_handles()
        self.changed.emit(self._limits)

    # ---- places ----

    def x_of(self, value: Number) -> float:
        """Return where a number is, in pixels."""
        return MARGIN_PX + (self.width() - 2 * MARGIN_PX) * self._scale.share(value)

    def _place_at(self, x: float) -> int:
        room = max(1, self.width() - 2 * MARGIN_PX)
        return self._scale.place_at((x - MARGIN_PX) / room)

    def _place_handles(self) -> None:
        for handle, value in ((self.low, self._limits[0]), (self.high, self._limits[1])):
            handle.move(round(self.x_of(value) - HANDLE_PX / 2), (self.height() - HANDLE_PX) // 2)
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Take the handles along."""
        super().resizeEvent(event)
        self._place_handles()

    # ---- mouse ----

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the nearest handle; where both stand at one place, the one that can go there."""
        if event.button() != Qt.MouseButton.LeftButton:
            super().mousePressEvent(event)
            return
        x = event.position().x()
        from_low, from_high = x - self.x_of(self._limits[0]), x - self.x_of(self._limits[1])
        takes_low = abs(from_low) < abs(from_high) or (abs(from_low) == abs(from_high) and from_low < 0)
        self._held = self.low if takes_low else self.high
        self._grip = from_low if takes_low else from_high
        if abs(self._grip) > HANDLE_PX / 2:
            self._grip = 0.0
            self._held.setValue(self._place_at(x))
        self._held.setFocus(Qt.FocusReason.MouseFocusReason)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the handle."""
        if self._held is not None:
            self._held.setValue(self._place_at(event.position().x() - self._grip))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the handle go."""
        self._held = None
        super().mouseReleaseEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for everything again."""
        self._held = None
        self.reset.emit()

    # ---- painting ----

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the track; the handles paint themselves."""
        tokens = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        top = (self.height() - _TRACK_PX) / 2
        track = QRectF(MARGIN_PX, top, self.width() - 2 * MARGIN_PX, _TRACK_PX)
        painter.setBrush(QColor(tokens.line))
        painter.drawRoundedRect(track, _TRACK_PX / 2, _TRACK_PX / 2)
        left, right = self.x_of(self._limits[0]), self.x_of(self._limits[1])
        painter.setBrush(QColor(tokens.accent))
        painter.drawRoundedRect(QRectF(left, top, right - left, _TRACK_PX), _TRACK_PX / 2, _TRACK_PX / 2)


class _Handle(QAbstractSlider):
    """One end of the range: hears the keys of a slider; the mouse is the track's business."""

    def __init__(self, parent: RangeSlider, name: str) -> None:
        super().__init__(parent)
        self.setOrientation(Qt.Orientation.Horizontal)
        self.setAccessibleName(name)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFixedSize(HANDLE_PX, HANDLE_PX)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Stand in front of the other handle where both are at one place."""
        super().focusInEvent(event)
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a knob, ringed while it has the focus."""
        tokens = current()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = QPointF(HANDLE_PX / 2, HANDLE_PX / 2)
        if self.hasFocus():
            painter.setPen(QPen(QColor(tokens.text), 1.5))
            painter.setBrush(QColor(tokens.accent))
            painter.drawEllipse(middle, HANDLE_PX / 2 - 1, HANDLE_PX / 2 - 1)
        else:
            painter.setPen(QPen(QColor(tokens.accent), 2))
            painter.setBrush(QColor(tokens.surface))
            painter.drawEllipse(middle, HANDLE_PX / 2 - 2, HANDLE_PX / 2 - 2)
