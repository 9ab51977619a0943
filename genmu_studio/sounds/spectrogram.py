"""The grey spectrogram of a stretch of a sound, computed for the columns of a screen.

Levels are absolute, in dB re a sine at full scale, so that two sounds may be compared by their grey; they are stored in
steps of half a dB, and the dynamic range is chosen when they are shown, without computing anything again.
"""

from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genmu_studio.sounds.kept_arrays import Derived, keep_arrays, read_arrays
from genmu_studio.sounds.opening import Sound
from scoring.errors import UserError
from scoring.types import FloatArray, Media

Window = Literal["gaussian", "hann"]
Levels = NDArray[np.uint8]
Bands = NDArray[np.float64]

SHORTEST_WINDOW_S, LONGEST_WINDOW_S = 0.001, 0.1
MOST_COLUMNS = 4096
# Of one picture, however long the stretch: half a second of work at 48 kHz.
_MOST_SPECTRA = 1 << 16
_VALUES_AT_ONCE = 1 << 20
# Stored values: 0 is this level or less, each step half a dB, 255 is +6 dB.
_LOWEST_DB, _STEP_DB = -121.5, 0.5
_MOST_AMPLITUDE = 1e6  # what a float file may hold beyond that, single precision could not transform
_EMPHASIS_REFERENCE_HZ = 1000.0
_VERSION = 1


@dataclass(frozen=True, slots=True)
class SpectrogramSettings:
    """How a spectrogram is made.

    window_s : 5 ms shows glottal pulses (broadband), 30 ms harmonics (narrowband); of the Gaussian it is the effective
    length, which ends physically at twice that. low_hz, high_hz : what is shown, cut at half the sample rate.
    emphasis_db_per_octave : raises what lies above 1 kHz and lowers what lies below; speech falls by about 6.
    """

    window_s: float = 0.005
    window: Window = "gaussian"
    low_hz: float = 0.0
    high_hz: float = 8000.0
    emphasis_db_per_octave: float = 0.0

    def __post_init__(self) -> None:
        if not SHORTEST_WINDOW_S <= self.window_s <= LONGEST_WINDOW_S:
            limits = f"{1000 * SHORTEST_WINDOW_S:g} and {1000 * LONGEST_WINDOW_S:g} ms"
            raise UserError(f"a window of {1000 * self.window_s:g} ms is not offered", f"Choose between {limits}.")
        if not 0 <= self.low_hz < self.high_hz < np.inf:
            raise UserError(f"no band lies between {self.low_hz:g} and {self.high_hz:g} Hz", "Put the lower one first.")
        if not abs(self.emphasis_db_per_octave) <= 12:
            raise UserError("an emphasis of more than 12 dB per octave is not offered", "6 suits speech, 0 is neutral.")

    @property
    def bandwidth_hz(self) -> float:
        """The window's width at −3 dB, about how near two tones may be (Praat's manual; Harris 1978)."""
        return (1.2982804 if self.window == "gaussian" else 1.4406) / self.window_s


@dataclass(frozen=True, eq=False, slots=True)
class Spectrogram:
    """Levels of a stretch of a sound.

    levels : uint8 (bands, columns), lowest band first; see `decibels_of`. first_hz, step_hz : middle of the lowest
    band, and from band to band. start_s, step_s : begin of the first column, and width of each. sees_all : whether
    every frame of the stretch lies under a window; very long stretches are seen in part.
    """

    levels: Levels
    first_hz: float
    step_hz: float
    start_s: float
    step_s: float
    sees_all: bool
    settings: SpectrogramSettings


