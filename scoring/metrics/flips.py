"""Samples near the threshold: which decisions would flip if it moved a little."""

from dataclasses import dataclass, replace

import numpy as np

from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray, Side
from scoring.metrics.outcomes import SampleOutcome, outcomes
from scoring.metrics.sweep import BELOW_EVERY_COSINE
from scoring.rules import Comparison
from scoring.types import FloatArray
from scoring.verification import count_verified, verified


@dataclass(frozen=True, eq=False, slots=True)
class NearThreshold:
    """The samples of one side whose decision hangs on a little of the threshold, by similarity; m of them.

    rows : of the frame, (m,). similarity : to the own template, float32 (m,). verifies : whether it does now, (m,).
    """

    rows: IndexArray
    similarity: FloatArray
    verifies: BoolArray


class FlipSweep:
    """The samples of one side of a group that verify at some threshold; `decision.threshold` itself plays no part."""

    def __init__(self, frame: GroupFrame, side: Side, decision: Decision) -> None:
        self._comparison = decision.rules.comparison
        codes = outcomes(frame, replace(decision, threshold=BELOW_EVERY_COSINE))
        able = np.flatnonzero((frame.side == side) & (codes == SampleOutcome.VERIFIED))
        self._rows = able[np.argsort(frame.own[able], kind="stable")]
        self._own = frame.own[self._rows]

    def near(self, threshold: float, delta: float) -> NearThreshold:
        """Return what verifies at `threshold` − `delta` but not at `threshold` + `delta`; of equals, in frame order.

        At 0.75 the example's six samples of 5895 at 0.7 do not verify; they would at 0.7:

        >>> from scoring.metrics.worked_example import EXAMPLE
        >>> found = FlipSweep(EXAMPLE, Side.UNLEARNED, Decision(0.75)).near(0.75, 0.06)
        >>> [round(score, 2) for score in found.similarity.tolist()], found.verifies.tolist()
        ([0.7, 0.7, 0.7, 0.7, 0.7, 0.7, 0.8, 0.8], [False, False, False, False, False, False, True, True])
        """
        limits = [threshold - delta, threshold + delta]
        first, last = (len(self._own) - count_verified(self._own, limits, self._comparison)).tolist()
        near = slice(first, last)
        similarity = self._own[near]
        return NearThreshold(self._rows[near], similarity, verified(similarity, threshold, self._comparison))


def flipping_thresholds(near: NearThreshold, comparison: Comparison) -> FloatArray:
    """Return the threshold nearest to the present one that decides a sample otherwise, of each: float32 (m,)."""
    above = np.nextafter(near.similarity, np.float32(np.inf))
    below = np.nextafter(near.similarity, np.float32(-np.inf))
    if comparison == ">=":
        return np.where(near.verifies, above, near.similarity)
    return np.where(near.verifies, near.similarity, below)
