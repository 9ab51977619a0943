"""ERB, FA and RA by threshold in the window: other policies and rules, the band, the ranks, what the crosshair says."""

from itertools import pairwise
from pathlib import Path
from shutil import copytree

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.domain import SubmissionId
from genmu_studio.view import View
from tests.core import world
from tests.ui.keyboard import CTRL, NONE, click, press
from tests.ui.map_world import turn_wheel
from tests.ui.scores_room import ALPHA, BETA, ONE, Room, make_varied, open_project, read_csv
from ui.main_window import MainWindow
from ui.widgets.scores.curve_card import VARIANTS


@pytest.fixture(scope="module")
def varied_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_varied(tmp_path_factory.mktemp("varied"))


@pytest.fixture
def room(window: MainWindow, qtbot: QtBot, varied_folder: Path, tmp_path: Path) -> Room:
    return open_project(window, qtbot, copytree(varied_folder, tmp_path / "varied.genmu"))


def evaluated(room: Room, entry: str = ALPHA, **view: str) -> tuple[float | None, tuple[float, float] | None]:
    """Return ERB of the track and its interval, of an entry, computed anew."""
    project = room.project
    found = project.evaluate(project.submission(entry), View(**view))  # type: ignore[arg-type]  # names are View's own
    assert found is not None
    return found.track.erb.value, found.track.erb.interval


# ---- other policies and rules ----


def test_other_policies_and_rules_are_drawn_on_demand(room: Room, tmp_path: Path) -> None:
    card = room.page.curves
    assert [curve.name for curve in card.chart.curves] == ["RA", "FA", "ERB"]
    for key in VARIANTS:
        card.choices[key].trigger()
    room.rest()
    names = {words for words, _ in VARIANTS.values()}
    assert {curve.name for curve in card.chart.curves} == names | {"RA", "FA", "ERB"}
    assert all(name in card.legend.words for name in names)
    head, rows = read_csv(room.save(card, tmp_path, "csv"))
    chosen = rows[:: max(1, len(rows) // 6)]
    for (kind, name), (words, _) in VARIANTS.items():
        column = head.index(f"ERB, %, {words}")
        for row in chosen:
            erb, _ = evaluated(room, threshold=row[1], **{kind: name})
            assert row[column] == repr(erb), (kind, name, row[1])
    for row in chosen:
        erb, interval = evaluated(room, threshold=row[1])
        assert row[2] == repr(erb)
        assert interval is not None
        assert (row[5], row[6]) == (repr(interval[0]), repr(interval[1]))
    for key in VARIANTS:
        card.choices[key].trigger()
    room.rest()
    assert [curve.name for curve in card.chart.curves] == ["RA", "FA", "ERB"]
    assert not any(name in card.legend.words for name in names)


def test_one_policy_alone_and_its_words_in_the_crosshair(room: Room) -> None:
    card = room.page.curves
    words, _ = VARIANTS["policy", "exclude"]
    card.choices["policy", "exclude"].trigger()
    room.rest()
    assert card.chart.crosshair.read(0.0, 50.0).split("\n")[-1].startswith(f"{words} ")
    erb, _ = evaluated(room, threshold="0.0", policy="exclude")
    assert erb is not None
    assert card.chart.crosshair.read(0.0, 50.0).endswith(f" {erb:.1f}")
    room.choose_group(ONE)
    room.rest()
    assert words in card.legend.words


def test_the_curves_follow_policy_and_rule_of_the_lens(room: Room) -> None:
    for policy, rule in (("failure", "verify"), ("forgotten", "verify+rank1"), ("exclude", "verify")):
        view = {"policy": policy, "rule": rule}
        room.window.context.look(**view)
        room.rest()
        erb, _ = evaluated(room, threshold="0.2", **view)
        assert erb is not None
        assert f"ERB {erb:.1f}" in room.page.curves.chart.crosshair.read(0.2, 0.0)
        assert room.exact("ERB")[0] == repr(evaluated(room, **view)[0])
    assert "reach it" not in room.page.forget.legend.words


def test_the_strict_rule_says_reach_and_not_verify(room: Room) -> None:
    room.window.context.look(rule="verify+rank1")
    room.rest()
    mark = room.page.forget.chart.threshold
    assert mark is not None
    assert mark.above.endswith("reach it")
    assert "reach it" in room.page.forget.legend.words


# ---- the band ----


def test_the_band_is_dimmed_until_it_is_whole(room: Room) -> None:
    card, band = room.page.curves, room.page.room.band
    whole = len(room.page.room.band.points)
    assert not card.band.is_dimmed
    seen: list[tuple[int, bool]] = []
    band_grown = room.page.room.band_grown
    band_grown.connect(lambda: seen.append((len(band.points), card.band.is_dimmed)))
    room.window.context.look(policy="exclude")
    room.wait(lambda: len(seen) > 0)
    room.rest()
    assert seen[0][1]
    assert seen[-1] == (len(band.points), False)
    assert [n for n, _ in seen] == sorted(n for n, _ in seen)
    assert whole > 10
    assert card.chart.crosshair.read(0.2, 0).split("\n")[1].count("(") == 1


def test_intervals_are_dimmed_while_the_threshold_moves(room: Room) -> None:
    figures = room.page.figures
    before = figures.erb.interval.text()
    assert room.is_at_rest
    room.page.forget.chart.setFocus()
    for _ in range(40):
        room.key(Qt.Key.Key_Left)
    assert room.threshold == 0.1
    assert figures.erb.interval.is_dimmed
    assert figures.erb.interval.text() == before  # that of before
    room.rest()
    assert figures.erb.interval.text() != before
    erb, interval = evaluated(room, threshold="0.1")
    assert interval is not None
    assert figures.erb.interval.text() == f"{interval[0]:.1f} to {interval[1]:.1f}"
    assert figures.erb.figure.text() == f"{erb:.1f}"


# ---- the crosshair, zoom ----


def test_the_crosshair_says_the_values_where_the_pointer_is(room: Room) -> None:
    chart = room.page.curves.chart
    frame = chart.frame
    at = QPoint(round(frame.x_px(0.15)), round(frame.area.center().y()))
    without = chart.grab().toImage()
    QTest.mouseMove(chart, at)
    QApplication.processEvents()
    assert chart.grab().toImage() != without
    x = frame.x_at(at.x())
    erb, interval = evaluated(room, threshold=repr(x))
    assert erb is not None
    assert interval is not None
    said = chart.crosshair.read(x, 0.0).split("\n")
    assert said[1] == f"ERB {erb:.1f}  ({interval[0]:.1f} to {interval[1]:.1f})"
    assert chart.crosshair.read(-1.5, 0.0) == "−1.500"


def test_zoom_pan_and_reset_by_wheel_mouse_and_keys(room: Room) -> None:
    chart, others = room.page.forget.chart, (room.page.retain.chart, room.page.curves.chart)
    whole = chart.shown_x
    at = chart.frame.area.center().toPoint()
    around = chart.frame.x_at(at.x())
    assert not turn_wheel(chart, at, 1)  # that scrolls
    assert chart.shown_x == whole
    assert turn_wheel(chart, at, 3, CTRL)
    low, high = chart.shown_x
    assert high - low < whole[1] - whole[0]
    assert chart.frame.x_at(at.x()) == pytest.approx(around)
    assert all(other.shown_x == (low, high) for other in others)
    start = at + QPoint(40, 20)
    assert abs(chart.frame.x_at(start.x()) - room.threshold) > 0.02
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, NONE, start)
    QTest.mouseMove(chart, start + QPoint(60, 0))
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, NONE, start + QPoint(60, 0))
    assert chart.shown_x[0] < low
    assert room.window.context.view.threshold is None
    QTest.mouseDClick(chart, Qt.MouseButton.LeftButton, NONE, start)
    assert chart.shown_x == whole
    chart.setFocus()
    press(chart, Qt.Key.Key_Plus)
    press(chart, Qt.Key.Key_Plus)
    press(chart, Qt.Key.Key_Minus)
    assert chart.shown_x != whole
    press(chart, Qt.Key.Key_Home)
    assert all(each.shown_x == whole for each in (chart, *others))


