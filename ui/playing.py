"""What is played of a pair of sounds: decks made ready off the GUI thread, one player, the device it is heard on.

Commands say what is wanted; `_proceed` takes the next step that is missing (a device, a deck, an open device) whenever
something has become known, so that a person can press play before anything is there.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from secrets import choice
from typing import Literal, NamedTuple

import numpy as np
from PySide6.QtCore import QObject, QTimer, Signal

from genmu_studio.playback.deck import Deck, Letter, Source, empty_deck, prepare_deck
from genmu_studio.playback.loudness import Level
from genmu_studio.playback.output import USUAL_CHANNELS, USUAL_RATE, NoSound
from genmu_studio.playback.player import Loop, Player
from genmu_studio.playback.stretching import stretch_voice
from genmu_studio.settings import Settings
from genmu_studio.sounds.opening import Sound
from scoring.errors import UserError
from ui.loudspeaker import Loudspeaker
from ui.questions import MovedOnError, Questions
from ui.widgets.worker_lane import WorkerLane

SPEEDS = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0)
DEVICE, EQUALLY_LOUD, FROM_START = "playback.device", "playback.equally_loud", "playback.from_start"
SKIP_S = 1.0
_TICK_MS = 16
_SOURCES: tuple[Source, ...] = ("A", "B", "X", "R")
_XS: tuple[Literal["A", "B"], ...] = ("A", "B")


class Decks(NamedTuple):
    """What is compared, and the reference, which is another utterance: neither waits for the end of the other.

    are_alike : A and B are the same sound, value by value.
    """

    pair: Deck
    reference: Deck
    are_alike: bool = False

    def of(self, source: Source) -> Deck:
        """Return the deck that a source is on."""
        return self.reference if source == "R" else self.pair


def prepare_decks(sounds: Mapping[Letter, Sound], rate: int, channels: int, speed: float, *, loud: bool) -> Decks:
    """Return both decks. loud : make A and B equally loud; the reference keeps its level."""
    stretch = stretch_voice if speed != 1 else None
    pair: dict[Letter, Sound] = {letter: sound for letter, sound in sounds.items() if letter != "R"}
    reference: dict[Letter, Sound] = {letter: sound for letter, sound in sounds.items() if letter == "R"}
    are_alike = len(pair) > 1 and np.array_equal(pair["A"].channels, pair["B"].channels)
    return Decks(
        prepare_deck(pair, rate, channels, speed=speed, stretch=stretch, equally_loud=loud),
        prepare_deck(reference, rate, channels, speed=speed, stretch=stretch),
        are_alike,
    )


class _Wish:
    """Decks that are asked for: of which sounds, and how. is_current : False once others are wanted."""

    def __init__(self, sounds: Mapping[Letter, Sound], rate: int, channels: int, speed: float, loud: bool) -> None:
        self.what = (tuple(sounds.items()), rate, channels, speed, loud)
        self.is_current = True
        self.question = partial(prepare_decks, dict(sounds), rate, channels, speed, loud=loud)

    def answer(self) -> Decks:
        """Make the decks, where they are still wanted."""
        if not self.is_current:
            raise MovedOnError
        return self.question()


class Playing(QObject):
    """Plays A (original), B (unlearned), R (reference), or X, which is A or B and does not say which.

    `changed` : anything but the playhead. `moved` : the playhead, while it plays. Times are in s within the files.
    """

    changed = Signal()
    moved = Signal()

    def __init__(self, settings: Settings, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self._questions = Questions("genmu-playing", self)
        self._lane = WorkerLane(1, parent=self)
        self._lane.answered.connect(self._take_from_lane)
        self.speaker = Loudspeaker(self._questions, self)
        self.speaker.wanted = settings.text(DEVICE)
        self.speaker.changed.connect(self._proceed)
        self._player = Player(USUAL_RATE, USUAL_CHANNELS)
        self._sounds: dict[Letter, Sound] = {}
        self._wish: _Wish | None = None
        self._made: object = None
        self._decks: Decks | None = None
        self._source: Source = "A"
        self._kept: Source = "A"
        self._speed = 1.0
        self._loop: Loop | None = None
        self._at_s = 0.0
        self._from_s = 0.0
        self._wants_play = False
        self._is_revealed = False
        self._x: Literal["A", "B"] = "A"
        self._draw_x: Callable[[], Literal["A", "B"]] = lambda: choice(_XS)
        self._problem: NoSound | None = None
        self._timer = QTimer(self)
        self._timer.setInterval(_TICK_MS)
        self._timer.timeout.connect(self._tick)
        self._unsubscribe = settings.subscribe(self._setting_changed)

    # ---- which sounds ----

    def begin(self) -> None:
        """Play nothing of the sounds so far: another pair is looked at."""
        self._wants_play = False
        self._timer.stop()
        self._drop_wish()
        self._sounds, self._made, self._decks, self._problem = {}, None, None, None
        self._loop, self._at_s, self._from_s = None, 0.0, 0.0
        self._source = self._kept
        self._player.load(empty_deck(self._player.rate, self._player.channels))
        self._x, self._is_revealed = self._draw_x(), False
        self.changed.emit()

    def put_on(self, sounds: Mapping[Letter, Sound]) -> None:
        """Play these sounds of the pair; what plays goes on where one is added."""
        if self._sounds != sounds:
            self._sounds = dict(sounds)
            self._proceed()

    # ---- what is so ----

    @property
    def source(self) -> Source:
        """What is selected; where there is no such sound, the first that there is."""
        sources = self.sources
        return self._source if self._source in sources else next(iter(sources), self._source)

    @property
    def sources(self) -> tuple[Source, ...]:
        """What can be selected."""
        both = self._sounds.keys() >= {"A", "B"}
        return tuple(each for each in _SOURCES if each in self._sounds or (each == "X" and both))

    @property
    def playing(self) -> bool:
        """Whether it sounds, or will when what it takes is there."""
        return self._wants_play or self._player.playing

    @property
    def position_s(self) -> float:
        """Where the playhead is; while it sounds, what is heard now."""
        if self._decks is None:
            return self._at_s
        drawn_s = self._player.position_s
        output = self.speaker.output
        if not self._player.playing or output is None:
            return drawn_s
        least_s = self._from_s if drawn_s >= self._from_s else 0.0
        loop = self._player.loop
        if loop is not None and drawn_s >= loop.start_s:
            least_s = max(least_s, loop.start_s)
        return max(least_s, drawn_s - output.latency_s * self._speed)

    @property
    def duration_s(self) -> float:
        """How long the longest sound is, 0 while none is ready."""
        return self._player.duration_s

    @property
    def is_preparing(self) -> bool:
        """Whether sounds are being made ready."""
        return self._wish is not None

    @property
    def speed(self) -> float:
        """How much faster than its file a sound passes."""
        return self._speed

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
        return self._player.deck.levels

    @property
    def notes(self) -> tuple[str, ...]:
        """What was done to the sounds, in sentences."""
        channels = (
            f"{letter} has {sound.channels.shape[1]} channels: heard as it is scored ({sound.channel_used})"
            for letter, sound in self._sounds.items()
            if letter in self._player.deck.values and sound.channels.shape[1] > 2
        )
        alike = self._decks is not None and self._decks.are_alike and self.source != "R"
        return (*(("A and B are the same sound",) if alike else ()), *self._player.deck.notes, *channels)

    @property
    def revealed_x(self) -> Literal["A", "B"] | None:
        """What X is, once somebody asked."""
        return self._x if self._is_revealed and "X" in self.sources else None

    @property
    def trouble(self) -> NoSound | None:
        """Why nothing can be heard."""
        return self._problem or self.speaker.trouble

    @property
    def player(self) -> Player:
        """What the device draws from."""
        return self._player

    # ---- commands ----

    def toggle(self) -> bool:
        """Play or pause; whether there is something to play."""
        return self.stop() or self.play()

    def play(self) -> bool:
        """Play from the playhead on; whether there is something to play."""
        if not self._sounds:
            return False
        self._wants_play = True
        if self.speaker.trouble is not None and not self.speaker.is_busy:
            self.speaker.look(again=True)
        self._proceed()
        return True

    def stop(self) -> bool:
        """Fall silent, the playhead stays; whether anything was heard or about to be."""
        was_playing = self.playing
        self._wants_play = False
        self._timer.stop()
        if was_playing:
            if self._decks is not None:
                self._player.pause()
                self._at_s = self._player.position_s
                self.moved.emit()
            self.changed.emit()
        return was_playing

    def select(self, source: Source, *, from_start: bool = False) -> bool:
        """Hear another sound, at once and without a gap; whether there is that one."""
        if source not in self.sources:
            return False
        before, self._source = self.source, source
        if source != "R":
            self._kept = source
        if self._decks is not None:
            if (before == "R") != (source == "R"):
                self._change_deck(from_start=from_start)
            else:
                self._player.select(source, from_start=from_start)
            if from_start:
                self._from_s = 0.0
        self.changed.emit()
        return True

    def _change_deck(self, *, from_start: bool) -> None:
        """Go from the pair to the reference, or back to where the pair was."""
        if self._source == "R":
            self._at_s = self._player.position_s
        self._put_on(0.0 if from_start or self._source == "R" else self._at_s, plays=self._player.playing)

    def _put_on(self, at_s: float, *, plays: bool) -> None:
        """Let the player have the deck of what is selected."""
        if self._decks is None:
            return
        source = self.source
        self._player.load(self._decks.of(source), source if source in self.sources else None)
        self._player.seek(at_s)
        self._from_s = at_s
        self._apply_loop()
        if plays:
            self._player.play()

    def seek(self, at_s: float) -> None:
        """Go to a moment."""
        self._at_s = self._from_s = max(0.0, at_s)
        if self._decks is not None:
            self._player.seek(at_s)

    def skip(self, by_s: float) -> bool:
        """Go back or forward; whether there is something to go through."""
        if self._decks is None:
            return False
        self.seek(min(max(0.0, self.position_s + by_s), self.duration_s))
        self.moved.emit()
        return True

    def set_loop(self, start_s: float, end_s: float) -> None:
        """Repeat that stretch; none where it is too short within these sounds."""
        self._loop = Loop(start_s, end_s)
        self._apply_loop()

    def clear_loop(self) -> None:
        """Repeat nothing."""
        self._loop = None
        self._player.clear_loop()

    def set_speed(self, speed: float) -> bool:
        """Play slower or faster, the pitch kept; whether that is offered."""
        if speed not in SPEEDS:
            return False
        self._speed = speed
        self._proceed()
        self.changed.emit()
        return True

    def step_speed(self, by: int) -> bool:
        """Play at the next speed that is offered."""
        place = SPEEDS.index(self._speed) + by
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
        self.stop()
        self.speaker.look(again=True)
        self.changed.emit()

    def reveal_x(self) -> bool:
        """Say what X is; whether there is an X."""
        self._is_revealed = "X" in self.sources
        self.changed.emit()
        return self._is_revealed

    def draw_x_again(self) -> bool:
        """Draw anew what X is, and say nothing."""
        self._x, self._is_revealed = self._draw_x(), False
        if self._decks is not None:
            self._decks = self._decks._replace(pair=self._with_x(self._decks.pair))
            if self._player.source != "R":
                self._player.swap(self._decks.pair)
        self.changed.emit()
        return True

    # ---- memory and end ----

    def state(self) -> dict[str, object]:
        """Return what is remembered."""
        return {"source": self._kept, "speed": self._speed}

    def restore(self, state: object) -> None:
        """Play as `state` says; what it says wrongly stays."""
        if isinstance(state, Mapping):
            known = next((each for each in _SOURCES if each == state.get("source") != "R"), self._kept)
            self._source = self._kept = known
            self._speed = next((each for each in SPEEDS if each == state.get("speed")), self._speed)

    def leave(self) -> None:
        """Fall silent and give the device back."""
        self.stop()
        self.speaker.close()

    def close(self) -> None:
        """End whatever runs; safe to call twice."""
        self.leave()
        self._drop_wish()
        self._unsubscribe()
        self._questions.close()
        self._lane.close()

    # ---- step by step ----

    def _setting_changed(self, key: str) -> None:
        if key == DEVICE and self.speaker.wanted != self._settings.text(DEVICE):
            self.speaker.wanted = self._settings.text(DEVICE)
            if self.speaker.has_looked:
                self.look_again()
        elif key == EQUALLY_LOUD:
            self._proceed()
            self.changed.emit()

    def _proceed(self) -> None:
        """Take the next step towards what is wanted."""
        speaker = self.speaker
        if self._sounds and not speaker.has_looked and not speaker.is_busy:
            speaker.look()
        if self._sounds and speaker.has_looked and not speaker.is_busy:
            self._fit_player()
            if self._is_ready() and self._wants_play:
                self._begin_to_sound()
        self.changed.emit()

    def _fit_player(self) -> None:
        device = self.speaker.device
        fit = (USUAL_RATE, USUAL_CHANNELS) if device is None else (device.rate, device.channels)
        if (self._player.rate, self._player.channels) != fit:
            self._player, self._decks, self._made = Player(*fit), None, None

    def _is_ready(self) -> bool:
        """Whether the deck that is wanted is put on; else it is asked for."""
        player = self._player
        wish = _Wish(self._sounds, player.rate, player.channels, self._speed, self.is_equally_loud)
        if self._wish is not None and self._wish.what == wish.what:
            return False
        if self._wish is None and self._made == wish.what:
            return True
        self._drop_wish()
        self._wish = wish
        if self._speed != 1:  # what keeps the pitch would hold up what plays
            self._lane.wish(wish, wish.question)
        else:
            self._questions.ask(
                wish.answer, partial(self._take_decks, wish), partial(self._take_refusal, wish), lambda: wish.is_current
            )
        return False

    def _drop_wish(self) -> None:
        if self._wish is not None:
            self._wish.is_current = False
            self._lane.withdraw(self._wish)
            self._wish = None

    def _take_from_lane(self, wish: _Wish, answer: object) -> None:
        if wish.is_current:
            if isinstance(answer, Decks):
                self._take_decks(wish, answer)
            else:
                self._take_refusal(wish, answer if isinstance(answer, BaseException) else RuntimeError(str(answer)))

    def _take_refusal(self, wish: _Wish, error: BaseException) -> None:
        self._wish, self._made = None, wish.what
        self._wants_play = False
        hint = error.hint if isinstance(error, UserError) else ""
        self._problem = NoSound(str(error), hint or "Everything but playback works.")
        self._decks = None
        self._player.load(empty_deck(self._player.rate, self._player.channels))
        self.changed.emit()

    def _take_decks(self, wish: _Wish, decks: Decks) -> None:
        self._wish, self._made, self._problem = None, wish.what, None
        before, self._decks = self._decks, decks._replace(pair=self._with_x(decks.pair))
        player, source = self._player, self.source
        if before is not None and player.source == source and source in before.of(source).sources:
            player.swap(self._decks.of(source))
        else:
            self._put_on(self._at_s, plays=player.playing)
        self._proceed()

    def _with_x(self, pair: Deck) -> Deck:
        return replace(pair, x=self._x) if pair.values.keys() >= {"A", "B"} else pair

    def _apply_loop(self) -> None:
        if self._loop is None or self._decks is None:
            return
        try:
            self._player.set_loop(self._loop.start_s, self._loop.end_s)
        except UserError:  # beyond the end of all sounds
            self._player.clear_loop()
        if not self._player.playing and self._player.position_s != self._at_s:
            self._at_s = self._player.position_s
            self.moved.emit()

    def _begin_to_sound(self) -> None:
        if self.speaker.output is None and self.speaker.trouble is None:
            self.speaker.open(self._player)
            return
        self._wants_play = False
        if self._player.deck.sources and self.speaker.start():
            self._from_s = self._player.position_s
            self._player.play()
            self._from_s = min(self._from_s, self._player.position_s)
            self._timer.start()

    def _tick(self) -> None:
        output = self.speaker.output
        trouble = output.trouble if output is not None else None
        if trouble is not None:
            self.stop()
            self.speaker.fail(trouble)
            return
        self.moved.emit()
        if not self._player.playing:
            self._timer.stop()
            self._at_s = self._player.position_s
            self.changed.emit()
