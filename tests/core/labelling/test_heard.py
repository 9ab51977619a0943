"""What counts as heard: the union of what sounded, against a slow count in milliseconds."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.labelling.heard import SLACK_S, Heard, Stretch

MOMENTS = st.integers(0, 3000)


def heard(*stretches: tuple[float, float]) -> Heard:
    made = Heard()
    for start_s, end_s in stretches:
        made.add("A", start_s, end_s)
    return made


@given(st.lists(st.tuples(MOMENTS, MOMENTS), max_size=12), st.integers(1, 2500))
def test_the_union_is_that_of_every_millisecond(stretches: list[tuple[int, int]], duration: int) -> None:
    found = heard(*((start / 1000, end / 1000) for start, end in stretches))
    each = {moment for start, end in stretches for moment in range(start, end) if moment < duration}
    assert found.seconds("A", duration / 1000) == pytest.approx(len(each) / 1000, abs=1e-9)
    assert found.is_whole("A", duration / 1000) == (bool(each) and duration - len(each) <= 1000 * SLACK_S)


@given(st.permutations([(0.0, 0.5), (0.4, 1.0), (2.0, 2.5), (1.0, 1.2)]))
def test_the_order_in_which_it_was_heard_does_not_matter(stretches: list[tuple[float, float]]) -> None:
    assert heard(*stretches).of("A") == (Stretch(0.0, 1.2), Stretch(2.0, 2.5))


def test_a_sound_is_whole_but_for_fifty_milliseconds() -> None:
    assert heard((0.0, 0.95)).is_whole("A", 1.0)
    assert heard((0.02, 0.97)).is_whole("A", 1.0)
    assert not heard((0.0, 0.94)).is_whole("A", 1.0)
    assert not heard((0.0, 0.5), (0.6, 1.0)).is_whole("A", 1.0)


def test_nothing_heard_is_never_whole_however_short_the_sound() -> None:
    assert not Heard().is_whole("A", 0.04)
    assert not Heard().is_whole("A", 0.0)
    assert heard((0.0, 0.01)).is_whole("A", 0.04)


def test_the_silence_after_a_sound_is_no_part_of_it() -> None:
    found = heard((0.9, 5.0))
    assert found.seconds("A", 1.0) == pytest.approx(0.1)
    assert not found.is_whole("A", 1.0)


def test_each_source_is_heard_for_itself() -> None:
    found = heard((0.0, 1.0))
    assert found.is_whole("A", 1.0)
    assert found.of("X") == ()
    assert not found.is_whole("X", 1.0)


def test_a_stretch_is_new_once_and_nothing_runs_backwards() -> None:
    found = Heard()
    assert found.add("A", 0.0, 1.0)
    assert not found.add("A", 0.2, 0.8)
    assert not found.add("A", 3.0, 2.0)
    assert not found.add("A", 2.0, 2.0)
    assert found.add("A", -1.0, 1.5)
    assert found.of("A") == (Stretch(0.0, 1.5),)


def test_the_share_is_one_where_it_is_whole() -> None:
    assert heard((0.0, 0.97)).share("A", 1.0) == 1.0
    assert heard((0.0, 0.5)).share("A", 1.0) == pytest.approx(0.5)
    assert Heard().share("A", 0.0) == 0.0
