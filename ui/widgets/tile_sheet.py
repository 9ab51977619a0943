"""Painting many tiles in little time: those drawn before are copied, new ones drawn as long as the frame has time."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from PySide6.QtCore import QPoint, QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap, QRegion

from scoring.types import MediaKind
from ui.theme import current
from ui.widgets.drawn_tiles import DrawnTile, DrawnTiles
from ui.widgets.pair_tile import Tile, TilePainter

DRAWING_S = 0.006  # of a frame of 16 ms, in which more is painted than tiles


class PlacedTile(NamedTuple):
    """A tile, where it is painted, and the key sample of its pair."""

    key: int
    box: QRect
    tile: Tile


class TileSheet:
    """Paints tiles of one kind of media in the theme in use. clock : seconds."""

    def __init__(self, kind: MediaKind, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._painter = TilePainter(kind)
        self._drawn = DrawnTiles()

    def restyle(self, kind: MediaKind) -> None:
        """Paint another kind of media, or in another theme."""
        self._painter = TilePainter(kind)
        self._drawn.clear()

    def paint(self, painter: QPainter, placed: Iterable[PlacedTile]) -> QRegion:
        """Paint tiles; return where they do not look yet as they should, but as before, or like a bare surface.

        One tile at least is drawn in each frame, so that all are in the end.
        """
        ratio = painter.device().devicePixelRatio()
        ends: float | None = None
        late = QRegion()
        for key, box, tile in placed:
            pixels = box.size() * ratio
            pixmap = self._drawn.find(key, tile, pixels.width(), pixels.height())
            if pixmap is None and (ends is None or self._clock() < ends):
                ends = ends if ends is not None else self._clock() + DRAWING_S
                pixmap = self._draw(tile, box.size(), ratio, self._drawn.last(key))
                self._drawn.keep(key, tile, pixmap)
            if pixmap is not None:
                painter.drawPixmap(box.topLeft(), pixmap)
                continue
            late += box
            if (before := self._drawn.last(key)) is not None:
                painter.drawPixmap(box, before.pixmap)
            else:
                painter.fillRect(box, QColor(current().surface))
        return late

    def draw(self, tile: Tile, size: QSize, ratio: float) -> QPixmap:
        """Return a tile as a picture."""
        return self._draw(tile, size, ratio, None)

    def _draw(self, tile: Tile, size: QSize, ratio: float, before: DrawnTile | None) -> QPixmap:
        """Return a tile as a picture; where only its pictures have changed, they are painted over those `before`."""
        pixels = size * ratio
        is_patched = before is not None and before.pixmap.size() == pixels and before.tile.is_like(tile)
        pixmap = QPixmap(before.pixmap) if before is not None and is_patched else QPixmap(pixels)
        pixmap.setDevicePixelRatio(ratio)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._painter.paint(painter, QRect(QPoint(0, 0), size), tile, only_pictures=is_patched)
        painter.end()
        return pixmap

    @property
    def used_bytes(self) -> int:
        """How much memory the tiles take that were drawn."""
        return self._drawn.used_bytes

    def shrink(self, most_bytes: int, least: int) -> None:
        """Drop the oldest until they take at most so many bytes, or `least` tiles are left."""
        self._drawn.shrink(most_bytes, least)
