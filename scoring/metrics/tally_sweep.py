"""Every count of outcomes at any threshold, a few binary searches away: what the numbers beside a drag rest on."""

from dataclasses import replace

import numpy as np

from scoring.frame import Decision, GroupFrame, IndexArray
from scoring.metrics.outcomes import CountArray, SampleOutcome, Tally, outcomes, tally
from scoring.metrics.sweep import BELOW_EVERY_COSINE
from scoring.types import FloatArray
from scoring.verification import count_verified


class TallySweep:
    """Both sides of a group, ready for any threshold; of the decision only its rule and its comparison play a part.

    A sample that may verify under the rule does while its own similarity is accepted. It is somebody, itself or
    another, while the highest of its own and its rival's is: one that may not verify has a rival nearer than itself.
    Which rival that is does not depend on the threshold.
    """

    def __init__(self, frame: GroupFrame, decision: Decision) -> None:
        self._comparison = decision.rules.comparison
        codes = outcomes(frame, replace(decision, threshold=BELOW_EVERY_COSINE))
        self._lowest = tally(frame, codes)
        able, undecided = codes == SampleOutcome.VERIFIED, codes <= SampleOutcome.NEITHER
        k = len(frame.identities)
        cell = (frame.side.astype(np.intp) * k + frame.identity) * k + frame.rival
        somebody = np.fmax(frame.own, frame.rival_similarity)
        self._own = _sorted_by_cell(cell[able], frame.own[able])
        self._somebody = _sorted_by_cell(cell[undecided], somebody[undecided])

    def at(self, threshold: float) -> Tally:
        """Return what `tally` counts at `threshold`.

        >>> from scoring.metrics.worked_example import EXAMPLE
        >>> counts = TallySweep(EXAMPLE, Decision(0.5)).at(0.75)
        >>> counts.table[1, 0].tolist()  # of the unlearned samples of 84: still verified, became, forgotten, …
        [2, 0, 6, 0, 0]
        """
        identities, k = self._lowest.identities, len(self._lowest.identities)
        verified, somebody = (self._count(cells, threshold).reshape(2, k, k) for cells in (self._own, self._somebody))
        table = self._lowest.table.copy()
        undecided = table[..., : SampleOutcome.NEITHER + 1].sum(axis=-1)
        table[..., SampleOutcome.VERIFIED] = verified.sum(axis=-1)
        table[..., SampleOutcome.BECAME] = (somebody - verified).sum(axis=-1)
        table[..., SampleOutcome.NEITHER] = undecided - somebody.sum(axis=-1)
        return Tally(identities, table, somebody - verified)

    def _count(self, cells: dict[int, FloatArray], threshold: float) -> CountArray:
        counts = np.zeros(2 * len(self._lowest.identities) ** 2, dtype=np.int64)
        for cell, scores in cells.items():
            counts[cell] = count_verified(scores, threshold, self._comparison)
        return counts


def _sorted_by_cell(cell: IndexArray, scores: FloatArray) -> dict[int, FloatArray]:
    """Return the known scores of each cell that has any, ascending."""
    known = ~np.isnan(scores)
    cell, scores = cell[known].astype(np.int16), scores[known]  # few cells: sorted by counting
    order = np.argsort(cell, kind="stable")
    present, first = np.unique(cell[order], return_index=True)
    parts = np.split(scores[order], first[1:])
    return {number: np.sort(part) for number, part in zip(present.tolist(), parts, strict=False)}
