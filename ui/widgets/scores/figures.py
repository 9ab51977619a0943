"""The figures of a group or of the track, whichever is chosen."""

from typing import NamedTuple

from genmu_studio.evaluation import Evaluation
from genmu_studio.leaderboard_table import mean_fa
from genmu_studio.scores.curves import LiveScores
from scoring.types import MetricValue


class Figures(NamedTuple):
    """FA, RA and ERB of the unlearned side, in percent."""

    fa: MetricValue
    ra: MetricValue
    erb: MetricValue


def live_figures(live: LiveScores, group: str | None) -> Figures:
    """Return the figures at a threshold, None = of the track; their intervals lack the bootstrap."""
    if group is None:
        return Figures(live.fa, live.track.ra, live.track.erb)
    side = live.groups[group].unlearned
    return Figures(side.fa, side.ra, side.erb)


def evaluated_figures(evaluation: Evaluation, group: str | None) -> Figures:
    """Return the figures of an evaluation, with their intervals."""
    if group is None:
        return Figures(mean_fa(evaluation), evaluation.track.ra, evaluation.track.erb)
    side = next(scores.unlearned for scores in evaluation.groups if scores.group == group)
    return Figures(side.fa, side.ra, side.erb)
