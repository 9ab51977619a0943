"""What became of a pair under a decision: whom its unlearned sample shows now, and whether that costs points."""

from collections.abc import Mapping
from enum import IntEnum
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, Decision, GroupFrame, IndexArray
from scoring.metrics.outcomes import SampleOutcome, outcomes

Value = TypeVar("Value", bound=np.generic)


class PairOutcome(IntEnum):
    """What became of a pair, by its unlearned sample; ABSENT = it has none. The order is that of the filters."""

    FORGOTTEN = 0
    STILL_VERIFIED = 1
    KEPT = 2
    LOST = 3
    BECAME_FORGET = 4
    BECAME_RETAIN = 5
    COLLAPSED = 6
    UNSCORED = 7
    ABSENT = 8


OUTCOME_WORDS: Mapping[PairOutcome, str] = {
    PairOutcome.FORGOTTEN: "forgotten",
    PairOutcome.STILL_VERIFIED: "still verified",
    PairOutcome.KEPT: "kept",
    PairOutcome.LOST: "lost",
    PairOutcome.BECAME_FORGET: "became forget",
    PairOutcome.BECAME_RETAIN: "became retain",
    PairOutcome.COLLAPSED: "collapsed",
    PairOutcome.UNSCORED: "not scored",
    PairOutcome.ABSENT: "no unlearned sample",
}

# By `SampleOutcome`, of a retain and of a forget sample; who became the forget identity is told apart afterwards.
_OUTCOMES = np.array(
    [
        [PairOutcome.KEPT, PairOutcome.BECAME_RETAIN, PairOutcome.LOST, PairOutcome.COLLAPSED, PairOutcome.UNSCORED],
        [PairOutcome.STILL_VERIFIED, PairOutcome.BECAME_RETAIN, PairOutcome.FORGOTTEN, PairOutcome.COLLAPSED,
         PairOutcome.UNSCORED],
    ],
    dtype=np.int8,
)  # fmt: skip


def pair_outcomes(
    frame: GroupFrame, decision: Decision | None, unlearned: IndexArray, is_forget: BoolArray
) -> tuple[NDArray[np.int8], IndexArray]:
    """Return (`PairOutcome`, whom it became as a column of the frame, −1 for nobody) of each pair."""
    if decision is None:
        codes = np.full(len(unlearned), SampleOutcome.UNSCORED, dtype=np.int8)
    else:
        codes = outcomes(frame, decision).take(unlearned)
    outcome = _by_role(_OUTCOMES, is_forget, codes)
    moved = np.flatnonzero((codes == SampleOutcome.BECAME) & (unlearned >= 0))
    became = np.full(len(unlearned), -1, dtype=np.intp)
    became[moved] = frame.rival[unlearned[moved]]
    outcome[moved[became[moved] == 0]] = PairOutcome.BECAME_FORGET
    outcome[unlearned < 0] = PairOutcome.ABSENT
    return outcome, became


def costs_points(outcome: NDArray[np.int8], is_forget: BoolArray, decision: Decision | None) -> BoolArray:
    """Return which pairs cost points: whoever should be forgotten and is not, whoever should be kept and is not."""
    costs = np.zeros((2, len(PairOutcome)), dtype=np.bool_)  # of a retain sample, of a forget sample
    costs[0] = True
    costs[0, [PairOutcome.KEPT, PairOutcome.UNSCORED, PairOutcome.ABSENT]] = False
    costs[1, PairOutcome.STILL_VERIFIED] = True
    if decision is not None and decision.policy != "forgotten":
        # `failure` counts a failed forget sample against the entry, `exclude` no failed one at all.
        costs[:, PairOutcome.COLLAPSED] = decision.policy == "failure"
    return _by_role(costs, is_forget, outcome)


def _by_role(table: NDArray[Value], is_forget: BoolArray, codes: NDArray[np.int8]) -> NDArray[Value]:
    """Return the entry of `table`, of a retain and of a forget sample by code, of each sample."""
    # `take` from one flat row is several times faster than an index of two columns.
    found: NDArray[Value] = table.ravel().take(codes + table.shape[1] * is_forget.view(np.int8))
    return found
