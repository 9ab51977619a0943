"""Tiles as they were drawn, so that a frame mostly copies; the oldest go where they would take too much memory."""

from collections import OrderedDict
from dataclasses import dataclass

from PySide6.QtGui import QPixmap

from ui.widgets.pair_tile import Tile


@dataclass(frozen=True, slots=True)
class DrawnTile:
    """A tile, and how it looks."""

    tile: Tile
    pixmap: QPixmap


class DrawnTiles:
    """Pixmaps by the key sample of their pair."""

    def __init__(self) -> None:
        self._drawn: OrderedDict[int, DrawnTile] = OrderedDict()
        self._used = 0

    @property
    def used_bytes(self) -> int:
        """How much memory the pixmaps take."""
        return self._used

    def find(self, key: int, tile: Tile, width: int, height: int) -> QPixmap | None:
        """Return the pixmap of just this tile at this size, in pixels."""
        drawn = self._drawn.get(key)
        if drawn is None or drawn.tile != tile or (drawn.pixmap.width(), drawn.pixmap.height()) != (width, height):
            return None
        self._drawn.move_to_end(key)
        return drawn.pixmap

    def last(self, key: int) -> DrawnTile | None:
        """Return the tile of a pair as it was drawn last, whatever has changed about it."""
        return self._drawn.get(key)

    def keep(self, key: int, tile: Tile, pixmap: QPixmap) -> None:
        """Keep how a tile looks now."""
        self._drop(key)
        self._drawn[key] = DrawnTile(tile, pixmap)
        self._used += _bytes_of(pixmap)

    def shrink(self, most_bytes: int, least: int) -> None:
        """Drop the oldest until they take at most so many bytes, or `least` tiles are left."""
        while self._used > most_bytes and len(self._drawn) > least:
            self._drop(next(iter(self._drawn)))

    def clear(self) -> None:
        """Drop all."""
        self._drawn.clear()
        self._used = 0

    def _drop(self, key: int) -> None:
        dropped = self._drawn.pop(key, None)
        if dropped is not None:
            self._used -= _bytes_of(dropped.pixmap)


def _bytes_of(pixmap: QPixmap) -> int:
    return pixmap.width() * pixmap.height() * 4
