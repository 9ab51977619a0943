"""Calibration of a threshold on reference embeddings: FMR, FNMR, DET, EER and FMR presets (PROTOCOL §2)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from scoring.errors import UserError
from scoring.rules import Comparison, Rules
from scoring.types import FloatArray
from scoring.verification import TemplateRule, build_template, similarities, verified

# What this module does, in the words of the protocol file, which states it and cannot change it.
DEFINITIONS: Mapping[str, str] = {
    "eer": (
        "d(s) = FMR(s) - FNMR(s) over the sorted unique scores; d = 0 on s_i..s_j: (s_{i-1} + s_j)/2, else linear "
        "between the last d > 0 and the next d < 0"
    ),
    "fmr": "float32 successor of the (floor(x*n)+1)-th largest non-mated score",
    "mated": "each reference against its identity's template built without it",
    "non_mated": "each reference against every other identity's template",
}


@dataclass(frozen=True, eq=False, slots=True)
class Comparisons:
    """Similarity scores of references: mated (m,) and non-mated (n,), float32; and what could not be compared."""

    mated: FloatArray
    non_mated: FloatArray
    templates: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, slots=True)
class DetCurve:
    """Error rates, as fractions, at every distinct score: `fmr` falls and `fnmr` rises along `scores`; all (s,)."""

    scores: FloatArray
    fmr: NDArray[np.float64]
    fnmr: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class OperatingPoint:
    """A threshold with the error rates that its definition gives it, as fractions; all None where `reason` says why."""

    threshold: float | None
    fmr: float | None = None
    fnmr: float | None = None
    reason: str | None = None

    @property
    def supported(self) -> bool:
        """Whether the data support this threshold."""
        return self.threshold is not None


@dataclass(frozen=True, slots=True)
class Calibration:
    """What the references say: the EER point (its rate in `fmr`), one point per FMR preset, and what they rest on."""

    eer: OperatingPoint
    fmr: Mapping[str, OperatingPoint]
    mated: int
    non_mated: int
    templates: int
    badge: str | None
    notes: tuple[str, ...]


def compare_references(references: Mapping[str, FloatArray], rule: TemplateRule = "mean") -> Comparisons:
    """Compare every reference with its own identity's template built without it, and with every other identity's.

    references : by identity, the embeddings (m, d) that scoring uses, so that templates have the same rule and
    number of references there and here. An identity without any is left out, one with a single reference gives no mated
    comparison; both are noted.
    """
    present = {identity: rows for identity, rows in references.items() if len(rows)}
    notes = [
        f"identity {identity} has no reference that could be embedded"
        for identity in references
        if identity not in present
    ]
    notes += [
        f"identity {name} has one reference: no mated comparison" for name, rows in present.items() if len(rows) == 1
    ]
    mated = [_leave_one_out(identity, rows, rule) for identity, rows in present.items() if len(rows) > 1]
    return Comparisons(_joined(mated), _non_mated(present, rule), len(present), tuple(notes))


def _non_mated(references: Mapping[str, FloatArray], rule: TemplateRule) -> FloatArray:
    templates = [build_template(identity, rows, rule) for identity, rows in references.items()]
    scores = similarities(_joined(list(references.values())), templates)
    owner = np.repeat(np.arange(len(templates)), [len(rows) for rows in references.values()])
    others: FloatArray = scores[owner[:, np.newaxis] != np.arange(len(templates))]
    return others


def _leave_one_out(identity: str, rows: FloatArray, rule: TemplateRule) -> FloatArray:
    scores = np.empty(len(rows), dtype=np.float32)
    for index in range(len(rows)):
        template = build_template(identity, np.delete(rows, index, axis=0), rule)
        scores[index] = similarities(rows[index : index + 1], [template])[0, 0]
    return scores


def _joined(parts: list[FloatArray]) -> FloatArray:
    return np.concatenate(parts) if parts else np.empty(0, dtype=np.float32)


def false_match_rate(non_mated: FloatArray, threshold: float, comparison: Comparison) -> float | None:
    """Return FMR, the share of non-mated scores that verify at `threshold`; None of none."""
    return float(verified(non_mated, threshold, comparison).mean()) if len(non_mated) else None


def false_non_match_rate(mated: FloatArray, threshold: float, comparison: Comparison) -> float | None:
    """Return FNMR, the share of mated scores that do not verify at `threshold`; None of none."""
    return float(np.mean(~verified(mated, threshold, comparison))) if len(mated) else None


def det_curve(mated: FloatArray, non_mated: FloatArray) -> DetCurve:
    """Return FMR(s) = share of non-mated ≥ s and FNMR(s) = share of mated < s over the sorted unique scores s."""
    scores, false_matches, false_non_matches = _errors_by_score(mated, non_mated)
    return DetCurve(scores, false_matches / len(non_mated), false_non_matches / len(mated))


def _errors_by_score(mated: FloatArray, non_mated: FloatArray) -> tuple[FloatArray, NDArray[np.intp], NDArray[np.intp]]:
    scores = np.unique(np.concatenate([mated, non_mated]))
    false_matches = len(non_mated) - np.searchsorted(np.sort(non_mated), scores, side="left")
    false_non_matches = np.searchsorted(np.sort(mated), scores, side="left")
    return scores, false_matches, false_non_matches


def equal_error_point(mated: FloatArray, non_mated: FloatArray) -> OperatingPoint:
    """Return the threshold where FMR and FNMR meet, and the rate there (in `fmr` and `fnmr`).

    With d = FMR − FNMR: where d = 0 on s_i … s_j the threshold is (s_{i−1} + s_j)/2, otherwise both are interpolated
    linearly between the last d > 0 and the next d < 0. d starts at 1, so s_{i−1} exists.

    Mated 0.6 and 0.8, non-mated 0.2 and 0.7: at 0.7 one of two is wrong on either side.

    >>> point = equal_error_point(np.float32([0.6, 0.8]), np.float32([0.2, 0.7]))
    >>> round(point.threshold, 6), point.fmr
    (0.65, 0.5)
    """
    if not len(mated) or not len(non_mated):
        missing = "mated" if not len(mated) else "non-mated"
        return OperatingPoint(None, reason=f"no {missing} comparisons")
    scores, false_matches, false_non_matches = _errors_by_score(mated, non_mated)
    # d in units of 1/(mated · non-mated), so that "d = 0" is a question about integers.
    difference = false_matches.astype(np.int64) * len(mated) - false_non_matches.astype(np.int64) * len(non_mated)
    exact = scores.astype(np.float64)
    level = np.flatnonzero(difference == 0)
    if len(level):
        rate = false_matches[level[0]] / len(non_mated)
        return _point((exact[level[0] - 1] + exact[level[-1]]) / 2, rate, rate)
    if difference[-1] > 0:
        return OperatingPoint(
            None, reason="the error rates do not meet: no score separates mated from non-mated comparisons"
        )
    last = int(np.flatnonzero(difference > 0)[-1])
    share = difference[last] / (difference[last] - difference[last + 1])
    rate = (false_matches[last] + share * (false_matches[last + 1] - false_matches[last])) / len(non_mated)
    return _point(exact[last] + share * (exact[last + 1] - exact[last]), rate, rate)


def fmr_point(mated: FloatArray, non_mated: FloatArray, preset: str, comparison: Comparison) -> OperatingPoint:
    """Return the point of FMR preset x, e.g. "1e-3": the float32 successor of the (⌊x·n⌋+1)-th largest non-mated score.

    The threshold is the same under either `comparison`, which decides the rates beside it. Not supported with fewer
    than 1/x non-mated comparisons. UserError where x is not a number between 0 and 1.
    """
    wanted = _fraction_of(preset)
    if len(non_mated) * wanted < 1:
        return OperatingPoint(
            None, reason=f"FMR {preset} needs {-(-1 // wanted):,} non-mated comparisons, there are {len(non_mated):,}"
        )
    allowed = int(len(non_mated) * wanted)  # ⌊x·n⌋, exact: x is a decimal fraction, not a float
    score = np.sort(non_mated)[len(non_mated) - 1 - allowed]
    threshold = float(np.nextafter(score, np.float32(np.inf)))
    return OperatingPoint(
        threshold,
        false_match_rate(non_mated, threshold, comparison),
        false_non_match_rate(mated, threshold, comparison),
    )


def _fraction_of(preset: str) -> Fraction:
    try:
        wanted = Fraction(preset)
    except (ValueError, ZeroDivisionError):
        wanted = Fraction(0)
    if not 0 < wanted < 1:
        raise UserError(f"{preset!r} is no false match rate", "Give a number between 0 and 1, such as 1e-3.")
    return wanted


def _point(threshold: float, fmr: float, fnmr: float) -> OperatingPoint:
    # What is printed and frozen is what decides: the threshold as float32.
    return OperatingPoint(float(np.float32(threshold)), float(fmr), float(fnmr))


def calibrate(comparisons: Comparisons, presets: Sequence[str], rules: Rules) -> Calibration:
    """Return the EER point and the points of the FMR `presets`, with counts, a badge for few comparisons, and notes."""
    mated, non_mated = comparisons.mated, comparisons.non_mated
    few = len(non_mated) < rules.few_non_mated
    return Calibration(
        eer=equal_error_point(mated, non_mated),
        fmr={preset: fmr_point(mated, non_mated, preset, rules.comparison) for preset in presets},
        mated=len(mated),
        non_mated=len(non_mated),
        templates=comparisons.templates,
        badge=f"{len(non_mated):,} non-mated comparisons, under {rules.few_non_mated:,}" if few else None,
        notes=comparisons.notes,
    )
