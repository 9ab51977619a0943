"""Finding places, against a look at each of them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as stn

from genmu_studio.scores.place_index import index_places

numbers = st.integers(-20, 20).map(lambda number: number / 4)
clouds = stn.arrays(np.float32, st.tuples(st.integers(1, 60), st.just(2)), elements=numbers)


@given(clouds, numbers, numbers, st.sampled_from([0.0, 0.25, 1.0, 3.0, 100.0]), st.data())
def test_the_nearest_is_the_nearest_of_all(
    places: np.ndarray, x: float, y: float, reach: float, data: st.DataObject
) -> None:
    allowed = data.draw(st.none() | stn.arrays(np.bool_, len(places)))
    distances = {
        place: (float(px) - x) ** 2 + (float(py) - y) ** 2
        for place, (px, py) in enumerate(places)
        if allowed is None or allowed[place]
    }
    within = {place: distance for place, distance in distances.items() if distance <= reach**2}
    expected = min(within, key=lambda place: (within[place], place)) if within else None
    assert index_places(places).nearest(x, y, reach, allowed) == expected


def test_what_is_far_away_finds_nothing() -> None:
    index = index_places(np.array([[0, 0], [1, 1]], dtype=np.float32))
    assert index.nearest(50, 0, 3) is None
    assert index.nearest(-50, -50, 3) is None
    assert index.nearest(3, 1, 2.5) == 1


def test_a_point_on_the_edge_finds_what_lies_there() -> None:
    index = index_places(np.array([[0, 0], [0.25, 0]], dtype=np.float32))
    assert index.nearest(0.25, 0, 0) == 1
    assert index.nearest(0.5, 0, 0.25) == 1
    assert index.nearest(-0.25, 0, 0.25) == 0


def test_places_that_are_all_one_are_found() -> None:
    index = index_places(np.zeros((5, 2), dtype=np.float32))
    assert index.nearest(0, 0, 0) == 0
    assert index.nearest(0, 0, 1, np.array([False, False, True, True, False])) == 2


@pytest.mark.parametrize(("direction", "expected"), [((1, 0), 2), ((-1, 0), 1), ((0, 1), 3), ((0, -1), None)])
def test_the_next_one_is_ahead(direction: tuple[int, int], expected: int | None) -> None:
    places = np.array([[0, 0], [-1, 0], [2, 0.5], [0, 1], [1, 5]], dtype=np.float32)
    assert index_places(places).next_toward(0, *direction) == expected


def test_the_next_one_may_be_forbidden() -> None:
    places = np.array([[0, 0], [1, 0], [2, 0]], dtype=np.float32)
    assert index_places(places).next_toward(0, 1, 0, np.array([True, False, True])) == 2


@given(clouds, st.integers(0, 59), st.sampled_from([(1, 0), (-1, 0), (0, 1), (0, -1)]))
def test_a_walk_goes_on_and_comes_to_an_end(places: np.ndarray, start: int, direction: tuple[int, int]) -> None:
    index, at, seen = index_places(places), start % len(places), []
    while (found := index.next_toward(at, *direction)) is not None:
        moved = (places[found] - places[at]) @ np.array(direction)
        assert moved > 0
        seen.append(at)
        at = found
    assert len(set(seen)) == len(seen)
