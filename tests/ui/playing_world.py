"""A desk to listen at: sounds that are there at once, a sound system of the test's choice, real keys."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.media_keys import MediaKey
from genmu_studio.reference_pictures import ReferencePicture
from genmu_studio.settings import Settings
from genmu_studio.sounds.measuring import Unmeasured
from genmu_studio.sounds.opening import Sound, Unopened
from genmu_studio.sounds.peaks import peaks_of
from scoring.types import FloatArray
from tests.core.playback import made
from tests.core.playback.test_output import Library, Stream
from tests.ui.sound_world import wait
from ui.actions import ACTIONS, Actions
from ui.keys import KeyRouter
from ui.listening import Listening
from ui.models.sound_store import Opened, SoundStore
from ui.widgets.sound.desk import SoundDesk

RATE = 48_000
A, B, OTHER_A, OTHER_B = (MediaKey("sample", number) for number in (1, 2, 3, 4))
REFERENCE = MediaKey("reference", 9)
MUTE = MediaKey("sample", 5)


def sounds() -> dict[MediaKey, Sound]:
    """Return tones that cannot be mistaken: A is 400 Hz for 2 s, B 1000 Hz for 1.5 s, the reference 1700 Hz."""
    return {
        A: made.sound(made.tone(400, 2.0, 0.4)),
        B: made.sound(made.tone(1000, 1.5, 0.2)),
        OTHER_A: made.sound(made.tone(400, 1.0, 0.4)),
        OTHER_B: made.sound(made.tone(1000, 1.0, 0.2)),
        REFERENCE: made.sound(made.tone(1700, 1.0, 0.3)),
    }


class Sounds(SoundStore):
    """Holds sounds; measures nothing."""

    def __init__(self, known: Mapping[MediaKey, Sound]) -> None:
        super().__init__()
        self.held = dict(known)
        self.late: set[MediaKey] = set()

    def start(self) -> None:
        pass

    def open(self, key: MediaKey) -> Opened | Unopened | None:
        if key in self.late:
            return None
        if key not in self.held:
            return Unopened("UNREADABLE", "no sound")
        sound = self.held[key]
        return Opened(sound, peaks_of(sound.mono))

    def get(self, key: object) -> Unmeasured:
        return Unmeasured("not here")


class System(Library):
    """A sound system whose one device plays 48 kHz in stereo."""

    def __init__(self) -> None:
        super().__init__()
        self.devices = [self.at_48(self.device(1, "Headphones", 2)), self.at_48(self.device(2, "Speakers", 2))]
        self.taken = [(1, RATE, 2), (2, RATE, 2)]
        self.after = self.devices

    @staticmethod
    def at_48(device: dict[str, object]) -> dict[str, object]:
        return {**device, "default_samplerate": float(RATE)}

    def _initialize(self) -> None:
        self.devices = self.after

    @property
    def stream(self) -> Stream:
        """The stream that was opened last."""
        return self.streams[-1]

    @property
    def is_open(self) -> bool:
        return any(not stream.closed for stream in self.streams)

    @property
    def is_drawing(self) -> bool:
        return any(stream.active for stream in self.streams)


class Desk(QWidget):
    """A window with the desk and the player, and the keys as the review view wires them."""

    def __init__(self, settings: Settings, store: SoundStore) -> None:
        super().__init__()
        self.actions_table = actions = Actions(ACTIONS, settings)
        self.desk = SoundDesk(actions, store)
        self.listening = listening = Listening(self.desk, actions, self)
        playing, view = listening.playing, self.desk.view
        QVBoxLayout(self).addWidget(self.desk)
        does: Mapping[str, Callable[[], object]] = {
            "play": listening.toggle,
            "hear_original": partial(listening.select, "A"),
            "hear_unlearned": partial(listening.select, "B"),
            "hear_blind": partial(listening.select, "X"),
            "hear_reference": listening.hear_reference,
            "skip_back": partial(listening.skip, -1),
            "skip_forward": partial(listening.skip, 1),
            "slower": partial(playing.step_speed, -1),
            "faster": partial(playing.step_speed, 1),
            "match_levels": listening.match_levels,
            "look_for_devices": listening.look_again,
            "reveal_blind": playing.reveal_x,
            "draw_blind": playing.draw_x_again,
            "loop": view.toggle_loop,
            "loop_start": view.start_loop_here,
            "loop_end": view.end_loop_here,
            "back_to_grid": listening.stop,
        }
        for name, act in does.items():
            actions.on(name, act)
        named = actions.named_by

        def act_on(keys: str) -> bool:
            name = named(keys, "review")
            return name is not None and name in does and does[name]() is not False

        KeyRouter(self, act_on)

    def show_pair(self, original: MediaKey | None, unlearned: MediaKey | None) -> None:
        self.desk.show_pair(original, unlearned)
        self.listening.follow()

    def offer_reference(self) -> None:
        self.desk.show_references([ReferencePicture(REFERENCE.id, "7", "7/a.wav", "")])
        self.listening.follow()


def is_ready(desk: Desk) -> bool:
    playing = desk.listening.playing
    return playing.duration_s > 0 and not playing.is_preparing and not playing.speaker.is_busy


def settle(desk: Desk, qtbot: QtBot) -> None:
    wait(qtbot, lambda: is_ready(desk))


def playing(desk: Desk, qtbot: QtBot, system: System) -> Stream:
    """Wait until the device draws; return its stream, which the test moves."""
    wait(qtbot, lambda: system.is_drawing and desk.listening.playing.player.playing)
    return system.stream


def hertz(block: FloatArray) -> float:
    """Return the frequency that is loudest, 0 for silence."""
    if not np.any(np.abs(block) > 1e-4):
        return 0.0
    spectrum = np.abs(np.fft.rfft(block[:, 0] * np.hanning(len(block))))
    return float(np.argmax(spectrum) * RATE / len(block))


def heard(stream: Stream, seconds: float = 0.1) -> float:
    """Let the device draw past the crossfade and then for a while; return the frequency of that."""
    stream.draw(960)
    return hertz(stream.draw(round(seconds * RATE)))
