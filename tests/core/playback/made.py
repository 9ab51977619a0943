"""Sounds, decks and players of the tests."""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genmu_studio.playback.deck import Deck, Letter
from genmu_studio.playback.loudness import Level
from genmu_studio.playback.player import Player
from genmu_studio.sounds.opening import Sound
from scoring.types import FloatArray

RATE = 48_000


def noise(seconds: float, seed: int, level: float = 0.1, rate: int = RATE) -> FloatArray:
    """Return noise (n,) of that root mean square, within ±1."""
    values = level * np.random.default_rng(seed).standard_normal(round(seconds * rate))
    return np.clip(values, -1, 1).astype(np.float32)


def tone(hz: float, seconds: float, level: float = 0.5, rate: int = RATE) -> FloatArray:
    """Return a sine (n,)."""
    return (level * np.sin(2 * np.pi * hz * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def sound(channels: NDArray[np.floating], rate: int = RATE) -> Sound:
    """Return an opened sound of (n,) or (n, c)."""
    values = channels.astype(np.float32)
    values = values[:, np.newaxis] if values.ndim == 1 else values
    mono = values[:, 0] if values.shape[1] == 1 else values.mean(axis=1, dtype=np.float64).astype(np.float32)
    peak = float(np.abs(values).max(initial=0.0))
    return Sound(values, mono, "mono" if values.shape[1] == 1 else "mean", rate, "wav", peak, 1.0, (), ())


def deck(a: FloatArray, b: FloatArray | None = None, x: Literal["A", "B"] | None = None, channels: int = 1) -> Deck:
    """Return a deck of values (n,) at `RATE`, just as they are."""
    given: dict[Letter, FloatArray] = {"A": a} if b is None else {"A": a, "B": b}
    values: dict[Letter, FloatArray] = {letter: each[:, np.newaxis] for letter, each in given.items()}
    levels: dict[Letter, Level] = {letter: Level(0.0) for letter in given}
    return Deck(RATE, channels, values, max(map(len, given.values())), 1.0, levels, (), x)


def player(on: Deck) -> Player:
    """Return a player with that deck, paused at its start."""
    made = Player(on.rate, on.channels)
    made.load(on)
    return made


def level_db(values: NDArray[np.floating]) -> float:
    """Return the root mean square in dB re full scale."""
    return float(10 * np.log10(np.mean(np.square(values, dtype=np.float64)) + 1e-30))


def largest_step(*signals: FloatArray) -> float:
    """Return the largest difference between neighbours of any of (n,)."""
    return max(float(np.abs(np.diff(each.astype(np.float64))).max()) for each in signals)


def joined(blocks: Sequence[FloatArray]) -> FloatArray:
    """Return blocks (n, 1) as (n,)."""
    return np.concatenate(blocks)[:, 0]
