"""The EA–RA plane: where an entry stands, where it came from, and where others do (PROTOCOL §3)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from genmu_studio.evaluation import Evaluation
from scoring.metrics.group import GroupScores
from scoring.metrics.sides import SideScores
from scoring.metrics.track import balance_of_means, mean_of_groups
from scoring.types import MetricValue

PointKind = Literal["unlearned", "original", "group", "team", "trivial"]
ISO_ERB = (20.0, 40.0, 60.0, 80.0, 90.0)
_ISO_POINTS = 101


@dataclass(frozen=True, slots=True)
class PlanePoint:
    """One point. opens : the group of a group's point, the submission id of a team's; "" where nothing is behind it."""

    kind: PointKind
    name: str
    ea: MetricValue
    ra: MetricValue
    erb: MetricValue
    opens: str = ""

    @property
    def place(self) -> tuple[float, float]:
        """EA and RA; only points that have both are made."""
        return self.ea.value or 0.0, self.ra.value or 0.0


def iso_line(erb: float) -> NDArray[np.float64]:
    """Return points (m, 2) of EA, RA in percent with 2·EA·RA/(EA + RA) = `erb` > 0, from RA = 100 to EA = 100.

    1/EA + 1/RA = 2/ERB, so equal steps of 1/EA run along the line in both directions alike.

    >>> iso_line(60.0)[50].round(6).tolist()
    [60.0, 60.0]
    """
    inverse = np.linspace(2 / erb - 1 / 100, 1 / 100, _ISO_POINTS)
    return np.column_stack([1 / inverse, 1 / (2 / erb - inverse)])


def plane_points(evaluation: Evaluation) -> tuple[PlanePoint, ...]:
    """Return the points of one entry: unlearned, original, each group where there are several, trivial entries.

    Points without EA or RA are left out; so are the entry's own where a group of the protocol is missing.
    """
    groups, track = evaluation.groups, evaluation.track
    only = groups[0].group if len(groups) == 1 and _is_known(track.ea, track.ra) else ""
    original = _mean_side(groups, lambda scores: scores.original)
    points = [PlanePoint("unlearned", "unlearned", track.ea, track.ra, track.erb, only)]
    if _is_known(track.ea, track.ra):
        points.append(PlanePoint("original", "original", original.ea, original.ra, original.erb, only))
    if not only:
        points += [_point("group", each.group, each.unlearned, each.group) for each in groups]
    # The original itself is a trivial entry too: under most policies it lies on the original's own point.
    taken = {point.place for point in points if point.kind == "original"}
    points += [point for point in _trivial_points(groups) if point.place not in taken]
    return tuple(point for point in points if _has_place(point))


def team_point(evaluation: Evaluation) -> PlanePoint | None:
    """Return the point of somebody else's entry; None where its EA or RA is not computable."""
    row, track = evaluation.submission, evaluation.track
    name = row.team if row.revision == 1 else f"{row.team} rev {row.revision}"
    point = PlanePoint("team", name, track.ea, track.ra, track.erb, row.id)
    return point if _has_place(point) else None


def _trivial_points(groups: Sequence[GroupScores]) -> list[PlanePoint]:
    """Return the trivial entries, each the mean over groups; the groups list them in one order."""
    if not groups:
        return []
    shared = range(min(len(scores.trivial) for scores in groups))
    return [_trivial_point(groups, place) for place in shared]


def _trivial_point(groups: Sequence[GroupScores], place: int) -> PlanePoint:
    names = {scores.trivial[place].name for scores in groups}
    name = names.pop() if len(names) == 1 else "every forget request answered by one retained identity"
    return _point("trivial", name, _mean_side(groups, lambda scores: scores.trivial[place].scores))


def _mean_side(groups: Sequence[GroupScores], side: Callable[[GroupScores], SideScores]) -> SideScores:
    sides = {scores.group: side(scores) for scores in groups}
    if len(sides) == 1:
        return next(iter(sides.values()))
    fa, ea, ra = (
        mean_of_groups({name: getattr(each, figure) for name, each in sides.items()}) for figure in ("fa", "ea", "ra")
    )
    return SideScores(fa, ea, ra, balance_of_means(ea, ra))


def _point(kind: PointKind, name: str, side: SideScores, opens: str = "") -> PlanePoint:
    return PlanePoint(kind, name, side.ea, side.ra, side.erb, opens)


def _has_place(point: PlanePoint) -> bool:
    return _is_known(point.ea, point.ra)


def _is_known(ea: MetricValue, ra: MetricValue) -> bool:
    return ea.value is not None and ra.value is not None
