"""Which of two sounds X of an ABX entry is, by what is heard of it: files may hold the same in other bytes."""

from typing import Literal

import numpy as np

from genmu_studio.sounds.opening import Sound


def x_of(a: Sound, b: Sound, x: Sound) -> Literal["A", "B"] | None:
    """Return what X is, value by value; A where all three are the same, None where it is neither."""
    return "A" if _same(a, x) else "B" if _same(b, x) else None


def _same(one: Sound, other: Sound) -> bool:
    return one is other or (one.rate == other.rate and np.array_equal(one.channels, other.channels))
