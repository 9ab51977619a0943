"""The line of the threshold in a plot, which a person drags or steps."""

from math import ceil, log10

from PySide6.QtCore import QObject, QPointF, QTimer, Signal

from ui.widgets.chart_marks import ThresholdMark
from ui.widgets.chart_sight import ChartSight

_REACH_PX = 6.0
_SNAP_PX = 3.0
_MOST_DECIMALS = 8


class ThresholdGrip(QObject):
    """Tells what a person does with the line; whoever hears of it shows another mark.

    `moved` carries the value while the line is dragged, once in each turn of the event loop, with as many decimals as
    pixels tell apart; near the protocol's own it is that. `stepped` carries by how much a key moves it.
    mark : what is shown, None where nothing is. is_movable : whether a person can move it here. is_hidden : whether
    a note stands in its place.
    """

    moved = Signal(float)
    released = Signal()
    stepped = Signal(float)

    def __init__(self, sight: ChartSight, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._sight = sight
        self.mark: ThresholdMark | None = None
        self.is_movable = True
        self.is_hidden = False
        self._held: float | None = None  # how far from the line the mouse took it, in pixels
        self._wanted: float | None = None
        self._turn = QTimer(self)
        self._turn.setSingleShot(True)
        self._turn.setInterval(0)
        self._turn.timeout.connect(self._tell_moved)

    @property
    def is_held(self) -> bool:
        """Whether the mouse has hold of the line."""
        return self._held is not None

    def is_near(self, at: QPointF | None) -> bool:
        """Whether the mouse takes the line there."""
        if self.mark is None or not self.is_movable or at is None or self.is_hidden:
            return False
        frame = self._sight.frame
        is_beside = abs(frame.x_px(self.mark.value) - at.x()) <= _REACH_PX
        return is_beside and at.y() <= frame.area.bottom()

    def take(self, at: QPointF) -> bool:
        """Take hold of the line; whether it is there."""
        if self.mark is None or not self.is_near(at):
            return False
        self._held = at.x() - self._sight.frame.x_px(self.mark.value)
        return True

    def drag(self, at: QPointF) -> bool:
        """Move the line there; whether it is held."""
        if self._held is None:
            return False
        self._wanted = self._value_at(at.x() - self._held)
        self._turn.start()
        return True

    def let_go(self) -> bool:
        """Let go of the line; whether it was held."""
        if self._held is None:
            return False
        self._held = None
        self._tell_moved()
        self.released.emit()
        return True

    def step(self, by: float) -> bool:
        """Move the line by so much; whether a person can."""
        if self.mark is None or not self.is_movable:
            return False
        self.stepped.emit(by)
        return True

    def _value_at(self, pixel: float) -> float:
        frame = self._sight.frame
        official = self.mark.official if self.mark is not None else None
        if official is not None and abs(frame.x_px(official) - pixel) <= _SNAP_PX:
            return official
        decimals = min(_MOST_DECIMALS, max(0, ceil(-log10(frame.x_per_pixel))))
        within = min(max(frame.x_at(pixel), frame.x[0]), frame.x[1])
        return min(1.0, max(-1.0, round(within, decimals)))

    def _tell_moved(self) -> None:
        wanted, self._wanted = self._wanted, None
        if wanted is not None:
            self.moved.emit(wanted)
