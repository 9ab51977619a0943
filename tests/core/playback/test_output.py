"""The device: what a machine lacks becomes a reason and a remedy, and no exception reaches PortAudio's thread."""

import ctypes.util
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from genmu_studio.playback.output import (
    STALLED_S,
    Device,
    NoSound,
    Output,
    find_devices,
    open_output,
    playable,
)
from scoring.types import FloatArray
from tests.core.playback import made
from tests.core.playback.made import RATE, noise, player

CHECKOUT = Path(__file__).resolve().parents[3]
HEADPHONES = Device(1, "Headphones", "ALSA", 44_100, 2, True)


class PortAudioError(Exception):
    """As sounddevice raises it: a text, and PortAudio's number."""


class Stream:
    """What a test moves in the place of PortAudio's thread."""

    def __init__(self, library: "Library", **how: Any) -> None:
        library.refuse_if_told("open")
        self.library = library
        self.how = how
        self.active, self.stopped, self.closed = False, True, False
        self.latency = 0.06

    def start(self) -> None:
        self.library.refuse_if_told("start")
        assert self.stopped, "PortAudio refuses to start a stream that was not stopped"
        self.active, self.stopped = True, False

    def abort(self) -> None:
        self.end()
        self.stopped = True

    def close(self) -> None:
        self.closed = True

    def draw(self, frames: int = 480, *, late: bool = False) -> FloatArray:
        """Ask for a block as the sound system does."""
        block = np.full((frames, self.how["channels"]), 9.0, np.float32)
        self.how["callback"](block, frames, None, SimpleNamespace(output_underflow=late))
        return block

    def end(self) -> None:
        """End as a stream does that is stopped, or whose device is gone."""
        if self.active:
            self.active = False
            self.how["finished_callback"]()


class Library:
    """Sounddevice with devices of the test's choice."""

    PortAudioError = PortAudioError

    def __init__(self) -> None:
        self.devices = [self.device(0, "Microphone", 0), self.device(1, "Headphones", 8), self.device(2, "Beeper", 1)]
        self.default = SimpleNamespace(device=[0, 1])
        self.refused: dict[str, int] = {}
        self.taken = [(1, 48_000, 2)]
        self.streams: list[Stream] = []
        self.looked_again = 0

    @staticmethod
    def device(index: int, name: str, channels: int) -> dict[str, Any]:
        rate = {"default_samplerate": 44_100.0, "max_output_channels": channels}
        return {"index": index, "name": name, "hostapi": 0, **rate}

    def refuse_if_told(self, what: str) -> None:
        if what in self.refused:
            raise PortAudioError(f"Error: {what}", self.refused[what])

    def query_hostapis(self) -> list[dict[str, str]]:
        self.refuse_if_told("query")
        return [{"name": "ALSA"}]

    def query_devices(self) -> list[dict[str, Any]]:
        return self.devices

    def check_output_settings(self, device: int, channels: int, dtype: str, extra: None, rate: int) -> None:
        assert (dtype, extra) == ("float32", None)
        if (device, rate, channels) not in self.taken:
            raise PortAudioError("Error: rate", -9997)

    def OutputStream(self, **how: Any) -> Stream:
        self.streams.append(Stream(self, **how))
        return self.streams[-1]

    def _terminate(self) -> None:
        self.devices = []

    def _initialize(self) -> None:
        self.devices = [self.device(3, "Plugged in since", 2)]


@pytest.fixture
def library(monkeypatch: pytest.MonkeyPatch) -> Library:
    made_up = Library()
    monkeypatch.setitem(sys.modules, "sounddevice", made_up)
    return made_up


