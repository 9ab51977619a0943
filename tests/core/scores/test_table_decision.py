"""A table under another decision is the table that would be built under it."""

from dataclasses import fields

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.marks import Marks
from genmu_studio.pair_building import build_table, with_decision
from genmu_studio.pair_codes import note_codes
from genmu_studio.pair_table import PairTable, with_marks
from genmu_studio.view import View
from scoring.errors import BugError
from tests.core.scores.made import MadeBase, at, base_of, bases, thresholds, views
from tests.scoring.metrics.slow import Sample


def assert_same(found: PairTable, expected: PairTable) -> None:
    for column in fields(PairTable):
        one, other = getattr(found, column.name), getattr(expected, column.name)
        if isinstance(other, np.ndarray):
            assert one.dtype == other.dtype, column.name
            assert np.array_equal(one, other, equal_nan=other.dtype.kind == "f"), column.name
        elif column.name != "index":
            assert one == other, column.name


TYPED = st.builds(at, views(), thresholds())


@given(bases(missing=True), TYPED, TYPED, st.sets(st.integers(0, 40)))
def test_every_column_is_that_of_a_table_built_anew(
    made: MadeBase, before: View, after: View, flagged: set[int]
) -> None:
    noted = note_codes({("BLUR",): flagged})
    marks = Marks(picks={3: "pick"}, bookmarks=frozenset({4}), notes={5: "see"})
    looks = [made.base.through(view) for view in (before, after)]
    built = [with_marks(build_table(look.frames, look.decision, noted), marks) for look in looks]
    moved = with_decision(built[0], looks[1])
    assert_same(moved, built[1])
    assert moved.index is built[0].index
    assert_same(with_decision(moved, looks[0]), built[0])


def test_a_table_of_other_frames_is_refused() -> None:
    one = ([Sample("unlearned", "84", 0, "scored", (0.5, 0.0))], 2)
    look = base_of([one, one]).through(View())
    table = build_table(look.frames[:1], look.decision)
    with pytest.raises(BugError, match="other frames"):
        with_decision(table, look)


def test_nothing_is_still_nothing() -> None:
    look = base_of([([], 2)]).through(View())
    assert len(with_decision(build_table((), look.decision), look)) == 0
