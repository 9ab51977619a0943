"""The threshold dragged, stepped, typed, and given to the command line: the same numbers to the last digit."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.core import world
from tests.ui.keyboard import SHIFT, click, press, type_text
from tests.ui.scores_room import ALPHA, ONE, TWO, Room, make_imported, make_varied, open_project, printed, write
from ui.main_window import MainWindow
from ui.widgets.chart import Chart


@pytest.fixture(scope="module")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot, varied_folder: Path, tmp_path: Path) -> Room:
    return open_project(window, qtbot, copytree(varied_folder, tmp_path / "varied.genmu"))


def written(value: dict[str, Any]) -> tuple[str, str]:
    """Return a value of the command line and its interval as the window would describe them."""
    if value["value"] is None:
        return "not computable", ""
    interval = value["interval"]
    return repr(value["value"]), "" if interval is None else f"{interval[0]!r} to {interval[1]!r}"


def check_numbers(room: Room, capfd: pytest.CaptureFixture[str], submission: str = ALPHA) -> None:
    """See that the window, at rest, says what the command line prints at its threshold."""
    room.rest()
    said = printed(capfd, room.project.folder, submission, "--threshold", repr(room.threshold))
    assert said["lens"]["threshold"]["value"] == room.threshold
    group = room.page.selection.selection.group
    if group is None:
        found = {"ERB": said["track_value"]["ERB"], "RA": said["track_value"]["RA"]}
        rates = [each["unlearned"]["FA"]["value"] for each in said["groups"]]
        assert room.exact("FA")[0] == repr(sum(rates) / len(rates))
        outcomes = said["outcomes"]
    else:
        (of_group,) = (each for each in said["groups"] if each["group"] == group)
        found, outcomes = {name: of_group["unlearned"][name] for name in ("ERB", "FA", "RA")}, of_group["outcomes"]
    for name, value in found.items():
        assert room.exact(name) == written(value), (name, room.threshold)
        assert room.shown(name) == ("–" if value["value"] is None else f"{value['value']:.1f}")
    check_outcomes(room, outcomes)


def check_outcomes(room: Room, outcomes: dict[str, dict[str, int]]) -> None:
    lines = room.page.figures.outcomes.words.split("\n")
    assert len(lines) == len(outcomes)
    for line, (role, counts) in zip(lines, outcomes.items(), strict=True):
        wanted = [f"{number:,} {name.replace('_', ' ')}" for name, number in counts.items() if number]
        assert line == f"{role}: {', '.join(wanted)}"


def edges(value: float) -> list[float]:
    """Return a similarity, its float32 neighbours and the next numbers of Python's on either side."""
    single = np.float32(value)
    beside = [float(np.nextafter(single, np.float32(way))) for way in (-2, 2)]
    return [float(single), *beside, *(float(np.nextafter(float(single), way)) for way in (-2, 2))]


# ---- typed ----


