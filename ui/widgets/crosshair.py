"""The crosshair of a plot: where it is, and what it says."""

from collections.abc import Callable

from PySide6.QtCore import QPointF

from ui.widgets.chart_frame import Frame


class Crosshair:
    """At a pixel, or nowhere. read : how it reads a place of the plot."""

    def __init__(self) -> None:
        self.at: QPointF | None = None
        self.read: Callable[[float, float], str] = lambda x, y: f"{x:.3f}"

    def step(self, frame: Frame, by_px: float, start: float | None) -> None:
        """Go along x; from the value `start`, or else the middle, where it was nowhere in the frame."""
        area = frame.area
        if self.at is None or not area.contains(self.at):
            is_seen = start is not None and frame.x[0] <= start <= frame.x[1]
            first = frame.x_px(start) if start is not None and is_seen else area.center().x()
            self.at = QPointF(first, area.center().y())
        self.at = QPointF(min(max(self.at.x() + by_px, area.left()), area.right() - 1), self.at.y())

    def text(self, frame: Frame) -> str:
        """Return what it says, "" where it is nowhere in the frame."""
        if self.at is None or not frame.area.contains(self.at):
            return ""
        return self.read(frame.x_at(self.at.x()), frame.y_at(self.at.y()))
