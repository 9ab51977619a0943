"""Rank: whether the place of an entry among the others hangs on where the threshold lies."""

from collections.abc import Iterable

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, NotRunError, check
from genmu_studio.audit.material import Material
from genmu_studio.scores.stability import rank_stability
from genmu_studio.view import View


@check(
    CheckInfo(
        id="rank_stability",
        family="threshold",
        title="Its rank hangs on the threshold",
        severity="medium",
        definition=(
            "Ranks of the entry among the entries of its track at every threshold within ± delta of the official one. "
            "Raised where they span `places` or more and the entry's own ERB changes there too; where only others "
            "move, info."
        ),
        limits={"delta": 0.02, "places": 1},
        tracks=IDENTITY_TRACKS,
        needs_more=True,
        reads_others=True,
    )
)
def ranks_around_the_threshold(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise an entry that would stand elsewhere at a threshold a little beside."""
    project, track = material.project, material.submission.track
    threshold, delta = material.look.decision.threshold, limits["delta"]
    found = project.kept.get(("ranks of an audit", track), lambda: rank_stability(project, track, View()))
    names = [entry.submission.id for entry in found.entries]
    if material.submission.id not in names:
        raise NotRunError("it is not ranked")
    own = names.index(material.submission.id)
    low, high = float(np.float32(threshold - delta)), float(np.float32(threshold + delta))
    inside = [order for order in found.orders if order.last >= low and order.first <= high]
    ranks = [order.ranks[own] for order in inside]
    best, worst, now = min(ranks), max(ranks), found.order_at(threshold).ranks[own]
    if worst == best:
        return
    curve, shown = found.entries[own].erb, found.plateaus
    assert curve is not None  # noqa: S101 - entries without a value are not among the ranked ones
    values = np.asarray(curve, dtype=np.float64)[(shown.last >= low) & (shown.first <= high)]
    moves = float(np.ptp(values))
    is_raised = worst - best >= limits["places"] and moves > 0
    yield Finding(
        "medium" if is_raised else "info",
        f"rank {now} of {len(names)} is between {best} and {worst} within ±{delta:g} of the threshold"
        f"{'' if moves > 0 else '; others move, its own ERB does not'}",
        worst - best,
        limits["places"],
        numbers={"best": float(best), "worst": float(worst), "own ERB changes by, points": moves},
    )
