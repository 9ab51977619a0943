"""The listening desk with real files and a real worker: what is drawn, by mouse, and in each of its states."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QSpinBox, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.media_keys import MediaKey
from genmu_studio.reference_pictures import ReferencePicture
from genmu_studio.settings import Settings
from genmu_studio.sounds.aligning import Alignment
from scoring.types import FloatArray
from tests.ui.keyboard import SHIFT
from tests.ui.sound_world import (
    CTRL,
    RATE,
    Files,
    at,
    buzz,
    click_at,
    drag,
    settle,
    store_of,
    turn,
    wait,
)
from ui import theme
from ui.actions import ACTIONS, Actions
from ui.models.sound_settings import Panes, SoundSettings
from ui.models.sound_store import SoundStore
from ui.widgets.sound.desk import SoundDesk
from ui.widgets.sound.ticks import ticks

MIDDLE = Qt.MouseButton.MiddleButton


def tune(syllable_s: float) -> FloatArray:
    """Return four tones of other pitch, each as long."""
    return np.concatenate([buzz(each, syllable_s) for each in (120, 180, 140, 220)])


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    return Files(tmp_path_factory.mktemp("sounds"))


@pytest.fixture(scope="module")
def store(qapp: QApplication, files: Files) -> Iterator[SoundStore]:
    made = store_of(files)
    made.open(MediaKey("sample", 0))  # its thread begins here, not within a test
    yield made
    made.close()


@pytest.fixture(scope="module")
def pair(files: Files) -> tuple[MediaKey, MediaKey]:
    """Return the keys of a sound of 2 s and of the same said slower, 2.4 s."""
    return files.add_sound(tune(0.5)), files.add_sound(tune(0.6))


@pytest.fixture
def desk(qtbot: QtBot, dressed: QApplication, settings: Settings, store: SoundStore) -> SoundDesk:
    made = SoundDesk(Actions(ACTIONS, settings), store)
    qtbot.addWidget(made)
    made.resize(1000, 700)
    made.show()
    qtbot.waitExposed(made)
    return made


@pytest.fixture
def shown(desk: SoundDesk, pair: tuple[MediaKey, MediaKey], qtbot: QtBot) -> SoundDesk:
    desk.show_pair(*pair, ("0.89", "0.42"))
    settle(desk, qtbot)
    return desk


# ---- what is drawn ----


def test_both_sounds_stand_on_one_axis_each_with_what_it_is(shown: SoundDesk) -> None:
    assert list(shown.view.shown) == pytest.approx([0, 2.4])
    assert (shown.original.head.name, shown.unlearned.head.name) == ("Original 0.89", "Unlearned 0.42")
    for block, length_s in ((shown.original, 2.0), (shown.unlearned, 2.4)):
        assert f"{length_s:.2f} s · 16 kHz · mono" in block.head.findChildren(QWidget)[1].toolTip()
        lane = block.outline.lane
        assert lane.x_of(length_s) - lane.x_of(0) == pytest.approx(lane.rect.width() * length_s / 2.4)
    assert shown.axis.labels[0] == (0.0, "0.0 s")
    assert [text for _, text in shown.axis.labels][-1] == "2.0 s"
    assert "Pitch" in shown.bar.measuring.text()
    assert "–" in shown.bar.measuring.text()  # floor and ceiling, as they were found


def test_the_waveform_is_drawn_at_the_pixels_of_its_sound_and_dark_beyond_its_end(shown: SoundDesk) -> None:
    image = shown.original.stack.grab().toImage()
    ratio = image.devicePixelRatio()
    lane = shown.original.outline.lane
    inside, outside = at(lane, 1.0) * ratio, at(lane, 2.2) * ratio
    blue = theme.color(theme.current().original).rgb()
    assert image.pixel(inside.toPoint()) == blue
    assert image.pixel(outside.toPoint()) == theme.color(theme.current().background).rgb()


def test_the_spectrogram_is_strong_where_the_tone_is_and_blank_above(shown: SoundDesk) -> None:
    image = shown.original.stack.grab().toImage()
    lane = shown.original.spectrum.lane
    tone = QPointF(lane.x_of(0.25), lane.rect.bottom() - 0.04 * lane.rect.height())
    above = QPointF(lane.x_of(0.25), lane.rect.top() + 0.1 * lane.rect.height())
    strength = [image.pixelColor((each * image.devicePixelRatio()).toPoint()).lightness() for each in (tone, above)]
    assert strength[0] > strength[1] + 80


def test_the_light_theme_is_taken_at_once(shown: SoundDesk, qapp: QApplication) -> None:
    try:
        theme.apply(qapp, "light")
        image = shown.original.stack.grab().toImage()
        lane = shown.original.outline.lane
        ratio = image.devicePixelRatio()
        assert image.pixel((at(lane, 1.0) * ratio).toPoint()) == theme.color(theme.LIGHT.original).rgb()
        assert image.pixel((at(lane, 2.2) * ratio).toPoint()) == theme.color(theme.LIGHT.background).rgb()
    finally:
        theme.apply(qapp, "dark")


def test_panes_can_be_hidden_and_shown_but_never_all(shown: SoundDesk) -> None:
    menu = {action.text(): action for action in shown.bar.panes.menu().actions()}
    assert [name for name, action in menu.items() if action.isChecked()] == ["Waveform", "Spectrogram", "Pitch"]
    menu["Intensity"].trigger()
    assert len(shown.original.stack.lanes) == 3
    assert shown.original.intensity.lane.rect.height() > 20
    for name in ("Waveform", "Spectrogram", "Pitch"):
        menu[name].trigger()
    assert shown.original.stack.lanes == [shown.original.intensity.lane]
    menu["Intensity"].trigger()
    assert menu["Intensity"].isChecked()
    assert shown.settings.panes == Panes(False, False, False, True)


# ---- mouse ----


def test_a_click_puts_the_cursor_and_says_the_values_of_both(shown: SoundDesk) -> None:
    lane = shown.original.outline.lane
    click_at(shown.original.stack, at(lane, 0.25))
    assert shown.view.cursor_s == pytest.approx(0.25, abs=0.003)
    assert shown.view.cursor_s == shown.view.cursor_frame / RATE
    said = shown.original.head.values.text()
    assert said.startswith("120 Hz · −")  # below the median of 160
    assert said.endswith(" dB")
    assert shown.readout.cursor_words.text() == f"{shown.view.cursor_s:.3f} s · sample {shown.view.cursor_frame}"
    click_at(shown.unlearned.stack, at(shown.unlearned.spectrum.lane, 2.2))
    assert shown.unlearned.head.values.text().startswith("220 Hz · +")
    assert shown.original.head.values.text() == "after its end"
    assert "Unlearned 0.42 220 Hz" in shown.accessibleDescription()


def test_a_drag_selects_and_a_click_takes_it_away(shown: SoundDesk) -> None:
    lane = shown.unlearned.outline.lane
    drag(shown.unlearned.stack.viewport, at(lane, 1.5), at(lane, 0.5))
    assert shown.view.selection == pytest.approx((0.5, 1.5), abs=0.003)
    assert shown.readout.selection_words.text().startswith("selected 1.0")
    click_at(shown.unlearned.stack, at(lane, 1.8), SHIFT)  # from the farther end
    assert shown.view.selection == pytest.approx((0.5, 1.8), abs=0.003)
    click_at(shown.unlearned.stack, at(lane, 1.0))
    assert shown.view.selection is None
    assert shown.readout.selection_words.text() == ""


def test_the_wheel_pans_and_with_ctrl_zooms_at_the_pointer(shown: SoundDesk) -> None:
    lane, viewport = shown.original.spectrum.lane, shown.original.stack.viewport
    where = at(lane, 1.2)
    before = lane.time_at(where.x())
    for _ in range(4):
        turn(viewport, where, 1, CTRL)
    assert shown.view.shown.length_s == pytest.approx(2.4 / 1.25**4)
    assert lane.time_at(where.x()) == pytest.approx(before)
    kept = shown.view.shown
    turn(viewport, where, -1)
    assert shown.view.shown.start_s > kept.start_s
    turn(viewport, where, 1)
    assert shown.view.shown == pytest.approx(kept)
    assert "of 2.40 s" in shown.bar.zoom.text()
    turn(viewport, where, -99, CTRL)
    assert shown.view.shows_all


def test_the_middle_button_pans_panes_and_the_left_one_the_axis(shown: SoundDesk) -> None:
    lane, viewport = shown.original.spectrum.lane, shown.original.stack.viewport
    shown.view.zoom(5, 1.2)
    start = shown.view.shown.start_s
    under = lane.time_at(400)
    drag(viewport, QPointF(400, 60), QPointF(360, 60), MIDDLE)
    assert lane.time_at(360) == pytest.approx(under)
    assert shown.view.shown.start_s > start
    drag(shown.axis, QPointF(360, 8), QPointF(400, 8))
    assert shown.view.shown.start_s == pytest.approx(start)
    assert shown.view.selection is None


def test_zoomed_in_samples_are_drawn_one_by_one_and_the_spectrogram_in_more_columns(
    shown: SoundDesk, qtbot: QtBot
) -> None:
    shown.view.set_cursor(0.25)
    shown.view.zoom(12)
    wait(qtbot, lambda: shown.original.answers.part is not None)
    part = shown.original.answers.part
    assert part is not None
    assert part.start_s <= shown.view.shown.start_s
    assert part.start_s + part.step_s * part.levels.shape[1] >= shown.view.shown.end_s
    shown.view.zoom(100)
    assert len(shown.original.outline.outline.low) <= 20
    np.testing.assert_array_equal(shown.original.outline.outline.low, shown.original.outline.outline.high)
    shown.view.show_all()
    wait(qtbot, lambda: shown.original.answers.part is None)


# ---- aligned times ----


def test_aligned_times_draw_the_unlearned_sound_on_the_time_of_the_original(shown: SoundDesk, qtbot: QtBot) -> None:
    shown.bar.align.click()
    assert shown.difference.isVisible()
    assert shown.difference.semitones.lane.note == "aligning…"
    wait(qtbot, lambda: shown.unlearned.is_aligned)
    assert shown.unlearned.own_time(1.75) == pytest.approx(2.1, abs=0.15)  # within a tone nothing tells
    shown.view.set_cursor(1.75)
    assert shown.unlearned.head.values.text().startswith("220 Hz")
    assert shown.original.head.values.text().startswith("220 Hz")
    assert shown.difference.head.values.text().startswith(("+0.0 st", "−0.0 st"))
    # The waveform keeps its own time: a click on it is a moment of the original, and lines join the two.
    wave = shown.unlearned.outline.lane
    click_at(shown.unlearned.stack, at(wave, 2.1))
    assert shown.view.cursor_s == pytest.approx(1.75, abs=0.15)
    assert shown.unlearned._links.count >= 5
    shown.bar.align.click()
    assert not shown.unlearned.is_aligned
    assert not shown.difference.isVisible()
    assert shown.unlearned._links.count == 0


def test_alignment_comes_along_to_the_next_pair(
    shown: SoundDesk, pair: tuple[MediaKey, MediaKey], qtbot: QtBot
) -> None:
    shown.toggle_align()
    wait(qtbot, lambda: shown.unlearned.is_aligned)
    shown.show_pair(pair[1], pair[0])
    assert not shown.unlearned.is_aligned
    wait(qtbot, lambda: shown.unlearned.is_aligned)
    alignment = shown._aligned
    assert isinstance(alignment, Alignment)
    assert alignment.original_s[-1] == pytest.approx(2.4, abs=0.02)
    shown.toggle_align()


# ---- references ----


def test_a_reference_of_the_identity_stands_below(shown: SoundDesk, files: Files, qtbot: QtBot) -> None:
    assert not shown.bar.reference.isEnabled()
    assert shown.bar.reference.toolTip() == "This identity has no reference"
    keys = [files.add_sound(buzz(each, 3.0), kind="reference") for each in (100, 200)]
    references = [
        ReferencePicture(key.id, "4", f"4/{key.id}.wav", code) for key, code in zip(keys, ("SILENT", ""), strict=True)
    ]
    shown.show_references(references)
    assert not shown.reference.isVisible()
    shown.bar.reference.click()
    settle(shown, qtbot)
    assert shown.reference.isVisible()
    assert shown.reference.answers.key == keys[1]  # the first that can be used
    assert shown.view.length_s == 3.0
    shown.bar.reference.menu().actions()[0].trigger()
    assert shown.reference.answers.key == keys[0]
    shown.show_references(references)  # as the facts come again
    assert shown.reference.answers.key == keys[0]
    assert shown.toggle_reference()
    assert not shown.reference.isVisible()


# ---- little room ----


def test_in_little_room_panes_keep_their_height_and_scroll_above_their_axis(shown: SoundDesk, qtbot: QtBot) -> None:
    assert not shown.scroll_panes(1)
    shown.set_settings(SoundSettings(panes=Panes(intensity=True)))
    shown.toggle_align()
    shown.resize(600, 330)
    wait(qtbot, lambda: shown.unlearned.is_aligned)
    bar = shown._scroll.verticalScrollBar()
    wait(qtbot, lambda: bar.maximum() > 0)
    heights = [lane.rect.height() for block in (shown.original, shown.unlearned) for lane in block.stack.lanes]
    assert min(heights) >= 30
    lane = shown.original.outline.lane
    wait(qtbot, lambda: shown.axis._width() == pytest.approx(lane.rect.width(), abs=1))
    assert shown.scroll_panes(1)
    assert bar.value() > 0
    assert shown.scroll_panes(-1)
    assert bar.value() == 0
    shown.toggle_align()
    shown.set_settings(SoundSettings())


# ---- settings ----


def test_what_is_set_in_the_popover_is_measured_and_stated(shown: SoundDesk, qtbot: QtBot) -> None:
    popover = shown.bar.popover
    shown.bar.measuring.click()
    assert popover.isVisible()
    popover.finds.click()
    popover.floor_hz.setValue(90)
    popover.ceiling_hz.setValue(150)
    popover.window_s.setCurrentIndex(popover.window_s.findText("30 ms"))
    popover.window_s.activated.emit(popover.window_s.currentIndex())
    popover.range_db.setValue(40)
    popover.close()
    settle(shown, qtbot)
    assert shown.settings.spectrum.window_s == 0.03
    assert (shown.settings.floor_hz, shown.settings.ceiling_hz) == (90.0, 150.0)
    assert shown.bar.measuring.text() == "Pitch 90–150 Hz ▾"
    assert "30 ms" in shown.bar.measuring.toolTip()
    assert shown.original.answers.f0_at(1.75) is None or shown.original.answers.f0_at(1.75) != pytest.approx(220, abs=3)
    assert shown.original.answers.f0_at(0.25) == pytest.approx(120, abs=2)
    shown.set_settings(SoundSettings())


def test_limits_in_the_wrong_order_are_refused_in_words(shown: SoundDesk) -> None:
    popover = shown.bar.popover
    popover.open_below(shown.bar.measuring)
    popover.finds.setChecked(False)
    popover.floor_hz.setValue(500)
    popover.ceiling_hz.setValue(100)
    assert "no pitch lies between 500 and 100 Hz" in popover._problem.text()
    assert shown.settings.ceiling_hz != 100
    popover.finds.setChecked(True)
    assert not popover._problem.isVisible()
    popover.close()
    shown.set_settings(SoundSettings())


def test_it_remembers_how_it_was_laid_out(shown: SoundDesk, qtbot: QtBot) -> None:
    wanted = replace(SoundSettings(), panes=Panes(intensity=True), range_db=45.0)
    shown.set_settings(wanted)
    shown.toggle_align()
    state = shown.state()
    shown.toggle_align()
    shown.set_settings(SoundSettings())
    shown.restore(state)
    assert shown.settings == wanted
    assert shown.wants_align
    assert shown.state() == state
    shown.restore("nothing")
    assert shown.state() == state
    settle(shown, qtbot)


# ---- names ----


def test_every_control_has_a_name_and_says_what_it_does(shown: SoundDesk) -> None:
    controls: list[QWidget] = []
    for kind in (QAbstractButton, QComboBox, QSpinBox):
        controls += shown.findChildren(kind)
    nameless = [each for each in controls if not (each.accessibleName() and each.toolTip())]
    assert len(controls) >= 12
    assert not nameless
    named = [shown.original, shown.unlearned, shown.difference, shown.axis, shown.bar.popover]
    assert all(each.accessibleName() for each in named)


def test_it_is_reached_by_tab_and_shows_the_focus(shown: SoundDesk) -> None:
    shown.activateWindow()
    shown.bar.measuring.setFocus()
    before = shown._frame.styleSheet()
    shown.setFocus(Qt.FocusReason.TabFocusReason)
    assert shown._frame.styleSheet() != before
    QTest.keyClick(shown, Qt.Key.Key_Tab)
    assert QApplication.focusWidget() in shown.bar.findChildren(QWidget)


@pytest.mark.parametrize(
    ("low", "high", "most", "found"),
    [
        (0, 2.4, 6, [0, 0.5, 1.0, 1.5, 2.0]),
        (0, 41.67, 9, [0, 5, 10, 15, 20, 25, 30, 35, 40]),
        (0.2, 0.3, 2, [0.2, 0.25, 0.3]),
        (1, 1, 5, []),
    ],
)
def test_ticks_are_few_round_numbers(low: float, high: float, most: float, found: list[float]) -> None:
    assert ticks(low, high, most) == pytest.approx(found)
