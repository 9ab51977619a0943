"""Where an axis has its ticks: round numbers, a few of them."""

from math import ceil, floor, log10

_STEPS = (1, 2, 5, 10)


def step_for(span: float, most: float) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that cuts `span` > 0 into at most `most` pieces."""
    least = span / max(1.0, most)
    power = 10.0 ** floor(log10(least))
    return power * next(step for step in _STEPS if step * power >= least * (1 - 1e-9))


def ticks(low: float, high: float, most: float) -> list[float]:
    """Return the multiples of a round step from `low` to `high`."""
    if not high > low:
        return []
    step = step_for(high - low, most)
    first, last = ceil(low / step - 1e-9), floor(high / step + 1e-9)
    return [number * step for number in range(first, last + 1)]


def decimals_for(step: float) -> int:
    """Return how many decimals tell the multiples of a step apart."""
    return max(0, -floor(log10(step) + 1e-9))
