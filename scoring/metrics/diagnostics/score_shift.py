"""Whether mild blur or re-encoding brings back a similarity that was merely hidden from a verifier (PROTOCOL §6)."""

from dataclasses import dataclass

import numpy as np

from scoring.errors import BugError
from scoring.frame import Decision
from scoring.metrics.diagnostics.cells import Values
from scoring.metrics.values import counted, joined, not_computable, share_value
from scoring.types import FloatArray, MetricValue
from scoring.verification import verified

# [ours] What natural samples do under the same change: one in twenty of them moves further than this share of them.
USUAL = 0.95
# Twice the natural share: how far natural samples move is itself an estimate.
FRAGILE_PERCENT = 10.0
# With fewer there is no 95th percentile to speak of.
FEWEST_USUAL = 20


@dataclass(frozen=True, slots=True)
class ScoreShift:
    """What one mild change of the media does to similarities.

    revealed, hidden : share of the samples that verify only afterwards, only before; percent.
    change : mean similarity afterwards − before. largest : the largest change in magnitude, with its sign.
    unusual : share of the samples that move further than 95 % of the natural ones, percent; part 'limit' is how far
    those move, part 'expected' the share of the natural ones. is_fragile : whether that share is more than 10 %, twice
    what natural samples have, by the lower limit of its interval [ours]; None without natural samples to compare with.
    """

    name: str
    revealed: MetricValue
    hidden: MetricValue
    change: MetricValue
    largest: float | None
    unusual: MetricValue
    is_fragile: bool | None


def score_shift(
    name: str, before: FloatArray, after: FloatArray, decision: Decision, natural: FloatArray | None = None
) -> ScoreShift:
    """Compare the similarity of samples (n,) with that of their mildly changed copies (n,), under the change `name`.

    natural : changes (m,), after − before, of samples that nobody has reason to hide under the same change: references,
    or originals. Fewer than 20 of them tell nothing. NaN (a failure to acquire, before or after) is left out and
    counted.

    Of four samples below the threshold of 0.5, blur brings two above it:

    >>> found = score_shift("blur", np.float32([0.1, 0.2, 0.2, 0.3]), np.float32([0.1, 0.6, 0.7, 0.3]), Decision(0.5))
    >>> found.revealed.value, round(found.change.value, 3), round(found.largest, 3), found.is_fragile
    (50.0, 0.225, 0.5, None)
    """
    if before.shape != after.shape:
        raise BugError("similarities before and after differ in number")
    kept = np.isfinite(before) & np.isfinite(after)
    failures, n = len(before) - int(np.count_nonzero(kept)), int(np.count_nonzero(kept))
    if not n:
        none = not_computable("no sample was scored before and after", 0, failures)
        return ScoreShift(name, none, none, none, None, none, None)
    level, comparison = decision.rules.level, decision.rules.comparison
    was, now = (verified(scores[kept], decision.threshold, comparison) for scores in (before, after))
    moved = after[kept].astype(np.float64) - before[kept]
    unusual = _unusual(moved, natural, failures, level)
    return ScoreShift(
        name,
        share_value(int(np.count_nonzero(~was & now)), n, failures, level=level),
        share_value(int(np.count_nonzero(was & ~now)), n, failures, level=level),
        MetricValue(float(moved.mean()), n, failures),
        float(moved[np.argmax(np.abs(moved))]),
        unusual,
        _is_more(unusual),
    )


def _unusual(moved: Values, natural: FloatArray | None, failures: int, level: float) -> MetricValue:
    usual = np.empty(0) if natural is None else np.sort(np.abs(natural[np.isfinite(natural)].astype(np.float64)))
    if len(usual) < FEWEST_USUAL:
        reason = f"{counted(len(usual), 'natural sample')} under the same change; {FEWEST_USUAL} are needed"
        return not_computable(reason, len(moved), failures)
    rank = -(-len(usual) * round(100 * USUAL) // 100) - 1  # the ⌈0.95·m⌉-th smallest
    limit = float(usual[rank])
    above, beyond = (int(np.count_nonzero(np.abs(changes) > limit)) for changes in (moved, usual))
    parts = {"limit": limit, "expected": 100 * beyond / len(usual), "natural": float(len(usual))}
    return share_value(above, len(moved), failures, parts=parts, level=level)


def _is_more(unusual: MetricValue) -> bool | None:
    return None if unusual.interval is None else unusual.interval[0] > FRAGILE_PERCENT


def sentence(shift: ScoreShift) -> str:
    """Return what happened in one plain sentence."""
    if shift.revealed.value is None or shift.change.value is None:
        return f"{shift.name}: {shift.revealed.reason}"
    verify = f"{shift.revealed.value:.0f} % of the samples verify only afterwards" if shift.revealed.value else None
    hidden = f"{shift.hidden.value:.0f} % only before" if shift.hidden.value else None
    mean = f"similarity changes by {shift.change.value:+.3f} on average"
    more = "more than that of natural samples does" if shift.is_fragile else None
    return f"{shift.name}: {joined(verify, hidden, mean, more)}"
