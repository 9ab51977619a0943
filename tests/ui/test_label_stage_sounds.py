"""The sounds that are judged: what plays by itself, A, B and an X that stays what it is, and what counts as heard."""

import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.queue import QueueEntry
from genmu_studio.settings import Settings
from tests.core.playback.made import tone
from tests.core.playback.test_output import Stream
from tests.ui.keyboard import click, press
from tests.ui.label_stage_world import Desk, Entries, show, sounding
from tests.ui.pair_world import array_of, shown
from tests.ui.playing_world import RATE, System, heard
from tests.ui.sound_world import click_at, wait
from ui.widgets.label.sound_stage import SoundStage

A_HZ, B_HZ = 400, 1000
SKIP = "This sound cannot be played here: skip it, with the reason"


@pytest.fixture
def entries(tmp_path: Path) -> Entries:
    return Entries(tmp_path)


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    made = System()
    monkeypatch.setitem(sys.modules, "sounddevice", made)
    return made


@pytest.fixture
def desk(dressed: QApplication, system: System, settings: Settings, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(settings)
    qtbot.addWidget(made)
    made.resize(900, 640)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    yield made
    made.stage.clear()


@pytest.fixture
def quiet(settings: Settings) -> None:
    settings.set("labelling.autoplay", False)


def single(entries: Entries, seconds: float = 1.0) -> QueueEntry:
    return entries.entry(entries.tone(A_HZ, seconds))


def pair(entries: Entries, a_s: float = 1.0, b_s: float = 1.0) -> QueueEntry:
    return entries.entry(entries.tone(A_HZ, a_s), entries.tone(B_HZ, b_s))


def abx(entries: Entries, x_hz: float, b_s: float = 1.0) -> QueueEntry:
    """X is a file of its own, as in a pack."""
    a, b = entries.tone(A_HZ, 1.0), entries.tone(B_HZ, b_s)
    return entries.entry(a, b, entries.tone(x_hz, 1.0 if x_hz == A_HZ else b_s))


def stage_of(desk: Desk) -> SoundStage:
    assert desk.stage.sounds is not None
    return desk.stage.sounds


def position_s(desk: Desk) -> float:
    return stage_of(desk).player.playing.player.position_s


def take(desk: Desk, stream: Stream, seconds: float, qtbot: QtBot) -> None:
    """Let the device take so much, and the window see where it is."""
    stream.draw(round(seconds * RATE))
    told: list[None] = []
    stage_of(desk).player.playing.moved.connect(lambda: told.append(None))
    wait(qtbot, lambda: told)


def play_to_the_end(desk: Desk, stream: Stream, qtbot: QtBot) -> None:
    take(desk, stream, 3.0, qtbot)
    assert not stage_of(desk).player.playing.playing


# ---- what plays ----


def test_a_sound_plays_as_soon_as_it_is_shown(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries), qtbot)
    assert heard(sounding(desk, qtbot, system)) == pytest.approx(A_HZ, abs=10)
    assert stage_of(desk).accessibleName() == "Sound"
    assert not any(pane.isVisible() for pane in stage_of(desk).panes.values())


@pytest.mark.usefixtures("quiet")
def test_nothing_plays_by_itself_where_that_is_not_wanted(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, single(entries), qtbot)
    assert not stage_of(desk).player.playing.playing
    assert not system.streams
    press(desk, Qt.Key.Key_Space)
    assert heard(sounding(desk, qtbot, system)) == pytest.approx(A_HZ, abs=10)
    press(desk, Qt.Key.Key_Space)
    assert heard(system.stream) == 0


@pytest.mark.parametrize("x_hz", [A_HZ, B_HZ])
def test_q_w_e_switch_and_x_is_what_the_entry_says(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot, x_hz: float
) -> None:
    show(desk, abx(entries, x_hz), qtbot)
    stream = sounding(desk, qtbot, system)
    for key, hz in ((Qt.Key.Key_W, B_HZ), (Qt.Key.Key_E, x_hz), (Qt.Key.Key_Q, A_HZ), (Qt.Key.Key_E, x_hz)):
        press(desk, key)
        assert heard(stream) == pytest.approx(hz, abs=10)
    assert position_s(desk) == pytest.approx(4 * 0.12, abs=0.01)  # nobody went back


