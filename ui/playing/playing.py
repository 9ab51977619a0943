"""What a person does with what plays, and what is so."""

from collections.abc import Mapping
from typing import Literal

from PySide6.QtCore import QObject, Signal

from genmu_studio.playback.deck import Letter, Source
from genmu_studio.playback.loudness import Level
from genmu_studio.playback.output import NoSound
from genmu_studio.playback.player import Loop, Player
from genmu_studio.settings import Settings
from genmu_studio.sounds.opening import Sound
from ui.playing.decks import notes_on
from ui.playing.sounding import DEVICE, EQUALLY_LOUD, Sounding
from ui.playing.sources import Sources

SPEEDS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
FROM_START = "playback.from_start"
SKIP_S = 1.0


class Playing(QObject):
    """Plays A (original), B (unlearned), R (reference), or X, which is A or B and does not say which.

    `changed` : anything but the playhead. `moved` : the playhead, while it plays. Times are in s within the files.
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._sources = Sources()
        self._sounding = Sounding(settings, self._sources, self)
        self._sounding.changed.connect(self.changed)
        self._sounding.moved.connect(self.moved)
        self._playhead = self._sounding.playhead
        self.speaker = self._sounding.speaker

    # ---- which sounds ----

    def begin(self, x: Literal["A", "B"] | None = None) -> None:
        """Play nothing of the sounds so far: another pair is looked at.

        x : what X is, of which nothing is revealed and nothing drawn anew; None = it is drawn.
        """
        self._sounding.begin()
        self._sources.begin(x)
        self._playhead.begin()
        self.changed.emit()

    def put_on(self, sounds: Mapping[Letter, Sound]) -> None:
        """Play these sounds of the pair; what plays goes on where one is added."""
        if self._sources.sounds != sounds:
            self._sources.sounds = dict(sounds)
            self._sounding.proceed()

    # ---- what is so ----

    @property
    def source(self) -> Source:
        """What is selected; where there is no such sound, the first that there is."""
        return self._sources.selected

    @property
    def sources(self) -> tuple[Source, ...]:
        """What can be selected."""
        return self._sources.available

    @property
    def playing(self) -> bool:
        """Whether it sounds, or will when what it takes is there."""
        return self._sounding.is_wanted

    @property
    def position_s(self) -> float:
        """Where the playhead is; while it sounds, what is heard now."""
        output = self.speaker.output
        return self._playhead.drawn_s if output is None else self._playhead.heard_s(output.latency_s * self.speed)

    @property
    def duration_s(self) -> float:
        """How long the longest sound is, 0 while none is ready."""
        return self.player.duration_s

    @property
    def is_preparing(self) -> bool:
        """Whether sounds are being made ready."""
        return self._sounding.is_preparing

    @property
    def speed(self) -> float:
        """How much faster than its file a sound passes."""
        return self._sounding.speed

    @property
    def is_equally_loud(self) -> bool:
        """Whether levels are matched."""
        return bool(self._settings.get(EQUALLY_LOUD))

    @property
    def starts_again(self) -> bool:
        """Whether another sound begins at its start."""
        return bool(self._settings.get(FROM_START))

    @property
    def levels(self) -> Mapping[Letter, Level]:
        """What was done to the level of each sound."""
        return self.player.deck.levels

    @property
    def notes(self) -> tuple[str, ...]:
        """What was done to the sounds, in sentences."""
        decks = self._playhead.decks
        are_alike = decks is not None and decks.are_alike and self.source != "R"
        return notes_on(self.player.deck, self._sources.sounds, are_alike=are_alike)

    @property
    def revealed_x(self) -> Literal["A", "B"] | None:
        """What X is, once somebody asked."""
        return self._sources.revealed_x

    @property
    def trouble(self) -> NoSound | None:
        """Why nothing can be heard."""
        return self._sounding.trouble

    @property
    def player(self) -> Player:
        """What the device draws from."""
        return self._playhead.player

    # ---- commands ----

    def toggle(self) -> bool:
        """Play or pause; whether there is something to play."""
        return self.stop() or self.play()

    def play(self) -> bool:
        """Play from the playhead on; whether there is something to play."""
        return self._sounding.play()

    def stop(self) -> bool:
        """Fall silent, the playhead stays; whether anything was heard or about to be."""
        return self._sounding.stop()

    def select(self, source: Source, *, from_start: bool = False) -> bool:
        """Hear another sound, at once and without a gap; whether there is that one."""
        before = self.source
        if not self._sources.select(source):
            return False
        self._playhead.follow_source(before, from_start=from_start)
        self.changed.emit()
        return True

    def seek(self, at_s: float) -> None:
        """Go to a moment."""
        self._playhead.seek(at_s)

    def skip(self, by_s: float) -> bool:
        """Go back or forward; whether there is something to go through."""
        if self._playhead.decks is None:
            return False
        self.seek(min(max(0.0, self.position_s + by_s), self.duration_s))
        self.moved.emit()
        return True

    def set_loop(self, start_s: float, end_s: float) -> None:
        """Repeat that stretch; none where it is too short within these sounds."""
        self._playhead.set_loop(Loop(start_s, end_s))

    def clear_loop(self) -> None:
        """Repeat nothing."""
        self._playhead.clear_loop()

    def set_speed(self, speed: float) -> bool:
        """Play slower or faster, the pitch kept; whether that is offered."""
        if speed not in SPEEDS:
            return False
        self._sounding.speed = speed
        self._sounding.proceed()
        return True

    def step_speed(self, by: int) -> bool:
        """Play at the next speed that is offered."""
        place = SPEEDS.index(self.speed) + by
        return 0 <= place < len(SPEEDS) and self.set_speed(SPEEDS[place])

    def set_equally_loud(self, wanted: bool) -> bool:
        """Match levels, or leave them; kept in the settings."""
        self._settings.set(EQUALLY_LOUD, wanted)
        return True

    def choose_device(self, name: str) -> None:
        """Play on another device from now on; kept in the settings."""
        self._settings.set(DEVICE, name)

    def look_again(self) -> None:
        """Look for devices anew."""
        self._sounding.look_again()

    def reveal_x(self) -> bool:
        """Say what X is; whether there is an X, and one that was not given."""
        is_there = self._sources.reveal_x()
        self.changed.emit()
        return is_there

    def draw_x_again(self) -> bool:
        """Draw anew what X is, and say nothing; whether it is not given."""
        if not self._sources.draw_x():
            return False
        self._playhead.follow_x()
        self.changed.emit()
        return True

    # ---- memory and end ----

    def state(self) -> dict[str, object]:
        """Return what is remembered."""
        return {"source": self._sources.kept, "speed": self.speed}

    def restore(self, state: object) -> None:
        """Play as `state` says; what it says wrongly stays."""
        if isinstance(state, Mapping):
            self._sources.restore(state.get("source"))
            self._sounding.speed = next((each for each in SPEEDS if each == state.get("speed")), self.speed)

    def leave(self) -> None:
        """Fall silent and give the device back."""
        self._sounding.leave()

    def close(self) -> None:
        """End whatever runs; safe to call twice."""
        self._sounding.close()
