"""One tile: that pictures painted over those before look as if all had been painted at once, and what must be seen."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap
from PySide6.QtWidgets import QApplication

from genmu_studio.marks import Marks
from genmu_studio.pair_table import with_marks
from genmu_studio.thumbnails import Unshown, Waveform
from scoring.types import MediaKind
from tests.ui.test_pair_grid import table_of
from ui.widgets.pair_tile import Tile, picture_height, picture_side, text_of
from ui.widgets.thumbnails import Picture, Seen
from ui.widgets.tile_sheet import PlacedTile, TileSheet

WIDTH = 260
DAMAGED = Unshown("DAMAGED", "it cannot be decoded")


def picture(tint: str, side: int) -> Picture:
    pixmap = QPixmap(side, side)
    pixmap.fill(QColor(tint))
    return Picture(pixmap)


def tile_of(pick: str = "", **lit: bool) -> Tile:
    table = table_of(3)
    marks = Marks({table.key(1): pick} if pick else {}, frozenset({table.key(1)}), {})  # type: ignore[dict-item]  # a pick
    return Tile(text_of(with_marks(table, marks), 1), None, None, **lit)


def size_of(kind: MediaKind) -> QSize:
    return QSize(WIDTH, picture_height(WIDTH, kind) + 54)


def sheet_of(kind: MediaKind) -> TileSheet:
    return TileSheet(kind, lambda: 0.0)


def painted(sheet: TileSheet, tile: Tile, size: QSize) -> QImage:
    """Return what a sheet paints, which knows how the tile looked before."""
    image = QImage(size, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    sheet.paint(painter, [PlacedTile(1, image.rect(), tile)])
    painter.end()
    return image


@pytest.mark.parametrize("kind", ["image", "audio"])
@pytest.mark.parametrize("pick", ["", "pick", "reject"])
def test_pictures_over_those_before_look_like_all_at_once(dressed: QApplication, kind: MediaKind, pick: str) -> None:
    wave = Waveform(np.array([[-0.5, 0.5]] * 40, dtype=np.float32), 1.0)
    one: Seen = picture("#123456", picture_side(WIDTH)) if kind == "image" else wave
    for selected, hovered, current in product((False, True), repeat=3):
        sheet, size = sheet_of(kind), size_of(kind)
        bare = tile_of(pick, is_selected=selected, is_hovered=hovered, is_current=current, has_focus=current)
        steps = [bare, replace(bare, original=one), replace(bare, original=one, unlearned=DAMAGED), bare]
        for tile in steps:
            patched = painted(sheet, tile, size)
            assert patched == painted(sheet_of(kind), tile, size)


def test_what_is_drawn_of_a_tile_is_drawn_once(dressed: QApplication) -> None:
    sheet, size = sheet_of("image"), size_of("image")
    first = painted(sheet, tile_of(), size)
    used = sheet.used_bytes
    assert used == 4 * size.width() * size.height()
    assert painted(sheet, tile_of(), size) == first
    assert sheet.used_bytes == used
    assert painted(sheet, tile_of(is_hovered=True), size) != first
    sheet.shrink(0, 0)
    assert sheet.used_bytes == 0


def test_a_picture_of_just_the_size_is_copied_pixel_for_pixel(dressed: QApplication) -> None:
    side = picture_side(WIDTH)
    pixels = np.random.default_rng(1).integers(0, 255, (side, side, 4), dtype=np.uint8)
    image = QImage(pixels.tobytes(), side, side, 4 * side, QImage.Format.Format_RGB32).copy()
    tile = replace(tile_of(), unlearned=Picture(QPixmap.fromImage(image)))
    shown = painted(sheet_of("image"), tile, size_of("image"))
    inner = image.rect().adjusted(10, 40, -10, -10)  # of the picture, clear of corners and marks
    left = WIDTH // 2 + 1
    assert shown.copy(inner.translated(left, (picture_height(WIDTH, "image") - side) // 2)) == image.copy(inner)


def test_a_picture_of_few_pixels_shows_them_as_squares(dressed: QApplication) -> None:
    image = QImage(2, 1, QImage.Format.Format_RGB32)
    image.setPixelColor(0, 0, QColor("#ff0000"))
    image.setPixelColor(1, 0, QColor("#0000ff"))
    tile = replace(tile_of(), original=Picture(QPixmap.fromImage(image)))
    shown = painted(sheet_of("image"), tile, size_of("image"))
    middle = picture_height(WIDTH, "image") // 2
    assert {shown.pixelColor(x, middle).name() for x in range(2, WIDTH // 2 - 2)} == {"#ff0000", "#0000ff"}
