"""Where tiles stand: lines of equal tiles that fill the width, from the top. Lengths are points of the screen."""

from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect

from scoring.types import MediaKind
from ui.theme import GRID_PX
from ui.widgets.pair_tile import TEXT_HEIGHT, picture_height

SMALLEST_TILE, LARGEST_TILE = 140, 520
GAP = GRID_PX + 2
_NARROWEST = 60


@dataclass(frozen=True, slots=True)
class GridLayout:
    """Tiles of `count` pairs, `columns` of them side by side."""

    columns: int
    tile_width: int
    tile_height: int
    count: int

    @property
    def height(self) -> int:
        """How high all lines are together."""
        return max(0, -(-self.count // self.columns) * (self.tile_height + GAP) - GAP)

    def top_of(self, place: int) -> int:
        """Return where the line of a place begins."""
        return place // self.columns * (self.tile_height + GAP)

    def rect(self, place: int) -> QRect:
        """Return where a place is."""
        left = place % self.columns * (self.tile_width + GAP)
        return QRect(left, self.top_of(place), self.tile_width, self.tile_height)

    def place_at(self, point: QPoint) -> int:
        """Return the place under a point, −1 for none."""
        column, line = point.x() // (self.tile_width + GAP), point.y() // (self.tile_height + GAP)
        place = line * self.columns + column
        inside = 0 <= column < self.columns and 0 <= place < self.count
        return place if inside and self.rect(place).contains(point) else -1

    def in_sight(self, top: int, height: int) -> range:
        """Return the places whose lines have a part between `top` and `top + height`."""
        down = self.tile_height + GAP
        first = top // down * self.columns
        last = ((top + max(0, height - 1)) // down + 1) * self.columns
        return range(min(first, self.count), min(last, self.count))

    def lines_in(self, height: int) -> int:
        """Return how many whole lines `height` shows, at least 1."""
        return max(1, height // (self.tile_height + GAP))


def lay_out(count: int, width: int, wished: int, kind: MediaKind) -> GridLayout:
    """Return a layout that fills `width` with tiles about `wished` wide."""
    columns = max(1, round((width + GAP) / (wished + GAP)))
    tile_width = max(_NARROWEST, (width - (columns - 1) * GAP) // columns)
    return GridLayout(columns, tile_width, picture_height(tile_width, kind) + TEXT_HEIGHT, count)
