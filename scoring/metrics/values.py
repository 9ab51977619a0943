"""How counts become a `MetricValue`: percent, interval, badge, or the reason why not."""

from collections.abc import Mapping

from scoring.statistics import Interval, wilson
from scoring.types import MetricValue


def share_value(
    successes: int,
    trials: int,
    failures: int = 0,
    badge: str | None = None,
    parts: Mapping[str, float | None] | None = None,
    *,
    level: float,
) -> MetricValue:
    """Return `successes` of `trials` > 0 in percent with Wilson's interval at `level`."""
    interval = in_percent(wilson(successes, trials, level))
    return MetricValue(100 * successes / trials, trials, failures, interval, badge, parts=parts or {})


def not_computable(reason: str, n: int = 0, failures: int = 0) -> MetricValue:
    """Return the value that is none, and why."""
    return MetricValue(None, n, failures, reason=reason)


def in_percent(interval: Interval) -> Interval:
    """Return the limits in percent."""
    return 100 * interval[0], 100 * interval[1]


def in_fractions(value: MetricValue) -> Interval:
    """Return the limits of a value that has an interval, as fractions."""
    if value.interval is None:
        raise ValueError("the value has no interval")
    return value.interval[0] / 100, value.interval[1] / 100


def joined(*texts: str | None) -> str | None:
    """Return the badges or reasons that are there as one text, each once, or None."""
    return "; ".join(dict.fromkeys(text for text in texts if text)) or None


def counted(n: int, noun: str) -> str:
    """Return "1 sample", "3 samples": a number and its noun."""
    return f"{n:,} {noun}{'' if n == 1 else 's'}"
