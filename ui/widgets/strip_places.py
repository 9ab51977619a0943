"""Where on a widget the marks of seed strips are: a strip per identity, in it a lane per side, along one axis."""

from collections.abc import Iterator
from dataclasses import dataclass

from PySide6.QtCore import QPoint

from genmu_studio.overview.strips import Marks, Strip, strip_bounds

STRIP_PX = 52
LANE_PX = 18
LABEL_PX = 210
END_PX = 16
AXIS_PX = 26
_REACH_PX = 5.0


@dataclass(frozen=True, slots=True)
class MarkAt:
    """One mark: strip, side (0 original, 1 unlearned) and place among that side's marks."""

    strip: int
    side: int
    place: int


class StripPlaces:
    """Places of the marks of `strips`. bounds : of the axis. width : of the widget."""

    def __init__(self, width: int) -> None:
        self.strips: tuple[Strip, ...] = ()
        self.bounds = (0.0, 1.0)
        self.width = width
        self._columns: dict[tuple[int, int], frozenset[int]] = {}

    def take(self, strips: tuple[Strip, ...]) -> None:
        """Place these strips, on one common axis."""
        self.strips, self.bounds = strips, strip_bounds(strips)
        self._columns.clear()

    def resize(self, width: int) -> None:
        """Place them on a widget of another width."""
        self.width = width
        self._columns.clear()

    @property
    def height(self) -> int:
        """How high all strips and the axis are."""
        return len(self.strips) * STRIP_PX + AXIS_PX

    def x(self, similarity: float) -> float:
        """Return how far to the right a similarity is."""
        low, high = self.bounds
        return LABEL_PX + (self.width - LABEL_PX - END_PX) * (similarity - low) / (high - low)

    def _similarity_at(self, x: float) -> float:
        low, high = self.bounds
        return low + (high - low) * (x - LABEL_PX) / (self.width - LABEL_PX - END_PX)

    def columns_of(self, strip: int, side: int, marks: Marks) -> frozenset[int]:
        """Return the pixel columns of a side's marks, kept until the widget changes."""
        key = (strip, side)
        if key not in self._columns:
            low, high = self.bounds
            places = (marks.similarity - low) / (high - low) * (self.width - LABEL_PX - END_PX) + LABEL_PX
            self._columns[key] = frozenset(places.round().astype(int).tolist())
        return self._columns[key]

    @staticmethod
    def lane_y(strip: int, side: int) -> int:
        """Return the upper edge of a side's lane."""
        return strip * STRIP_PX + 6 + side * (LANE_PX + 4)

    def place_of(self, at: MarkAt) -> QPoint:
        """Return where a mark is."""
        similarity = float(self.marks_of(at).similarity[at.place])
        return QPoint(round(self.x(similarity)), self.lane_y(at.strip, at.side) + LANE_PX // 2)

    def marks_of(self, at: MarkAt) -> Marks:
        """Return the marks of the lane that a mark is in."""
        strip = self.strips[at.strip]
        return (strip.original, strip.unlearned)[at.side]

    def lanes(self) -> Iterator[tuple[int, int, Marks]]:
        """Yield strip, side and marks of each lane, from above."""
        for number, strip in enumerate(self.strips):
            for side, marks in enumerate((strip.original, strip.unlearned)):
                yield number, side, marks

    def mark_near(self, point: QPoint) -> MarkAt | None:
        """Return the mark that is meant by a point, None where none is near."""
        for strip, side, marks in self.lanes():
            top = self.lane_y(strip, side)
            if top - 2 <= point.y() <= top + LANE_PX + 2 and len(marks):
                after = int(marks.similarity.searchsorted(self._similarity_at(point.x())))
                near = [n for n in (after - 1, after) if 0 <= n < len(marks)]
                distance, place = min((abs(self.x(float(marks.similarity[n])) - point.x()), n) for n in near)
                return MarkAt(strip, side, place) if distance <= _REACH_PX else None
        return None
