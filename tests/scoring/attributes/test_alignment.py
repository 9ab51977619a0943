"""Upright faces: the similarity is the one that was applied, and points land where they belong."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.attributes.alignment import SIDE, aligned, places, similarity


@given(st.floats(0.2, 8), st.floats(-3.1, 3.1), st.floats(-500, 500), st.floats(-500, 500))
def test_a_known_similarity_is_found(scale: float, angle: float, dx: float, dy: float) -> None:
    turned = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    points = places(SIDE).astype(np.float32)
    found = similarity(points, points.astype(np.float64) @ turned.T + (dx, dy))
    assert found is not None
    assert found == pytest.approx(np.column_stack([turned, (dx, dy)]), abs=1e-3)


def test_points_that_are_one_have_none() -> None:
    assert similarity(np.ones((5, 2), np.float32), places(SIDE)) is None
    with pytest.raises(ValueError, match="one"):
        aligned(np.zeros((9, 9, 3), np.uint8), np.ones((5, 2), np.float32), SIDE)


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
def test_marks_at_the_points_land_at_their_places(scale: float) -> None:
    picture = np.zeros((900, 900, 3), np.uint8)
    points = (places(SIDE) * scale + 150).astype(np.float32)
    radius = max(1, round(2 * scale))
    for x, y in points.round().astype(int):
        picture[y - radius : y + radius + 1, x - radius : x + radius + 1] = 255
    face, inside = aligned(picture, points, SIDE)
    assert inside.all()
    for x, y in places(SIDE).round().astype(int):
        assert face[y, x].min() > 120, (x, y)
    assert 0 < (face > 100).mean() < 0.03


def test_a_margin_shows_more_and_keeps_the_middle() -> None:
    tight, wide = places(200), places(200, margin=0.5)
    assert wide - 99.5 == pytest.approx((tight - 99.5) / 2)


def test_what_lies_outside_is_told_apart() -> None:
    face, inside = aligned(np.full((60, 60, 3), 255, np.uint8), places(SIDE).astype(np.float32), SIDE)
    assert inside[:59, :59].all()
    assert not inside[61:, :].any()
    assert (face[61:] == 0).all()
