"""The view of two pictures: whatever is zoomed and dragged, both show the same part of their scene."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from ui.widgets.canvas_view import CanvasView, Size

LEFT, RIGHT = QRectF(0, 0, 300, 240), QRectF(310, 0, 300, 240)

sides = st.integers(1, 12_000).map(float)
sizes = st.tuples(sides, sides)
shares = st.floats(0, 1)
moves = st.lists(
    st.one_of(
        st.tuples(st.just("zoom"), st.floats(-8, 8), st.floats(0, 300), st.floats(0, 240)),
        st.tuples(st.just("drag"), st.just(0.0), st.floats(-400, 400), st.floats(-400, 400)),
        st.tuples(st.sampled_from(["fit", "actual"]), st.just(0.0), st.just(0.0), st.just(0.0)),
    ),
    max_size=6,
)


def view_of(*known: Size) -> CanvasView:
    view = CanvasView()
    view.set_sizes(known, known)
    return view


def go(view: CanvasView, steps: list[tuple[str, float, float, float]]) -> None:
    for what, by, x, y in steps:
        if what == "zoom":
            view.zoom_by(by, LEFT, QPointF(x, y))
        elif what == "drag":
            view.drag_by(QPointF(x, y), LEFT)
        elif what == "fit":
            view.fit()
        else:
            view.toggle_actual()


@given(sizes, sizes, moves, shares)
def test_the_same_part_of_both_scenes_lies_at_the_same_place(
    one: Size, other: Size, steps: list[tuple[str, float, float, float]], share: float
) -> None:
    view = view_of(one, other)
    go(view, steps)
    left, right = view.target(LEFT, one), view.target(RIGHT, other)
    assert left.width() == pytest.approx(right.width())
    across = left.left() + share * left.width(), right.left() + share * right.width() - RIGHT.left()
    assert across[0] == pytest.approx(across[1], abs=1e-6 * max(1, left.width()))
    assert left.center().y() == pytest.approx(right.center().y(), abs=1e-6 * max(1, left.height(), right.height()))
    for target, (width, height) in ((left, one), (right, other)):
        assert target.height() / target.width() == pytest.approx(height / width)


@given(sizes, sizes)
def test_fit_shows_both_whole_and_as_large_as_can_be(one: Size, other: Size) -> None:
    view = view_of(one, other)
    targets = [view.target(LEFT, one), view.target(LEFT, other)]
    assert all(LEFT.contains(target) for target in targets)
    room = min(LEFT.width() - targets[0].width(), LEFT.height() - max(target.height() for target in targets))
    assert room == pytest.approx(6, abs=1e-3)


@given(sizes, st.floats(-3, 3), st.floats(100, 200), st.floats(80, 160))
def test_zooming_leaves_the_point_below_the_cursor(size: Size, steps: float, x: float, y: float) -> None:
    view, at = view_of(size), QPointF(x, y)

    def share() -> tuple[float, float]:
        scene = view.scene(LEFT)
        return (x - scene.left()) / scene.width(), (y - scene.top()) / scene.height()

    before = share()
    view.zoom_by(steps, LEFT, at)
    inside = all(0 <= part <= 1 for part in before)
    if inside:  # elsewhere the edge of the scene stops at the middle of the pane
        assert share() == pytest.approx(before, abs=1e-6)


@given(sizes, sizes, moves)
def test_the_middle_of_the_pane_always_shows_the_scene(
    one: Size, other: Size, steps: list[tuple[str, float, float, float]]
) -> None:
    view = view_of(one, other)
    go(view, steps)
    grown = view.scene(LEFT).adjusted(-1e-6, -1e-6, 1e-6, 1e-6)
    assert grown.contains(LEFT.center())


def test_100_percent_is_a_pixel_on_a_pixel_of_the_screen_and_once_more_fits() -> None:
    view = view_of((640, 480), (320, 240))
    view.ratio = 2.0
    view.toggle_actual()
    assert view.zoom(LEFT) == 1.0
    assert view.target(LEFT, (640, 480)).width() == 320  # points of which two pixels each make one
    view.toggle_actual()
    assert view.is_fit


def test_zooming_out_of_a_tiny_picture_does_not_jump() -> None:
    view = view_of((1, 1))
    whole = view.zoom(LEFT)
    assert whole > 200
    view.zoom_by(1, LEFT)
    assert view.zoom(LEFT) == pytest.approx(whole)
    view.zoom_by(-1, LEFT)
    assert view.zoom(LEFT) == pytest.approx(whole / 1.25)


def test_what_is_looked_at_stays_with_pictures_of_another_size() -> None:
    view = view_of((512, 512))
    view.zoom_by(5, LEFT, QPointF(200, 60))
    before = view.scene(LEFT)
    view.set_sizes([(1024, 1024)], [(1024, 1024)])
    assert view.scene(LEFT).center() == before.center()
    assert view.scene(LEFT).width() == pytest.approx(before.width())


def test_a_thumbnail_changes_nothing_of_the_zoom() -> None:
    view = view_of((512, 512))
    view.toggle_actual()
    view.set_sizes([], [(96, 96)])
    assert view.target(LEFT, (96, 96)).width() == 512
    assert view.zoom(LEFT) == 1.0


def test_a_tall_reference_is_contained_in_the_scene_of_the_pair() -> None:
    view = view_of((200, 100))
    target = view.target(LEFT, (100, 400), contained=True)
    assert target.height() == pytest.approx(view.scene(LEFT).height())
    assert target.width() == pytest.approx(target.height() / 4)
    assert target.center() == view.scene(LEFT).center()
