"""What passes as alike, and what does not: each on a picture of a tile as the window paints it."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtWidgets import QApplication

from tests.ui import golden_album
from tests.ui.golden_compare import LEVEL, MOST_OF_A_SPOT, SPOT_PX, WHOLE_LEVELS, Levels, compare, marked
from tests.ui.golden_palette import COLOURS, in_few_colours
from ui import theme

WIDTH, HEIGHT = 320, 200
SQUARE = QRect(16, 150, 9, 9)


def painted(*, down: int = 0, badge: str = theme.DARK.good, has_tile: bool = True, words: str = "forgotten") -> Levels:
    """Return a tile with a line of text below, and a badge before it."""
    image = QImage(WIDTH, HEIGHT, QImage.Format.Format_RGB32)
    image.fill(QColor(theme.DARK.background))
    painter = QPainter(image)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(theme.font())
    if has_tile:
        painter.fillRect(QRect(8, 8, 120, 120), QColor(theme.DARK.raised))
        painter.setBrush(QColor(theme.DARK.original))
        painter.drawEllipse(30, 30, 70, 70)
    painter.fillRect(SQUARE, QColor(badge))
    painter.setPen(QColor(theme.DARK.muted))
    painter.drawText(QRect(32, 144 + down, 280, 20), Qt.AlignmentFlag.AlignVCenter, f"{words} · 0.31 → 0.07")
    painter.end()
    return golden_album.levels_of(image)


@pytest.fixture(autouse=True)
def _font(dressed: QApplication) -> None:
    """Have the bundled font."""


def test_the_same_picture_passes() -> None:
    compared = compare(painted(), painted())
    assert compared.is_alike
    assert compared.levels == 0
    assert compared.apart is not None
    assert not compared.apart.any()


def test_edges_smoothed_a_little_differently_pass() -> None:
    """A tenth of every pixel flows to its neighbour: as from another version of the rasteriser."""
    expected = painted()
    actual = (0.9 * expected + 0.1 * np.roll(expected, 1, axis=1)).round().astype(np.uint8)
    assert (actual != expected).any()
    assert compare(actual, expected).is_alike


@pytest.mark.parametrize("seed", range(5))
def test_noise_passes(seed: int) -> None:
    expected = painted()
    noise = np.random.default_rng(seed).integers(-1, 2, expected.shape)
    assert compare(np.clip(expected + noise, 0, 255).astype(np.uint8), expected).is_alike


@pytest.mark.parametrize("seed", range(3))
def test_a_few_scattered_pixels_of_another_colour_pass(seed: int) -> None:
    """One in each second spot at most."""
    expected = painted()
    actual = expected.copy()
    chance = np.random.default_rng(seed)
    for row in range(SPOT_PX, HEIGHT - SPOT_PX, 2 * SPOT_PX):
        for column in range(SPOT_PX, WIDTH - SPOT_PX, 2 * SPOT_PX):
            actual[row + chance.integers(0, SPOT_PX), column + chance.integers(0, SPOT_PX)] ^= 64
    assert compare(actual, expected).is_alike


@pytest.mark.parametrize(
    "changed",
    [
        lambda: painted(down=1),
        lambda: painted(down=-1),
        lambda: painted(badge=theme.DARK.bad),
        lambda: painted(badge=theme.DARK.background),
        lambda: painted(has_tile=False),
        lambda: painted(words="Forgotten"),
        lambda: painted(words="remembered"),
        lambda: np.roll(painted(), 1, axis=1),
    ],
    ids=[
        "line lower",
        "line higher",
        "badge recoloured",
        "badge missing",
        "tile missing",
        "letter",
        "word",
        "all moved",
    ],
)
def test_what_a_person_would_notice_fails(changed: Callable[[], Levels]) -> None:
    assert not compare(changed(), painted()).is_alike


def test_a_surface_of_another_colour_fails_where_no_pixel_differs_much() -> None:
    raised, surface = QColor(theme.DARK.raised), QColor(theme.DARK.surface)
    assert abs(raised.red() - surface.red()) < LEVEL
    expected = painted()
    actual = expected.copy()
    actual[(expected == (raised.red(), raised.green(), raised.blue())).all(axis=2)] = (
        surface.red(), surface.green(), surface.blue(),
    )  # fmt: skip
    compared = compare(actual, expected)
    assert "levels in the 16 × 16 px" in compared.reason


def test_a_tint_all_over_fails() -> None:
    expected = painted()
    actual = expected + np.uint8(WHOLE_LEVELS + 1)
    assert compare(actual, expected).reason == "it differs by 1.00 levels all over"


def test_another_size_fails_and_is_named() -> None:
    compared = compare(painted(), painted()[:-1])
    assert compared.reason == f"it is {WIDTH} × {HEIGHT} px, not {WIDTH} × {HEIGHT - 1} px"
    assert compared.apart is None


@pytest.mark.parametrize("at", [(0, 0), (HEIGHT - 6, WIDTH - 6), (77, 133)])
def test_a_square_of_six_pixels_fails_wherever_it_is(at: tuple[int, int]) -> None:
    expected = np.zeros((HEIGHT, WIDTH, 3), dtype=np.uint8)
    actual = expected.copy()
    row, column = at
    actual[row : row + 6, column : column + 6] = 200
    compared = compare(actual, expected)
    assert "of the pixels differ in the 16 × 16 px" in compared.reason
    assert 36 / SPOT_PX**2 > MOST_OF_A_SPOT
    left, top = (int(part.strip(" (,)")) for part in compared.reason.split("at")[1].split())
    assert left - 1 <= column < left + SPOT_PX
    assert top - 1 <= row < top + SPOT_PX


def test_what_differs_is_marked_red_on_grey() -> None:
    expected = painted()
    actual = painted(badge=theme.DARK.bad)
    apart = compare(actual, expected).apart
    assert apart is not None
    shown = marked(actual, apart).astype(np.int64)
    inside = shown[SQUARE.center().y(), SQUARE.center().x()]
    assert inside.tolist() == [255, 0, 0]
    assert (np.ptp(shown[:100], axis=2) == 0).all()


# ---- the album ----


def test_a_palette_keeps_plain_surfaces_and_looks_the_same() -> None:
    picture = painted()
    shades = np.random.default_rng(1).integers(0, 256, (60, 60, 3), dtype=np.uint8)  # more colours than a palette has
    picture[20:80, 140:200] = (np.asarray([200, 120, 40]) + shades // 16).astype(np.uint8)
    places, palette = in_few_colours(picture)
    few = palette[0][places]
    assert palette.shape[1] <= COLOURS < len(np.unique(picture.reshape(-1, 3), axis=0))
    assert compare(few, picture).is_alike
    plain = (picture == picture[0, -1]).all(axis=2)
    assert (few[plain] == picture[plain]).all()


def test_few_colours_stay_as_they_are() -> None:
    picture = painted()[:20]
    places, palette = in_few_colours(picture)
    assert (palette[0][places] == picture).all()


@pytest.mark.parametrize("is_busy", [False, True])
def test_a_picture_is_read_as_it_was_written(is_busy: bool, tmp_path: Path) -> None:
    """Where a palette would be seen, a picture keeps all its colours."""
    picture = painted()
    if is_busy:
        picture = np.random.default_rng(1).integers(0, 256, picture.shape, dtype=np.uint8)
    golden_album.write(tmp_path / "new" / "a.png", picture)
    found = golden_album.read(tmp_path / "new" / "a.png")
    assert compare(found, picture).is_alike
    assert (found == picture).all() or not is_busy


def test_a_change_is_told_with_pictures_to_look_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setattr(golden_album, "FOLDER", tmp_path / "golden")
    monkeypatch.setattr(pytestconfig.option, "update_golden", False)
    seen = tmp_path / "seen"
    told = golden_album.hold_against("tile", painted(), seen, pytestconfig)
    assert told.startswith("there is no golden picture tile")
    assert compare(golden_album.read(seen / "tile.png"), painted()).is_alike
    golden_album.write(tmp_path / "golden" / "tile.png", painted())
    assert not golden_album.hold_against("tile", painted(), seen, pytestconfig)
    told = golden_album.hold_against("tile", painted(down=4), seen, pytestconfig)
    assert told.startswith("tile has changed: ")
    assert str(seen / "tile") in told
    assert "make golden" in told
    assert golden_album.read(seen / "tile-difference.png").shape == (HEIGHT, WIDTH, 3)


def test_pictures_are_written_anew_where_they_changed_and_only_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pytestconfig: pytest.Config
) -> None:
    monkeypatch.setattr(golden_album, "FOLDER", tmp_path)
    monkeypatch.setattr(pytestconfig.option, "update_golden", True)
    assert not golden_album.hold_against("tile", painted(), tmp_path, pytestconfig)
    first = (tmp_path / "tile.png").read_bytes()
    almost = painted()
    almost[0, 0] ^= 8
    assert not golden_album.hold_against("tile", almost, tmp_path, pytestconfig)
    assert (tmp_path / "tile.png").read_bytes() == first
    assert not golden_album.hold_against("tile", painted(down=4), tmp_path, pytestconfig)
    assert compare(golden_album.read(tmp_path / "tile.png"), painted(down=4)).is_alike
