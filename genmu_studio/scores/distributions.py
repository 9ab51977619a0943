"""Similarities as distributions: of samples to the template that decides about them, and of the references."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genmu_studio.look import Look
from scoring.calibration import Comparisons
from scoring.frame import BoolArray, GroupFrame, Side, Status
from scoring.rules import Comparison
from scoring.types import FloatArray
from scoring.verification import count_verified

Role = Literal["forget", "retain"]

BINS = 80
MATED, NON_MATED = "mated", "non-mated"


@dataclass(frozen=True, slots=True)
class Selection:
    """Which samples: of one group and one identity; None = of all."""

    group: str | None = None
    identity: str | None = None

    def rows(self, frame: GroupFrame) -> BoolArray:
        """Return which samples of the frame it holds, (n,)."""
        chosen = np.full(len(frame), self.group in (None, frame.group))
        if self.identity is not None:
            column = frame.identities.index(self.identity) if self.identity in frame.identities else -1
            chosen &= frame.identity == column
        return chosen


@dataclass(frozen=True, eq=False, slots=True)
class Distribution:
    """n similarities. name : "original", "unlearned", "mated" or "non-mated". scores : float32 (n,), ascending.

    failures : failures to acquire, unscored : errors of the evaluator or nothing to compare with; they have none.
    """

    name: str
    scores: FloatArray
    failures: int = 0
    unscored: int = 0

    @property
    def n(self) -> int:
        """How many similarities there are."""
        return len(self.scores)

    def verified_at(self, threshold: float, comparison: Comparison) -> int:
        """Return how many similarities verify at a threshold, the others being on its other side.

        That is of the threshold alone: a rule may ask for more.
        """
        return int(count_verified(self.scores, threshold, comparison))


def distributions(
    look: Look, references: Comparisons | None, role: Role, selection: Selection = Selection()
) -> tuple[Distribution, ...]:
    """Return the similarities of one role's samples on each side, and those of the references where there are any.

    Of a forget sample it is that to the forget template, of a retain sample that to its own. The references are all of
    the track's, whatever is selected.
    """
    found = [_of_side(look.frames, side, role, selection) for side in Side]
    if references is not None:
        found.append(Distribution(MATED, np.sort(references.mated)))
        found.append(Distribution(NON_MATED, np.sort(references.non_mated)))
    return tuple(found)


def _of_side(frames: Sequence[GroupFrame], side: Side, role: Role, selection: Selection) -> Distribution:
    scores, failures, unscored = [np.empty(0, dtype=np.float32)], 0, 0
    for frame in frames:
        rows = selection.rows(frame) & (frame.side == side) & ((frame.identity == 0) == (role == "forget"))
        failed = rows & (frame.status == Status.FAILURE)
        known = rows & (frame.status == Status.SCORED) & ~np.isnan(frame.own)
        scores.append(frame.own[known])
        failures += int(np.count_nonzero(failed))
        unscored += int(np.count_nonzero(rows & ~failed & ~known))
    return Distribution(side.name.lower(), np.sort(np.concatenate(scores)), failures, unscored)


@dataclass(frozen=True, eq=False, slots=True)
class Histograms:
    """Distributions counted in the same bins. edges : float64 (b + 1,), ascending. shares : by name, (b,), of its n.

    A score lies in bin i where edges[i] ≤ score < edges[i + 1]; a score at the last edge in the last bin.
    """

    edges: NDArray[np.float64]
    shares: Mapping[str, NDArray[np.float64]]


def histograms(found: Sequence[Distribution], bins: int = BINS) -> Histograms:
    """Return all of them in `bins` equal bins over their common range, rounded out to twentieths."""
    known = [each.scores for each in found if each.n]
    low = min((float(scores[0]) for scores in known), default=0.0)
    high = max((float(scores[-1]) for scores in known), default=1.0)
    first, last = np.floor(20 * low), np.ceil(20 * high)
    edges = np.linspace(first / 20, max(last, first + 1) / 20, bins + 1)
    return Histograms(edges, {each.name: _shares(each.scores, edges) for each in found})


def _shares(scores: FloatArray, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    at = np.searchsorted(scores, edges)
    at[-1] = len(scores)
    return np.diff(at) / max(1, len(scores))
