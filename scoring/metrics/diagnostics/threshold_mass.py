"""How much of a result hangs on the last digits of its threshold (PROTOCOL §6)."""

from dataclasses import dataclass
from math import isfinite

import numpy as np

from scoring.errors import UserError
from scoring.frame import Decision, GroupFrame, Side, Status
from scoring.metrics.flips import FlipSweep
from scoring.metrics.sweep import ThresholdSweep
from scoring.metrics.values import counted, not_computable, share_value
from scoring.types import FloatArray, MetricValue


@dataclass(frozen=True, slots=True)
class ThresholdMass:
    """What lies in the window threshold ± delta.

    near : share of the scored samples whose decision flips within it, percent; parts 'forget' and 'retain' are those of
    either role, 'samples' their number. erb : at the threshold. erb_low, erb_high : the lowest and the highest ERB of
    the window, percent, and the threshold nearest to the present one at which it is reached; None where ERB is not
    computable, and `erb` says why.
    """

    delta: float
    near: MetricValue
    erb: MetricValue
    erb_low: tuple[float, float] | None
    erb_high: tuple[float, float] | None

    @property
    def erb_range(self) -> float | None:
        """By how many points ERB changes within the window; None where it is not computable."""
        return None if self.erb_low is None or self.erb_high is None else self.erb_high[0] - self.erb_low[0]


def threshold_mass(frame: GroupFrame, decision: Decision, delta: float, side: Side = Side.UNLEARNED) -> ThresholdMass:
    """Return what hangs on threshold ± delta, on one side of a group; exact: ERB is looked at wherever it can change.

    UserError where `delta` is negative or not finite.

    Six of the example's 32 unlearned samples lie at 0.7, two at 0.8:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> found = threshold_mass(EXAMPLE, Decision(0.75), 0.06)
    >>> found.near.value, found.near.parts["forget"], found.erb.value, found.erb_high[0], round(found.erb_range, 2)
    (25.0, 25.0, 60.0, 75.0, 15.0)
    """
    if not isfinite(delta) or delta < 0:
        raise UserError("the half width of the window around the threshold must be 0 or more")
    near = _near(frame, decision, delta, side)
    sweep = ThresholdSweep(frame, side, decision)
    erb = sweep.at(decision.threshold).erb
    if erb.value is None:
        return ThresholdMass(delta, near, erb, None, None)
    limits = _limits(sweep.steps, decision.threshold, delta)
    values = sweep.scores(limits).erb
    order = np.argsort(np.abs(limits.astype(np.float64) - decision.threshold), kind="stable")
    lowest, highest = order[np.argmin(values[order])], order[np.argmax(values[order])]
    low, high = ((float(values[at]), float(limits[at])) for at in (lowest, highest))
    return ThresholdMass(delta, near, erb, low, high)


def _limits(steps: FloatArray, threshold: float, delta: float) -> FloatArray:
    """Return thresholds of the window, ascending, of which ERB at any other of the window is that of one: float32."""
    low, high = np.float32(threshold - delta), np.float32(threshold + delta)
    above = np.nextafter(steps, np.float32(np.inf))
    below = np.nextafter(steps, np.float32(-np.inf))
    around = np.concatenate([below, steps, above, np.array([low, threshold, high], dtype=np.float32)])
    return np.unique(around[(around >= low) & (around <= high)])


def _near(frame: GroupFrame, decision: Decision, delta: float, side: Side) -> MetricValue:
    of_side = frame.side == side
    failures = int(np.count_nonzero(of_side & (frame.status == Status.FAILURE)))
    unscored = int(np.count_nonzero(of_side & (frame.status == Status.ERROR)))
    scored = of_side & (frame.status == Status.SCORED)
    n = int(np.count_nonzero(scored))
    if unscored or not n:
        reason = f"{counted(unscored, 'sample')} not scored" if unscored else "no scored sample"
        return not_computable(reason, n, failures)
    rows = FlipSweep(frame, side, decision).near(decision.threshold, delta).rows
    parts: dict[str, float | None] = {"samples": float(len(rows))}
    for role, own in (("forget", frame.identity == 0), ("retain", frame.identity > 0)):
        of_role = int(np.count_nonzero(scored & own))
        parts[role] = 100 * int(np.count_nonzero(own[rows])) / of_role if of_role else None
    return share_value(len(rows), n, failures, parts=parts, level=decision.rules.level)
