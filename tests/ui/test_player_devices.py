"""Devices of the player: what a machine lacks is said with its remedy, all else works, and what comes back plays."""

import ctypes.util
import sys
from collections.abc import Callable, Iterator
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.settings import Settings
from tests.core.playback.test_output import Stream
from tests.ui.keyboard import click, press
from tests.ui.playing_world import RATE, A, B, Desk, Sounds, System, heard, playing, settle, sounds
from tests.ui.sound_world import wait

BUSY, GONE = -9985, -9996


@pytest.fixture
def system(monkeypatch: pytest.MonkeyPatch) -> System:
    made = System()
    monkeypatch.setitem(sys.modules, "sounddevice", made)
    return made


@pytest.fixture
def opened(dressed: QApplication, settings: Settings, qtbot: QtBot) -> Iterator[Callable[[], Desk]]:
    """Return what opens a desk with a pair, once."""
    desks: list[Desk] = []
    stores: list[Sounds] = []

    def open_one() -> Desk:
        stores.append(Sounds(sounds()))
        desk = Desk(settings, stores[0])
        desks.append(desk)
        desk.resize(1000, 700)
        desk.show()
        qtbot.waitExposed(desk)
        desk.activateWindow()
        desk.desk.setFocus()
        desk.show_pair(A, B)
        settle(desk, qtbot)
        return desk

    yield open_one
    for desk in desks:
        desk.listening.close()
        desk.close()
        desk.deleteLater()
    qtbot.waitUntil(lambda: not any(isValid(desk) for desk in desks))
    for store in stores:
        store.close()


def space(desk: Desk) -> None:
    press(desk.desk, Qt.Key.Key_Space)


def said(desk: Desk) -> str:
    label = desk.listening.bar.trouble
    return label.text() if label.isVisible() else ""


def rest(desk: Desk, qtbot: QtBot) -> None:
    wait(qtbot, lambda: not desk.listening.playing.speaker.is_busy and not desk.listening.playing.is_preparing)


def test_without_portaudio_everything_else_works(
    opened: Callable[[], Desk], monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: None)
    desk = opened()
    assert "PortAudio is missing" in said(desk)
    assert "libportaudio2" in said(desk)
    space(desk)
    rest(desk, qtbot)
    assert not desk.listening.playing.playing
    assert desk.listening.playing.player.loop is None
    desk.desk.view.select(0.5, 1.0)
    press(desk.desk, Qt.Key.Key_L)
    press(desk.desk, Qt.Key.Key_K)
    press(desk.desk, Qt.Key.Key_W)
    assert desk.desk.view.loop == (0.5, 1.0)
    assert desk.desk.view.cursor_s == pytest.approx(1.5)
    assert desk.listening.playing.source == "B"
    assert desk.listening.playing.duration_s == pytest.approx(2.0)
    sys.modules.pop("sounddevice", None)


def test_a_device_that_is_plugged_in_later_plays(opened: Callable[[], Desk], system: System, qtbot: QtBot) -> None:
    plugged, system.devices, system.after = system.devices, [], []
    desk = opened()
    assert "no sound output" in said(desk)
    assert desk.listening.bar.device.text() == "no device"
    system.after = plugged
    click(desk.listening.bar.again)
    wait(qtbot, lambda: not said(desk))
    assert not system.streams
    space(desk)
    assert heard(playing(desk, qtbot, system)) == pytest.approx(400, abs=10)


def test_a_busy_device_says_so_and_is_tried_again(opened: Callable[[], Desk], system: System, qtbot: QtBot) -> None:
    desk = opened()
    for what in ("open", "start"):
        system.refused = {what: BUSY}
        space(desk)
        wait(qtbot, lambda: not desk.listening.playing.playing)
        assert "in use by another program" in said(desk)
        assert not system.is_open
        system.refused = {}
    space(desk)
    assert heard(playing(desk, qtbot, system)) == pytest.approx(400, abs=10)
    assert not said(desk)


def test_a_device_that_is_unplugged_while_it_plays(opened: Callable[[], Desk], system: System, qtbot: QtBot) -> None:
    desk = opened()
    space(desk)
    stream = playing(desk, qtbot, system)
    stream.draw(RATE // 2)
    stream.end()
    wait(qtbot, lambda: "takes no more sound" in said(desk))
    assert stream.closed
    assert not desk.listening.playing.playing
    space(desk)  # it is there again
    stream = playing(desk, qtbot, system)
    assert system.looked_again == 0
    assert heard(stream) == pytest.approx(400, abs=10)
    assert desk.listening.playing.player.position_s == pytest.approx(0.62, abs=0.05)  # it goes on


def test_another_device_is_chosen_in_the_menu(
    opened: Callable[[], Desk], system: System, settings: Settings, qtbot: QtBot
) -> None:
    system.devices[1]["default_samplerate"] = 44_100.0
    system.taken.append((2, 44_100, 2))
    desk = opened()
    desk.desk.view.set_cursor(0.5)
    menu = desk.listening.bar.device.menu()
    menu.aboutToShow.emit()
    names = [action.text() for action in menu.actions()]
    assert names[:3] == ["The system's default", "Headphones", "Speakers"]
    menu.actions()[2].trigger()
    settle(desk, qtbot)
    wait(qtbot, lambda: desk.listening.playing.player.rate == 44_100)
    settle(desk, qtbot)
    assert settings.text("playback.device") == "Speakers"
    assert desk.listening.bar.device.text() == "Speakers · 44.1 kHz"
    assert "44100 Hz: A from 48000 Hz" in desk.listening.bar.notes.text()
    space(desk)
    stream = playing(desk, qtbot, system)
    assert (stream.how["device"], stream.how["samplerate"]) == (2, 44_100)
    stream.draw(441)
    assert desk.listening.playing.player.position_s == pytest.approx(0.51, abs=0.01)


def test_a_device_of_the_settings_that_is_not_there_is_named(
    opened: Callable[[], Desk], system: System, settings: Settings, qtbot: QtBot
) -> None:
    settings.set("playback.device", "<b>Studio</b>")
    desk = opened()
    assert "the device <b>Studio</b> is not there" in said(desk)
    assert desk.listening.bar.trouble.textFormat() == Qt.TextFormat.PlainText
    settings.set("playback.device", "default")
    wait(qtbot, lambda: not said(desk))


def test_a_device_that_opens_too_late_is_closed(
    opened: Callable[[], Desk], system: System, monkeypatch: pytest.MonkeyPatch, qtbot: QtBot
) -> None:
    desk = opened()
    may_open = Event()
    open_stream = system.OutputStream

    def slowly(**how: Any) -> Stream:
        assert may_open.wait(60)
        return open_stream(**how)

    monkeypatch.setattr(system, "OutputStream", slowly)
    space(desk)
    wait(qtbot, lambda: desk.listening.playing.speaker.is_busy)
    assert desk.listening.bar.play.accessibleName() == "Pause"
    desk.desk.hide()
    may_open.set()
    wait(qtbot, lambda: system.streams and system.stream.closed)
    assert not desk.listening.playing.playing


def test_esc_before_it_sounds_keeps_it_silent(opened: Callable[[], Desk], system: System, qtbot: QtBot) -> None:
    desk = opened()
    space(desk)
    press(desk.desk, Qt.Key.Key_Escape)
    rest(desk, qtbot)
    assert not desk.listening.playing.playing
    assert not system.is_drawing


def test_the_end_of_the_window_gives_the_device_back(opened: Callable[[], Desk], system: System, qtbot: QtBot) -> None:
    desk = opened()
    space(desk)
    playing(desk, qtbot, system)
    desk.listening.close()
    assert not system.is_open
