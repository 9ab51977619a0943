"""The prosody of one sound in numbers, each with its unit in its name."""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from scoring.prosody.contours import Contours
from scoring.prosody.energy import frame_times_s
from scoring.prosody.measurable import NotMeasurableError, Part, measured
from scoring.prosody.praat import Track
from scoring.prosody.rhythm import nucleus_npvi, pauses

# A single octave jump must not set the range.
_RANGE_PERCENTILES = (5.0, 95.0)


def summary_of(contours: Contours) -> Mapping[str, Part]:
    """Return every number of `SUMMARY`, in that order, or why it is missing."""
    return {name: measured(partial(compute, contours)) for name, compute in _NUMBERS.items()}


def _voiced_hz(contours: Contours) -> Track:
    """Return F0 of the voiced frames (v,): an unvoiced frame is not a pitch of 0."""
    voiced = contours.pitch.f0_hz[contours.pitch.voiced]
    if not len(voiced):
        raise NotMeasurableError("nothing is voiced")
    return voiced


def _voiced_semitones(contours: Contours) -> Track:
    _voiced_hz(contours)
    return contours.pitch.voiced_semitones


def _voiced_share(contours: Contours) -> float:
    pitch, span = contours.pitch, contours.span
    inside = (pitch.times_s >= span.start_s) & (pitch.times_s <= span.end_s)
    if not inside.any():
        raise NotMeasurableError("no pitch frame lies within the trimmed sound")
    return float(pitch.voiced[inside].mean())


def _pause_share(contours: Contours) -> float:
    return sum(each.duration_s for each in pauses(contours.intensity, contours.span)) / contours.span.duration_s


def _level_dbfs(contours: Contours) -> float:
    times_s = frame_times_s(len(contours.levels_db))
    inside = (times_s >= contours.span.start_s) & (times_s < contours.span.end_s)
    return float(10 * np.log10(np.mean(10 ** (contours.levels_db[inside] / 10))))


# f0_… : over voiced frames only; the range runs from the 5th to the 95th percentile. Shares: 0..1 of the trimmed sound.
# trimmed_s : from the first to the last 10 ms within 30 dB of the loudest. level_dbfs : RMS of that stretch.
_NUMBERS: Mapping[str, Callable[[Contours], float]] = {
    "f0_mean_hz": lambda contours: float(_voiced_hz(contours).mean()),
    "f0_median_hz": lambda contours: float(np.median(_voiced_hz(contours))),
    "f0_sd_semitones": lambda contours: float(_voiced_semitones(contours).std()),
    "f0_range_semitones": lambda contours: float(
        np.ptp(np.percentile(_voiced_semitones(contours), _RANGE_PERCENTILES))
    ),
    "voiced_share": _voiced_share,
    "syllables": lambda contours: float(len(contours.nuclei_s)),
    "syllables_per_s": lambda contours: contours.syllable_rate_hz,
    "npvi": lambda contours: nucleus_npvi(contours.nuclei_s),
    "pauses": lambda contours: float(len(pauses(contours.intensity, contours.span))),
    "pause_share": _pause_share,
    "trimmed_s": lambda contours: contours.span.duration_s,
    "level_dbfs": _level_dbfs,
}
SUMMARY = tuple(_NUMBERS)
