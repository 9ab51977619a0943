"""The drawings of a report: bars from 0 to 100, and histograms whose boxes count every sample."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from genmu_studio.project import Project
from genmu_studio.report.bars import Bar, interval_bar, share_bar
from genmu_studio.report.distributions import Histogram, SideHistogram, distributions
from scoring.frame import Side, Status
from tests.core import world

ENTRY = "example-lab-face-r1"


def test_a_bar_shows_its_interval_and_its_value() -> None:
    assert interval_bar(85.7, (70.2, 92.6)) == Bar("70.2", "22.4", "85.7")
    assert interval_bar(50.0) == Bar("50", "0", "50")


def test_a_share_of_nothing_is_an_empty_bar() -> None:
    assert share_bar(3, 12) == Bar("0", "25")
    assert share_bar(0, 0) == Bar("0", "0")


@given(st.floats(-5, 105), st.floats(-5, 105), st.floats(-5, 105))
def test_no_bar_leaves_its_box(low: float, value: float, high: float) -> None:
    low, value, high = sorted((low, value, high))
    bar = interval_bar(value, (low, high))
    assert all(0 <= float(each) <= 100 for each in (bar.start, bar.width, bar.at))


def heights(side: SideHistogram) -> list[float]:
    return [float(each.height) for each in side.bars]


def top_of(histogram: Histogram) -> int:
    return int(histogram.y_ticks[0].words.replace(",", ""))


def test_boxes_count_every_sample_that_has_a_similarity(scored: Project) -> None:
    evaluation = world.look(scored, ENTRY)
    drawn = distributions(evaluation.frames, 0.5)
    box = drawn.box
    assert [(each.group, each.role) for each in drawn.histograms] == [
        (group, role) for group in ("One", "Two") for role in ("forget", "retain")
    ]
    half = float(box.middle) - box.top
    frames = {frame.group: frame for frame in evaluation.frames}
    for histogram in drawn.histograms:
        frame = frames[histogram.group]
        asked = (frame.identity == 0) == (histogram.role == "forget")
        for side, shown in zip(Side, histogram.sides, strict=True):
            n = int(np.count_nonzero(asked & (frame.side == side)))
            assert (shown.name, shown.n, shown.without) == (side.name.lower(), str(n), "")
            assert sum(heights(shown)) / half * top_of(histogram) == pytest.approx(n, rel=0.02)


def test_the_original_stands_above_the_axis_and_the_unlearned_below(scored: Project) -> None:
    drawn = distributions(world.look(scored, ENTRY).frames, 0.5)
    middle = float(drawn.box.middle)
    for histogram in drawn.histograms:
        above, below = histogram.sides
        assert all(float(each.y) + float(each.height) == pytest.approx(middle, abs=0.11) for each in above.bars)
        assert all(float(each.y) == middle for each in below.bars)


def test_a_sample_lies_on_the_side_of_the_line_that_its_verdict_says(scored: Project) -> None:
    evaluation = world.look(scored, ENTRY)
    forget_of_two = distributions(evaluation.frames, 0.5).histograms[2]
    line = float(forget_of_two.threshold.at)
    # 11 still shows itself on both sides.
    assert all(float(each.x) > line for side in forget_of_two.sides for each in side.bars)
    forget_of_one = distributions(evaluation.frames, 0.5).histograms[0]
    assert all(float(each.x) < line for each in forget_of_one.sides[1].bars)
    assert forget_of_two.threshold.words == "threshold 0.500"


def test_failures_are_counted_beside_and_nothing_leaves_the_box(scored: Project) -> None:
    frame = world.look(scored, ENTRY).frames[0]
    status = frame.status.copy()
    status[np.flatnonzero((frame.identity == 0) & (frame.side == Side.UNLEARNED))[:2]] = Status.FAILURE
    similarity = np.where(frame.similarity > 0.9, np.float32(1.0000002), np.float32(-1.0))
    odd = replace(frame, status=status, similarity=similarity)
    drawn = distributions([odd], 0.5)
    forget = drawn.histograms[0]
    assert [(side.n, side.without) for side in forget.sides] == [("4", ""), ("2", "2")]
    for histogram in drawn.histograms:
        for side in histogram.sides:
            for each in side.bars:
                assert drawn.box.left <= float(each.x)
                assert float(each.x) + float(each.width) <= drawn.box.right
                assert drawn.box.top - 0.1 <= float(each.y)
                assert float(each.y) + float(each.height) <= drawn.box.bottom + 0.1
        assert all(drawn.box.left - 0.1 <= float(tick.at) <= drawn.box.right + 0.1 for tick in histogram.x_ticks)


def test_an_empty_side_draws_nothing_and_says_so(scored: Project) -> None:
    frame = world.look(scored, ENTRY).frames[0]
    empty = replace(frame, status=np.full(len(frame), Status.FAILURE, dtype=np.int8))
    (forget, _) = distributions([empty], 0.5).histograms
    assert [(side.n, side.without, side.bars) for side in forget.sides] == [("0", "4", ()), ("0", "4", ())]
