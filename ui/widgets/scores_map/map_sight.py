"""Which part of a map is looked at, as it is moved and zoomed."""

from PySide6.QtCore import QObject, QPointF, QRectF, QTimer, Signal

from ui.widgets.scores_map.map_frame import Bounds, MapFrame, fit

_ZOOM_PER_NOTCH = 1.25
_REST_MS = 150


class MapSight(QObject):
    """A frame that stays within the bounds of what is there; without bounds there is nothing to move.

    `changed` : another part is looked at. `rested` : it was zoomed, some time ago.
    """

    changed = Signal()
    rested = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._bounds: Bounds | None = None
        self._frame = MapFrame(QRectF(0, 0, 1, 1), 0.0, 0.0, 1.0)
        self._rest = QTimer(self)
        self._rest.setSingleShot(True)
        self._rest.setInterval(_REST_MS)
        self._rest.timeout.connect(self.rested)

    @property
    def frame(self) -> MapFrame:
        """Which part it is, and where places are."""
        return self._frame

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to look at."""
        return self._bounds is None

    @property
    def is_zooming(self) -> bool:
        """Whether it was zoomed a moment ago."""
        return self._rest.isActive()

    def begin(self, bounds: Bounds | None, area: QRectF) -> None:
        """Look at all of something else, in that area; nobody is told."""
        self._bounds = bounds
        if bounds is not None:
            self._frame = fit(bounds, area)

    def fit_into(self, area: QRectF) -> None:
        """Look at the same part in another area; nobody is told."""
        if self._bounds is not None and area != self._frame.area:
            self._frame = self._frame.resized(area, self._bounds)

    def show_all(self) -> None:
        """Look at everything."""
        if self._bounds is not None:
            self._look_through(fit(self._bounds, self._frame.area))

    def zoom(self, notches: float, at: QPointF | None = None) -> None:
        """Show everything larger, or smaller where `notches` is below 0; what is at the pixel stays there."""
        middle = self._frame.area.center()
        self._look_through(self._frame.zoomed(_ZOOM_PER_NOTCH**notches, middle if at is None else at))

    def move(self, right: float, down: float) -> None:
        """Draw the map along, in pixels."""
        self._look_through(self._frame.moved(right, down))

    def bring(self, pixel: QPointF) -> None:
        """Bring into the middle what is at a pixel out of sight."""
        if not self._frame.area.contains(pixel):
            away = self._frame.area.center() - pixel
            self.move(away.x(), away.y())

    def _look_through(self, frame: MapFrame) -> None:
        if self._bounds is not None:
            if frame.scale != self._frame.scale:
                self._rest.start()
            self._frame = frame.within(self._bounds)
            self.changed.emit()
