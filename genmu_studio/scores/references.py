"""What the references say of thresholds, as curves: DET, and both error rates against the threshold."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.calibrations import EER, FMR, FrozenCalibration, ProjectCalibration, frozen
from scoring.calibration import Comparisons, OperatingPoint
from scoring.errors import UserError
from scoring.frame import IndexArray
from scoring.types import FloatArray
from scoring.verification import TemplateRule

if TYPE_CHECKING:
    from genmu_studio.domain import EvaluatorRow
    from genmu_studio.project import Project

SIDE_PX = 2_000
IMPORTED = "imported results bring no embeddings of references"

Rates = NDArray[np.float64]

# Whatever lies in a box that measures so much along both sides together is within a pixel of its diagonal.
_REACH_PX = 2.8


@dataclass(frozen=True, eq=False, slots=True)
class RateCurve:
    """An error rate, a fraction, at ascending thresholds: (s,) each. rates[i] is that at thresholds[i] exactly.

    Thinned to what `SIDE_PX` pixels show: a point that is left out lies within one pixel of the line through the rest.
    """

    thresholds: FloatArray
    rates: Rates


@dataclass(frozen=True, eq=False, slots=True)
class DetPlot:
    """FNMR against FMR, fractions, as the threshold rises: (s,) each, thinned as a `RateCurve` is.

    x, y : where they lie on axes of normal deviates. A rate of none or of all has no place there: it lies where half a
    comparison, or all but half a one, would.
    """

    thresholds: FloatArray
    fmr: Rates
    fnmr: Rates
    x: Rates
    y: Rates


@dataclass(frozen=True, eq=False, slots=True)
class ErrorCurves:
    """What can be drawn of comparisons; None for what cannot, and `reason` says why ("" = all can)."""

    det: DetPlot | None
    fmr: RateCurve | None
    fnmr: RateCurve | None
    reason: str


@dataclass(frozen=True, eq=False, slots=True)
class ReferencePlots:
    """The references under one evaluator and template. calibration : None where there is none, and `reason` says why.

    points : of "eer" and each "fmr=…", with its own reason where the data do not support it. frozen : the calibration
    that official thresholds come from, None before one is frozen.
    """

    curves: ErrorCurves
    calibration: ProjectCalibration | None
    frozen: FrozenCalibration | None
    points: Mapping[str, OperatingPoint] = field(default_factory=dict)

    @property
    def reason(self) -> str:
        """Why something is missing, "" where nothing is."""
        return self.curves.reason

    @property
    def is_frozen(self) -> bool:
        """Whether the frozen calibration is just this one."""
        digests = {each.digest if each is not None else None for each in (self.frozen, self.calibration)}
        return len(digests) == 1 and None not in digests


def reference_plots(project: "Project", evaluator: "EvaluatorRow", template: TemplateRule) -> ReferencePlots:
    """Compare the references as they are now: for a background thread."""
    kept = frozen(project.store, evaluator.digest, template)
    if evaluator.kind == "imported":
        return ReferencePlots(ErrorCurves(None, None, None, IMPORTED), None, kept)
    try:
        calibration = project.calibrate(evaluator, template)
    except UserError as error:
        return ReferencePlots(ErrorCurves(None, None, None, error.message), None, kept)
    result = calibration.result
    points = {EER: result.eer, **{FMR + preset: point for preset, point in result.fmr.items()}}
    return ReferencePlots(error_curves(calibration.comparisons), calibration, kept, points)


def error_curves(found: Comparisons) -> ErrorCurves:
    """Return the curves over the sorted unique scores and just above: FMR(s) = share ≥ s, FNMR(s) = share < s."""
    mated, non_mated = np.sort(found.mated), np.sort(found.non_mated)
    missing = [name for name, scores in (("mated", mated), ("non-mated", non_mated)) if not len(scores)]
    reason = f"no {' and no '.join(missing)} comparisons" if missing else ""
    if len(missing) == 2:
        return ErrorCurves(None, None, None, reason)
    scores = np.unique(np.concatenate([mated, non_mated]))
    scores = np.append(scores, np.nextafter(scores[-1], np.float32(np.inf)))
    fmr = (len(non_mated) - np.searchsorted(non_mated, scores)) / len(non_mated) if len(non_mated) else None
    fnmr = np.searchsorted(mated, scores) / len(mated) if len(mated) else None
    det = None if fmr is None or fnmr is None else _det(scores, fmr, fnmr, len(non_mated), len(mated))
    return ErrorCurves(det, _rate_curve(scores, fmr), _rate_curve(scores, fnmr), reason)


def _det(scores: FloatArray, fmr: Rates, fnmr: Rates, non_mated: int, mated: int) -> DetPlot:
    x, y = _normal_deviates(fmr, non_mated), _normal_deviates(fnmr, mated)
    kept = thin(x, y)
    return DetPlot(scores[kept], fmr[kept], fnmr[kept], x[kept], y[kept])


def _rate_curve(thresholds: FloatArray, rates: Rates | None) -> RateCurve | None:
    if rates is None:
        return None
    kept = thin(thresholds.astype(np.float64), rates)
    return RateCurve(thresholds[kept], rates[kept])


def _normal_deviates(rates: Rates, comparisons: int) -> Rates:
    half = 0.5 / comparisons
    distinct, place = np.unique(np.clip(rates, half, 1 - half), return_inverse=True)
    deviate = NormalDist().inv_cdf
    return np.array([deviate(rate) for rate in distinct.tolist()])[place]


def thin(x: Rates, y: Rates, side_px: int = SIDE_PX) -> IndexArray:
    """Return which points of a curve to draw, both ends among them; of a curve that turns back on neither axis.

    What is left out lies within one pixel of the line through the rest where the curve fills `side_px` pixels each way.
    """
    along = sum((side_px * np.abs(axis - axis[0]) / (np.ptp(axis) or 1.0) for axis in (x, y)), np.zeros(len(x)))
    kept = [0]
    while kept[-1] < len(x) - 1:
        furthest = int(np.searchsorted(along, along[kept[-1]] + _REACH_PX, side="right")) - 1
        kept.append(max(furthest, kept[-1] + 1))
    return np.array(kept, dtype=np.intp)
