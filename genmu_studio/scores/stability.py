"""How stable a ranking is: the track value of every entry at every threshold, and where their order changes."""

from bisect import bisect_left
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from genmu_studio.domain import EvaluatorRow, SubmissionRow
from genmu_studio.evaluation import missing_reference
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.leaderboard import (
    IMPORTED,
    NOT_SCORED,
    leading_evaluator,
    measured_otherwise,
    official_entries,
    shared_ranks,
)
from genmu_studio.scores.curves import TrackCurves, track_curves
from genmu_studio.scores.thresholds import Plateaus, joint_steps, plateaus
from genmu_studio.view import NoResultsError, View
from scoring.frame import Side
from scoring.metrics.sweep import Curve, ThresholdSweep
from scoring.metrics.values import joined
from scoring.types import FloatArray, Track

if TYPE_CHECKING:
    from genmu_studio.project import Project

MOST_COMPARED = 20_000


@dataclass(frozen=True, eq=False, slots=True)
class EntryCurve:
    """The track value of an entry by threshold (p,), None where it has none. reason : why not ranked ("" = it is)."""

    submission: SubmissionRow
    erb: Curve | None
    reason: str


@dataclass(frozen=True, slots=True)
class OrderInterval:
    """The thresholds first … last, both float32 and within it, at which the order is the same. ranks : by entry."""

    first: float
    last: float
    ranks: tuple[int, ...]


@dataclass(frozen=True, eq=False, slots=True)
class Stability:
    """The entries of a track through one lens but for its threshold.

    plateaus : p ranges of thresholds, at whose `last` the curves are. entries : e that can be ranked; equal ERB share a
    rank. apart : the others. orders : from −1 to 1, without a gap; neighbours differ. is_exact : else there were too
    many similarities to look between all of them, and an order that holds for a moment only can be missed.
    """

    plateaus: Plateaus
    entries: tuple[EntryCurve, ...]
    apart: tuple[EntryCurve, ...]
    orders: tuple[OrderInterval, ...]
    is_exact: bool

    @property
    def ranks(self) -> NDArray[np.int64]:
        """The rank of each entry at each threshold of the curves, (p, e)."""
        return _ranks(len(self.plateaus), [entry.erb for entry in self.entries if entry.erb is not None])

    def order_at(self, threshold: float) -> OrderInterval:
        """Return the interval that holds a threshold."""
        return self.orders[self._place(threshold)]

    def nearest_changes(self, threshold: float) -> tuple[float | None, float | None]:
        """Return how far down and how far up the nearest threshold with another order is; None where there is none."""
        place = self._place(threshold)
        decides = float(np.float32(threshold))
        below = decides - self.orders[place - 1].last if place else None
        above = self.orders[place + 1].first - decides if place + 1 < len(self.orders) else None
        return below, above

    def _place(self, threshold: float) -> int:
        found = bisect_left(self.orders, float(np.float32(threshold)), key=lambda order: order.last)
        return min(found, len(self.orders) - 1)


def rank_stability(project: "Project", track: Track, view: View, cancellation: Cancellation | None = None) -> Stability:
    """Return how the entries of a track stand at every threshold: a second per large entry, for a background thread.

    The threshold of the view plays no part, and a what-if lens is no reason against an entry: it is asked what the
    ranking would be. CancelledError where somebody asked.
    """
    submissions = project.submissions(track)
    official = official_entries(submissions, project.protocol)
    entries = []
    for row in submissions:
        if cancellation is not None and cancellation.requested:
            raise CancelledError("cancelled: the entries were not compared")
        entries.append(_read(project, row, replace(view, threshold=None), official[row.id]))
    leading = leading_evaluator(each.evaluator for each in entries if each.reason is None and each.evaluator)
    ranked = [each for each in entries if each.reason is None and each.evaluator == leading]
    apart = [each.unless_measured_by(leading) for each in entries if each not in ranked]
    comparison = project.protocol.rules().comparison
    shown = plateaus(joint_steps([each.steps for each in entries]), comparison)
    compared = plateaus(joint_steps([each.steps for each in ranked]), comparison, MOST_COMPARED)
    return Stability(
        plateaus=shown,
        entries=tuple(each.at(shown) for each in ranked),
        apart=tuple(each.at(shown) for each in apart),
        orders=_orders(compared, [each.curve(compared.last).erb for each in ranked if each.curve]),
        is_exact=compared.is_exact,
    )


@dataclass(frozen=True, eq=False, slots=True)
class _Entry:
    """One entry, its samples sorted; `curve` is None where it has no track value. reason : why it is not ranked."""

    submission: SubmissionRow
    evaluator: EvaluatorRow | None
    reason: str | None
    steps: FloatArray
    curve: Callable[[FloatArray], TrackCurves] | None

    def at(self, where: Plateaus) -> EntryCurve:
        erb = self.curve(where.last).erb if self.curve is not None else None
        return EntryCurve(self.submission, erb, self.reason or "")

    def unless_measured_by(self, leading: EvaluatorRow | None) -> "_Entry":
        if self.reason is not None or self.evaluator is None or leading is None:
            return self
        return replace(self, reason=measured_otherwise(self.evaluator, leading))


def _read(project: "Project", row: SubmissionRow, view: View, reason: str | None) -> _Entry:
    base = None
    with suppress(NoResultsError):  # of the evaluator that was asked for: an entry that is not scored yet
        base = project.look_base(row, view)
    if base is None:
        return _Entry(row, None, joined(reason, NOT_SCORED), np.empty(0, dtype=np.float32), None)
    look = base.through(view)
    groups = {group.name: group for group in project.protocol.groups_of(row.track)}
    sweeps = {frame.group: ThresholdSweep(frame, Side.UNLEARNED, look.decision) for frame in look.frames}
    curve = partial(
        track_curves,
        sweeps,
        {name: missing_reference(groups[name], base.built) for name in sweeps},
        tuple(groups),
        look.lens.aggregate,
    )
    why_not = curve([0.0]).reason
    reason = joined(
        reason,
        IMPORTED if base.evaluator.kind == "imported" else None,
        f"ERB not computable: {why_not}" if why_not else None,
    )
    steps = joint_steps([sweep.steps for sweep in sweeps.values()])
    return _Entry(row, base.evaluator, reason, steps, None if why_not else curve)


def _orders(compared: Plateaus, curves: Sequence[Curve]) -> tuple[OrderInterval, ...]:
    """Return the runs of plateaus with the same ranks."""
    ranks = _ranks(len(compared), curves)
    begins = np.flatnonzero(np.append(True, (np.diff(ranks, axis=0) != 0).any(axis=1)))
    ends = np.append(begins[1:], len(compared)) - 1
    return tuple(
        OrderInterval(float(compared.first[begin]), float(compared.last[end]), tuple(ranks[begin].tolist()))
        for begin, end in zip(begins, ends, strict=True)
    )


def _ranks(points: int, curves: Sequence[Curve]) -> NDArray[np.int64]:
    return shared_ranks(np.array(curves, dtype=np.float64).reshape(-1, points).T)