@pytest.fixture
def without_portaudio(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the real package look for PortAudio in vain."""
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.setattr(ctypes.util, "find_library", lambda name: None)
    yield
    sys.modules.pop("sounddevice", None)


# ---- what a machine lacks ----


def is_told(outcome: object, part: str) -> None:
    assert isinstance(outcome, NoSound)
    assert part in outcome.reason
    assert len(outcome.remedy) > 10


@pytest.mark.usefixtures("without_portaudio")
def test_without_portaudio_the_reason_names_it_and_the_remedy_how_to_get_it() -> None:
    on = player(made.deck(noise(0.1, 1)))
    for outcome in (find_devices(), find_devices(again=True), playable(HEADPHONES), open_output(on, HEADPHONES)):
        is_told(outcome, "PortAudio is missing")
        assert isinstance(outcome, NoSound)
        assert "libportaudio2" in outcome.remedy
    on.play()
    assert on.render(4800).any()  # a file can still be written


WITHOUT = """
import ctypes.util, importlib, pkgutil, sys
ctypes.util.find_library = lambda name: None
import genmu_studio.playback, genmu_studio.sounds
for package in (genmu_studio.playback, genmu_studio.sounds):
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
assert "sounddevice" not in sys.modules and "scipy" not in sys.modules
from genmu_studio.playback.output import find_devices
print(find_devices().reason)
"""


def test_without_portaudio_every_module_of_sounds_is_imported_and_none_asks_for_it() -> None:
    ran = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "PortAudio is missing" in ran.stdout


def test_without_the_package_the_remedy_is_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sounddevice", None)
    is_told(find_devices(), "sounddevice is not installed")


def test_a_sound_system_that_does_not_start_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    (tmp_path / "sounddevice.py").write_text("raise RuntimeError('Error initializing PortAudio')\n")
    monkeypatch.delitem(sys.modules, "sounddevice", raising=False)
    monkeypatch.syspath_prepend(tmp_path)
    is_told(find_devices(), "Error initializing PortAudio")


def test_a_machine_without_outputs_is_said(library: Library) -> None:
    library.devices = library.devices[:1]  # a microphone
    is_told(find_devices(), "no sound output")
    library.refused["query"] = -9999
    is_told(find_devices(), "the sound system cannot be used: ")


def test_whatever_this_machine_has_is_an_answer() -> None:
    found = find_devices()
    if isinstance(found, NoSound):
        assert found.remedy
    else:
        assert all(device.channels in {1, 2} for device in found)


# ---- devices ----


def test_devices_are_listed_with_the_default_one_first(library: Library) -> None:
    library.default.device[1] = 2
    found = find_devices()
    assert found == (Device(2, "Beeper", "ALSA", 44_100, 1, True), replace(HEADPHONES, is_default=False))
    again = find_devices(again=True)
    assert isinstance(again, tuple)
    assert [device.name for device in again] == ["Plugged in since"]


def test_a_device_is_played_at_a_rate_that_it_takes(library: Library) -> None:
    assert playable(HEADPHONES) == replace(HEADPHONES, rate=48_000)
    library.taken = [(1, 44_100, 2), (1, 48_000, 2)]
    assert playable(HEADPHONES) == HEADPHONES
    library.taken = [(1, 44_100, 1)]
    assert playable(HEADPHONES) == replace(HEADPHONES, channels=1)
    library.taken = []
    is_told(playable(HEADPHONES), "Headphones does not take this sample rate")


@pytest.mark.parametrize(
    ("number", "part"),
    [(-9985, "in use by another program"), (-9996, "no longer there"), (-9997, "sample rate"), (-9999, "Error: ")],
)
@pytest.mark.parametrize("moment", ["open", "start"])
def test_a_device_that_refuses_says_why(library: Library, number: int, part: str, moment: str) -> None:
    library.refused[moment] = number
    outcome: object = open_output(player(made.deck(noise(0.1, 1))), HEADPHONES)
    if moment == "start":
        assert isinstance(outcome, Output)
        refused = outcome.start()
        assert outcome.trouble is None  # said once, by start
        outcome.close()
        outcome = refused
    is_told(outcome, part)
    is_told(outcome, "Headphones")


# ---- while it plays ----


class Clock:
    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def started(library: Library, fill: Callable[[FloatArray], None] | None = None) -> tuple[Output, Stream, Clock]:
    clock = Clock()
    on = player(made.deck(noise(1.0, 1)))
    on.play()
    source: Any = on if fill is None else SimpleNamespace(rate=RATE, channels=1, fill=fill)
    output = Output(library, source, HEADPHONES, clock)
    assert output.start() is None
    return output, library.streams[-1], clock


def test_blocks_go_from_the_player_to_the_device(library: Library) -> None:
    output, stream, _ = started(library)
    wanted = {"samplerate": RATE, "device": 1, "channels": 1, "dtype": "float32"}
    assert wanted.items() <= stream.how.items()
    other = player(made.deck(noise(1.0, 1)))
    other.play()
    for _ in range(5):
        np.testing.assert_array_equal(stream.draw(), other.render(480))
    assert (output.trouble, output.gaps, output.latency_s) == (None, 0, 0.06)
    stream.draw(late=True)
    assert output.gaps == 1
    output.start()  # nothing to do: it plays
    assert stream.active
    output.stop()
    assert (stream.active, output.trouble) == (False, None)
    output.start()
    assert (stream.active, output.trouble) == (True, None)
    output.close()
    assert stream.closed
    assert output.trouble is None


def test_a_device_unplugged_while_it_plays_is_noticed_and_can_be_tried_again(library: Library) -> None:
    output, stream, _ = started(library)
    stream.draw()
    stream.end()
    is_told(output.trouble, "Headphones takes no more sound")
    assert output.start() is None
    assert output.trouble is None
    library.refused["start"] = -9996
    stream.end()
    is_told(output.start(), "Headphones is no longer there")
    output.close()


def test_a_device_that_silently_asks_for_nothing_more_is_noticed(library: Library) -> None:
    output, stream, clock = started(library)
    stream.draw()
    clock.now_s += STALLED_S
    assert output.trouble is None
    clock.now_s += 0.1
    is_told(output.trouble, "takes no more sound")
    stream.draw()
    assert output.trouble is None
    output.stop()
    clock.now_s += 100
    assert output.trouble is None


def test_no_exception_reaches_the_thread_of_the_sound_system(library: Library) -> None:
    def fail(block: FloatArray) -> None:
        raise MemoryError("no room")

    output, stream, _ = started(library, fail)
    assert not stream.draw().any()
    is_told(output.trouble, "MemoryError: no room")


# ---- the real library ----

ALSA_WITHOUT_HARDWARE = """
pcm.nothing { type null hint { show on description "nothing" } }
pcm.!default { type plug slave.pcm "nothing" hint { show on description "default" } }
ctl.!default { type hw card 0 }
"""
HEARD = """
import threading
from genmu_studio.playback.deck import prepare_deck
from genmu_studio.playback.output import find_devices, open_output, playable
from genmu_studio.playback.player import Player
from tests.core.playback import made

device = playable(find_devices()[0])
on = Player(device.rate, device.channels)
on.load(prepare_deck({"A": made.sound(made.noise(0.5, 1), 48_000)}, device.rate, device.channels))
output = open_output(on, device)
ended = threading.Event()
loudest, fill = [0.0], on.fill

def listened(block):
    fill(block)
    loudest[0] = max(loudest[0], float(abs(block).max()))
    if on.position_s >= on.duration_s:
        ended.set()

on.fill = listened
assert output.start() is None and output.trouble is None
on.play()
assert ended.wait(20), "the device asked for nothing"
output.stop()
assert not on.playing and loudest[0] > 0.2 and 0 < output.latency_s < 1
ended.clear()
assert output.start() is None
on.play()
assert ended.wait(20), "the device asked for nothing the second time"
assert output.trouble is None
output.close()
print(device.name, len(find_devices(again=True)))
"""


@pytest.mark.skipif(
    not (ctypes.util.find_library("portaudio") and ctypes.util.find_library("asound")),
    reason="PortAudio or ALSA is not installed",
)
def test_the_real_library_plays_to_a_device_that_takes_everything(tmp_path: Path) -> None:
    (tmp_path / "asound.conf").write_text(ALSA_WITHOUT_HARDWARE)
    environment = {**os.environ, "ALSA_CONFIG_PATH": str(tmp_path / "asound.conf")}
    command = [sys.executable, "-W", "error", "-c", HEARD]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=environment, cwd=CHECKOUT)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.split() == ["default", "2"]
