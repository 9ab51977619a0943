"""The player of the listening desk: each key, switching without a gap, loops, what stays blind, what is remembered."""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from threading import Event
from typing import Literal

import numpy as np
import pytest
import soundfile
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.playback.deck import Letter
from genmu_studio.playback.file_sink import write_wav
from genmu_studio.settings import Settings
from genmu_studio.sounds.opening import Sound
from tests.ui.controls import beyond_tab, without_name, without_tip
from tests.ui.keyboard import SHIFT, click, press
from tests.ui.playing_world import (
    MUTE,
    OTHER_A,
    OTHER_B,
    RATE,
    REFERENCE,
    A,
    B,
    Desk,
    Sounds,
    System,
    heard,
    hertz,
    is_ready,
    playing,
    settle,
    sounds,
)
from tests.ui.sound_world import wait
from ui.models.sound_view import Span
from ui.playing.decks import Decks, prepare_decks


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    made = System()
    monkeypatch.setitem(sys.modules, "sounddevice", made)
    return made


@pytest.fixture
def store(qapp: QApplication) -> Iterator[Sounds]:
    made = Sounds(sounds())
    yield made
    made.close()


@pytest.fixture
def desk(dressed: QApplication, system: System, store: Sounds, settings: Settings, qtbot: QtBot) -> Iterator[Desk]:
    made = Desk(settings, store)
    made.resize(1000, 700)
    made.show()
    qtbot.waitExposed(made)
    made.activateWindow()
    made.desk.setFocus()
    made.show_pair(A, B)
    settle(made, qtbot)
    yield made
    made.listening.close()
    made.close()
    made.deleteLater()
    qtbot.waitUntil(lambda: not isValid(made))


def key(desk: Desk, *keys: Qt.Key, shift: bool = False) -> None:
    for each in keys:
        press(desk.desk, each, SHIFT if shift else Qt.KeyboardModifier.NoModifier)


def words_of(desk: Desk) -> str:
    """Return all that can be read or heard read of the player."""
    found: list[str] = []
    for widget in (desk.listening.bar, *desk.listening.bar.findChildren(QWidget)):
        found += [widget.toolTip(), widget.accessibleName(), widget.accessibleDescription(), widget.objectName()]
        if isinstance(widget, QLabel | QAbstractButton):
            found.append(widget.text())
    return "\n".join(found)


def steps(signal: "np.ndarray[tuple[int, ...], np.dtype[np.float32]]") -> float:
    return float(np.abs(np.diff(signal[:, 0].astype(np.float64))).max())


# ---- play and switch ----


def test_nothing_is_opened_until_somebody_plays(desk: Desk, system: System, qtbot: QtBot) -> None:
    assert not system.streams
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    assert heard(stream) == pytest.approx(400, abs=10)
    assert desk.listening.bar.play.accessibleName() == "Pause"


