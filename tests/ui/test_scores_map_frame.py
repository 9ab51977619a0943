"""Which part of a map is shown: fitted, moved, zoomed at a pixel, resized."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from ui.widgets.scores_map.map_frame import Bounds, MapFrame, bounds_of, fit

AREA = QRectF(36, 38, 400, 260)
numbers = st.floats(-50, 50, width=32)
pixels = st.tuples(st.integers(0, 480), st.integers(0, 320)).map(lambda at: QPointF(*at))


@st.composite
def frames(draw: st.DrawFn) -> MapFrame:
    left, bottom = draw(numbers), draw(numbers)
    width, height = draw(st.floats(0, 30)), draw(st.floats(0, 30))
    frame = fit(Bounds(left, bottom, left + width, bottom + height), AREA)
    return frame.zoomed(draw(st.floats(0.6, 60)), draw(pixels)).moved(draw(st.integers(-99, 99)), 7)


def close(one: QPointF, other: QPointF) -> bool:
    return (one - other).manhattanLength() < 0.01  # of a pixel: scales go up to 1e10


@given(frames(), pixels)
def test_a_pixel_and_its_place_belong_together(frame: MapFrame, pixel: QPointF) -> None:
    assert close(frame.to_px(*frame.at(pixel)), pixel)


@given(frames(), numbers, numbers)
def test_many_places_are_where_each_of_them_is(frame: MapFrame, x: float, y: float) -> None:
    places = np.array([[x, y], [0, 0]], dtype=np.float32)
    found = frame.all_to_px(places)
    for place, pixel in zip(places.tolist(), found.tolist(), strict=True):
        assert close(QPointF(*pixel), frame.to_px(*place))


@given(frames(), pixels, st.floats(0.1, 10))
def test_what_is_under_the_pointer_stays_there(frame: MapFrame, pixel: QPointF, factor: float) -> None:
    zoomed = frame.zoomed(factor, pixel)
    assert close(zoomed.to_px(*frame.at(pixel)), pixel)
    assert zoomed.scale / frame.scale == pytest.approx(zoomed.zoom / frame.zoom)


@given(frames(), st.integers(-300, 300), st.integers(-300, 300))
def test_a_map_follows_the_hand(frame: MapFrame, right: int, down: int) -> None:
    place = frame.at(QPointF(100, 100))
    assert close(frame.moved(right, down).to_px(*place), QPointF(100 + right, 100 + down))


@given(st.lists(st.tuples(numbers, numbers), min_size=1, max_size=20))
def test_everything_fits(cloud: list[tuple[float, float]]) -> None:
    places = np.array(cloud, dtype=np.float32)
    frame = fit(bounds_of(places), AREA)
    assert all(AREA.contains(QPointF(*pixel)) for pixel in frame.all_to_px(places).tolist())


def test_zoom_has_ends() -> None:
    frame = fit(Bounds(0, 0, 1, 1), AREA)
    for _ in range(200):
        frame = frame.zoomed(1.25, AREA.center())
    assert frame.zoom == 2000
    for _ in range(200):
        frame = frame.zoomed(0.8, AREA.center())
    assert frame.zoom == 0.5


def test_another_size_shows_the_same_middle_at_the_same_zoom() -> None:
    bounds = Bounds(0, 0, 4, 2)
    frame = fit(bounds, AREA).zoomed(3, QPointF(100, 100))
    resized = frame.resized(QRectF(36, 38, 800, 520), bounds)
    assert (resized.x, resized.y, resized.zoom) == (frame.x, frame.y, frame.zoom)
    assert resized.scale == pytest.approx(2 * frame.scale)


def test_nobody_gets_lost() -> None:
    bounds = Bounds(0, 0, 4, 2)
    frame = fit(bounds, AREA).moved(9_999, -9_999).within(bounds)
    assert (frame.x, frame.y) == (0, 0)