def spectrogram(
    mono: FloatArray, rate: int, settings: SpectrogramSettings, *, start_s: float, end_s: float, columns: int
) -> Spectrogram:
    """Return the stretch from `start_s` to `end_s` of `mono` (n,), finite, at `rate` Hz, in up to 4,096 columns.

    A column is the highest level of all windows within it, so that no click is lost however far one zooms out.
    Beyond its ends the sound counts as silence. ValueError: the stretch is empty, or there is no column.
    """
    if not (start_s < end_s and columns >= 1):
        raise ValueError(f"nothing lies between {start_s} and {end_s} s in {columns} columns")
    columns = min(columns, MOST_COLUMNS)
    step_s = (end_s - start_s) / columns
    window = _window(settings, rate)
    size = 1 << max(8, (2 * len(window) - 1).bit_length())
    bands = _bands(settings, rate, size)
    per_column = max(1, int(np.ceil(step_s / (settings.window_s / 2))))
    affordable = max(1, _MOST_SPECTRA // columns)
    sees_all = per_column <= affordable
    per_column = min(per_column, affordable)
    middles_s = start_s + (np.arange(columns * per_column) + 0.5) * (step_s / per_column)
    starts = np.rint(middles_s * rate).astype(np.int64) - len(window) // 2
    at_once = max(1, _VALUES_AT_ONCE // size // per_column) * per_column
    emphasis = _emphasis_db(settings, np.multiply(bands, rate / size, dtype=np.float64))
    levels = np.empty((len(bands), columns), dtype=np.uint8)
    for first in range(0, len(starts), at_once):
        frames = _frames(mono, starts[first : first + at_once], window)
        spectra = np.abs(np.fft.rfft(frames, n=size, axis=1)[:, bands[0] : bands[-1] + 1])
        highest = spectra.reshape(-1, per_column, len(bands)).max(axis=1)
        amplitude = highest * (2 / window.sum(dtype=np.float64))
        stored = _stored(20 * np.log10(np.maximum(amplitude, 1e-30)) + emphasis)
        levels[:, first // per_column : first // per_column + len(stored)] = stored.T
    hz = rate / size
    return Spectrogram(levels, float(bands[0]) * hz, hz, start_s, step_s, sees_all, settings)


def decibels_of(levels: Levels) -> FloatArray:
    """Return stored levels as dB re a sine at full scale, float32, same shape: −121.5 (or less) to +6 (or more)."""
    level_db: FloatArray = np.float32(_LOWEST_DB) + np.float32(_STEP_DB) * levels.astype(np.float32)
    return level_db


def shades(top_db: float, range_db: float) -> Levels:
    """Return the grey (256,) of each stored level: black at `top_db` and above, white `range_db` > 0 below it."""
    if not range_db > 0:
        raise UserError(f"a dynamic range of {range_db:g} dB shows nothing", "Choose more than 0 dB; 60 is usual.")
    depth = (top_db - decibels_of(np.arange(256, dtype=np.uint8))) / range_db
    grey: Levels = np.rint(255 * np.clip(depth, 0, 1)).astype(np.uint8)
    return grey


def loudest_db(spectrum: Spectrogram) -> float:
    """Return the highest level of a spectrogram, where black usually begins."""
    return float(decibels_of(spectrum.levels.max(keepdims=True)).item()) if spectrum.levels.size else _LOWEST_DB


def kept_spectrogram(
    project: Path | None, media: Media, sound: Sound, settings: SpectrogramSettings, columns: int
) -> Spectrogram:
    """Return all of `sound`, that of `media`, in that many columns; from the project's cache, or kept there."""
    derived = Derived("spectrogram", _VERSION, {**asdict(settings), "columns": columns})
    kept = read_arrays(project, media, derived)
    if kept is not None and set(kept) == {"levels", "axes", "sees_all"}:
        levels, axes, sees_all = kept["levels"], kept["axes"], kept["sees_all"]
        if levels.ndim == 2 and axes.shape == (4,) and sees_all.shape == (1,):
            first_hz, step_hz, start_s, step_s = axes.tolist()
            return Spectrogram(levels, first_hz, step_hz, start_s, step_s, bool(sees_all[0]), settings)
    made = spectrogram(sound.mono, sound.rate, settings, start_s=0.0, end_s=sound.duration_s, columns=columns)
    axes = np.array([made.first_hz, made.step_hz, made.start_s, made.step_s])
    keep_arrays(project, media, derived, {"levels": made.levels, "axes": axes, "sees_all": np.array([made.sees_all])})
    return made


def _window(settings: SpectrogramSettings, rate: int) -> FloatArray:
    """Return the window: Praat's Gaussian, e^(−12 x²) less its value at the ends x = ±1; or a Hann window.

    At least five frames long.
    """
    length = settings.window_s * rate * (2 if settings.window == "gaussian" else 1)
    count = max(5, round(length)) | 1  # odd, so that its middle is a frame
    x = np.arange(1 - count, count, 2) / (count + 1)
    ends = np.exp(-12.0)
    is_hann = settings.window == "hann"
    weights = 0.5 + 0.5 * np.cos(np.pi * x) if is_hann else (np.exp(-12 * np.square(x)) - ends) / (1 - ends)
    window: FloatArray = weights.astype(np.float32)
    return window


def _bands(settings: SpectrogramSettings, rate: int, size: int) -> NDArray[np.int64]:
    """Return which bins of a transform of `size` points are shown: at least one."""
    hz = rate / size
    first = min(int(np.ceil(settings.low_hz / hz)), size // 2)
    last = min(int(settings.high_hz / hz), size // 2)
    return np.arange(first, max(first, last) + 1)


def _emphasis_db(settings: SpectrogramSettings, middles_hz: Bands) -> Bands:
    octaves = np.log2(np.maximum(middles_hz, middles_hz[middles_hz > 0].min(initial=1.0)) / _EMPHASIS_REFERENCE_HZ)
    raised: Bands = settings.emphasis_db_per_octave * octaves
    return raised


def _frames(mono: FloatArray, starts: NDArray[np.int64], window: FloatArray) -> FloatArray:
    """Return what lies under the window at each of the ascending `starts`, weighted: (len(starts), len(window))."""
    low, high = int(starts[0]), int(starts[-1]) + len(window)
    part = np.clip(mono[max(low, 0) : max(min(high, len(mono)), 0)], -_MOST_AMPLITUDE, _MOST_AMPLITUDE)
    part = np.pad(part, (min(max(-low, 0), high - low), 0))
    part = np.pad(part, (0, high - low - len(part)))
    frames: FloatArray = np.lib.stride_tricks.sliding_window_view(part, len(window))[starts - low] * window
    return frames


def _stored(level_db: Bands) -> Levels:
    stored: Levels = np.rint(np.clip((level_db - _LOWEST_DB) / _STEP_DB, 0, 255)).astype(np.uint8)
    return stored