def test_typed_at_a_similarity_and_beside_it(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    found = room.own_similarities()
    for value in edges(found[len(found) // 2]) + edges(found[0])[:3]:
        room.type_threshold(repr(value))
        assert room.threshold == value
        check_numbers(room, capfd)
    for group in (ONE, TWO):
        room.choose_group(group)
        check_numbers(room, capfd)


def test_one_float_decides(room: Room) -> None:
    value = room.own_similarities()[5]
    below, above = edges(value)[1:3]
    shown = {}
    for each in (below, value, above):
        room.type_threshold(repr(each))
        room.rest()
        shown[each] = room.page.figures.outcomes.words
    assert shown[below] == shown[value] != shown[above]


# ---- dragged ----


@pytest.mark.parametrize("name", ["forget", "curves"])
def test_dragged_and_typed_are_the_same(room: Room, capfd: pytest.CaptureFixture[str], name: str) -> None:
    charts: dict[str, Chart] = {"forget": room.page.forget.chart, "curves": room.page.curves.chart}
    chart = charts[name]
    room.drag(chart, 0.3, 0.15, 0.05)
    dragged = room.threshold
    assert abs(dragged - 0.05) <= chart.frame.x_per_pixel
    check_numbers(room, capfd)
    before = {figure: room.exact(figure) for figure in ("ERB", "FA", "RA")}
    outcomes = room.page.figures.outcomes.words
    room.window.context.official_lens()
    room.rest()
    assert room.page.figures.outcomes.words != outcomes
    room.type_threshold(repr(dragged))
    room.rest()
    assert {figure: room.exact(figure) for figure in before} == before
    assert room.page.figures.outcomes.words == outcomes


def test_zoomed_in_the_mouse_reaches_more_decimals(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    chart = room.page.forget.chart
    room.type_threshold("0.2")
    chart.setFocus()
    for _ in range(24):
        press(chart, Qt.Key.Key_Plus)
    low, high = chart.shown_x
    assert high - low < 0.01
    assert room.page.curves.chart.shown_x == (low, high)
    room.drag(chart, 0.2 + (high - 0.2) / 2)
    assert len(repr(room.threshold)) > len("0.2012")
    check_numbers(room, capfd)
    press(chart, Qt.Key.Key_Home)
    assert chart.shown_x[1] - chart.shown_x[0] > 1


# ---- stepped ----


def test_steps_by_comma_and_full_stop(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    room.page.forget.chart.setFocus()
    room.key(Qt.Key.Key_Comma)
    assert room.threshold == 0.49
    room.key(*[Qt.Key.Key_Comma] * 29)
    assert room.threshold == 0.2
    room.key(Qt.Key.Key_Period)
    assert room.threshold == 0.21
    room.key(Qt.Key.Key_Comma, Qt.Key.Key_Comma, modifiers=SHIFT)
    assert room.threshold == 0.208
    room.key(Qt.Key.Key_Period, modifiers=SHIFT)
    assert room.threshold == 0.209
    check_numbers(room, capfd)


def test_arrows_step_in_a_plot_and_in_the_field(room: Room, capfd: pytest.CaptureFixture[str]) -> None:
    room.page.retain.chart.setFocus()
    room.key(Qt.Key.Key_Left)
    room.key(Qt.Key.Key_Left, modifiers=SHIFT)
    assert room.threshold == 0.489
    field = room.page.figures.threshold
    field.setFocus()
    press(field, Qt.Key.Key_Up)
    assert room.threshold == 0.49
    press(field, Qt.Key.Key_Down, SHIFT)
    assert room.threshold == 0.489
    type_text(field, ",.")  # no key of the window acts in a field
    press(field, Qt.Key.Key_Escape)
    assert room.threshold == 0.489
    assert field.text() == "0.489"
    check_numbers(room, capfd)


def test_what_is_no_threshold_is_not_taken(room: Room) -> None:
    field = room.page.figures.threshold
    for text in ("2", "-1.0001", "nan", "inf", "", "0.5x", "1e999"):
        write(field, text)
        assert field.property("invalid") is True
        press(field, Qt.Key.Key_Return)
        assert field.text() == "0.5"
        assert field.property("invalid") is not True
        assert room.window.context.view.threshold is None


def test_a_threshold_may_be_written_in_several_ways(room: Room) -> None:
    for text, value in (("−0,25", -0.25), (" 1 ", 1.0), ("-1", -1.0), ("1e-3", 0.001)):
        room.type_threshold(text)
        assert room.threshold == value
    room.rest()


# ---- a score that the mouse says ----


def spread(between: float) -> Callable[[world.Sample, str], float | None]:
    """Return similarities of a few values, most of them equal; one forget sample has `between`, one retain none."""

    def similarity(sample: world.Sample, identity: str) -> float | None:
        who = (sample.side, sample.identity, sample.condition, sample.seed)
        if who == ("unlearned", "3", "c1", 1):
            return None
        if sample.identity != identity:
            return 0.125
        return between if who == ("unlearned", "1", "c0", 0) else 0.75

    return similarity


def test_the_mouse_hits_a_similarity_exactly(
    window: MainWindow, qtbot: QtBot, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    room = open_project(window, qtbot, make_imported(tmp_path / "one", spread(0.5)))
    room.drag(room.page.forget.chart, 0.65, 0.6)
    hit = room.threshold
    room = open_project(window, qtbot, make_imported(tmp_path / "other", spread(hit)))
    assert float(np.float32(hit)) in room.own_similarities()
    room.drag(room.page.forget.chart, 0.65, 0.6)
    assert room.threshold == hit
    check_numbers(room, capfd, "example-lab-face-r1")
    assert "4 still verified" in room.page.figures.outcomes.words
    for value in edges(hit)[1:]:
        room.type_threshold(repr(value))
        check_numbers(room, capfd, "example-lab-face-r1")


def is_what_if(room: Room) -> bool:
    return room.window.context.view.threshold is not None


def test_the_official_threshold_attracts_the_mouse(room: Room) -> None:
    chart = room.page.curves.chart
    room.drag(chart, 0.4)
    assert is_what_if(room)
    room.drag(chart, 0.45, 0.5 + chart.frame.x_per_pixel)
    assert not is_what_if(room)
    assert room.look.is_official


def test_a_click_on_the_mark_goes_back_to_the_official_lens(room: Room) -> None:
    mark = room.window.top_bar._what_if
    assert not mark.isVisible()
    room.type_threshold("0.25")
    assert mark.isVisible()
    room.rest()
    assert room.page.figures.erb.figure.property("whatif") is True
    assert room.page.figures.official.text() == "49.0"
    click(mark)
    assert not mark.isVisible()
    room.rest()
    assert room.page.figures.erb.figure.property("whatif") is False
    assert room.page.figures.erb.figure.text() == room.page.figures.official.text()
