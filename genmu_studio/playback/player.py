"""What is heard of a deck: which sound, from where, in which loop; blocks of values for whoever wants to hear them.

Commands come from one thread, the window's; blocks are drawn by another, the device's. Between them stands a single
immutable value, `_Wanted`, which a command replaces and the next block takes over: no lock, no queue, nothing to wait
for. In the other direction stands `_Heard`. Whatever a command changes, what sounded before goes over into what sounds
from now on by the same crossfade, also where nothing changes: X that is A takes the way of X that is B.
"""

from dataclasses import dataclass, field, replace

import numpy as np

from genmu_studio.playback.crossfade import FADE_S, crossfaded
from genmu_studio.playback.deck import Deck, Source, empty_deck
from genmu_studio.playback.voice import SHORTEST_LOOP_S, Voice
from scoring.errors import UserError
from scoring.types import FloatArray

# Before the end by less than this, play begins again from the start.
_AT_END_S = 0.02
_ROUNDING_S = 1e-9


@dataclass(frozen=True, slots=True)
class Loop:
    """The stretch that repeats, in s within the files: `end_s` itself is not heard."""

    start_s: float
    end_s: float


@dataclass(frozen=True, eq=False, slots=True)
class _Jump:
    """To a place in s within the files; each is another, so that it is done once."""

    at_s: float


@dataclass(frozen=True, eq=False, slots=True)
class _Wanted:
    deck: Deck
    source: Source
    playing: bool = False
    loop: Loop | None = None
    jump: _Jump = field(default_factory=lambda: _Jump(0.0))


@dataclass(frozen=True, eq=False, slots=True)
class _Heard:
    """What the last block left: of which wish, where, and whether the sound ended by itself."""

    wanted: _Wanted
    frame: int
    ended: bool


