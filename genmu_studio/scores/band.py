"""The band around the curve of ERB: the intervals that `evaluate` gives at each threshold, the bootstrap's included.

A threshold takes hundredths of a second where there are conditions enough to resample. So a curve comes point by point,
coarse at first: whoever reads it shows what is there, and stops when another curve is wanted.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.evaluation import explain_side, missing_reference
from genmu_studio.look import Look
from scoring.frame import Side
from scoring.metrics.interval_sweep import IntervalSweep
from scoring.metrics.track import track_value
from scoring.types import MetricValue


@dataclass(frozen=True, slots=True)
class BandPoint:
    """ERB with its interval at one threshold, of the track and of each delivered group. place : among those asked."""

    place: int
    threshold: float
    track: MetricValue
    groups: Mapping[str, MetricValue]


def band(look: Look, thresholds: Sequence[float]) -> Iterator[BandPoint]:
    """Yield a point for each of `thresholds`, coarse ones first; the threshold of the look itself plays no part."""
    base = look.base
    groups = {group.name: group for group in base.protocol.groups_of(look.submission.track)}
    sweeps = {frame.group: IntervalSweep(frame, Side.UNLEARNED, look.decision) for frame in look.frames}
    reasons = {name: missing_reference(groups[name], base.built) for name in sweeps}
    for place in coarse_to_fine(len(thresholds)):
        threshold = thresholds[place]
        sides = {name: explain_side(sweep.at(threshold), reasons[name]) for name, sweep in sweeps.items()}
        track = track_value({name: sides.get(name) for name in groups}, look.lens.aggregate)
        yield BandPoint(place, threshold, track, {name: side.erb for name, side in sides.items()})


def coarse_to_fine(count: int) -> list[int]:
    """Return 0 … count − 1, both ends first, then what halves the gaps.

    >>> coarse_to_fine(6)
    [0, 5, 4, 2, 1, 3]
    """
    order = dict.fromkeys([0, count - 1] if count else [])
    stride = 1 << max(0, count - 1).bit_length()
    while stride:
        order.update(dict.fromkeys(range(0, count, stride)))
        stride //= 2
    return list(order)
