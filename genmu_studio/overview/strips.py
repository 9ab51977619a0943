"""Seed strips: the similarity of every sample of an identity to the template that decides about it, both sides."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from genmu_studio.evaluation import Evaluation
from genmu_studio.overview.identities import Role
from scoring.frame import GroupFrame, IndexArray, Side, Status
from scoring.types import FloatArray


@dataclass(frozen=True, eq=False, slots=True)
class Marks:
    """The scored samples of one side, n of them in the order of similarity; `condition` by name."""

    similarity: FloatArray
    sample_id: NDArray[np.int64]
    seed: NDArray[np.int64]
    condition: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.sample_id)


@dataclass(frozen=True, eq=False, slots=True)
class Strip:
    """One identity: marks of both sides, and how many samples have no similarity to be marked at."""

    group: str
    identity: str
    role: Role
    threshold: float
    original: Marks
    unlearned: Marks
    unmarked: int


def seed_strips(evaluation: Evaluation) -> tuple[Strip, ...]:
    """Return a strip for every identity of every group."""
    threshold = evaluation.own_lens.threshold.value
    return tuple(
        _strip(frame, column, threshold, evaluation.look.base.built.conditions)
        for frame in evaluation.frames
        for column in range(len(frame.identities))
    )


def strip_bounds(strips: tuple[Strip, ...]) -> tuple[float, float]:
    """Return the similarities, in tenths, between which all marks and thresholds of `strips` lie."""
    values = [1.0, *(strip.threshold for strip in strips)]
    for strip in strips:
        values += [float(marks.similarity[0]) for marks in (strip.original, strip.unlearned) if len(marks)]
    return float(np.floor(10 * (min(values) - 0.02)) / 10), 1.0


def _strip(frame: GroupFrame, column: int, threshold: float, conditions: Sequence[str]) -> Strip:
    own = frame.identity == column
    scored = own & (frame.status == Status.SCORED) & ~np.isnan(frame.own)
    original, unlearned = (_marks(frame, np.flatnonzero(scored & (frame.side == side)), conditions) for side in Side)
    return Strip(
        group=frame.group,
        identity=frame.identities[column],
        role="retain" if column else "forget",
        threshold=threshold,
        original=original,
        unlearned=unlearned,
        unmarked=int(np.count_nonzero(own & ~scored)),
    )


def _marks(frame: GroupFrame, rows: IndexArray, conditions: Sequence[str]) -> Marks:
    rows = rows[np.argsort(frame.own[rows], kind="stable")]
    names = tuple(conditions[number] for number in frame.condition[rows].tolist())
    return Marks(frame.own[rows], frame.sample_id[rows], frame.seed[rows], names)
