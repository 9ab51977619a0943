"""What a worker process measures of a sound: pitch, intensity and spectrogram, kept on disk by content.

Praat holds the interpreter's lock while it works: ask a worker for this, never the process of a window.
"""

from dataclasses import dataclass
from functools import lru_cache
from math import log10
from pathlib import Path

import numpy as np

from genmu_studio.sounds.contours import Contour, contour_of, kept_contour
from genmu_studio.sounds.kept_arrays import Derived, keep_arrays, read_arrays
from genmu_studio.sounds.opening import Sound, Unopened, open_sound
from genmu_studio.sounds.spectrogram import Spectrogram, SpectrogramSettings, kept_spectrogram, spectrogram
from scoring.prosody.measurable import NotMeasurableError
from scoring.prosody.pitch import STEP_S, pitch_track
from scoring.prosody.praat import praat_intensity
from scoring.types import Media

# Praat's own default for intensity: a window of 64 ms, in which the periods of no voice above 100 Hz are seen.
INTENSITY_FLOOR_HZ = 100.0
INTENSITY_STEP_S = 0.005
# Praat counts from 2e-5; this is what full scale is in its decibels.
_FULL_SCALE_DB = -20 * log10(2e-5)
_VERSION = 1


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """Why there is nothing to draw; it ends the sentence "not measurable: …"."""

    reason: str


@dataclass(frozen=True, eq=False, slots=True)
class Pitch:
    """F0 in Hz every 10 ms, where there is voice. The limits are those searched; median_hz : None without any voice."""

    contour: Contour
    floor_hz: float
    ceiling_hz: float
    median_hz: float | None


def measure_pitch(
    project: Path | None, media: Media, floor_hz: float | None, ceiling_hz: float | None
) -> Pitch | Unmeasured:
    """Return the pitch of `media`, from the cache of the project or measured; a limit that is None is found."""
    derived = Derived("pitch", _VERSION, {"floor_hz": floor_hz or 0.0, "ceiling_hz": ceiling_hz or 0.0})
    kept = read_arrays(project, media, derived)
    if kept is not None and set(kept) == {"times_s", "values", "present", "limits_hz"}:
        contour = Contour(kept["times_s"], kept["values"], kept["present"])
        if contour.times_s.shape == contour.values.shape == contour.present.shape and kept["limits_hz"].shape == (2,):
            return _pitch(contour, *kept["limits_hz"].tolist())
    sound = _opened(media)
    if isinstance(sound, Unopened):
        return Unmeasured(sound.sentence)
    try:
        track = pitch_track(sound.mono, sound.rate, floor_hz=floor_hz, ceiling_hz=ceiling_hz)
    except NotMeasurableError as error:
        return Unmeasured(str(error))
    except ImportError:
        return Unmeasured("the package praat-parselmouth is not installed")
    except ValueError:
        return Unmeasured("the floor and the ceiling leave no pitch between them")
    contour = contour_of(track.times_s, track.f0_hz)
    arrays = {name: getattr(contour, name) for name in ("times_s", "values", "present")}
    keep_arrays(project, media, derived, {**arrays, "limits_hz": np.array([track.floor_hz, track.ceiling_hz])})
    return _pitch(contour, track.floor_hz, track.ceiling_hz)


def _pitch(contour: Contour, floor_hz: float, ceiling_hz: float) -> Pitch:
    voiced = contour.values[contour.present]
    return Pitch(contour, floor_hz, ceiling_hz, float(np.median(voiced)) if len(voiced) else None)


def measure_intensity(project: Path | None, media: Media) -> Contour | Unmeasured:
    """Return Praat's intensity of `media` every 5 ms in dB re full scale, from the cache of the project or measured."""
    derived = Derived("intensity", _VERSION, {"floor_hz": INTENSITY_FLOOR_HZ, "step_s": INTENSITY_STEP_S})

    def measure() -> Contour:
        sound = _opened(media)
        if isinstance(sound, Unopened):
            raise NotMeasurableError(sound.sentence)
        times_s, level_db = praat_intensity(sound.mono, sound.rate, INTENSITY_STEP_S, INTENSITY_FLOOR_HZ)
        return contour_of(times_s, level_db - _FULL_SCALE_DB)

    try:
        return kept_contour(project, media, derived, measure)
    except NotMeasurableError as error:
        return Unmeasured(str(error))
    except ImportError:
        return Unmeasured("the package praat-parselmouth is not installed")


def measure_spectrogram(
    project: Path | None, media: Media, settings: SpectrogramSettings, columns: int
) -> Spectrogram | Unmeasured:
    """Return the spectrogram of all of `media`, from the cache of the project or made and kept there."""
    sound = _opened(media)
    if isinstance(sound, Unopened):
        return Unmeasured(sound.sentence)
    return kept_spectrogram(project, media, sound, settings, columns)


def measure_stretch(
    media: Media, settings: SpectrogramSettings, start_s: float, end_s: float, columns: int
) -> Spectrogram | Unmeasured:
    """Return the spectrogram of a stretch of `media`, kept nowhere."""
    sound = _opened(media)
    if isinstance(sound, Unopened):
        return Unmeasured(sound.sentence)
    return spectrogram(sound.mono, sound.rate, settings, start_s=start_s, end_s=end_s, columns=columns)


def value_at(contour: Contour, time_s: float) -> float | None:
    """Return the value of the frame nearest to `time_s`; None where it has none, or lies over half a step away."""
    count = len(contour.times_s)
    if not count:
        return None
    place = int(np.searchsorted(contour.times_s, time_s))
    nearest = min(
        (each for each in (place - 1, place) if 0 <= each < count), key=lambda at: abs(_at(contour, at, time_s))
    )
    step_s = float(contour.times_s[-1] - contour.times_s[0]) / (count - 1) if count > 1 else STEP_S
    is_near = abs(_at(contour, nearest, time_s)) <= 0.5001 * step_s
    return float(contour.values[nearest]) if is_near and contour.present[nearest] else None


def _at(contour: Contour, place: int, time_s: float) -> float:
    return float(contour.times_s[place]) - time_s


def semitones_re_median(pitch: Pitch, f0_hz: float) -> float | None:
    """Return how far F0 lies from the median of the sound; None where that has no voice."""
    return None if pitch.median_hz is None else float(12 * np.log2(f0_hz / pitch.median_hz))


# One worker measures several things of the sounds of one pair, one after another.
@lru_cache(maxsize=3)
def _opened(media: Media) -> Sound | Unopened:
    return open_sound(media)
