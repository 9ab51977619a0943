"""A plot by itself: taking and leading its threshold, the crosshair by mouse and keys, what stands beside the line."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.ui.keyboard import CTRL, NONE, SHIFT, press
from ui.widgets import chart_marks
from ui.widgets.chart import Axes, Chart, Stroke, ThresholdMark
from ui.widgets.chart_frame import written

MARK = ThresholdMark(0.5, "0.500", official=0.3, below="7 below", above="11 verify")


@pytest.fixture
def chart(dressed: QApplication, qtbot: QtBot) -> Iterator[Chart]:
    made = Chart("Plot", Axes("similarity (cosine)", "%", (0.0, 1.0), (0.0, 100.0)))
    qtbot.addWidget(made)
    made.resize(600, 240)
    made.add_curve("one", Stroke("accent")).set_values([0, 0.5, 1], [20, 80], steps=True)
    made.set_reading(lambda x, y: f"x {written(x, 3)}, y {written(y, 1)}")
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.setFocus()
    yield made
    made.close()


def at(chart: Chart, x: float, y: float = 50.0) -> QPoint:
    return QPoint(round(chart.frame.x_px(x)), round(chart.frame.y_px(y)))


def move(chart: Chart, to: QPoint) -> None:
    QTest.mouseMove(chart, to)
    QApplication.processEvents()


# ---- the threshold ----


def test_it_is_taken_where_it_was_touched_and_told_once_a_turn(chart: Chart) -> None:
    told: list[float] = []
    chart.threshold_moved.connect(told.append)
    chart.show_threshold(MARK)
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.5) + QPoint(4, 0))
    for x in (0.6, 0.7, 0.8):
        QTest.mouseMove(chart, at(chart, x) + QPoint(4, 0))
    assert told == []
    QApplication.processEvents()
    assert len(told) == 1
    assert told[0] == pytest.approx(0.8, abs=chart.frame.x_per_pixel)
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.8))
    move(chart, at(chart, 0.2))
    assert len(told) == 1


def test_beside_the_line_nothing_is_taken(chart: Chart) -> None:
    told: list[float] = []
    chart.threshold_moved.connect(told.append)
    chart.show_threshold(MARK)
    for start, button in (
        (at(chart, 0.5) + QPoint(12, 0), Qt.MouseButton.LeftButton),
        (at(chart, 0.5), Qt.MouseButton.RightButton),
    ):
        QTest.mousePress(chart, button, NONE, start)
        move(chart, at(chart, 0.8))
        QTest.mouseRelease(chart, button, NONE, at(chart, 0.8))
    chart.show_threshold(MARK, movable=False)
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.5))
    move(chart, at(chart, 0.8))
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.8))
    assert told == []


def test_it_stays_within_what_is_shown_and_within_a_cosine(chart: Chart) -> None:
    told: list[float] = []
    chart.threshold_moved.connect(told.append)
    chart.show_threshold(MARK)
    for x, end in ((1.4, 1.0), (-0.4, 0.0)):
        QTest.mousePress(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.5))
        move(chart, at(chart, x))
        QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, NONE, at(chart, x))
        assert told[-1] == end


def test_near_the_official_one_it_is_that_to_the_last_digit(chart: Chart) -> None:
    official = 0.30000001192092896
    told: list[float] = []
    chart.threshold_moved.connect(told.append)
    chart.show_threshold(ThresholdMark(0.5, "0.500", official=official))
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.5))
    move(chart, at(chart, official) + QPoint(2, 0))
    assert told == [official]
    move(chart, at(chart, official) + QPoint(9, 0))
    assert told[1] != official
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.4))


@pytest.mark.parametrize(("value", "rows"), [(0.5, 1), (0.97, 2), (0.02, 2)])
def test_what_lies_on_either_side_is_said_at_an_end_of_the_plot_too(
    chart: Chart, monkeypatch: pytest.MonkeyPatch, value: float, rows: int
) -> None:
    written_at: list[float] = []
    image = QImage(chart.size(), QImage.Format.Format_RGB32)
    mark = ThresholdMark(value, written(value, 3), below="7 below", above="11 verify")
    write = chart_marks._write

    def noting(*given: object, **named: object) -> bool:
        has_room = write(*given, **named)  # type: ignore[arg-type]  # as it was called
        if has_room:
            place = given[2]
            written_at.append(place.y())  # type: ignore[attr-defined]  # a QPointF
        return has_room

    monkeypatch.setattr(chart_marks, "_write", noting)
    painter = QPainter(image)
    chart_marks.paint_threshold(painter, chart.frame, mark, chart_marks.pill_of(chart.frame, mark), is_held=False)
    painter.end()
    assert len(written_at) == 2
    assert len(set(written_at)) == rows


# ---- the crosshair ----


def test_the_crosshair_follows_the_pointer_and_leaves_with_it(chart: Chart) -> None:
    assert chart.reading == ""
    move(chart, at(chart, 0.25, 40))
    x, y = chart.reading.removeprefix("x ").split(", y ")
    assert float(x) == pytest.approx(0.25, abs=chart.frame.x_per_pixel)
    assert float(y) == pytest.approx(40, abs=1)
    with_it = chart.grab().toImage()
    move(chart, QPoint(2, 2))  # beside the axes
    assert chart.reading == ""
    assert chart.grab().toImage() != with_it


def test_keys_move_the_crosshair(chart: Chart) -> None:
    stepped: list[float] = []
    chart.threshold_stepped.connect(stepped.append)
    press(chart, Qt.Key.Key_Right)  # there is no threshold
    first = chart.reading
    assert first.startswith("x 0.5")
    press(chart, Qt.Key.Key_Right, SHIFT)
    assert chart.reading != first
    press(chart, Qt.Key.Key_Left, SHIFT)
    assert chart.reading == first
    for _ in range(200):
        press(chart, Qt.Key.Key_Left)
    assert chart.reading.startswith("x 0.000")
    press(chart, Qt.Key.Key_Escape)
    assert chart.reading == ""
    assert stepped == []


def test_with_a_threshold_the_arrows_are_its_and_ctrl_the_crosshairs(chart: Chart) -> None:
    stepped: list[float] = []
    chart.threshold_stepped.connect(stepped.append)
    chart.show_threshold(MARK)
    press(chart, Qt.Key.Key_Right)
    press(chart, Qt.Key.Key_Left, SHIFT)
    assert stepped == [0.01, -0.001]
    assert chart.reading == ""
    press(chart, Qt.Key.Key_Right, CTRL)
    assert float(chart.reading.removeprefix("x ").split(",")[0]) == pytest.approx(0.5, abs=0.03)
    assert stepped == [0.01, -0.001]


# ---- zoom ----


def test_zoom_ends_at_the_axes_and_at_the_smallest_piece(chart: Chart) -> None:
    for _ in range(60):
        press(chart, Qt.Key.Key_Plus)
    low, high = chart.shown_x
    assert high - low == pytest.approx(1 / 500)
    for _ in range(80):
        press(chart, Qt.Key.Key_Minus)
    assert chart.shown_x == (0.0, 1.0)


def test_other_axes_keep_a_zoom_that_lies_within(chart: Chart) -> None:
    chart.show_x((0.2, 0.4))
    chart.set_axes(Axes("similarity (cosine)", "%", (-0.5, 1.0), (0.0, 100.0)))
    assert chart.shown_x == (0.2, 0.4)
    chart.set_axes(Axes("similarity (cosine)", "%", (0.3, 1.0), (0.0, 100.0)))
    assert chart.shown_x == (0.3, 1.0)


def test_a_note_stands_where_there_is_nothing_to_draw(chart: Chart) -> None:
    before = chart.grab().toImage()
    chart.set_note("No <b>sample</b> has a similarity.")
    assert chart.note.startswith("No ")
    assert chart.grab().toImage() != before
    chart.show_threshold(MARK)
    without = chart.grab().toImage()
    told: list[float] = []
    chart.threshold_moved.connect(told.append)
    QTest.mousePress(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.5))
    move(chart, at(chart, 0.8))
    QTest.mouseRelease(chart, Qt.MouseButton.LeftButton, NONE, at(chart, 0.8))
    assert told == []  # a line that is not to be seen cannot be taken
    chart.show_threshold(None)
    move(chart, QPoint(1, 1))
    assert chart.grab().toImage() == without
    chart.set_note("")
    assert chart.grab().toImage() == before