def test_zoomed_to_elsewhere_the_plots_stay_while_the_threshold_moves(room: Room) -> None:
    chart = room.page.curves.chart
    chart.setFocus()
    for _ in range(6):
        press(chart, Qt.Key.Key_Plus)
    shown = chart.shown_x
    room.type_threshold("0.1")
    room.rest()
    assert chart.shown_x == shown
    assert not shown[0] <= 0.1 <= shown[1]
    room.page.curves.grab()


# ---- ranks ----


def test_the_ranks_are_those_of_evaluations(room: Room, tmp_path: Path) -> None:
    tabs = room.page.side.tabBar()
    click(tabs, tabs.tabRect(3).center())
    room.rest()
    part = room.page.stability
    head, rows = read_csv(room.save(part.card, tmp_path, "csv"))
    assert head == ["threshold from", "threshold to", f"rank, {ALPHA}", f"rank, {BETA}"]
    assert len(rows) > 2
    for low, high, *ranks in rows:
        for threshold in (low, high):
            one, other = (evaluated(room, entry, threshold=threshold)[0] or 0.0 for entry in (ALPHA, BETA))
            assert ranks == [str(1 + (other > one)), str(1 + (one > other))], threshold
    assert float(rows[0][0]) == -1
    assert float(rows[-1][1]) == 1
    for (_, high, *_), (low, *_) in pairwise(rows):
        assert np.nextafter(np.float32(high), np.float32(2)) == np.float32(low)


def test_the_table_of_ranks_opens_an_entry(room: Room) -> None:
    room.page.side.bring_to_front("stability")
    room.rest()
    part = room.page.stability
    said = [[str(part.model.index(row, column).data()) for column in range(4)] for row in range(2)]
    assert [row[0] for row in said] == ["1", "2"]
    assert {row[1] for row in said} == {"Alpha", "Beta"}
    (shown,) = [row for row in said if row[3] == "◂ shown"]
    assert shown[1] == "Alpha"
    assert shown[2] == room.shown("ERB")
    other = next(row for row, each in enumerate(said) if each[1] == "Beta")
    part.table.setFocus()
    part.table.setCurrentIndex(part.model.index(other, 0))
    press(part.table, Qt.Key.Key_Return)
    submission = room.window.context.submission
    assert submission is not None
    assert submission.id == BETA
    room.rest()
    assert part.card.legend.words.startswith("Beta")
    assert "order" in part._words.text()


def test_an_entry_that_is_not_ranked_is_said_so(room: Room, tmp_path: Path) -> None:
    late = world.IN_TIME.replace(month=8)
    samples = world.grid(world.two_groups(), conditions=5, seeds=2)
    entry = world.write_submission(tmp_path / "late", samples, team="Late Lab")
    world.take_in(room.project, entry, received_at=late, team="Late Lab")
    world.score_with_fake(room.project)
    room.window.context.select(SubmissionId("late-lab-face-r1"))
    room.page.side.bring_to_front("stability")
    room.rest()
    part = room.page.stability
    assert part.card.legend.words == "Late Lab: not ranked · other entries"
    last = [str(part.model.index(2, column).data()) for column in range(4)]
    assert last[:2] == ["–", "Late Lab"]
    assert last[3].startswith("◂ shown · received after the deadline")
