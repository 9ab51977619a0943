"""Scales of histograms and range sliders: of similarities, of seeds, and of what other aspects measure."""

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil, floor, inf, log10

from genmu_studio.pair_facets import Histogram

Number = int | float
Limits = tuple[Number, Number]

# The limits beyond which nothing lies: cosines, and whole numbers of 64 bits.
SIMILARITIES: Limits = (-1.0, 1.0)
SEEDS: tuple[int, int] = (-(2**63), 2**63 - 1)
# Of measurements no limit is known.
MEASUREMENTS: Limits = (-inf, inf)

_STEP = 0.01
_GRID = 0.05  # a scale ends on one of its lines, so that a threshold that moves does not move it at every step
_ROUNDING = 1e-6  # of a step: 0.3 / 0.01 is a little less than 30
_MOST_SEED_STEPS = 1000


@dataclass(frozen=True, slots=True)
class Scale:
    """Where handles can stand: `low`, `low + step`, … `high`, written with that many decimals at least.

    margin : how much of the axis lies beyond either end: half a number where each number is a bar of its own.
    """

    low: Number
    high: Number
    step: Number
    decimals: int = 0
    margin: float = 0.0

    @property
    def steps(self) -> int:
        """How many steps lead from one end to the other, at least 1."""
        if self.decimals:
            return max(1, ceil((self.high - self.low) / self.step - _ROUNDING))
        return max(1, int(-((self.low - self.high) // self.step)))

    def value(self, place: int) -> Number:
        """Return the number that is `place` steps from the left; beyond an end, that end."""
        found = min(max(self.low, self.low + place * self.step), self.high)
        return round(found, self.decimals) if self.decimals else found

    def place(self, value: Number) -> int:
        """Return the step nearest to a number."""
        return min(max(round((value - self.low) / self.step), 0), self.steps)

    def share(self, value: Number) -> float:
        """Return how far along the axis a number lies, 0..1; beyond an end it lies at that end."""
        return min(max((value - self.low + self.margin) / self._span, 0.0), 1.0)

    def place_at(self, share: float) -> int:
        """Return the step nearest to a share of the axis."""
        return self.place(self.low - self.margin + share * self._span)

    @property
    def _span(self) -> float:
        return max(self.high - self.low + 2 * self.margin, self.step)


def similarity_scale(histogram: Histogram, limits: Limits | None = None, threshold: float | None = None) -> Scale:
    """Return a scale in hundredths for a histogram, widened until limits and threshold are on it."""
    edges = histogram.edges
    shown = [float(edges[0]), float(edges[-1]), *_closed(limits, SIMILARITIES)]
    if threshold is not None:
        shown += [floor(threshold / _GRID) * _GRID, ceil(threshold / _GRID) * _GRID]
    low, high = floor(min(shown) / _STEP + _ROUNDING), ceil(max(shown) / _STEP - _ROUNDING)
    return Scale(round(low * _STEP, 2), round(high * _STEP, 2), _STEP, decimals=2)


def seed_scale(histogram: Histogram, limits: Limits | None = None, threshold: float | None = None) -> Scale:
    """Return a scale of whole numbers for a histogram, widened until the limits are on it."""
    edges = histogram.edges
    shown = [int(edges[0]), int(edges[-1]) - 1, *(int(limit) for limit in _closed(limits, SEEDS))]
    low, high = min(shown), max(shown)
    return Scale(low, high, max(1, (high - low) // _MOST_SEED_STEPS), margin=0.5)


def measurement_scale(step: float) -> Callable[[Histogram, Limits | None, float | None], Scale]:
    """Return what makes scales of that step (0.01 … 1) for histograms, widened until the limits are on them."""
    decimals = max(1, ceil(-log10(step)))

    def scale(histogram: Histogram, limits: Limits | None = None, threshold: float | None = None) -> Scale:
        edges = histogram.edges
        shown = [float(edges[0]), float(edges[-1]), *_closed(limits, MEASUREMENTS)]
        low, high = floor(min(shown) / step + _ROUNDING), ceil(max(shown) / step - _ROUNDING)
        return Scale(round(low * step, decimals), round(high * step, decimals), step, decimals)

    return scale


def _closed(limits: Limits | None, beyond: Limits) -> list[Number]:
    return [] if limits is None else [limit for limit in limits if limit not in beyond]
