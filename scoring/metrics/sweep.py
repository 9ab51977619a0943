"""FA, EA, RA and ERB of one side at many thresholds: what curves, drags of the threshold and rank stability show.

Which samples can verify at all, under the rule, does not depend on the threshold. Their similarities are sorted once;
after that a threshold costs one binary search per identity.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from scoring.frame import Decision, GroupFrame, Policy, Side
from scoring.metrics.outcomes import CountArray, SampleOutcome, Trials, outcomes, trials
from scoring.metrics.sides import SideScores, erb_of_counts, scores_of_trials
from scoring.statistics import harmonic_intervals, wilson_intervals
from scoring.types import FloatArray
from scoring.verification import count_verified

Curve = NDArray[np.float64]

BELOW_EVERY_COSINE = -2.0


@dataclass(frozen=True, eq=False, slots=True)
class SweptScores:
    """Percentages by threshold, float64 (t,) each; NaN where not computable, and `reason` says why ("" = it is).

    thresholds : float32 (t,), as they decide. erb_low, erb_high : MOVER's limits, without the bootstrap.
    """

    thresholds: FloatArray
    fa: Curve
    ea: Curve
    ra: Curve
    erb: Curve
    erb_low: Curve
    erb_high: Curve
    reason: str


class ThresholdSweep:
    """The samples of one side of a group, ready for any threshold; `decision.threshold` itself plays no part."""

    def __init__(self, frame: GroupFrame, side: Side, decision: Decision) -> None:
        self._identities = frame.identities
        self._side = side
        self._decision = decision
        k = len(frame.identities)
        codes = outcomes(frame, replace(decision, threshold=BELOW_EVERY_COSINE))
        of_side = frame.side == side
        self._scores = [
            np.sort(frame.own[of_side & (frame.identity == column) & (codes == SampleOutcome.VERIFIED)])
            for column in range(k)
        ]
        cells = frame.identity[of_side] * len(SampleOutcome) + codes[of_side]
        self._table: CountArray = (
            np.bincount(cells, minlength=k * len(SampleOutcome)).reshape(k, len(SampleOutcome)).astype(np.int64)
        )

    def under(self, policy: Policy) -> "ThresholdSweep":
        """Return the same samples under another policy; they are not sorted again."""
        other = copy(self)
        other._decision = replace(self._decision, policy=policy)
        return other

    def trials(self, thresholds: ArrayLike) -> Trials:
        """Return what enters the figures at each of `thresholds` (t,), by identity: (t, k) each."""
        limits = np.atleast_1d(np.asarray(thresholds, dtype=np.float32))
        comparison = self._decision.rules.comparison
        verified = np.stack([count_verified(scores, limits, comparison) for scores in self._scores], axis=1)
        table = np.repeat(self._table[np.newaxis], len(limits), axis=0)
        table[..., SampleOutcome.NEITHER] += table[..., SampleOutcome.VERIFIED] - verified
        table[..., SampleOutcome.VERIFIED] = verified
        return trials(table, np.arange(table.shape[1]) == 0, self._side, self._decision.policy)

    def at(self, threshold: float) -> SideScores:
        """Return the figures at one threshold with their Wilson and MOVER intervals: as `side_scores` has them."""
        return self.flipped(threshold, [(0, 0)])[0]

    def flipped(self, threshold: float, flips: Sequence[tuple[int, int]]) -> list[SideScores]:
        """Return the figures at one threshold, for each of `flips` as if it had happened.

        A flip is (column of an identity, 1 or −1 for one more or less of its samples that verifies).
        """
        found = self.trials([threshold])
        results = []
        for column, change in flips:
            verified = found.verified[0].copy()
            verified[column] += change
            one = Trials(found.n[0], verified, found.failures[0], found.unscored[0])
            results.append(scores_of_trials(one, self._identities, self._decision))
        return results

    def scores(self, thresholds: ArrayLike) -> SweptScores:
        """Return the figures at each of `thresholds` (t,).

        8 forget samples of which 2 verify at 0.5 and none at 0.9, and what that does to ERB:

        >>> from scoring.metrics.worked_example import EXAMPLE
        >>> swept = ThresholdSweep(EXAMPLE, Side.UNLEARNED, Decision(threshold=0.5)).scores([0.5, 0.99])
        >>> swept.fa.tolist(), swept.erb.tolist()
        ([25.0, 0.0], [75.0, 0.0])
        """
        limits = np.atleast_1d(np.asarray(thresholds, dtype=np.float32))
        one = self.at(0.0)
        missing = np.full(len(limits), np.nan)
        if one.erb.value is None and one.fa.value is None and one.ra.value is None:
            return SweptScores(limits, missing, missing, missing, missing, missing, missing, one.erb.reason or "")
        found = self.trials(limits)
        n, verified = found.n, found.verified
        forget, retain = n[:, 0], n[:, 1:].sum(axis=1)
        erased, kept = forget - verified[:, 0], verified[:, 1:].sum(axis=1)
        fa = 100 * verified[:, 0] / forget if one.fa.value is not None else missing
        ea = 100 * erased / forget if one.fa.value is not None else missing
        ra = 100 * kept / retain if one.ra.value is not None else missing
        if one.erb.value is None:
            return SweptScores(limits, fa, ea, ra, missing, missing, missing, one.erb.reason or "")
        level = self._decision.rules.level
        low, high = harmonic_intervals(
            ea / 100, wilson_intervals(erased, forget, level), ra / 100, wilson_intervals(kept, retain, level)
        )
        undefined = (erased == 0) & (kept == 0)  # 0/0 is scored 0 and has no interval
        return SweptScores(
            limits,
            fa,
            ea,
            ra,
            erb_of_counts(erased, forget, kept, retain),
            np.where(undefined, np.nan, 100 * low),
            np.where(undefined, np.nan, 100 * high),
            "",
        )

    @property
    def steps(self) -> FloatArray:
        """The similarities at which a figure changes, ascending, each once: float32 (s,)."""
        return np.unique(np.concatenate(self._scores)) if self._scores else np.empty(0, dtype=np.float32)