def test_each_entry_begins_with_a(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, pair(entries), qtbot)
    sounding(desk, qtbot, system)
    press(desk, Qt.Key.Key_W)
    show(desk, pair(entries), qtbot)
    assert heard(sounding(desk, qtbot, system)) == pytest.approx(A_HZ, abs=10)
    assert stage_of(desk).panes["A"].badge.isChecked()
    assert not stage_of(desk).panes["B"].badge.isChecked()


def test_the_device_stays_open_from_one_prepared_item_to_the_next(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    first, second = single(entries), entries.entry(entries.tone(B_HZ, 1.0))
    show(desk, first, qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    desk.stage.prepare(second)
    wait(qtbot, lambda: not desk.stage.preloader.is_busy)
    stream.draw(RATE // 4)
    desk.stage.show_entry(second, True)
    assert heard(stream) == 0  # of the first, nothing more
    sounding(desk, qtbot, system)
    assert heard(stream) == pytest.approx(B_HZ, abs=10)
    assert len(system.streams) == 1
    take(desk, stream, 0.3, qtbot)
    assert stage_of(desk).player.heard.seconds("A", 1.0) == pytest.approx(0.42, abs=0.03)  # of the second alone


def test_the_buttons_play_what_they_are_called_by(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, abx(entries, A_HZ), qtbot)
    play_to_the_end(desk, sounding(desk, qtbot, system), qtbot)
    panes = stage_of(desk).panes
    click(panes["B"].badge)
    assert heard(sounding(desk, qtbot, system)) == pytest.approx(B_HZ, abs=10)
    click(panes["X"].badge)
    assert heard(system.stream) == pytest.approx(A_HZ, abs=10)
    assert [panes[letter].badge.isChecked() for letter in "ABX"] == [False, False, True]
    assert [panes[letter].badge.accessibleName() for letter in "ABX"] == ["Sound A", "Sound B", "Sound X"]
    click(stage_of(desk).bar.play)
    assert heard(system.stream) == 0


def test_j_and_k_skip_and_a_click_seeks(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries, 3.0), qtbot)
    stream = sounding(desk, qtbot, system)
    take(desk, stream, 0.5, qtbot)
    press(desk, Qt.Key.Key_K)
    assert position_s(desk) == pytest.approx(1.5, abs=0.1)
    press(desk, Qt.Key.Key_J)
    assert position_s(desk) == pytest.approx(0.5, abs=0.1)
    stack = stage_of(desk).single.stack
    lane = stage_of(desk).single.outline.lane
    click_at(stack, QPointF(lane.x_of(2.0), lane.rect.center().y()))
    assert position_s(desk) == pytest.approx(2.0, abs=0.02)
    assert stage_of(desk).player.view.cursor_s == pytest.approx(2.0, abs=0.02)


def test_escape_silences_and_says_whether_there_was_something(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, single(entries), qtbot)
    stream = sounding(desk, qtbot, system)
    assert desk.stage.silence()
    assert heard(stream) == 0
    assert not desk.stage.silence()


def test_another_entry_ends_what_plays(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries), qtbot)
    sounding(desk, qtbot, system)
    show(desk, entries.entry(entries.plain((0, 0, 0))), qtbot)
    assert not system.is_drawing
    assert not system.is_open


# ---- what counts as heard ----


def test_a_sound_must_be_heard_to_its_end(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries), qtbot, must_play=True)
    assert desk.stage.why_not_yet() == "Listen to all of it first"
    stream = sounding(desk, qtbot, system)
    take(desk, stream, 0.8, qtbot)
    assert desk.stage.why_not_yet() == "Listen to all of it first"
    assert "80 % heard" in stage_of(desk).single.stack.accessibleDescription()
    play_to_the_end(desk, stream, qtbot)
    assert desk.stage.why_not_yet() == ""
    assert desk.told[-1] == ""


def test_what_need_not_be_heard_may_be_judged_at_once(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, pair(entries), qtbot)
    assert desk.stage.why_not_yet() == ""
    assert stage_of(desk).panes["A"].stack.accessibleDescription() == ""


def test_nothing_is_heard_while_no_device_takes_it(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries), qtbot, must_play=True)
    sounding(desk, qtbot, system)
    told: list[None] = []
    stage_of(desk).player.playing.moved.connect(lambda: told.append(None))
    wait(qtbot, lambda: len(told) > 20)  # time passes; the device draws nothing
    assert stage_of(desk).player.heard.of("A") == ()