def test_space_pauses_and_goes_on_where_it_was(desk: Desk, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    stream.draw(RATE)
    key(desk, Qt.Key.Key_Space)
    assert desk.listening.playing.position_s == pytest.approx(1.0, abs=0.02)
    assert desk.desk.view.cursor_s == pytest.approx(1.0, abs=0.02)
    assert heard(stream) == 0
    key(desk, Qt.Key.Key_Space)
    assert heard(stream) == pytest.approx(400, abs=10)
    assert desk.listening.playing.player.position_s == pytest.approx(1.12, abs=0.02)


def test_q_w_e_switch_while_it_plays(desk: Desk, system: System, qtbot: QtBot) -> None:
    hide(desk, "B")
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    for pressed, pitch in ((Qt.Key.Key_W, 1000), (Qt.Key.Key_Q, 400), (Qt.Key.Key_E, 1000), (Qt.Key.Key_Q, 400)):
        key(desk, pressed)
        assert heard(stream) == pytest.approx(pitch, abs=10)
    assert desk.listening.playing.player.position_s == pytest.approx(4 * 0.12, abs=0.01)  # nobody went back


def test_a_switch_has_no_gap_and_no_click(desk: Desk, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    blocks = []
    for number in range(100):
        if number in {20, 40, 60, 80}:
            key(desk, Qt.Key.Key_W if number % 40 else Qt.Key.Key_Q)
        blocks.append(stream.draw(480))
    all_heard = np.concatenate(blocks)[960:]
    alone = 2 * np.pi * 1000 / RATE * 0.2, 2 * np.pi * 400 / RATE * 0.4  # the steepest that either is by itself
    assert steps(all_heard) < 1.6 * max(alone)
    windows = np.abs(all_heard[: len(all_heard) // 240 * 240, 0]).reshape(-1, 240).max(axis=1)
    assert windows.min() > 0.15  # 5 ms without sound would be a gap


def test_a_file_receives_what_the_window_plays(desk: Desk, tmp_path: Path, qtbot: QtBot) -> None:
    listening = desk.listening
    listening.playing.player.play()
    write_wav(listening.playing.player, tmp_path / "heard.wav", RATE, [(RATE // 2, lambda: key(desk, Qt.Key.Key_W))])
    values, rate = soundfile.read(tmp_path / "heard.wav", dtype="float32", always_2d=True)
    assert rate == RATE
    assert hertz(values[4800:9600]) == pytest.approx(400, abs=10)
    assert hertz(values[-9600:-4800]) == pytest.approx(1000, abs=10)
    assert np.abs(values[: RATE // 240 * 240 // 1, 0][: 199 * 240]).reshape(-1, 240).max(axis=1)[3:].min() > 0.15


def test_j_and_k_go_by_a_second_and_stay_within(desk: Desk) -> None:
    view = desk.desk.view
    key(desk, Qt.Key.Key_K)
    assert view.cursor_s == pytest.approx(1.0)
    key(desk, Qt.Key.Key_K, Qt.Key.Key_K)
    assert view.cursor_s == pytest.approx(2.0)
    key(desk, Qt.Key.Key_J)
    assert view.cursor_s == pytest.approx(1.0)
    key(desk, Qt.Key.Key_J, Qt.Key.Key_J)
    assert view.cursor_s == 0
    assert desk.listening.bar.time.text() == "0.00 / 2.00 s"


def test_the_cursor_that_a_person_puts_is_the_playhead(desk: Desk, system: System, qtbot: QtBot) -> None:
    desk.desk.view.set_cursor(1.5)
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    stream.draw(480)
    assert desk.listening.playing.player.position_s == pytest.approx(1.51, abs=0.005)
    desk.desk.view.set_cursor(0.25)
    stream.draw(480)
    assert desk.listening.playing.player.position_s == pytest.approx(0.26, abs=0.005)


def test_the_playhead_moves_the_cursor_only_while_it_plays(desk: Desk, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    stream.draw(RATE // 2)
    wait(qtbot, lambda: desk.desk.view.cursor_s > 0.4)
    assert desk.desk.view.cursor_s == pytest.approx(0.5 - 0.06, abs=0.01)  # what is heard was drawn 60 ms before
    stream.draw(2 * RATE)
    wait(qtbot, lambda: desk.desk.view.cursor_s > 1.99)
    assert desk.desk.view.cursor_s == pytest.approx(2.0, abs=0.01)
    assert not desk.listening.playing.playing
    key(desk, Qt.Key.Key_Space)  # from the start again
    stream.draw(480)
    assert desk.listening.playing.player.position_s < 0.05


def test_esc_stops_and_nothing_else(desk: Desk, system: System, qtbot: QtBot) -> None:
    view = desk.desk.view
    view.select(0.5, 1.0)
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    key(desk, Qt.Key.Key_Escape)
    assert not desk.listening.playing.playing
    assert heard(stream) == 0
    assert view.selection == Span(0.5, 1.0)
    assert not desk.listening.stop()


# ---- loops ----


def loops(desk: Desk) -> bool:
    return desk.listening.playing.player.loop is not None


def test_brackets_and_l_loop_what_is_selected(desk: Desk, system: System, qtbot: QtBot) -> None:
    desk.desk.view.select(0.5, 0.75)
    key(desk, Qt.Key.Key_BracketLeft, Qt.Key.Key_BracketRight)
    assert loops(desk)
    assert desk.listening.bar.loop.isChecked()
    assert desk.listening.bar.loop.accessibleDescription() == "0.50 to 0.75 s"
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    for _ in range(8):
        stream.draw(RATE // 10)
        assert 0.5 <= desk.listening.playing.player.position_s <= 0.75
    key(desk, Qt.Key.Key_L)
    assert not loops(desk)
    click(desk.listening.bar.loop)
    assert loops(desk)


def test_another_deck_keeps_loop_and_place(desk: Desk, system: System, qtbot: QtBot) -> None:
    desk.desk.view.set_loop(Span(1.0, 1.4))
    key(desk, Qt.Key.Key_L, shift=True)  # levels are matched: another deck
    assert not is_ready(desk)
    settle(desk, qtbot)
    player = desk.listening.playing.player
    assert player.loop is not None
    assert (player.loop.start_s, player.loop.end_s) == (1.0, 1.4)
    assert player.position_s == pytest.approx(1.0)


# ---- levels, notes, memory ----


def test_matching_levels_says_what_was_applied(desk: Desk, settings: Settings, qtbot: QtBot) -> None:
    bar = desk.listening.bar
    assert not bar.gains.text()
    key(desk, Qt.Key.Key_L, shift=True)
    settle(desk, qtbot)
    assert settings.get("playback.equally_loud") is True
    levels = desk.listening.playing.levels
    assert levels["B"].gain_db - levels["A"].gain_db > 3  # B is half as high and the ear hears its pitch better
    assert bar.gains.text() == f"A {levels['A'].gain_db:+.1f} dB  B {levels['B'].gain_db:+.1f} dB".replace(
        "+0.0", "0.0"
    )
    assert "BS.1770" in bar.notes.toolTip()
    assert bar.levels.isChecked()


def test_what_was_done_to_sounds_is_said(desk: Desk) -> None:
    assert "B is 0.50 s shorter than A: silence follows it" in desk.listening.bar.notes.text()


def test_two_sounds_that_are_one_are_said_to_be(desk: Desk, store: Sounds, qtbot: QtBot) -> None:
    assert "same sound" not in desk.listening.bar.notes.text()
    store.held[OTHER_B] = store.held[OTHER_A]
    desk.show_pair(OTHER_A, OTHER_B)
    settle(desk, qtbot)
    assert "A and B are the same sound" in desk.listening.bar.notes.text()


def test_a_switch_can_begin_anew(desk: Desk, system: System, settings: Settings, qtbot: QtBot) -> None:
    settings.set("playback.from_start", True)
    desk.desk.view.set_cursor(1.2)
    key(desk, Qt.Key.Key_W)
    assert desk.desk.view.cursor_s == 0
    desk.desk.view.set_loop(Span(0.5, 0.9))
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    stream.draw(RATE // 5)
    key(desk, Qt.Key.Key_Q)
    assert heard(stream, 0.05) == pytest.approx(400, abs=20)
    assert desk.listening.playing.player.position_s == pytest.approx(0.57, abs=0.01)


def test_source_and_speed_are_remembered(desk: Desk, store: Sounds, settings: Settings, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_W)
    desk.listening.playing.restore({"source": "A", "speed": 1.5})
    desk.listening.select("B")
    state = desk.listening.state()
    assert (state["source"], state["speed"]) == ("B", 1.5)
    desk.listening.playing.restore({"source": "nonsense", "speed": 99})
    assert desk.listening.state() == state
    desk.show_pair(OTHER_A, OTHER_B)
    assert desk.listening.playing.source == "B"


def test_another_speed_keeps_the_pitch(desk: Desk, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_J, shift=True)
    assert desk.listening.playing.speed == 0.75
    settle(desk, qtbot)
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    assert heard(stream) == pytest.approx(400, abs=15)
    assert desk.listening.playing.player.position_s == pytest.approx(0.12 * 0.75, abs=0.01)
    assert desk.listening.bar.speed.text() == "0.75 ×"


# ---- blind ----


@pytest.mark.parametrize(("hidden", "pitch"), [("A", 400), ("B", 1000)])
def test_x_does_not_tell_what_it_is(
    desk: Desk, hidden: Literal["A", "B"], pitch: int, system: System, qtbot: QtBot
) -> None:
    said = []
    for each in _BOTH:
        hide(desk, each)
        key(desk, Qt.Key.Key_Q, Qt.Key.Key_E)
        said.append(words_of(desk))
    assert said[0] == said[1]
    hide(desk, hidden)
    key(desk, Qt.Key.Key_Space)
    assert heard(playing(desk, qtbot, system)) == pytest.approx(pitch, abs=10)
    desk.actions_table["reveal_blind"].trigger()
    assert f"X is {hidden}" in desk.listening.bar.sources["X"].text()
    desk.actions_table["draw_blind"].trigger()
    assert desk.listening.bar.sources["X"].text() == "X blind"


_BOTH: tuple[Literal["A", "B"], ...] = ("A", "B")


def hide(desk: Desk, letter: Literal["A", "B"]) -> None:
    """Let X be that one."""
    desk.listening.playing._sources.draw = lambda: letter
    desk.listening.playing.draw_x_again()


def test_x_is_drawn_anew_for_each_pair(desk: Desk, qtbot: QtBot) -> None:
    left: list[Literal["A", "B"]] = ["A", "B"]
    desk.listening.playing._sources.draw = left.pop
    desk.listening.playing.reveal_x()
    desk.show_pair(OTHER_A, OTHER_B)
    assert left == ["A"]
    settle(desk, qtbot)
    assert desk.listening.bar.sources["X"].text() == "X blind"


@pytest.mark.parametrize(("given", "pitch"), [("A", 400), ("B", 1000)])
def test_an_x_that_is_given_stays_and_stays_blind(
    desk: Desk, given: Literal["A", "B"], pitch: int, system: System, qtbot: QtBot
) -> None:
    playing_here = desk.listening.playing
    other: Literal["A", "B"] = "B" if given == "A" else "A"
    playing_here._sources.draw = lambda: other
    playing_here.begin(given)
    desk.listening.follow()
    settle(desk, qtbot)
    key(desk, Qt.Key.Key_E, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    said = words_of(desk)
    for action in ("draw_blind", "reveal_blind"):
        desk.actions_table[action].trigger()
        assert heard(stream) == pytest.approx(pitch, abs=10)
        assert desk.listening.bar.sources["X"].text() == "X blind"
    assert not playing_here.draw_x_again()
    assert not playing_here.reveal_x()
    assert playing_here.revealed_x is None
    assert words_of(desk).replace(desk.listening.bar.time.text(), "") == said.replace("0.00 / 2.00 s", "")
    desk.show_pair(OTHER_A, OTHER_B)  # whose X nobody gave
    settle(desk, qtbot)
    assert playing_here.reveal_x()
    assert playing_here.revealed_x == other


# ---- reference, missing sounds, other pairs ----


def test_r_shows_the_reference_and_plays_it_from_its_start(desk: Desk, system: System, qtbot: QtBot) -> None:
    assert not desk.listening.bar.sources["R"].isEnabled()
    key(desk, Qt.Key.Key_R)
    assert not desk.listening.playing.playing
    desk.offer_reference()
    assert desk.listening.bar.sources["R"].isEnabled()
    key(desk, Qt.Key.Key_K)
    key(desk, Qt.Key.Key_R)
    wait(qtbot, lambda: system.is_drawing and desk.listening.playing.source == "R" and is_ready(desk))
    stream = playing(desk, qtbot, system)
    assert heard(stream) == pytest.approx(1700, abs=10)
    assert desk.listening.playing.duration_s == pytest.approx(1.0)  # nobody waits for the end of A
    key(desk, Qt.Key.Key_W)
    assert heard(stream) == pytest.approx(1000, abs=10)
    assert desk.listening.playing.player.position_s == pytest.approx(1.12, abs=0.02)  # where the pair was
    assert REFERENCE in {block.answers.key for block in desk.desk.blocks}


def test_another_pair_ends_what_plays(desk: Desk, store: Sounds, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_Space)
    stream = playing(desk, qtbot, system)
    stream.draw(4800)
    store.late = {OTHER_A}
    desk.show_pair(OTHER_A, OTHER_B)
    assert not desk.listening.playing.playing
    assert heard(stream) == 0
    assert desk.listening.playing.duration_s == 0
    assert desk.desk.view.cursor_s == 0
    key(desk, Qt.Key.Key_Space)  # nothing is there yet
    assert not desk.listening.playing.playing
    store.late = set()
    store.ready.emit()
    desk.desk.view.set_cursor(0)
    settle(desk, qtbot)
    assert desk.listening.playing.duration_s == pytest.approx(1.0)
    assert heard(stream) == 0


def test_another_pair_begins_at_its_start(desk: Desk, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_Space)
    playing(desk, qtbot, system).draw(RATE // 2)
    wait(qtbot, lambda: desk.desk.view.cursor_s > 0.3)
    desk.show_pair(OTHER_A, OTHER_B)  # which is open already
    assert desk.desk.view.cursor_s == 0
    settle(desk, qtbot)
    assert (desk.listening.playing.position_s, desk.listening.playing.playing) == (0, False)


def test_old_decks_are_dropped_when_pairs_pass_quickly(
    desk: Desk, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    lasting: list[float] = []
    may_go_on = Event()

    def slowly(sounds: Mapping[Letter, Sound], rate: int, channels: int, speed: float, *, loud: bool) -> Decks:
        lasting.append(sounds["A"].duration_s)
        assert may_go_on.wait(60)
        return prepare_decks(sounds, rate, channels, speed, loud=loud)

    monkeypatch.setattr("ui.playing.deck_wishes.prepare_decks", slowly)
    desk.show_pair(OTHER_A, OTHER_B)
    wait(qtbot, lambda: lasting)
    for _ in range(5):
        desk.show_pair(A, B)
        desk.show_pair(OTHER_A, OTHER_B)
    desk.show_pair(A, B)
    may_go_on.set()
    settle(desk, qtbot)
    assert lasting == [1.0, 2.0]  # that which had been begun, and the last
    assert desk.listening.playing.duration_s == pytest.approx(2.0)


def test_a_side_without_a_sound_leaves_the_other(desk: Desk, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_W)
    desk.show_pair(A, MUTE)
    settle(desk, qtbot)
    bar = desk.listening.bar
    assert [source for source, made in bar.sources.items() if made.isEnabled()] == ["A"]
    assert bar.sources["B"].toolTip() == "There is no unlearned sound"
    key(desk, Qt.Key.Key_E)
    assert desk.listening.playing.source == "A"
    key(desk, Qt.Key.Key_Space)
    assert heard(playing(desk, qtbot, system)) == pytest.approx(400, abs=10)
    desk.show_pair(MUTE, None)
    key(desk, Qt.Key.Key_Space)
    assert not desk.listening.playing.playing


def test_hiding_the_pair_gives_the_device_back(desk: Desk, system: System, qtbot: QtBot) -> None:
    key(desk, Qt.Key.Key_Space)
    playing(desk, qtbot, system)
    desk.desk.hide()
    assert not system.is_open
    assert not desk.listening.playing.playing
    desk.desk.show()
    desk.desk.setFocus()
    key(desk, Qt.Key.Key_Space)
    assert heard(playing(desk, qtbot, system)) == pytest.approx(400, abs=10)


def test_every_control_has_a_name_a_tooltip_and_the_tab_key(desk: Desk) -> None:
    bar = desk.listening.bar
    assert not without_name(bar)
    assert not without_tip(bar)
    assert not beyond_tab(bar)
    assert "(Q)" in bar.sources["A"].toolTip()
