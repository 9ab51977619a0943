"""How loud sounds are by ITU-R BS.1770, and by how much each is raised or lowered so that they are equally loud."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from scoring.types import FloatArray

Name = TypeVar("Name", bound=str)

BLOCK_S = 0.4
# Raising a sound raises its noise: nothing is raised further.
MOST_RAISED_DB = 20.0


@dataclass(frozen=True, slots=True)
class Level:
    """How a sound is played.

    gain_db : what its values are multiplied by. loudness_lufs : before that, None = not measured or not measurable.
    reason : why it is not measurable, or how it was measured where that is unusual; "" = nothing to say.
    """

    gain_db: float
    loudness_lufs: float | None = None
    reason: str = ""


def loudness_lufs(values: FloatArray, rate: int) -> tuple[float | None, str]:
    """Return the integrated loudness in LUFS of `values` (n, c ≤ 5) at `rate` Hz, and what is to be said of it.

    ITU-R BS.1770-4, gated over blocks of 400 ms; a shorter sound is one block of its own length. None: it is silent, or
    no block reaches −70 LUFS.
    """
    import pyloudnorm

    if not np.any(values):
        return None, "it is silent"
    short = len(values) < BLOCK_S * rate
    # A shade less than its length: the library compares both as seconds, which are rounded.
    block_s = len(values) / rate * (1 - 1e-9) if short else BLOCK_S
    measured = float(pyloudnorm.Meter(rate, block_size=block_s).integrated_loudness(values))
    if not np.isfinite(measured):
        return None, "it is too quiet to be measured"
    return measured, "it is shorter than 0.4 s and was measured as one block" if short else ""


def unmatched(peaks: Mapping[Name, float]) -> dict[Name, Level]:
    """Return the same gain for every sound: 0 dB, or less where a peak (full scale = 1) would clip."""
    gain_db = min(0.0, -_decibels(max(peaks.values(), default=0.0)))
    return {name: Level(gain_db) for name in peaks}


def matched(loudness: Mapping[Name, tuple[float | None, str]], peaks: Mapping[Name, float]) -> dict[Name, Level]:
    """Return the gains after which all sounds are as loud as the loudest, or as their peaks and `MOST_RAISED_DB` allow.

    loudness : LUFS or None, and what is to be said, of each. A sound without loudness keeps its level, unless it clips.
    """
    rooms = {
        name: found + min(MOST_RAISED_DB, -_decibels(peaks[name]))
        for name, (found, _) in loudness.items()
        if found is not None
    }
    goal = min(
        max((found for found, _ in loudness.values() if found is not None), default=0.0), *rooms.values(), np.inf
    )
    alone = unmatched(peaks)
    return {
        name: Level(alone[name].gain_db if found is None else goal - found, found, reason)
        for name, (found, reason) in loudness.items()
    }


def _decibels(peak: float) -> float:
    return 20 * float(np.log10(max(peak, 1e-12)))