def test_what_was_skipped_was_not_heard(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries, 3.0), qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    take(desk, stream, 0.5, qtbot)
    press(desk, Qt.Key.Key_K)
    play_to_the_end(desk, stream, qtbot)
    assert desk.stage.why_not_yet() == "Listen to all of it first"
    (first, second) = stage_of(desk).player.heard.of("A")
    assert (first.start_s, first.end_s) == pytest.approx((0.0, 0.5), abs=0.03)
    assert (second.start_s, second.end_s) == pytest.approx((1.5, 3.0), abs=0.08)  # it goes on from what is heard
    lane = stage_of(desk).single.outline.lane
    click_at(stage_of(desk).single.stack, QPointF(lane.x_of(0.45), lane.rect.center().y()))
    press(desk, Qt.Key.Key_Space)
    sounding(desk, qtbot, system)
    take(desk, stream, 1.2, qtbot)
    assert desk.stage.why_not_yet() == ""


def test_dragging_the_cursor_over_a_sound_is_not_hearing_it(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, single(entries, 3.0), qtbot, must_play=True)
    sounding(desk, qtbot, system)
    lane, stack = stage_of(desk).single.outline.lane, stage_of(desk).single.stack
    for at_s in np.arange(0.0, 3.0, 0.05):
        click_at(stack, QPointF(lane.x_of(float(at_s)), lane.rect.center().y()))
    press(desk, Qt.Key.Key_Space)
    assert stage_of(desk).player.heard.seconds("A", 3.0) == 0


