"""Where labels beside points go so that none covers another or a point."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF

_GAP = 3.0


@dataclass(frozen=True, slots=True)
class Anchor:
    """A point with a label: its pixel, the radius of its mark, the size of the label."""

    x: float
    y: float
    radius: float
    width: float
    height: float

    @property
    def mark(self) -> QRectF:
        """The pixels of the mark."""
        return QRectF(self.x - self.radius, self.y - self.radius, 2 * self.radius, 2 * self.radius)

    def candidates(self) -> Iterator[QRectF]:
        """Yield the places of the label, the best first: right, left, below, above, then the corners; then farther."""
        for away in (_GAP, 4 * _GAP):
            right, left = self.x + self.radius + away, self.x - self.radius - away - self.width
            below, above = self.y + self.radius + away, self.y - self.radius - away - self.height
            middle_x, middle_y = self.x - self.width / 2, self.y - self.height / 2
            for x, y in (
                (right, middle_y), (left, middle_y), (middle_x, below), (middle_x, above),
                (right, below), (right, above), (left, below), (left, above),
                (self.x - self.width, below), (self.x - self.width, above),
            ):  # fmt: skip
                yield QRectF(x, y, self.width, self.height)


def place_labels(anchors: Sequence[Anchor], area: QRectF, taken: Sequence[QRectF] = ()) -> list[QRectF | None]:
    """Return where the label of each point goes, the first points choosing first; None where there is no room.

    A label lies within `area`, on no mark, on no other label and on nothing that is `taken`.
    """
    blocked = [*taken, *(anchor.mark for anchor in anchors)]
    placed: list[QRectF | None] = []
    for anchor in anchors:
        free = (
            place
            for place in anchor.candidates()
            if area.contains(place) and not any(place.intersects(other) for other in blocked)
        )
        found = next(free, None)
        placed.append(found)
        if found is not None:
            blocked.append(found)
    return placed
