"""PPS: how much of the prosody of the original sound the unlearned one keeps (PROTOCOL §4)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from statistics import fmean

import numpy as np

from scoring.prosody.alignment import cepstra, warping_path
from scoring.prosody.concordance import concordance
from scoring.prosody.contours import Contours
from scoring.prosody.energy import frame_times_s
from scoring.prosody.measurable import NotMeasurableError, Part, measured
from scoring.prosody.praat import Track
from scoring.prosody.rhythm import nucleus_npvi

FLAT_SEMITONES = 0.1
SAME_PITCH = (0.8, 1.2)
ENERGY_FLOOR_DB = -50.0
AUDIBLE_DB = -40.0


@dataclass(frozen=True, slots=True)
class Preservation:
    """PPS of one pair, its parts 0..100, and what the F0 part is made of; each may be not measurable.

    pps : mean of the four parts; where one is missing there is none, for a mean of fewer is another quantity.
    ffe : F0 frame error, 0..1. concordance : of the F0 contours, −1..1.
    """

    pps: Part
    f0: Part
    energy: Part
    duration: Part
    rhythm: Part
    ffe: Part
    concordance: Part


@dataclass(frozen=True, eq=False, slots=True)
class Aligned:
    """The contours of two sounds step by step along their warping path: each a pair of float64 (p,).

    semitones : re each side's own voiced median, NaN where unvoiced. levels_db : re full scale.
    """

    semitones: tuple[Track, Track]
    levels_db: tuple[Track, Track]


def preservation(original: Contours, unlearned: Contours) -> Preservation:
    """Return what `unlearned` keeps of the prosody of `original`; ValueError where their sampling rates differ."""
    duration = Part(100 * ratio(original.span.duration_s, unlearned.span.duration_s))
    rhythm = measured(partial(rhythm_part, original, unlearned))
    try:
        steps = aligned(original, unlearned)
    except NotMeasurableError as error:
        f0 = energy = ffe = agreement = Part(None, str(error))
    else:
        f0 = measured(partial(f0_part, original, unlearned, steps))
        energy = measured(partial(energy_part, *steps.levels_db))
        ffe = Part(frame_error(*steps.semitones))
        agreement = measured(partial(contour_concordance, *steps.semitones))
    pps = mean_part({"F0": f0, "energy": energy, "duration": duration, "rhythm": rhythm})
    return Preservation(pps, f0, energy, duration, rhythm, ffe, agreement)


def mean_part(parts: Mapping[str, Part]) -> Part:
    """Return the mean of the parts; where some are missing, none, and the names and reasons of those."""
    missing = [f"{name}: {part.reason}" for name, part in parts.items() if part.value is None]
    if missing:
        return Part(None, "; ".join(missing))
    return Part(fmean(part.value for part in parts.values() if part.value is not None))


def aligned(original: Contours, unlearned: Contours) -> Aligned:
    """Return the contours of both sides along the path; NotMeasurableError: too long. ValueError: unlike rates."""
    if original.rate != unlearned.rate:
        raise ValueError(f"sounds at {original.rate} Hz and {unlearned.rate} Hz cannot be aligned")
    path = warping_path(cepstra(original.samples, original.rate), cepstra(unlearned.samples, unlearned.rate))
    at_first, at_second = path.T
    first, second = (each.pitch.semitones_at(frame_times_s(len(each.levels_db))) for each in (original, unlearned))
    return Aligned((first[at_first], second[at_second]), (original.levels_db[at_first], unlearned.levels_db[at_second]))


def f0_part(original: Contours, unlearned: Contours, steps: Aligned) -> float:
    """Return 100 · max(0, c) · (1 − FFE); 0 where only the unlearned side is flat: a standard deviation < 0.1 semitone.

    NotMeasurableError: a side without voice, both flat, or fewer than two steps voiced in both.
    """
    flat = []
    for side, each in (("original", original), ("unlearned", unlearned)):
        voiced = each.pitch.voiced_semitones
        if not len(voiced):
            raise NotMeasurableError(f"nothing is voiced on the {side} side")
        flat.append(float(voiced.std()) < FLAT_SEMITONES)
    if all(flat):
        raise NotMeasurableError("both contours are flat")
    if flat[1]:
        return 0.0
    return 100 * max(0.0, contour_concordance(*steps.semitones)) * (1 - frame_error(*steps.semitones))


def contour_concordance(original: Track, unlearned: Track) -> float:
    """Return Lin's concordance of two contours in semitones (p,) over the steps voiced in both."""
    voiced = np.isfinite(original) & np.isfinite(unlearned)
    if np.count_nonzero(voiced) < 2:
        raise NotMeasurableError("fewer than two moments are voiced on both sides")
    return concordance(original[voiced], unlearned[voiced])


def frame_error(original: Track, unlearned: Track) -> float:
    """Return FFE of two contours in semitones (p,), 0..1: steps with an error of voicing or of pitch / all steps.

    An error of pitch: voiced in both, and unlearned / original outside 0.8..1.2 (Chu and Alwan 2009; here after the
    own median of each side is taken off).
    """
    voiced, also_voiced = np.isfinite(original), np.isfinite(unlearned)
    both = voiced & also_voiced
    times = np.exp2((unlearned[both] - original[both]) / 12)
    wrong_pitch = np.count_nonzero((times < SAME_PITCH[0]) | (times > SAME_PITCH[1]))
    return float((np.count_nonzero(voiced != also_voiced) + wrong_pitch) / len(original))


def energy_part(original: Track, unlearned: Track) -> float:
    """Return 100 · max(0, c) of two curves of levels in dB (p,); NotMeasurableError where neither moves.

    Each side counts from its own maximum, down to −50 dB. Compared are the steps where either is above −40 dB, and over
    them the mean of each side is removed: a sound that is louder as a whole keeps its energy.
    """
    first, second = (np.maximum(levels - levels.max(), ENERGY_FLOOR_DB) for levels in (original, unlearned))
    audible = (first > AUDIBLE_DB) | (second > AUDIBLE_DB)
    first, second = first[audible], second[audible]
    return 100 * max(0.0, concordance(first - first.mean(), second - second.mean()))


def rhythm_part(original: Contours, unlearned: Contours) -> float:
    """Return 100 · the mean of two ratios, nPVI and syllable rate; NotMeasurableError: under 4 nuclei on a side."""
    unevenness = [
        _of_side(side, partial(nucleus_npvi, each.nuclei_s))
        for side, each in (("original", original), ("unlearned", unlearned))
    ]
    return 50 * (ratio(*unevenness) + ratio(original.syllable_rate_hz, unlearned.syllable_rate_hz))


def _of_side(side: str, compute: Callable[[], float]) -> float:
    try:
        return compute()
    except NotMeasurableError as error:
        raise NotMeasurableError(f"{error} on the {side} side") from error


def ratio(first: float, second: float) -> float:
    """Return the smaller by the larger of two numbers ≥ 0, 0..1; 1 where both are 0."""
    return min(first, second) / max(first, second) if first or second else 1.0
