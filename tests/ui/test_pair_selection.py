"""Selecting pairs: places, rows and ranges, against sets that are slow and obvious."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.marks import Marks
from genmu_studio.pair_table import with_marks
from tests.ui.test_pair_grid import table_of
from ui.widgets.pair_selection import PairSelection

PAIRS = 12
TABLE = table_of(PAIRS)
SHOWN = np.array([7, 2, 9, 0, 4, 11, 5], dtype=np.intp)


def selection_of(rows: "list[int] | np.ndarray[tuple[int], np.dtype[np.intp]]" = SHOWN) -> PairSelection:
    made = PairSelection()
    made.follow(TABLE, np.asarray(rows, dtype=np.intp))
    return made


@given(st.lists(st.tuples(st.sampled_from(["toggle", "to", "also", "all", "clear"]), st.integers(0, len(SHOWN) - 1))))
def test_any_clicks_select_what_sets_say(steps: list[tuple[str, int]]) -> None:
    selection, expected, anchor = selection_of(), set[int](), None
    for step, place in steps:
        if step == "toggle":
            selection.toggle(place)
            expected ^= {place}
            anchor = place
        elif step in ("to", "also"):
            selection.select_to(place, start=3, also=step == "also")
            anchor = 3 if anchor is None else anchor
            between = set(range(min(anchor, place), max(anchor, place) + 1))
            expected = expected | between if step == "also" else between
        elif step == "all":
            selection.select_all()
            expected = set(range(len(SHOWN)))
        else:
            assert selection.clear() == bool(expected)
            expected = set()
    assert selection.places.tolist() == sorted(expected)
    assert selection.rows.tolist() == [int(SHOWN[place]) for place in sorted(expected)]
    assert len(selection) == len(expected)


@given(st.sets(st.integers(0, len(SHOWN) - 1)), st.lists(st.integers(0, PAIRS - 1), unique=True))
def test_what_is_still_shown_stays_selected(places: set[int], rows: list[int]) -> None:
    selection = selection_of()
    for place in places:
        selection.toggle(place)
    before = set(selection.rows.tolist())
    selection.follow(with_marks(TABLE, Marks({}, frozenset({2}), {})), np.array(rows, dtype=np.intp))
    assert selection.rows.tolist() == [row for row in rows if row in before]
    selection.follow(TABLE, SHOWN)  # what was hidden meanwhile is selected no longer
    assert set(selection.rows.tolist()) == before & set(rows)


def test_another_table_keeps_the_pairs_and_not_the_places() -> None:
    selection = selection_of([3, 4, 5])
    selection.toggle(1)
    shorter = table_of(5)  # the same samples, evaluated anew: another table, with fewer of them
    selection.follow(shorter, np.array([4, 0], dtype=np.intp))
    assert selection.places.tolist() == [0]
    selection.select_to(1, start=1)
    assert selection.rows.tolist() == [4, 0]  # the range begins where the pair is now that was toggled
    selection.follow(table_of(3), np.arange(3, dtype=np.intp))
    assert selection.rows.tolist() == [0]
    selection.select_to(2, start=1)
    assert selection.places.tolist() == [1, 2]  # and elsewhere where it is gone
