"""Pitch, intensity and whatever else runs along a sound, measured elsewhere, kept on disk.

A value that is not there (the pitch of an unvoiced frame) is said by `present`, never by NaN.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from genmu_studio.sounds.kept_arrays import Derived, keep_arrays, read_arrays
from scoring.types import FloatArray, Media


@dataclass(frozen=True, eq=False, slots=True)
class Contour:
    """A curve along a sound.

    times_s : float32 (n,), ascending. values : float32 (n,), finite, in the measure's own unit. present : bool (n,),
    where there is a value; elsewhere `values` holds 0, which means nothing.
    """

    times_s: FloatArray
    values: FloatArray
    present: NDArray[np.bool_]


def contour_of(times_s: NDArray[np.floating], values: NDArray[np.floating]) -> Contour:
    """Return a contour of times (n,) and values (n,), in which NaN and infinity say that there is no value."""
    with np.errstate(over="ignore"):  # beyond float32 there is no value either
        narrow = values.astype(np.float32)
    present = np.isfinite(narrow)
    return Contour(times_s.astype(np.float32), np.where(present, narrow, np.float32(0)), present)


def kept_contour(project: Path | None, media: Media, derived: Derived, measure: Callable[[], Contour]) -> Contour:
    """Return `measure()`, a contour of the sound of `media`, from the cache of the project or measured and kept there.

    derived : what `measure` measures, its version and every parameter that moves a value. It is called only where the
    cache has nothing, so that it may decode the sound. What it raises passes through, and nothing is kept of that.
    Praat holds the interpreter's lock while it works: call this in a worker process while a sound plays.
    """
    kept = read_arrays(project, media, derived)
    if kept is not None and set(kept) == {"times_s", "values", "present"}:
        found = Contour(kept["times_s"], kept["values"], kept["present"])
        if found.times_s.shape == found.values.shape == found.present.shape:
            return found
    made = measure()
    keep_arrays(project, media, derived, {name: getattr(made, name) for name in ("times_s", "values", "present")})
    return made
