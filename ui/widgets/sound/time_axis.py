"""The time axis below the panes: seconds, the ends of the loop, and a place to drag along."""

from PySide6.QtCore import QLineF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from ui.models.sound_view import SoundView
from ui.theme import current, font, watch
from ui.widgets.sound.lane import LEFT_PX, RIGHT_PX
from ui.widgets.sound.pointing import Pointing
from ui.widgets.sound.ticks import decimals_for, step_for, ticks

_HEIGHT_PX = 22
_TICK_ROOM_PX = 84


class TimeAxis(QWidget):
    """Ticks in s of the time that is shown; dragging it pans, the wheel pans or zooms."""

    def __init__(self, view: SoundView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        self.setFixedHeight(_HEIGHT_PX)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Time axis")
        self.setToolTip("Drag to pan; wheel pans, Ctrl+wheel zooms")
        self._pointing = Pointing(self, view, lambda x, _: self._time_at(x), self._seconds_per_pixel, pans=True)
        view.shown_changed.connect(self.update)
        view.loop_changed.connect(self.update)
        watch().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Return room for a line of numbers."""
        return QSize(240, _HEIGHT_PX)

    @property
    def labels(self) -> list[tuple[float, str]]:
        """The ticks: where, in s, and what stands there."""
        shown, width = self._view.shown, self._width()
        if shown.length_s <= 0 or width <= 0:
            return []
        most = width / _TICK_ROOM_PX
        decimals = decimals_for(step_for(shown.length_s, most))
        return [(each, f"{each:.{decimals}f} s") for each in ticks(*shown, most)]

    def _width(self) -> float:
        return self.width() - LEFT_PX - RIGHT_PX

    def _x_of(self, time_s: float) -> float:
        shown = self._view.shown
        return LEFT_PX + (time_s - shown.start_s) / shown.length_s * self._width()

    def _time_at(self, x: float) -> float:
        shown, width = self._view.shown, self._width()
        return shown.start_s + ((x - LEFT_PX) / width if width > 0 else 0.0) * shown.length_s

    def _seconds_per_pixel(self) -> float:
        return self._view.shown.length_s / self._width() if self._width() > 0 else 0.0

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint ticks, numbers, and brackets where the loop ends."""
        painter = QPainter(self)
        painter.setFont(font(11))
        tokens = current()
        painter.setPen(QPen(QColor(tokens.line), 1))
        painter.drawLine(QLineF(LEFT_PX, 0.5, self.width() - RIGHT_PX, 0.5))
        for time_s, text in self.labels:
            x = self._x_of(time_s)
            painter.setPen(QPen(QColor(tokens.line), 1))
            painter.drawLine(QLineF(x, 0, x, 5))
            painter.setPen(QColor(tokens.muted))
            painter.drawText(QRectF(x - 40, 6, 80, 15), int(Qt.AlignmentFlag.AlignHCenter), text)
        self._paint_loop(painter)

    def _paint_loop(self, painter: QPainter) -> None:
        ends, shown = self._view.loop_ends, self._view.shown
        if ends is None or shown.length_s <= 0:
            return
        is_on = self._view.loop is not None
        painter.setPen(QPen(QColor(current().good if is_on else current().muted), 2))
        for end_s, inward in ((ends.start_s, 5.0), (ends.end_s, -5.0)):
            if shown.start_s <= end_s <= shown.end_s:
                x = self._x_of(end_s)
                painter.drawLine(QLineF(x, 0, x, 9))
                painter.drawLine(QLineF(x, 1, x + inward, 1))
                painter.drawLine(QLineF(x, 8, x + inward, 8))