def test_what_sounded_before_a_click_counts(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries, 3.0), qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    lane, stack = stage_of(desk).single.outline.lane, stage_of(desk).single.stack
    for at_s in (2.0, 1.0):
        stream.draw(RATE // 2)
        click_at(stack, QPointF(lane.x_of(at_s), lane.rect.center().y()))
    found = [each for stretch in stage_of(desk).player.heard.of("A") for each in stretch]
    assert found == pytest.approx([0.0, 0.5, 2.0, 2.5], abs=0.03)


def test_both_must_be_heard_and_x_as_long_as_the_longest(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, abx(entries, A_HZ, b_s=1.5), qtbot, must_play=True)
    assert desk.stage.why_not_yet() == "Listen to all of A, B and X first"
    play_to_the_end(desk, sounding(desk, qtbot, system), qtbot)
    assert desk.stage.why_not_yet() == "Listen to all of B and X first"
    press(desk, Qt.Key.Key_W)
    play_to_the_end(desk, sounding(desk, qtbot, system), qtbot)
    assert desk.stage.why_not_yet() == "Listen to all of X first"
    press(desk, Qt.Key.Key_E)
    stream = sounding(desk, qtbot, system)
    take(desk, stream, 1.2, qtbot)  # X is A, which lasts a second: to say so would tell
    assert desk.stage.why_not_yet() == "Listen to all of X first"
    play_to_the_end(desk, stream, qtbot)
    assert desk.stage.why_not_yet() == ""


def test_switching_while_it_plays_counts_for_each_what_sounded(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, pair(entries), qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    for key in (Qt.Key.Key_W, Qt.Key.Key_Q, Qt.Key.Key_W):
        stream.draw(round(0.2 * RATE))
        press(desk, key)
    stream.draw(round(0.2 * RATE))
    press(desk, Qt.Key.Key_Space)
    found = stage_of(desk).player.heard
    assert [each for stretch in found.of("A") for each in stretch] == pytest.approx([0, 0.2, 0.4, 0.6], abs=0.03)
    assert [each for stretch in found.of("B") for each in stretch] == pytest.approx([0.2, 0.4, 0.6, 0.8], abs=0.03)


def test_a_loop_over_everything_is_heard_whole(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries), qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    press(desk, Qt.Key.Key_L)
    assert stage_of(desk).bar.loop.isChecked()
    for _ in range(9):
        take(desk, stream, 0.2, qtbot)
    assert stage_of(desk).player.playing.playing
    assert desk.stage.why_not_yet() == ""


def test_a_part_that_loops_is_not_the_whole(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries), qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    stage_of(desk).player.view.select(0.0, 0.5)
    press(desk, Qt.Key.Key_L)
    for _ in range(12):
        take(desk, stream, 0.1, qtbot)
    assert desk.stage.why_not_yet() == "Listen to all of it first"
    assert stage_of(desk).player.heard.seconds("A", 1.0) == pytest.approx(0.5, abs=0.03)


def test_who_comes_back_need_not_hear_it_again(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    first, second = single(entries), single(entries)
    show(desk, first, qtbot, must_play=True)
    play_to_the_end(desk, sounding(desk, qtbot, system), qtbot)
    show(desk, second, qtbot, must_play=True)
    assert desk.stage.why_not_yet() == "Listen to all of it first"
    show(desk, first, qtbot, must_play=True)
    assert desk.stage.why_not_yet() == ""
    desk.stage.clear()
    show(desk, first, qtbot, must_play=True)
    assert desk.stage.why_not_yet() == "Listen to all of it first"


# ---- what stays blind ----


def picture_of(desk: Desk) -> "np.ndarray[tuple[int, int, int], np.dtype[np.uint8]]":
    return array_of(shown(desk.stage))


@pytest.mark.usefixtures("quiet")
def test_nothing_that_is_seen_depends_on_what_x_is(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    a, b = entries.tone(A_HZ, 1.0), entries.tone(B_HZ, 1.6)
    seen = []
    for x in (a, b):
        show(desk, entries.entry(a, b, x), qtbot, must_play=True)
        press(desk, Qt.Key.Key_E)
        take(desk, sounding(desk, qtbot, system), 1.3, qtbot)
        press(desk, Qt.Key.Key_Space)
        words = (stage_of(desk).bar.time.text(), stage_of(desk).bar.notes.text(), desk.stage.why_not_yet())
        seen.append((picture_of(desk), words, stage_of(desk).panes["X"].badge.accessibleDescription()))
    assert np.array_equal(seen[0][0], seen[1][0])
    assert seen[0][1:] == seen[1][1:]
    assert stage_of(desk).panes["X"].outline.lane.note == "X is only heard"


@pytest.mark.usefixtures("quiet")
def test_unlike_lengths_are_said_and_tell_nothing(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, pair(entries, 1.0, 1.4), qtbot)
    assert stage_of(desk).bar.notes.text() == "A and B differ in length: silence follows the shorter one"
    assert stage_of(desk).bar.time.text() == "0.00 / 1.40 s"
    show(desk, pair(entries), qtbot)
    assert stage_of(desk).bar.notes.text() == ""


@pytest.mark.usefixtures("quiet")
def test_levels_that_are_matched_are_said(desk: Desk, entries: Entries, settings: Settings, qtbot: QtBot) -> None:
    show(desk, pair(entries), qtbot)
    settings.set("playback.equally_loud", True)
    assert stage_of(desk).bar.notes.text() == "played equally loud, as the settings say"


@pytest.mark.usefixtures("quiet")
def test_an_x_that_is_neither_is_not_shown(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, abx(entries, 700), qtbot)
    assert desk.stage.why_not_yet() == "This sound cannot be shown here: skip it, with the reason"


# ---- what cannot be heard ----


def test_without_a_device_it_says_why_and_what_to_do(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    there, system.devices, system.after = system.devices, [], []
    show(desk, single(entries), qtbot, must_play=True)
    wait(qtbot, lambda: desk.stage.why_not_yet() == SKIP)
    bar = stage_of(desk).bar
    assert bar.trouble.isVisible()
    assert bar.trouble.text().startswith("▲ Playback is off: this machine has no sound output. Plug in")
    assert desk.told[-1] == SKIP
    system.after = there
    click(bar.again)
    wait(qtbot, lambda: desk.stage.why_not_yet() == "Listen to all of it first")
    assert not bar.trouble.isVisible()
    press(desk, Qt.Key.Key_Space)
    play_to_the_end(desk, sounding(desk, qtbot, system), qtbot)
    assert desk.stage.why_not_yet() == ""


def test_without_a_device_nobody_judges_what_nobody_heard(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    system.devices = system.after = []
    show(desk, single(entries), qtbot)
    wait(qtbot, lambda: desk.stage.why_not_yet() == SKIP)


def test_what_was_heard_may_be_judged_though_the_device_is_gone(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, single(entries), qtbot, must_play=True)
    play_to_the_end(desk, sounding(desk, qtbot, system), qtbot)
    press(desk, Qt.Key.Key_Space)
    sounding(desk, qtbot, system).end()
    wait(qtbot, lambda: stage_of(desk).player.playing.trouble is not None)
    assert desk.stage.why_not_yet() == ""


def test_a_device_that_goes_away_in_the_middle_is_said(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    show(desk, single(entries), qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    take(desk, stream, 0.4, qtbot)
    stream.end()
    wait(qtbot, lambda: desk.stage.why_not_yet() == SKIP)


def test_a_damaged_sound_is_named_by_its_code_alone(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, entries.entry(entries.tone(A_HZ, 1.0), entries.damaged("sound")), qtbot)
    assert desk.stage.why_not_yet() == "This sound cannot be shown here: skip it, with the reason"
    assert not desk.do("label_play")


# ---- breaks and the end ----


def test_a_break_hides_and_silences_it(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    empty = picture_of(desk)
    show(desk, single(entries, 2.0), qtbot, must_play=True)
    stream = sounding(desk, qtbot, system)
    take(desk, stream, 0.5, qtbot)
    desk.stage.hide_item()
    assert heard(stream) == 0
    wait(qtbot, lambda: not system.is_open)
    assert np.array_equal(picture_of(desk), empty)
    assert desk.stage.why_not_yet() == "The item is hidden: end the break first"
    for name in ("label_play", "label_hear_a", "label_loop"):
        assert not desk.do(name)
    desk.stage.show_item()
    assert desk.stage.why_not_yet() == "Listen to all of it first"
    assert not stage_of(desk).player.playing.playing  # whoever comes back begins when he wants
    press(desk, Qt.Key.Key_Space)
    play_to_the_end(desk, sounding(desk, qtbot, system), qtbot)
    assert desk.stage.why_not_yet() == ""


def test_an_entry_that_is_shown_in_a_break_waits_for_its_end(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    desk.stage.hide_item()
    desk.stage.show_entry(single(entries), True)
    wait(qtbot, lambda: not desk.stage.preloader.is_busy)
    assert desk.stage.sounds is None
    desk.stage.show_item()
    assert heard(sounding(desk, qtbot, system)) == pytest.approx(A_HZ, abs=10)


def test_in_the_end_nothing_is_left(desk: Desk, entries: Entries, system: System, qtbot: QtBot) -> None:
    show(desk, single(entries), qtbot)
    sounding(desk, qtbot, system)
    desk.stage.clear()
    assert not system.is_open
    assert desk.stage.sounds is None
    assert desk.stage.preloader.used_bytes == 0
    assert desk.stage.why_not_yet() == "There is nothing to judge"
    desk.stage.clear()
    show(desk, single(entries), qtbot)  # and it can be used again
    assert heard(sounding(desk, qtbot, system)) == pytest.approx(A_HZ, abs=10)


# ---- looking closer ----


@pytest.mark.usefixtures("quiet")
def test_keys_zoom_and_pan_the_time_axis(desk: Desk, entries: Entries, qtbot: QtBot) -> None:
    show(desk, single(entries, 4.0), qtbot)
    view = stage_of(desk).player.view
    press(desk, Qt.Key.Key_Plus)
    assert view.shown.length_s == pytest.approx(4.0 / 1.25)
    start_s = view.shown.start_s
    QTest.keyClick(desk, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert view.shown.start_s > start_s
    press(desk, Qt.Key.Key_F)
    assert view.shows_all


@pytest.mark.usefixtures("quiet")
def test_sounds_of_unlike_rates_are_compared_on_one_axis(
    desk: Desk, entries: Entries, system: System, qtbot: QtBot
) -> None:
    a, b = entries.tone(A_HZ, 1.0, 16_000), entries.sound(tone(B_HZ, 1.0, 0.2, 22_050), 22_050)
    show(desk, entries.entry(a, b, b), qtbot)
    assert stage_of(desk).bar.time.text() == "0.00 / 1.00 s"
    assert stage_of(desk).bar.notes.text() == ""
    press(desk, Qt.Key.Key_E)
    assert heard(sounding(desk, qtbot, system)) == pytest.approx(B_HZ, abs=10)
