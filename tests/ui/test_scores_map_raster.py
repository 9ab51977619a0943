"""Painting points: against a loop over them, in both ways; their shapes; and colours that stay apart for everybody."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from genmu_studio.pair_outcomes import PairOutcome
from scoring.frame import Side
from ui import theme
from ui.widgets.scores_map.map_frame import Bounds, fit
from ui.widgets.scores_map.point_layer import PointLayer
from ui.widgets.scores_map.point_looks import (
    FAINT,
    LOOKS_OF_IDENTITIES,
    PALETTES,
    PointLook,
    identity_kinds,
    identity_looks,
    outcome_kinds,
    outcome_looks,
    sprite_of,
    with_choice,
)
from ui.widgets.scores_map.point_raster import LEVELS, MOST_KINDS, Sprite, Workspace, color_table, paint_points

WIDTH, HEIGHT = 9, 7
Points = list[tuple[int, int, int]]  # column, row, kind

sprites_of_three = st.lists(
    st.lists(st.integers(0, LEVELS - 1), min_size=9, max_size=9).filter(any), min_size=1, max_size=3
).map(lambda shapes: [Sprite(np.array(shape, dtype=np.uint8).reshape(3, 3)) for shape in shapes])
points = st.lists(st.tuples(st.integers(-5, WIDTH + 3), st.integers(-5, HEIGHT + 3), st.integers(0, 3)), max_size=25)


def by_hand(drawn: Points, sprites: list[Sprite]) -> list[list[int]]:
    picture = [[0] * WIDTH for _ in range(HEIGHT)]
    for column, row, kind in drawn:
        for down, line in enumerate(sprites[kind].levels.tolist()):
            for right, level in enumerate(line):
                x, y = column + right, row + down
                if level and 0 <= x < WIDTH and 0 <= y < HEIGHT:
                    picture[y][x] = max(picture[y][x], 8 * (kind + 1) + level)
    return picture


@pytest.mark.parametrize("crowded", [0.0, 1e9], ids=["all at once", "each point"])
@given(points, sprites_of_three)
def test_points_are_painted_as_by_hand(crowded: float, drawn: Points, shapes: list[Sprite]) -> None:
    sprites = [shapes[kind % len(shapes)] for kind in range(4)]
    ordered = sorted(drawn, key=lambda point: point[2])
    columns, rows, kinds = (np.array([point[part] for point in ordered], dtype=np.int32) for part in range(3))
    ends = np.cumsum(np.bincount(kinds, minlength=4)).tolist()
    codes = paint_points((WIDTH, HEIGHT), (columns, rows), ends, sprites, Workspace(), crowded=crowded)
    codes[codes < LEVELS] = 0  # of no point
    assert codes.tolist() == by_hand(drawn, sprites)


def test_a_table_has_a_colour_for_every_code() -> None:
    table = color_table([(10, 20, 30, 255)] * MOST_KINDS)
    assert len(table) == 256
    assert table[:LEVELS] == [0] * LEVELS  # nothing is painted where there is no point
    assert table[LEVELS] == 0
    assert table[2 * LEVELS - 1] == 0xFF0A141E
    assert table[255] == 0xFF0A141E
    opacities = [entry >> 24 for entry in table[LEVELS : 2 * LEVELS]]
    assert opacities == sorted(opacities)


@pytest.mark.usefixtures("dressed")
@pytest.mark.parametrize("side", [3, 4, 5, 7, 9, 18])
def test_shapes_are_told_apart(side: int) -> None:
    shapes = ("ring", "frame", "disc", "square", "triangle", "diamond", "cross")
    drawn = {shape: sprite_of(shape, side).levels for shape in shapes}
    middle = side // 2
    for hollow in ("ring", "frame"):
        assert drawn[hollow][middle, middle] == 0
    for filled in ("disc", "square", "triangle", "diamond"):
        assert drawn[filled][middle, middle] >= 4
    for levels in drawn.values():
        assert levels.shape == (side, side)
        assert levels.max() == LEVELS - 1
        assert np.array_equal(levels, levels[:, ::-1])
    for one, other in combinations(shapes, 2):
        if side >= 5:
            assert not np.array_equal(drawn[one], drawn[other]), (one, other)


# ---- what looks how ----


def test_originals_are_hollow_and_lie_below_what_costs_points() -> None:
    looks = outcome_looks()
    side = np.array([Side.ORIGINAL, *[Side.UNLEARNED] * len(PairOutcome)], dtype=np.int8)
    outcomes = np.array([PairOutcome.LOST, *PairOutcome], dtype=np.int8)
    kinds = outcome_kinds(outcomes, side)
    assert looks[kinds[0]] == PointLook("ring", "original", "original")
    of_outcome = dict(zip(PairOutcome, kinds[1:].tolist(), strict=True))
    assert all(looks[kind].shape != "ring" or outcome == PairOutcome.UNSCORED for outcome, kind in of_outcome.items())
    assert of_outcome[PairOutcome.STILL_VERIFIED] == max(kinds)
    assert of_outcome[PairOutcome.LOST] > of_outcome[PairOutcome.KEPT] > kinds[0]
    assert looks[of_outcome[PairOutcome.LOST]].text == "lost"


@pytest.mark.parametrize("count", [1, 4, 8, 14, 40])
def test_identities_look_different_until_looks_repeat(count: int) -> None:
    names = [f"id {number}" for number in range(count)]
    looks = identity_looks(names)
    assert len(looks) + len(FAINT) <= MOST_KINDS
    seen: dict[tuple[str, str], int] = {}
    for number in range(count):
        kinds = identity_kinds(np.array([number, number]), np.array([0, 1], dtype=np.int8), count)
        original, unlearned = (looks[kind] for kind in kinds)
        assert original.color == unlearned.color
        assert (original.shape, unlearned.shape) in {("ring", "disc"), ("frame", "square")}
        seen.setdefault((unlearned.color, unlearned.shape), number)
    assert len(seen) == min(count, LOOKS_OF_IDENTITIES)


def test_what_is_not_chosen_is_faint_and_below() -> None:
    side = np.array([0, 1, 0, 1], dtype=np.int8)
    kinds = np.array([3, 4, 3, 4], dtype=np.uint8)
    chosen = np.array([True, True, False, False])
    assert with_choice(kinds, side, chosen).tolist() == [5, 6, 0, 1]
    assert [FAINT[kind].shape for kind in (0, 1)] == ["ring", "disc"]


# Machado, Oliveira and Fernandes 2009, severity 1: linear RGB as it is seen without one kind of cones.
SEEN = {
    "by most": np.eye(3),
    "without long waves": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "without middle waves": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "without short waves": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])


def cielab(color: str, seen: NDArray[np.float64]) -> NDArray[np.float64]:
    parts = np.array([QColor(color).redF(), QColor(color).greenF(), QColor(color).blueF()])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(seen @ linear, 0, 1) / (0.9505, 1.0, 1.089)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("seen", SEEN)
def test_colours_of_identities_stay_apart(scheme: theme.Scheme, seen: str) -> None:
    palette = PALETTES[scheme]
    assert len(palette) == 8
    places = [cielab(color, SEEN[seen]) for color in palette]
    assert min(float(np.linalg.norm(one - other)) for one, other in combinations(places, 2)) > 25
    surface = theme.SCHEMES[scheme].surface
    assert all(theme.contrast(color, surface) >= 2.9 for color in palette)


# ---- the layer ----


@pytest.mark.usefixtures("dressed")
def test_a_point_is_painted_where_it_is() -> None:
    layer = PointLayer(np.array([[0, 0], [10, 5], [3, 2]], dtype=np.float32))
    layer.set_kinds(
        np.array([0, 1, 0], dtype=np.uint8), (PointLook("square", "#ff0000"), PointLook("square", "#00ff00"))
    )
    frame = fit(Bounds(0, 0, 10, 5), QRectF(20, 30, 300, 200))
    image = layer.image(frame, 1.0)
    assert (image.width(), image.height()) == (300, 200)
    for place, expected in (((0, 0), "#ff0000"), ((10, 5), "#00ff00"), ((3, 2), "#ff0000")):
        pixel = frame.to_px(*place) - frame.area.topLeft()
        assert image.pixelColor(int(pixel.x()), int(pixel.y())).name() == expected
    assert image.pixelColor(1, 1).alpha() == 0
    assert layer.counts == (2, 1)


@pytest.mark.usefixtures("dressed")
def test_only_what_is_shown_is_painted() -> None:
    layer = PointLayer(np.array([[0, 0], [10, 5]], dtype=np.float32))
    layer.set_kinds(np.array([0, 0], dtype=np.uint8), (PointLook("disc", "#ff0000"),), np.array([False, True]))
    frame = fit(Bounds(0, 0, 10, 5), QRectF(0, 0, 300, 200))
    image = layer.image(frame, 2.0)
    assert (image.width(), image.height()) == (600, 400)
    corner, other = (frame.to_px(*place) * 2.0 for place in ((0, 0), (10, 5)))
    assert image.pixelColor(int(corner.x()), int(corner.y())).alpha() == 0
    assert image.pixelColor(int(other.x()), int(other.y())).name() == "#ff0000"


def test_points_are_the_larger_the_fewer_there_are(dressed: QApplication) -> None:
    del dressed
    frame = fit(Bounds(0, 0, 1, 1), QRectF(0, 0, 600, 400))
    layer = PointLayer(np.random.default_rng(1).random((100_000, 2), dtype=np.float32))
    sides = []
    for count in (50, 2_000, 15_000, 50_000, 100_000):
        shown = np.arange(100_000) < count
        layer.set_kinds(np.zeros(100_000, dtype=np.uint8), (PointLook("disc", "#ffffff"),), shown)
        sides.append(layer.side(frame, 1.0))
    assert sides == [9, 7, 5, 4, 3]
    zoomed = frame.zoomed(8, frame.area.center())
    assert layer.side(zoomed, 1.0) > 3
    assert layer.side(zoomed.moved(500, 70), 1.0) == layer.side(zoomed, 1.0)  # a drag lets no point flicker
