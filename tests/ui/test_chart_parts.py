"""Ticks and legends of plots, also where there is little room."""

from itertools import pairwise

import pytest
from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from ui.widgets.chart_curves import Stroke
from ui.widgets.chart_frame import Axes, frame_of, round_ticks, text_width, x_ticks, y_ticks
from ui.widgets.chart_legend import ChartLegend, LegendEntry

_TITLE = "threshold (cosine)"


@pytest.mark.parametrize("height", [12, 30, 44, 60, 110, 400])
@pytest.mark.parametrize("y", [(0.0, 118.0), (0.0, 37.2), (0.0, 104.0), (-1.0, 1.0)])
def test_an_axis_that_stands_has_two_ticks_at_least(height: float, y: tuple[float, float]) -> None:
    ticks = y_ticks(Axes("x", "%", (0, 1), y), height)
    assert len(ticks) >= 2
    assert all(y[0] <= value <= y[1] for value, _ in ticks)
    assert len({text for _, text in ticks}) == len(ticks)
    assert len(ticks) <= max(4, height / 20)


@pytest.mark.parametrize("width", [200, 240, 300, 420, 900])
@pytest.mark.parametrize("x", [(-0.3, 1.03), (0.0, 1.0), (-1.0, 1.0), (0.201, 0.2034)])
def test_an_axis_that_lies_has_two_ticks_before_its_title_where_there_is_room(
    dressed: QApplication, width: int, x: tuple[float, float]
) -> None:
    axes = Axes(_TITLE, "%", x, (0, 1))
    frame = frame_of(axes, QRectF(0, 0, width, 160), x)
    ticks = x_ticks(frame, axes)
    assert len(ticks) >= (1 if width == 200 else 2)
    ends = [frame.x_px(value) + text_width(text) / 2 for value, text in ticks]
    starts = [frame.x_px(value) - text_width(text) / 2 for value, text in ticks]
    assert max(ends) < frame.area.right() - text_width(_TITLE)
    steps = {round(one[0] - other[0], 9) for one, other in pairwise(ticks)}
    assert len(steps) <= 1
    assert all(start - end >= 13 for end, start in zip(ends, starts[1:], strict=False))


def test_round_ticks_lie_within() -> None:
    assert round_ticks((1.0, 1.0), 5) == []
    assert [text for _, text in round_ticks((0, 118), 2)] == ["0", "100"]


# ---- legends ----


ENTRIES = (
    LegendEntry("unlearned: 11 of 20 forget samples verify", Stroke("unlearned"), short="unlearned: 11 of 20"),
    LegendEntry("references, mated", Stroke("muted"), short="mated"),
)


def test_a_legend_is_shortened_in_words_before_it_is_cut(dressed: QApplication, qtbot: QtBot) -> None:
    legend = ChartLegend()
    qtbot.addWidget(legend)
    legend.show_entries(ENTRIES)
    whole = sum(entry.width(entry.text) for entry in ENTRIES) + 40
    assert legend.texts_in(whole) == ("unlearned: 11 of 20 forget samples verify", "references, mated")
    assert legend.texts_in(260) == ("unlearned: 11 of 20", "mated")
    assert legend.words == "unlearned: 11 of 20 forget samples verify · references, mated"


def test_a_legend_of_two_lines_is_whole_where_each_line_is(dressed: QApplication, qtbot: QtBot) -> None:
    legend = ChartLegend()
    qtbot.addWidget(legend)
    legend.show_entries(ENTRIES, 2)
    longest = max(entry.width(entry.text) for entry in ENTRIES)
    assert legend.texts_in(longest + 1)[1] == "references, mated"
    assert legend.texts_in(longest - 1)[1] == "mated"
