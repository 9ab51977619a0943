"""Sounds made ready to be played together: one rate, one time axis, levels settled; made off the thread of the window.

Nothing is left to do while they play but to copy values, so that no slow machine can make them crackle.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import soxr

from genmu_studio.playback.deck_notes import level_notes, padding_notes, resampling_notes, speed_note
from genmu_studio.playback.loudness import Level, loudness_lufs, matched, unmatched
from genmu_studio.sounds.opening import Sound
from scoring.errors import UserError
from scoring.media.audio import MAX_SAMPLES
from scoring.types import FloatArray

# A and B are compared, R is the reference; X is A or B, and who listens is not told which.
Letter = Literal["A", "B", "R"]
Source = Literal["A", "B", "X", "R"]
# Mono (n,), its rate in Hz, a speed → the same at that speed with its own pitch (n / speed,), or why that cannot be.
Stretch = Callable[[FloatArray, int, float], FloatArray | str]
SLOWEST, FASTEST = 0.5, 2.0


@dataclass(frozen=True, eq=False, slots=True)
class Deck:
    """Sounds ready to be played.

    values : float32 (n, 1 or `channels`) of each letter, within ±1 and read-only; one that ends before the others is
    followed by silence. rate : of the device. frames : of the longest. speed : how much faster than its file a sound
    passes. levels : what was done to the level of each. notes : plain sentences on what was done. x : what X is.
    """

    rate: int
    channels: int
    values: Mapping[Letter, FloatArray]
    frames: int
    speed: float
    levels: Mapping[Letter, Level]
    notes: tuple[str, ...]
    x: Literal["A", "B"] | None = field(default=None, repr=False)

    @property
    def sources(self) -> tuple[Source, ...]:
        """What can be selected."""
        return (*self.values, "X") if self.x is not None else tuple(self.values)

    @property
    def duration_s(self) -> float:
        """How long the longest sound lasts, in seconds of its file."""
        return self.seconds(self.frames)

    def seconds(self, frame: int) -> float:
        """Return the time within the files, in s, at which `frame` of this deck lies."""
        return frame * self.speed / self.rate

    def frame(self, at_s: float) -> int:
        """Return the frame of this deck nearest to `at_s` within the files, from 0 to `frames`."""
        return min(max(0, round(at_s * self.rate / self.speed)), self.frames)

    def values_of(self, source: Source) -> FloatArray:
        """Return the values of what `source` means; UserError where there is none."""
        letter = self.x if source == "X" else source
        if letter is None or letter not in self.values:
            raise UserError(
                f"there is no {source} to be heard here", f"There are: {', '.join(self.sources) or 'none'}."
            )
        return self.values[letter]


def empty_deck(rate: int, channels: int) -> Deck:
    """Return a deck without any sound."""
    return Deck(rate, channels, {}, 0, 1.0, {}, ())


def prepare_deck(
    sounds: Mapping[Letter, Sound],
    rate: int,
    channels: int,
    *,
    speed: float = 1.0,
    stretch: Stretch | None = None,
    equally_loud: bool = False,
    as_scored: bool = False,
    x: Literal["A", "B"] | None = None,
) -> Deck:
    """Return `sounds` ready for a device of `rate` Hz and 1 or 2 channels; seconds of work for a minute of sound.

    speed : 0.5 to 2. stretch : what keeps the pitch at other speeds, of the mono that evaluators hear; without it, or
    where it cannot with one of the sounds, the pitch of all moves with the speed, as of a tape, and `notes` say so.
    equally_loud : match levels by ITU-R BS.1770, else all keep theirs, lowered together where one would clip.
    as_scored : the mono that evaluators hear, not the file's channels; files of more than two are always heard so.
    UserError: a speed out of range, an X without that sound, or a sound too long to be held at the device's rate.
    """
    _require_possible(sounds, rate * channels / speed if speed > 0 else 0, speed, x)
    mono_only = as_scored or channels == 1
    taken = {letter: _taken(sound, mono_only=mono_only) for letter, sound in sounds.items()}
    moved = _stretched(sounds, speed, stretch)
    if isinstance(moved, str):
        played = {letter: each.at(sounds[letter].rate * speed, rate) for letter, each in taken.items()}
    else:
        played = {letter: each.at(sounds[letter].rate, rate) for letter, each in moved.items()}
    peaks = {letter: each.peak for letter, each in played.items()}
    loudness = {letter: each.loudness(rate, channels) for letter, each in played.items()} if equally_loud else {}
    levels = matched(loudness, peaks) if equally_loud else unmatched(peaks)
    values = {letter: each.at_gain(levels[letter].gain_db) for letter, each in played.items()}
    frames = max((len(each) for each in values.values()), default=0)
    notes = (
        *resampling_notes({letter: sound.rate for letter, sound in sounds.items()}, rate),
        *speed_note(speed, moved if isinstance(moved, str) else None),
        *padding_notes({letter: len(each) * speed / rate for letter, each in values.items()}),
        *level_notes(levels),
    )
    return Deck(rate, channels, values, frames, speed, levels, notes, x)


def _require_possible(sounds: Mapping[Letter, Sound], values_per_s: float, speed: float, x: Letter | None) -> None:
    if not SLOWEST <= speed <= FASTEST:
        raise UserError(f"a speed of {speed:g} is not offered", f"Choose between {SLOWEST:g} and {FASTEST:g}.")
    if x is not None and x not in sounds:
        raise UserError(f"X cannot be {x}: there is no such sound", "Load A and B before X.")
    for letter, sound in sounds.items():
        if sound.duration_s * values_per_s > MAX_SAMPLES:
            raise UserError(
                f"{letter} lasts {sound.duration_s / 60:.0f} minutes: too long to be played here",
                "Its curve and its numbers can be seen all the same.",
            )


@dataclass(frozen=True, eq=False, slots=True)
class _Taken:
    """A sound on its way: `values` (n, c), within about ±1, times `scale`, which float files above full scale need."""

    values: FloatArray
    scale: float

    @property
    def peak(self) -> float:
        return self.scale * float(np.abs(self.values).max(initial=0.0))

    def at(self, from_rate: float, rate: int) -> "_Taken":
        """Return it resampled."""
        return self if from_rate == rate else _Taken(soxr.resample(self.values, from_rate, rate), self.scale)

    def loudness(self, rate: int, channels: int) -> tuple[float | None, str]:
        """Return its loudness as it will be heard: mono comes out of every channel, and power adds up."""
        found, said = loudness_lufs(self.values, rate)
        heard = 20 * np.log10(self.scale) + 10 * np.log10(channels / self.values.shape[1])
        return None if found is None else found + float(heard), said

    def at_gain(self, gain_db: float) -> FloatArray:
        gained = self.values * np.float32(self.scale * 10 ** (gain_db / 20))
        # Rounding alone could lead out of full scale.
        ready: FloatArray = np.clip(gained, -1, 1, out=gained)
        ready.setflags(write=False)
        return ready


def _taken(sound: Sound, *, mono_only: bool) -> _Taken:
    values = sound.mono[:, np.newaxis] if mono_only or sound.channels.shape[1] != 2 else sound.channels
    scale = max(1.0, sound.peak)
    return _Taken(values / np.float32(scale), scale)


def _stretched(sounds: Mapping[Letter, Sound], speed: float, stretch: Stretch | None) -> dict[Letter, _Taken] | str:
    """Return all sounds at that speed with their own pitch, or why not: what is compared is treated alike."""
    if speed == 1 or stretch is None:
        return ""
    moved: dict[Letter, _Taken] = {}
    for letter, sound in sounds.items():
        taken = _taken(sound, mono_only=True)
        values = stretch(taken.values[:, 0], sound.rate, speed)
        if isinstance(values, str):
            return f"{letter}: {values}"
        moved[letter] = _Taken(values[:, np.newaxis], taken.scale)
    return moved
