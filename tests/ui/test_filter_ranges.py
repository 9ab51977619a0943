"""Ranges of a filter: scales, handles by mouse and keys, fields for numbers, and the histogram above them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.pair_facets import Histogram
from tests.ui.keyboard import CTRL, NONE, click, press, type_text
from ui import theme
from ui.widgets.histogram import HistogramView
from ui.widgets.number_box import NumberBox
from ui.widgets.range_filter import RangeFilter, RangeKind
from ui.widgets.range_slider import RangeSlider
from ui.widgets.scales import SEEDS, SIMILARITIES, Limits, Scale, seed_scale, similarity_scale

LEFT = Qt.MouseButton.LeftButton
COUNTS = np.array([0, 2, 4, 1], dtype=np.intp)
SIMILAR = Histogram(np.array([0.0, 0.2, 0.4, 0.6, 0.8]), COUNTS, np.array([3, 2, 8, 1], dtype=np.intp))
SOWN = Histogram(np.array([42.0, 43.0, 44.0, 45.0, 46.0]), COUNTS, np.array([3, 2, 8, 1], dtype=np.intp))
OWN = RangeKind("Similarity, own template", "How alike", SIMILARITIES, similarity_scale)
SEED = RangeKind("Seed", "The seed", SEEDS, seed_scale)


def shown(widget: QWidget, qtbot: QtBot, width: int = 214) -> None:
    qtbot.addWidget(widget)
    widget.resize(width, widget.sizeHint().height())
    widget.show()
    qtbot.waitExposed(widget)
    widget.activateWindow()
    qtbot.waitUntil(widget.isActiveWindow)


@pytest.fixture
def own(dressed: QApplication, qtbot: QtBot) -> RangeFilter:
    made = RangeFilter(OWN)
    shown(made, qtbot)
    made.show_range(SIMILAR, None, 0.5)
    return made


@pytest.fixture
def seeds(dressed: QApplication, qtbot: QtBot) -> RangeFilter:
    made = RangeFilter(SEED)
    shown(made, qtbot)
    made.show_range(SOWN, None)
    return made


def drag(widget: QWidget, start: float, end: float) -> None:
    """Drag with the left button, in three moves within one turn of the loop."""
    y = widget.height() // 2
    QTest.mousePress(widget, LEFT, NONE, QPoint(round(start), y))
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(widget, QPoint(round(start + part * (end - start)), y))
    QTest.mouseRelease(widget, LEFT, NONE, QPoint(round(end), y))


# ---- scales ----


@given(st.integers(-(2**63), 2**63 - 1), st.integers(0, 2**64), st.integers(1, 2**60))
def test_places_and_numbers_of_seeds_belong_together(low: int, span: int, step: int) -> None:
    scale = Scale(low, low + span, step, margin=0.5)
    assert scale.value(0) == low
    assert scale.value(scale.steps) == low + span
    for place in {0, scale.steps // 2, scale.steps}:
        assert abs(scale.place(scale.value(place)) - place) <= scale.steps * 1e-12 + 1


def test_a_scale_of_similarities_holds_limits_and_threshold() -> None:
    assert similarity_scale(SIMILAR).low == 0
    assert similarity_scale(SIMILAR).high == 0.8
    wide = similarity_scale(SIMILAR, (-0.123, 1.0), threshold=0.93)
    assert (wide.low, wide.high) == (-0.13, 0.95)
    assert wide.value(wide.place(0.5)) == 0.5


def test_a_scale_of_seeds_ends_at_the_first_and_the_last_and_has_no_thousands_of_steps() -> None:
    assert seed_scale(SOWN) == Scale(42, 45, 1, margin=0.5)
    assert seed_scale(SOWN, (SEEDS[0], 50)).high == 50
    edges = np.array([0.0, 2.0**40])
    assert seed_scale(Histogram(edges, COUNTS[:1], COUNTS[:1])).steps <= 1001


# ---- handles ----


def test_a_handle_is_dragged_and_says_so_live_but_once_a_turn(own: RangeFilter, qtbot: QtBot) -> None:
    told: list[Limits | None] = []
    own.changed.connect(told.append)
    slider = own.slider
    with qtbot.waitSignal(own.changed):
        drag(slider, slider.x_of(0), slider.x_of(0.4))
    assert own.limits == (0.4, 1.0)
    assert told == [(0.4, 1.0)]  # of three moves
    assert own.low.text() == "0.40"
    with qtbot.waitSignal(own.changed):
        drag(slider, slider.x_of(0.8), slider.x_of(0.6))
    assert told[-1] == (0.4, 0.6)


def test_no_handle_passes_the_other(own: RangeFilter, qtbot: QtBot) -> None:
    own.show_range(SIMILAR, (0.2, 0.4))
    with qtbot.waitSignal(own.changed):
        drag(own.slider, own.slider.x_of(0.2), own.slider.x_of(0.7))
    assert own.limits == (0.4, 0.4)
    with qtbot.waitSignal(own.changed):  # where both stand, the one is taken that can go there
        drag(own.slider, own.slider.x_of(0.4) + 2, own.slider.x_of(0.6) + 2)
    assert own.limits == (0.4, 0.6)


def test_a_press_beside_the_handles_brings_the_nearer_one(own: RangeFilter, qtbot: QtBot) -> None:
    with qtbot.waitSignal(own.changed):
        click(own.slider, QPoint(round(own.slider.x_of(0.6)), 10))
    assert own.limits == (-1.0, 0.6)
    assert own.slider.high.hasFocus()


def test_handles_hear_keys(own: RangeFilter, qtbot: QtBot) -> None:
    own.slider.low.setFocus()
    for key, low in (
        (Qt.Key.Key_Right, 0.01),
        (Qt.Key.Key_PageUp, 0.11),
        (Qt.Key.Key_Left, 0.10),
        (Qt.Key.Key_End, 0.8),
        (Qt.Key.Key_Home, None),
    ):
        with qtbot.waitSignal(own.changed) as told:
            press(own.slider.low, key)
        assert told.args == [None if low is None else (low, 1.0)]
    assert own.slider.low.accessibleName() == "Similarity, own template, from"


def test_tab_goes_from_handle_to_handle_to_the_fields(own: RangeFilter) -> None:
    own.slider.low.setFocus()
    names = []
    for _ in range(4):
        focused = QApplication.focusWidget()
        assert focused is not None
        names.append(focused.accessibleName())
        press(focused, Qt.Key.Key_Tab)
    assert names == [f"Similarity, own template, {end}" for end in ("from", "to", "at least", "at most")]


def test_a_double_click_lets_everything_through_again(own: RangeFilter, qtbot: QtBot) -> None:
    for part in (own.slider, own.histogram):
        own.show_range(SIMILAR, (0.2, 0.4))
        with qtbot.waitSignal(own.changed):
            QTest.mouseDClick(part, LEFT, NONE, QPoint(100, 8))
        assert own.limits is None
        assert own.high.text() == "0.80"


def test_what_is_shown_is_not_told(own: RangeFilter, qtbot: QtBot) -> None:
    with qtbot.assertNotEmitted(own.changed, wait=20):
        own.show_range(SIMILAR, (0.2, 0.4), 0.5)
        own.show_range(SOWN, None)


def test_a_limit_between_two_steps_stays_until_it_is_moved(own: RangeFilter, qtbot: QtBot) -> None:
    exact = float(np.float32(0.36312))
    own.show_range(SIMILAR, (exact, 0.6))
    assert own.low.text() == "0.3631"
    own.low.setFocus()
    press(own.low, Qt.Key.Key_Return)
    with qtbot.waitSignal(own.changed):
        press(own.slider.high, Qt.Key.Key_Left)
    assert own.limits == (exact, 0.59)
    with qtbot.waitSignal(own.changed):
        press(own.slider.low, Qt.Key.Key_Right)
    assert own.limits == (0.37, 0.59)


def test_a_limit_beyond_what_there_is_can_be_seen(own: RangeFilter) -> None:
    own.show_range(SIMILAR, (-0.5, 0.95))
    assert (own.low.text(), own.high.text()) == ("−0.50", "0.95")
    assert own.limits == (-0.5, 0.95)


def test_the_range_is_painted_in_the_accent_and_the_rest_is_not(own: RangeFilter) -> None:
    own.show_range(SIMILAR, (0.2, 0.4))
    image = own.slider.grab().toImage()
    y = own.slider.height() // 2
    tokens = theme.current()
    assert image.pixelColor(round(own.slider.x_of(0.3)), y) == QColor(tokens.accent)
    assert image.pixelColor(round(own.slider.x_of(0.6)), y) == QColor(tokens.line)


# ---- numbers ----


def test_a_number_is_typed_and_applies_with_enter(own: RangeFilter, qtbot: QtBot) -> None:
    own.low.setFocus()
    own.low.selectAll()
    type_text(own.low, "0,25")
    assert own.limits is None
    with qtbot.waitSignal(own.changed) as told:
        press(own.low, Qt.Key.Key_Return)
    assert told.args == [(0.25, 1.0)]
    assert own.slider.limits[0] == 0.25


def test_a_number_above_the_other_takes_it_along(own: RangeFilter, qtbot: QtBot) -> None:
    own.show_range(SIMILAR, (0.1, 0.3))
    own.low.setFocus()
    own.low.selectAll()
    type_text(own.low, "0.5")
    with qtbot.waitSignal(own.changed):
        press(own.low, Qt.Key.Key_Tab)
    assert own.limits == (0.5, 0.5)


@pytest.mark.parametrize("typed", ["", "-", ".", "nan"])
def test_what_is_no_number_leaves_it_as_it_was(own: RangeFilter, qtbot: QtBot, typed: str) -> None:
    own.show_range(SIMILAR, (0.1, 0.3))
    own.high.setFocus()
    press(own.high, Qt.Key.Key_A, CTRL)
    press(own.high, Qt.Key.Key_Delete)
    type_text(own.high, typed)
    with qtbot.assertNotEmitted(own.changed, wait=20):
        press(own.high, Qt.Key.Key_Return)
    assert own.high.text() == "0.30"


def test_what_is_being_typed_survives_what_is_shown(own: RangeFilter) -> None:
    own.low.setFocus()
    own.low.selectAll()
    type_text(own.low, "0.3")
    own.show_range(SIMILAR, (0.1, 0.6))
    assert own.low.text() == "0.3"
    assert own.high.text() == "0.60"


def test_arrows_go_a_step(own: RangeFilter, qtbot: QtBot) -> None:
    own.show_range(SIMILAR, (0.1, 0.3))
    own.low.setFocus()
    with qtbot.waitSignal(own.changed):
        press(own.low, Qt.Key.Key_Up)
    assert own.limits == (0.11, 0.3)
    press(own.low, Qt.Key.Key_Down)
    press(own.low, Qt.Key.Key_Down)
    assert own.low.value == 0.09


def test_a_number_of_64_bits_keeps_all_its_digits(dressed: QApplication, qtbot: QtBot) -> None:
    box = NumberBox("Seed", "The seed")
    shown(box, qtbot, 200)
    box.show_value(Scale(0, 2**63 - 1, 1), 2**63 - 2)
    assert box.text() == str(2**63 - 2)
    box.setFocus()
    with qtbot.waitSignal(box.entered) as told:
        press(box, Qt.Key.Key_A, CTRL)
        type_text(box, str(2**53 + 1))
        press(box, Qt.Key.Key_Return)
    assert told.args == [2**53 + 1]


# ---- seeds ----


def test_seeds_are_whole_and_an_end_is_no_limit(seeds: RangeFilter, qtbot: QtBot) -> None:
    with qtbot.waitSignal(seeds.changed):
        press(seeds.slider.low, Qt.Key.Key_Right)
    assert seeds.limits == (43, SEEDS[1])
    assert all(isinstance(limit, int) for limit in seeds.limits)
    with qtbot.waitSignal(seeds.changed) as told:
        press(seeds.slider.low, Qt.Key.Key_Left)
    assert told.args == [None]


def test_a_click_on_the_bar_of_a_seed_leaves_that_seed(seeds: RangeFilter, qtbot: QtBot) -> None:
    middle = seeds.histogram.bar(2).center().toPoint()
    with qtbot.waitSignal(seeds.changed) as told:
        click(seeds.histogram, middle)
    assert told.args == [(44, 44)]
    assert abs(seeds.slider.x_of(44) - middle.x()) <= 1.5  # the handle stands below its bar


# ---- the histogram ----


def test_bars_are_drawn_over_to_choose_them(own: RangeFilter, qtbot: QtBot) -> None:
    histogram = own.histogram
    with qtbot.waitSignal(own.changed) as told:
        drag(histogram, histogram.bar(2).center().x(), histogram.bar(1).center().x())
    assert told.args == [(0.2, 0.6)]


def test_bars_are_as_high_as_their_counts(dressed: QApplication, qtbot: QtBot) -> None:
    view = HistogramView("Similarity", 42)
    shown(view, qtbot)
    view.show_histogram(SIMILAR, similarity_scale(SIMILAR))
    image = view.grab().toImage()
    tokens = theme.current()
    for number, (left, everything) in enumerate(zip(SIMILAR.counts, SIMILAR.all_counts, strict=True)):
        box = view.bar(number)
        x = round(box.center().x())
        colors = [image.pixelColor(x, y).name() for y in range(round(box.top()), round(box.bottom()))]
        strong, faint = colors.count(QColor(tokens.unlearned).name()), colors.count(QColor(tokens.line).name())
        assert strong == pytest.approx(box.height() * left / 8, abs=1)
        assert strong + faint == pytest.approx(box.height() * everything / 8, abs=1)


def test_outside_the_range_bars_are_faint(own: RangeFilter) -> None:
    own.show_range(SIMILAR, (0.2, 0.4))
    image = own.histogram.grab().toImage()
    strong = QColor(theme.current().unlearned)
    bottoms = [own.histogram.bar(number).bottomLeft().toPoint() + QPoint(3, -2) for number in (1, 3)]
    assert image.pixelColor(bottoms[0]) == strong
    assert image.pixelColor(bottoms[1]) != strong


def test_the_threshold_is_a_dashed_line_at_its_place(own: RangeFilter) -> None:
    image = own.histogram.grab().toImage()
    x = int(own.histogram.x_of(0.5))
    line = [image.pixelColor(x, y) == QColor(theme.current().text) for y in range(own.histogram.height() - 2)]
    assert 0.3 * len(line) < sum(line) < 0.8 * len(line)
    own.show_range(SIMILAR, None)
    plain = own.histogram.grab().toImage()
    assert plain.pixelColor(x, 0) != QColor(theme.current().text)


def test_a_histogram_is_told_in_words(own: RangeFilter, seeds: RangeFilter) -> None:
    assert own.histogram.accessibleDescription() == (
        "7 pairs, smallest about 0.20, median about 0.50, largest about 0.80; threshold 0.5"
    )
    assert own.histogram.words_at(own.histogram.bar(2).center().x()) == "0.40 to 0.60: 4 of 8 pairs"
    assert seeds.histogram.words_at(seeds.histogram.bar(0).center().x()) == "42: 0 of 3 pairs"
    nothing = Histogram(SIMILAR.edges, 0 * COUNTS, COUNTS)
    own.show_range(nothing, None)
    assert own.histogram.accessibleDescription() == "nothing to count"


def test_everything_is_painted_anew_in_another_theme(own: RangeFilter, dressed: QApplication) -> None:
    own.show_range(SIMILAR, None)
    bottom = own.histogram.bar(2).bottomLeft().toPoint() + QPoint(3, -2)
    assert own.histogram.grab().toImage().pixelColor(bottom) == QColor(theme.DARK.unlearned)
    theme.apply(dressed, "light")
    try:
        assert own.histogram.grab().toImage().pixelColor(bottom) == QColor(theme.LIGHT.unlearned)
    finally:
        theme.apply(dressed, "dark")


def test_slider_and_histogram_stand_on_one_axis(own: RangeFilter) -> None:
    assert isinstance(own.slider, RangeSlider)
    for value in (0.0, 0.37, 0.8):
        assert own.slider.x_of(value) == own.histogram.x_of(value)
