"""Two sounds on one time axis: which moment of the unlearned answers which of the original, and how they differ there.

Praat holds the interpreter's lock while it works: ask a worker for this, never the process of a window.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmu_studio.sounds.contours import Contour, contour_of
from genmu_studio.sounds.measuring import Unmeasured
from scoring.errors import UserError
from scoring.media.audio import LoadedAudio, load_audio
from scoring.prosody.alignment import cepstra, warping_path
from scoring.prosody.energy import frame_times_s, levels_db
from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import pitch_track
from scoring.types import Media, SampleError

RATE_HZ = 16_000  # what PPS hears: both sides in one band

Times = NDArray[np.float64]


@dataclass(frozen=True, eq=False, slots=True)
class Alignment:
    """How the unlearned sound follows the original.

    original_s, unlearned_s : float64 (p,) each, neither ever falls: moments that answer each other by the warping
    path, one for each 10 ms of the original. semitones : pitch of the unlearned less that of the original, each re the
    median of its own voice, where both have voice. level_db : the same of the levels (25 ms), less their mean, so
    that a sound which is louder as a whole differs by 0. Both on the time of the original.
    """

    original_s: Times
    unlearned_s: Times
    semitones: Contour
    level_db: Contour

    def to_unlearned(self, original_s: NDArray[np.floating]) -> Times:
        """Return the moments of the unlearned sound that answer these of the original; beyond the ends, in step."""
        return _follow(original_s, self.original_s, self.unlearned_s)

    def to_original(self, unlearned_s: NDArray[np.floating]) -> Times:
        """Return the moments of the original that answer these of the unlearned sound; beyond the ends, in step."""
        return _follow(unlearned_s, self.unlearned_s, self.original_s)


def _follow(times_s: NDArray[np.floating], known_s: Times, answers_s: Times) -> Times:
    inside = np.interp(times_s, known_s, answers_s)
    before, after = np.minimum(times_s - known_s[0], 0.0), np.maximum(times_s - known_s[-1], 0.0)
    followed: Times = inside + before + after
    return followed


def align_sounds(
    original: Media, unlearned: Media, floor_hz: float | None = None, ceiling_hz: float | None = None
) -> Alignment | Unmeasured:
    """Return how the unlearned sound follows the original, with the pitch range given or found for each."""
    sides = (("original", original), ("unlearned", unlearned))
    heard = []
    for side, media in sides:
        try:
            heard.append(load_audio(media, rate=RATE_HZ))
        except (SampleError, UserError) as error:
            reason = error.failure.message if isinstance(error, SampleError) else str(error)
            return Unmeasured(f"the {side} sound: {reason}")
    try:
        path = warping_path(*(cepstra(each.samples, each.rate) for each in heard))
        times_s, answering_s = middles(path)
        pitches = [pitch_track(each.samples, each.rate, floor_hz=floor_hz, ceiling_hz=ceiling_hz) for each in heard]
    except NotMeasurableError as error:
        return Unmeasured(str(error))
    except ImportError as error:
        return Unmeasured(f"the package {error.name} is not installed")
    except ValueError:
        return Unmeasured("the floor and the ceiling leave no pitch between them")
    semitones = pitches[1].semitones_at(answering_s) - pitches[0].semitones_at(times_s)
    levels = _levels_at(heard[1], answering_s) - _levels_at(heard[0], times_s)
    return Alignment(times_s, answering_s, contour_of(times_s, semitones), contour_of(times_s, levels - levels.mean()))


def middles(path: NDArray[np.int64]) -> tuple[Times, Times]:
    """Return the times of the rows of a warping path (p, 2), one each, and of the mean column that each one meets."""
    rows, starts, counts = np.unique(path[:, 0], return_index=True, return_counts=True)
    columns = np.add.reduceat(path[:, 1], starts) / counts
    step_s = frame_times_s(2)[1]
    return step_s * rows, step_s * columns


def _levels_at(sound: LoadedAudio, times_s: Times) -> Times:
    levels = levels_db(sound.samples, sound.rate)
    at: Times = np.interp(times_s, frame_times_s(len(levels)), levels)
    return at
