"""Which places lie within a drawn line, against a rule written out point by point."""

import time

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as stn

from genmu_studio.scores.lasso import enclosed

Point = tuple[float, float]


def is_within(point: Point, line: list[Point]) -> bool:
    """Cast a ray to the left and count the edges that it crosses."""
    x, y = point
    crossed = 0
    for (x1, y1), (x2, y2) in zip(line, line[1:] + line[:1], strict=True):
        if (y1 <= y) != (y2 <= y):
            low, high = ((x1, y1), (x2, y2)) if y1 < y2 else ((x2, y2), (x1, y1))
            at = low[0] + (y - low[1]) * ((high[0] - low[0]) / (high[1] - low[1]))
            crossed += at <= x
    return crossed % 2 == 1


# Halves meet edges and corners often; float32 holds them.
halves = st.integers(-8, 8).map(lambda number: number / 2)
lines = stn.arrays(np.float64, st.tuples(st.integers(0, 12), st.just(2)), elements=halves)
clouds = stn.arrays(np.float32, st.tuples(st.integers(0, 30), st.just(2)), elements=halves)


@given(clouds, lines)
def test_it_is_the_rule_point_by_point(places: np.ndarray, line: np.ndarray) -> None:
    points = [(x, y) for x, y in line.tolist()]
    expected = [len(points) > 2 and is_within((x, y), points) for x, y in places.tolist()]
    assert enclosed(places, line).tolist() == expected


@given(clouds, lines, st.integers(0, 11))
def test_it_does_not_matter_where_the_line_begins_nor_which_way_it_goes(
    places: np.ndarray, line: np.ndarray, begin: int
) -> None:
    found = enclosed(places, line)
    assert np.array_equal(enclosed(places, np.roll(line, begin, axis=0)), found)
    # From the other end a rounding may differ, but not with halves.
    assert np.array_equal(enclosed(places, line[::-1]), found)


def test_what_is_gone_around_twice_lies_outside() -> None:
    places = np.array([[0.5, 0.5], [1.5, 1.5], [3.5, 1.5]], dtype=np.float32)
    square = np.array([[0, 0], [4, 0], [4, 4], [0, 4]], dtype=np.float64)
    inner = square / 2 + 1
    line = np.concatenate([square, square[:1], inner, inner[:1]])
    assert enclosed(places, line).tolist() == [True, False, True]


def test_squares_side_by_side_share_no_place() -> None:
    places = np.stack(np.meshgrid(np.arange(5), np.arange(5)), axis=-1).reshape(-1, 2).astype(np.float32)
    square = np.array([[0, 0], [2, 0], [2, 2], [0, 2]], dtype=np.float64)
    sides = [enclosed(places, square + offset) for offset in ((0, 0), (2, 0), (0, 2), (2, 2))]
    assert np.sum(sides, axis=0).max() == 1
    assert np.sum(sides) == 16


def test_a_hundred_thousand_places_take_no_loop_over_them() -> None:
    chance = np.random.default_rng(5)
    places = chance.normal(0, 1, (100_000, 2)).astype(np.float32)
    turn = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    circle = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    began = time.process_time()
    found = enclosed(places, circle)
    took = time.process_time() - began
    by_radius = np.hypot(*places.astype(np.float64).T) < 1
    assert np.count_nonzero(found != by_radius) < 50  # a polygon is a little smaller than its circle
    assert took < 0.5
