"""Labels beside points: on no other label, on no mark, within the area, whatever the points are."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRectF

from ui.widgets.label_placement import Anchor, place_labels

AREA = QRectF(0, 0, 400, 300)
ANCHORS = st.lists(
    st.builds(
        Anchor,
        x=st.floats(0, 400),
        y=st.floats(0, 300),
        radius=st.floats(2, 8),
        width=st.floats(10, 150),
        height=st.just(14.0),
    ),
    max_size=12,
)


@given(anchors=ANCHORS)
def test_labels_cover_nothing(anchors: list[Anchor]) -> None:
    places = place_labels(anchors, AREA)
    assert len(places) == len(anchors)
    shown = [place for place in places if place is not None]
    for first, second in combinations(shown, 2):
        assert not first.intersects(second)
    for place in shown:
        assert AREA.contains(place)
        assert not any(place.intersects(anchor.mark) for anchor in anchors)


def test_a_lone_point_has_its_label_at_the_right() -> None:
    (place,) = place_labels([Anchor(100, 100, 5, 60, 14)], AREA)
    assert place == QRectF(108, 93, 60, 14)


def test_at_the_right_edge_the_label_goes_to_the_left() -> None:
    (place,) = place_labels([Anchor(395, 100, 5, 60, 14)], AREA)
    assert place is not None
    assert place.right() < 390


def test_what_is_taken_is_kept_free() -> None:
    taken = QRectF(105, 0, 200, 300)
    (place,) = place_labels([Anchor(100, 100, 5, 60, 14)], AREA, [taken])
    assert place is not None
    assert not place.intersects(taken)


def test_where_there_is_no_room_there_is_no_label() -> None:
    assert place_labels([Anchor(100, 100, 5, 60, 14)], AREA, [AREA]) == [None]
