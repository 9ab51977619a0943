"""Samples near the threshold: which decisions would flip if it moved a little, and what each flip does to ERB."""

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray, Side
from scoring.metrics.outcomes import SampleOutcome, identity_trials, outcomes, tally
from scoring.metrics.sides import erb_of_counts, scores_of_trials
from scoring.types import FloatArray

_BELOW_EVERY_COSINE = -2.0
_PRECISION = float(np.finfo(np.float32).eps)


@dataclass(frozen=True, eq=False, slots=True)
class Flips:
    """The samples of one side whose decision flips when the threshold moves by up to `delta`, nearest first; m rows.

    rows : of the frame, (m,). similarity : to the own template, float32 (m,). verifies : whether it verifies now, (m,).
    erb : ERB in percent if this one alone flipped, float64 (m,). erb_moved : ERB with the threshold moved just past
    this sample, so that every nearer one on its side of the threshold has flipped too, (m,). Both NaN where ERB is not
    computable.
    """

    rows: IndexArray
    similarity: FloatArray
    verifies: BoolArray
    erb: NDArray[np.float64]
    erb_moved: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.rows)


def find_flips(frame: GroupFrame, side: Side, decision: Decision, delta: float) -> Flips:
    """Return what flips within `delta` ≥ 0 of the threshold; both ends belong to it, to a float32's precision.

    Only a sample that the rule lets verify at some threshold can flip. Equal distances: in the order of the frame.

    At 0.75 the example's six samples of 5895 at 0.7 do not verify; they would at 0.7:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> found = find_flips(EXAMPLE, Side.UNLEARNED, Decision(threshold=0.75), delta=0.05)
    >>> sorted({round(score, 2) for score in found.similarity.tolist()}), len(found)
    ([0.7, 0.8], 8)
    """
    codes = outcomes(frame, decision)
    able = outcomes(frame, replace(decision, threshold=_BELOW_EVERY_COSINE)) == SampleOutcome.VERIFIED
    limit = np.float32(decision.threshold)
    distance = np.abs(frame.own - limit)
    near = np.flatnonzero((frame.side == side) & able & (distance <= delta + _PRECISION))
    order = near[np.argsort(distance[near], kind="stable")]
    verifies = codes[order] == SampleOutcome.VERIFIED
    alone, moved = _erb_after(frame, side, decision, order, verifies)
    return Flips(order, frame.own[order], verifies, alone, moved)


def _erb_after(
    frame: GroupFrame, side: Side, decision: Decision, order: IndexArray, verifies: BoolArray
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    found = identity_trials(tally(frame, outcomes(frame, decision)), side, decision.policy)
    if scores_of_trials(found, frame.identities, decision).erb.value is None:
        missing = np.full(len(order), np.nan)
        return missing, missing
    change = np.where(verifies, -1, 1)
    is_forget = frame.identity[order] == 0
    forget, retain = int(found.n[0]), int(found.n[1:].sum())
    verified, kept = int(found.verified[0]), int(found.verified[1:].sum())

    def erb(more_forget: NDArray[np.int64], more_retain: NDArray[np.int64]) -> NDArray[np.float64]:
        return erb_of_counts(forget - verified - more_forget, forget, kept + more_retain, retain)

    alone = erb(np.where(is_forget, change, 0), np.where(is_forget, 0, change))
    moved = np.empty(len(order))
    for direction in (-1, 1):  # the threshold moves up past those that verify, down past those that do not
        rows = change == direction
        # Equal similarities flip together: each row counts up to the last one of its own similarity.
        scores = frame.own[order[rows]]
        ends = np.append(np.flatnonzero(np.diff(scores)), len(scores) - 1)
        until = ends[np.searchsorted(ends, np.arange(len(scores)))]
        more_forget, more_retain = (
            np.cumsum(np.where(is_forget[rows] == role, direction, 0))[until] for role in (True, False)
        )
        moved[rows] = erb(more_forget, more_retain)
    return alone, moved
