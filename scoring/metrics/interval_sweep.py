"""ERB of one side with every interval, that of the bootstrap too, at one threshold after another."""

from dataclasses import replace

import numpy as np

from scoring.frame import Decision, GroupFrame, Side
from scoring.metrics.erb_bootstrap import condition_counts, with_bootstrap
from scoring.metrics.outcomes import SampleOutcome, outcomes
from scoring.metrics.sides import SideScores
from scoring.metrics.sweep import BELOW_EVERY_COSINE, ThresholdSweep
from scoring.verification import count_verified


class IntervalSweep:
    """The samples of one side of a group by condition, ready for any threshold; `decision.threshold` plays no part."""

    def __init__(self, frame: GroupFrame, side: Side, decision: Decision) -> None:
        self._side = side
        self._decision = decision
        self._scores = ThresholdSweep(frame, side, decision)
        codes = outcomes(frame, replace(decision, threshold=BELOW_EVERY_COSINE))
        self._lowest = condition_counts(frame, codes, side)
        of_side = np.flatnonzero(frame.side == side)
        cell = frame.condition_index[of_side] * len(frame.identities) + frame.identity[of_side]
        cluster = np.unique(cell, return_inverse=True)[1]  # in the order of `condition_counts`
        able = np.flatnonzero(codes[of_side] == SampleOutcome.VERIFIED)
        able = able[np.argsort(frame.own[of_side[able]])]
        self._own, self._cluster = frame.own[of_side[able]], cluster[able]

    def at(self, threshold: float) -> SideScores:
        """Return the figures at one threshold, as `scores_of_side` has them: hundredths of a second if resampled."""
        scores = self._scores.at(threshold)
        lowest = self._lowest.table
        above = len(self._own) - int(count_verified(self._own, threshold, self._decision.rules.comparison))
        verified = np.bincount(self._cluster[above:], minlength=len(lowest))
        table = lowest.copy()
        table[:, SampleOutcome.NEITHER] += lowest[:, SampleOutcome.VERIFIED] - verified
        table[:, SampleOutcome.VERIFIED] = verified
        erb = with_bootstrap(scores.erb, replace(self._lowest, table=table), self._side, self._decision)
        return replace(scores, erb=erb)
