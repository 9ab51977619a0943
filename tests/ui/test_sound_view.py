"""Where one is in a pair of sounds: zoom, pan, cursor, selection and loop, without any widget."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import SignalInstance

from ui.models.sound_view import SHORTEST_LOOP_S, SoundView, Span

RATE = 8000


@pytest.fixture
def view() -> SoundView:
    made = SoundView()
    made.set_length(4.0, RATE)
    return made


def told(signal: SignalInstance) -> list[None]:
    heard: list[None] = []
    signal.connect(lambda: heard.append(None))
    return heard


# Asked anew each time: what a property said before, mypy takes for what it says still.


def seen(view: SoundView) -> tuple[float, ...]:
    return view.shown


def selected(view: SoundView) -> tuple[float, ...] | None:
    return view.selection


def looped(view: SoundView) -> tuple[float, ...] | None:
    return view.loop


def ends(view: SoundView) -> tuple[float, ...] | None:
    return view.loop_ends


def cursor(view: SoundView) -> float:
    return view.cursor_s


def test_everything_is_shown_at_first_and_goes_on_being_shown_when_it_grows(view: SoundView) -> None:
    assert seen(view) == (0, 4)
    view.set_length(6.0, RATE)
    assert seen(view) == (0, 6)
    view.zoom(4, 3.0)
    kept = view.shown
    view.set_length(8.0, RATE)
    assert seen(view) == kept


def test_zoom_leaves_what_it_is_around_where_it_is(view: SoundView) -> None:
    view.zoom(3, 1.0)
    shown = view.shown
    assert shown.length_s == pytest.approx(4 / 1.25**3)
    assert (1.0 - shown.start_s) / shown.length_s == pytest.approx(0.25)
    view.zoom(-3, 1.0)
    assert seen(view) == pytest.approx((0, 4))


def test_zoom_is_around_the_cursor_where_that_is_seen(view: SoundView) -> None:
    view.set_cursor(3.0)
    view.zoom(2)
    assert (3.0 - view.shown.start_s) / view.shown.length_s == pytest.approx(0.75)
    view.show_span(Span(0.0, 1.0))
    view.zoom(1)
    assert sum(view.shown) / 2 == pytest.approx(0.5)  # the cursor is not seen


def test_zoom_ends_where_samples_are_wide_and_where_everything_is_seen(view: SoundView) -> None:
    view.zoom(100, 2.0)
    assert view.shown.length_s == pytest.approx(16 / RATE)
    view.zoom(-100, 2.0)
    assert view.shows_all
    heard = told(view.shown_changed)
    assert not view.zoom(-1)
    assert not heard


def test_pan_ends_at_the_ends(view: SoundView) -> None:
    assert not view.pan(1.0)
    view.show_span(Span(1.0, 2.0))
    assert view.pan(0.5)
    assert seen(view) == (1.5, 2.5)
    assert view.pan_steps(-1)
    assert seen(view) == pytest.approx((1.375, 2.375))
    view.pan(99)
    assert seen(view) == (3, 4)
    view.pan(-99)
    assert seen(view) == (0, 1)


def test_the_cursor_lies_on_a_sample(view: SoundView) -> None:
    heard = told(view.cursor_moved)
    view.set_cursor(1.00003)
    assert cursor(view) == 1.0
    assert view.cursor_frame == RATE
    view.move_cursor(1e-9)
    assert view.cursor_frame == RATE + 1
    view.move_cursor(-1e-9)
    assert view.cursor_frame == RATE
    assert len(heard) == 3
    assert not view.set_cursor(1.00001)
    assert len(heard) == 3
    view.set_cursor(99)
    assert cursor(view) == 4.0
    view.set_cursor(-1)
    assert cursor(view) == 0.0


def test_a_cursor_that_leaves_what_is_seen_is_followed(view: SoundView) -> None:
    view.show_span(Span(1.0, 2.0))
    view.set_cursor(1.99)
    view.move_cursor(0.05)
    assert view.shown.start_s <= view.cursor_s <= view.shown.end_s
    assert view.shown.length_s == pytest.approx(1.0)


def test_a_selection_has_its_ends_in_order_and_on_samples(view: SoundView) -> None:
    view.select(2.00004, 1.0)
    assert selected(view) == (1.0, 2.0)
    view.select(-3, 99)
    assert selected(view) == (0.0, 4.0)
    view.select(1.0, 1.00001)
    assert selected(view) is None
    assert not view.clear_selection()
    view.select(1, 2)
    assert view.show_selection()
    assert seen(view) == (1, 2)
    assert view.clear_selection()


def test_keys_extend_a_selection_from_where_the_cursor_was(view: SoundView) -> None:
    view.set_cursor(1.0)
    view.extend_selection(0.5)
    assert selected(view) == (1.0, 1.5)
    view.extend_selection(0.25)
    assert selected(view) == (1.0, 1.75)
    view.extend_selection(-1.0)
    assert selected(view) == (0.75, 1.0)
    assert cursor(view) == 0.75


def test_a_loop_begins_and_ends_at_the_cursor(view: SoundView) -> None:
    heard = told(view.loop_changed)
    view.set_cursor(1.0)
    assert view.start_loop_here()
    assert looped(view) == (1.0, 4.0)
    view.set_cursor(2.0)
    assert view.end_loop_here()
    assert looped(view) == (1.0, 2.0)
    view.set_cursor(3.0)
    view.start_loop_here()  # beyond its end
    assert looped(view) == (3.0, 4.0)
    view.set_cursor(2.5)
    view.end_loop_here()  # before its start
    assert looped(view) == (0.0, 2.5)
    assert len(heard) == 4


def test_the_ends_of_a_selection_are_those_of_the_loop(view: SoundView) -> None:
    view.select(1.0, 2.0)
    view.set_cursor(3.0)
    view.start_loop_here()
    view.end_loop_here()
    assert looped(view) == (1.0, 2.0)


def test_a_loop_can_be_put_off_and_on_again(view: SoundView) -> None:
    view.toggle_loop()
    assert looped(view) == (0.0, 4.0)
    view.set_loop(Span(1.0, 2.0))
    view.toggle_loop()
    assert looped(view) is None
    assert ends(view) == (1.0, 2.0)
    view.toggle_loop()
    assert looped(view) == (1.0, 2.0)


def test_a_loop_that_is_too_short_to_be_heard_is_not_set(view: SoundView) -> None:
    assert not view.set_loop(Span(1.0, 1.0 + SHORTEST_LOOP_S / 2))
    assert ends(view) is None
    view.set_cursor(0.01)
    assert not view.end_loop_here()


def test_another_pair_begins_at_its_start(view: SoundView) -> None:
    view.select(1, 2)
    view.toggle_loop()
    view.set_cursor(1.0)
    view.begin()
    assert (view.length_s, view.cursor_s, view.selection, view.loop, view.loop_ends) == (0, 0, None, None, None)
    assert not view.zoom(1)
    assert not view.toggle_loop()


@given(
    st.lists(
        st.tuples(st.sampled_from(("zoom", "pan", "pan_steps", "move_cursor", "set_cursor", "extend_selection")),
                  st.floats(-20, 20)),
        max_size=20,
    ),
    st.floats(0.01, 500),
    st.sampled_from((8000, 44100, 48000)),
)  # fmt: skip
def test_whatever_is_done_stays_within_the_sounds(steps: list[tuple[str, float]], length_s: float, rate: int) -> None:
    view = SoundView()
    view.set_length(length_s, rate)
    for name, amount in steps:
        act: Callable[[float], bool] = getattr(view, name)
        act(amount)
        assert 0 <= view.shown.start_s < view.shown.end_s <= length_s * (1 + 1e-12)
        assert cursor(view) == view.cursor_frame / rate
        assert 0 <= view.cursor_s <= length_s + 1 / rate
        if view.selection is not None:
            assert 0 <= view.selection.start_s < view.selection.end_s <= length_s
