"""The threshold-free companions of FA and RA: FS and RS (PROTOCOL §3)."""

import numpy as np

from scoring.frame import BoolArray, GroupFrame, Side, Status
from scoring.metrics.values import counted, not_computable
from scoring.registry import metric
from scoring.types import MetricInfo, MetricValue


def mean_own_similarity(frame: GroupFrame, rows: BoolArray) -> float | None:
    """Return the mean similarity of the scored samples among `rows` (n,) to their own template; None of none.

    Where that template is missing there is no similarity.
    """
    scored = frame.own[rows & (frame.status == Status.SCORED) & ~np.isnan(frame.own)]
    return float(scored.mean(dtype=np.float64)) if len(scored) else None


@metric(
    MetricInfo(
        name="FS",
        symbol="FS",
        track=("face", "speech"),
        unit="1 − cos",
        higher_is_better=True,
        needs=("similarity",),
        definition=(
            "Forget score = mean of 1 − cos(sample, forget template) over the forget samples of the unlearned side; 0 "
            "… 2. Failures to acquire have no similarity: left out, counted. Not computable without a scored sample or "
            "while one is not scored."
        ),
    )
)
def forget_score(frame: GroupFrame) -> MetricValue:
    """Return FS of the unlearned side.

    Two samples at 0.8, one at 0.2, five at 0.3 make a mean cosine of 0.4125:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> round(forget_score(EXAMPLE).value, 4)
    0.5875
    """
    return _mean_cosine(frame, frame.identity == 0, "forget sample", erased=True)


@metric(
    MetricInfo(
        name="RS",
        symbol="RS",
        track=("face", "speech"),
        unit="cos",
        higher_is_better=True,
        needs=("similarity",),
        definition=(
            "Retain score = mean cosine of the retain samples of the unlearned side to their own template; −1 … 1. "
            "Failures to acquire have no similarity: left out, counted. Not computable without a scored sample or "
            "while one is not scored."
        ),
    )
)
def retain_score(frame: GroupFrame) -> MetricValue:
    """Return RS of the unlearned side.

    Six samples at 0.7, six at 0.2, twelve at 0.9:

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> round(retain_score(EXAMPLE).value, 4)
    0.675
    """
    return _mean_cosine(frame, frame.identity > 0, "retain sample", erased=False)


def _mean_cosine(frame: GroupFrame, role: BoolArray, noun: str, *, erased: bool) -> MetricValue:
    rows = role & (frame.side == Side.UNLEARNED)
    failures = int(np.count_nonzero(rows & (frame.status == Status.FAILURE)))
    scored = np.count_nonzero(rows) - failures
    missing = np.count_nonzero(
        rows & (frame.status != Status.FAILURE) & ((frame.status == Status.ERROR) | np.isnan(frame.own))
    )
    if missing:
        return not_computable(f"{counted(int(missing), noun)} not scored", int(scored), failures)
    mean = mean_own_similarity(frame, rows)
    if mean is None:
        return not_computable(f"no scored {noun}", 0, failures)
    return MetricValue(1 - mean if erased else mean, int(scored), failures)
