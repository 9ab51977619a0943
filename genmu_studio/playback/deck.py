"""Sounds made ready to be played together: one rate, one time axis, levels settled; made off the thread of the window.

Nothing is left to do while they play but to copy values, so that no slow machine can make them crackle.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
import soxr

from genmu_studio.playback.loudness import Level, loudness_lufs, matched, unmatched
from genmu_studio.sounds.opening import Sound
from scoring.errors import UserError
from scoring.media.audio import MAX_SAMPLES
from scoring.types import FloatArray

# A and B are compared, R is the reference; X is A or B, and who listens is not told which.
Letter = Literal["A", "B", "R"]
Source = Literal["A", "B", "X", "R"]
SLOWEST, FASTEST = 0.5, 2.0
_LEAST_SAID_DB = 0.05
_LEAST_SAID_S = 0.005


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
    equally_loud: bool = False,
    as_scored: bool = False,
    x: Literal["A", "B"] | None = None,
) -> Deck:
    """Return `sounds` ready for a device of `rate` Hz and 1 or 2 channels; seconds of work for a minute of sound.

    speed : 0.5 to 2; the pitch changes with it, as of a tape. equally_loud : match levels by ITU-R BS.1770, else all
    keep theirs, lowered together where one would clip. as_scored : the mono that evaluators hear, not the file's
    channels; files of more than two channels are always heard so.
    UserError: a speed out of range, an X without that sound, or a sound too long to be held at the device's rate.
    """
    if not SLOWEST <= speed <= FASTEST:
        raise UserError(f"a speed of {speed:g} is not offered", f"Choose between {SLOWEST:g} and {FASTEST:g}.")
    if x is not None and x not in sounds:
        raise UserError(f"X cannot be {x}: there is no such sound", "Load A and B before X.")
    taken = {letter: _taken(sound, rate, channels, speed, as_scored) for letter, sound in sounds.items()}
    for letter, each in taken.items():
        if each.values.size > MAX_SAMPLES:
            raise UserError(
                f"{letter} lasts {sounds[letter].duration_s / 60:.0f} minutes: too long to be played here",
                "Its curve and its numbers can be seen all the same.",
            )
    peaks = {letter: each.peak for letter, each in taken.items()}
    loudness = {letter: each.loudness(rate, channels) for letter, each in taken.items()} if equally_loud else {}
    levels = matched(loudness, peaks) if equally_loud else unmatched(peaks)
    values = {letter: each.at_gain(levels[letter].gain_db) for letter, each in taken.items()}
    frames = max((len(each) for each in values.values()), default=0)
    notes = (*_resampling(sounds, rate), *_speed(speed), *_padding(values, rate / speed), *_levels(levels))
    return Deck(rate, channels, values, frames, speed, levels, notes, x)


@dataclass(frozen=True, eq=False, slots=True)
class _Taken:
    """A sound at the device's rate: `values` (n, c), within about ±1, times `scale`, which float files may need."""

    values: FloatArray
    scale: float

    @property
    def peak(self) -> float:
        return self.scale * float(np.abs(self.values).max(initial=0.0))

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


def _taken(sound: Sound, rate: int, channels: int, speed: float, as_scored: bool) -> _Taken:
    in_stereo = not as_scored and channels == 2 and sound.channels.shape[1] == 2
    scale = max(1.0, sound.peak)
    values = (sound.channels if in_stereo else sound.mono[:, np.newaxis]) / np.float32(scale)
    from_rate = sound.rate * speed
    at_rate: FloatArray = values if from_rate == rate else soxr.resample(values, from_rate, rate)
    return _Taken(at_rate, scale)


def _resampling(sounds: Mapping[Letter, Sound], rate: int) -> list[str]:
    other = [f"{letter} from {sound.rate} Hz" for letter, sound in sounds.items() if sound.rate != rate]
    return [f"resampled to the device's {rate} Hz: {', '.join(other)}"] if other else []


def _speed(speed: float) -> list[str]:
    if speed == 1:
        return []
    return [f"at {speed:g} × speed the pitch moves with it, by {signed(12 * float(np.log2(speed)))} semitones"]


def _padding(values: Mapping[Letter, FloatArray], frames_per_s: float) -> list[str]:
    longest = max(values, key=lambda letter: len(values[letter]), default=None)
    if longest is None:
        return []
    missing = {letter: (len(values[longest]) - len(each)) / frames_per_s for letter, each in values.items()}
    return [
        f"{letter} is {lacking:.2f} s shorter than {longest}: silence follows it"
        for letter, lacking in missing.items()
        if lacking >= _LEAST_SAID_S
    ]


def _levels(levels: Mapping[Letter, Level]) -> list[str]:
    gains = ", ".join(f"{letter} {signed(level.gain_db)} dB" for letter, level in levels.items())
    reasons = [f"{letter}: {level.reason}" for letter, level in levels.items() if level.reason]
    if any(level.loudness_lufs is not None or level.reason for level in levels.values()):
        return [f"made equally loud (ITU-R BS.1770): {gains}", *reasons]
    lowered = any(level.gain_db < -_LEAST_SAID_DB for level in levels.values())
    return [f"lowered together, so that nothing clips: {gains}"] if lowered else []


def signed(number: float) -> str:
    """Return `number` with one decimal and its sign: "+0.4", "−3.2"."""
    return f"{number:+.1f}".replace("-", "−")
