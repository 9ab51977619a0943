"""Plateaus: where figures stay the same, and what is kept of too many of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.scores.thresholds import joint_steps, plateaus
from scoring.rules import Comparison
from scoring.verification import verified
from tests.core.scores.made import COMPARISONS, singles

COSINES = st.lists(st.floats(-1, 1, width=32), max_size=40)


def after(value: float, way: float) -> float:
    return float(np.nextafter(np.float32(value), np.float32(way)))


@given(COSINES, st.sampled_from(COMPARISONS))
def test_what_verifies_changes_from_one_plateau_to_the_next_and_never_within(
    scores: list[float], comparison: Comparison
) -> None:
    values = np.array(scores, dtype=np.float32)
    found = plateaus(joint_steps([values]), comparison)
    assert found.is_exact
    assert (found.first[0], found.last[-1]) == (-1, 1)
    for place in range(len(found)):
        first, last = float(found.first[place]), float(found.last[place])
        assert (verified(values, first, comparison) == verified(values, last, comparison)).all()
        assert found.place(first) == found.place(last) == place
        if place + 1 < len(found):
            assert after(last, 2) == found.first[place + 1]
            assert (verified(values, last, comparison) != verified(values, after(last, 2), comparison)).any()


@given(COSINES, st.sampled_from(COMPARISONS), st.integers(2, 12))
def test_of_too_many_no_more_than_asked_for_are_kept_along_the_scale(
    scores: list[float], comparison: Comparison, most: int
) -> None:
    steps = joint_steps([np.array(scores, dtype=np.float32)])
    found, every = plateaus(steps, comparison, most), plateaus(steps, comparison, 1000)
    assert found.is_exact == (len(every) <= most)
    assert 1 <= len(found) <= most
    assert set(found.last.tolist()) <= set(every.last.tolist())
    assert (np.diff(found.last) > 0).all()
    assert (found.first[1:] == np.nextafter(found.last[:-1], np.float32(2))).all()
    if len(every) > 1:  # no border that is left out is further from a kept one than a cell is wide
        borders = every.last[:-1].astype(float)
        kept = found.last[:-1].astype(float)
        width = (borders[-1] - borders[0]) / max(1, most - 2)
        assert all(np.abs(kept - border).min() <= width + 1e-6 for border in borders)


def test_the_steps_of_several_are_joined() -> None:
    joint = joint_steps([singles([0.5, 0.25]), singles([0.25])])
    assert joint.tolist() == [0.25, 0.5]
    assert joint.dtype == np.float32
    assert joint_steps([]).tolist() == []