class Player:
    """One playhead over the sounds of a deck. rate : Hz. channels : 1 or 2, of every block."""

    def __init__(self, rate: int, channels: int) -> None:
        self.rate = rate
        self.channels = channels
        self._wanted = _Wanted(empty_deck(rate, channels), "A")
        self._heard = _Heard(self._wanted, 0, False)
        # From here on: what only the thread that draws blocks touches.
        self._voice: Voice | None = None
        self._rest = np.zeros((0, channels), np.float32)  # of a crossfade, not heard yet
        self._rest_from = 0
        self._fade_frames = max(1, round(FADE_S * rate))

    # ---- commands: one thread, the window's ----

    def load(self, deck: Deck, source: Source | None = None) -> None:
        """Put `deck` on, paused at its start, without a loop; `source` or the first one is selected."""
        self._require_fit(deck)
        first: Source = source if source is not None else next(iter(deck.sources), "A")
        if deck.sources:
            deck.values_of(first)
        self._wanted = _Wanted(deck, first)

    def swap(self, deck: Deck) -> None:
        """Put on another deck of the same files (speed, levels): it goes on where the last one is."""
        self._require_fit(deck)
        deck.values_of(self.source)
        self._want(deck=deck)

    def select(self, source: Source, *, from_start: bool = False) -> None:
        """Hear `source` from the playhead on, or from the start (of the loop); UserError where there is none."""
        self._wanted.deck.values_of(source)
        if from_start:
            self._want(source=source, jump=self._to_start())
        else:
            self._want(source=source)

    def play(self) -> None:
        """Play on; from the start, or that of the loop, where the end is reached. UserError: nothing is put on."""
        self._wanted.deck.values_of(self.source)
        if self.position_s >= self.duration_s - _AT_END_S:
            self._want(playing=True, jump=self._to_start())
        else:
            self._want(playing=True)

    def pause(self) -> None:
        """Fall silent; the playhead stays where this was asked for."""
        self._want(playing=False)

    def toggle(self) -> None:
        """Play or pause."""
        if self.playing:
            self.pause()
        else:
            self.play()

    def seek(self, at_s: float) -> None:
        """Go to `at_s` within the files, at most to the ends. Beyond a loop the sound plays on without it."""
        self._want(jump=_Jump(min(max(0.0, at_s), self.duration_s)))

    def skip(self, by_s: float) -> None:
        """Go back or forward by `by_s`."""
        self.seek(self.position_s + by_s)

    def set_loop(self, start_s: float, end_s: float) -> None:
        """Repeat from `start_s` to `end_s`; a playhead elsewhere goes to its start. UserError: under 50 ms."""
        loop = Loop(max(start_s, 0.0), min(end_s, self.duration_s))
        if not loop.end_s - loop.start_s >= SHORTEST_LOOP_S - _ROUNDING_S:  # not, so that NaN is refused too
            raise UserError(f"a loop lasts at least {1000 * SHORTEST_LOOP_S:.0f} ms", "Move its ends apart.")
        if loop.start_s <= self.position_s < loop.end_s:
            self._want(loop=loop)
        else:
            self._want(loop=loop, jump=_Jump(loop.start_s))

    def clear_loop(self) -> None:
        """Repeat nothing."""
        self._want(loop=None)

    # ---- what is so: any thread ----

    @property
    def deck(self) -> Deck:
        """What is put on."""
        return self._wanted.deck

    @property
    def source(self) -> Source:
        """What is selected; X where X is."""
        return self._wanted.source

    @property
    def loop(self) -> Loop | None:
        """What repeats."""
        return self._wanted.loop

    @property
    def playing(self) -> bool:
        """Whether it sounds, or will with the next block; False again where the end was reached."""
        wanted, heard = self._wanted, self._heard
        return wanted.playing and not (heard.ended and heard.wanted is wanted)

    @property
    def duration_s(self) -> float:
        """How long the longest sound lasts."""
        return self._wanted.deck.duration_s

    @property
    def position_s(self) -> float:
        """Where the playhead is, in s within the files, as of the last block that was drawn."""
        wanted, heard = self._wanted, self._heard
        return heard.wanted.deck.seconds(heard.frame) if heard.wanted.jump is wanted.jump else wanted.jump.at_s

    def _want(self, **changes: object) -> None:
        playing = self.playing  # what has ended is not begun again by a command that does not say so
        self._wanted = replace(self._wanted, **{"playing": playing, **changes})  # type: ignore[arg-type]  # by name

    def _to_start(self) -> _Jump:
        loop = self.loop
        return _Jump(loop.start_s if loop is not None else 0.0)

    def _require_fit(self, deck: Deck) -> None:
        if (deck.rate, deck.channels) != (self.rate, self.channels):
            raise ValueError(f"a deck of {deck.rate} Hz, {deck.channels} channels for {self.rate}, {self.channels}")

    # ---- blocks: one thread, the device's ----

    def render(self, frames: int) -> FloatArray:
        """Return the next `frames` of what is heard, float32 (frames, channels), finite and within ±1."""
        block = np.empty((frames, self.channels), np.float32)
        self.fill(block)
        return block

    def fill(self, block: FloatArray) -> None:
        """Write the same into `block` (frames, channels); microseconds, and nothing that waits."""
        done = 0
        while done < len(block):
            if not len(self._rest) and self._wanted is not self._heard.wanted:
                self._take(self._wanted)
            if len(self._rest):
                count = min(len(self._rest), len(block) - done)
                block[done : done + count] = self._rest[:count]
                self._rest = self._rest[count:]
            else:
                count = len(block) - done
                self._draw(self._voice, block[done:])
            done += count
        # Two unlike loud sounds may exceed full scale together for the moment of a crossfade.
        np.clip(block, -1, 1, out=block)
        self._note()

    def _take(self, wanted: _Wanted) -> None:
        """Begin the crossfade from what sounds to what is wanted."""
        heard, voice = self._heard, self._voice
        frame = heard.frame if voice is None else voice.frame
        if wanted.jump is not heard.wanted.jump:
            frame = wanted.deck.frame(wanted.jump.at_s)
        elif wanted.deck is not heard.wanted.deck:
            frame = wanted.deck.frame(heard.wanted.deck.seconds(frame))
        old, new = np.empty((2, self._fade_frames, self.channels), np.float32)
        self._draw(voice, old)
        self._voice = _voice(wanted, frame) if wanted.playing else None
        self._draw(self._voice, new)
        self._rest, self._rest_from = crossfaded(old, new), frame
        self._heard = _Heard(wanted, frame, ended=False)

    @staticmethod
    def _draw(voice: Voice | None, block: FloatArray) -> None:
        if voice is None:
            block.fill(0)
        else:
            voice.read(block)

    def _note(self) -> None:
        voice = self._voice
        if voice is None:
            return
        ended = voice.ended and not len(self._rest)
        # A crossfade is read ahead of what is heard of it.
        faded = self._rest_from + self._fade_frames - len(self._rest)
        self._heard = _Heard(self._heard.wanted, min(faded, voice.frame) if len(self._rest) else voice.frame, ended)
        if ended:
            self._voice = None


def _voice(wanted: _Wanted, frame: int) -> Voice:
    deck, loop = wanted.deck, wanted.loop
    ends = None if loop is None else (deck.frame(loop.start_s), deck.frame(loop.end_s))
    return Voice(deck.values_of(wanted.source), deck.frames, frame, ends, deck.rate)
