"""Threshold: how much of the result hangs on where the threshold lies."""

from collections.abc import Iterable, Mapping

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, NotRunError, check
from genmu_studio.audit.material import Material
from genmu_studio.near_threshold import is_near
from scoring.frame import Side
from scoring.metrics.diagnostics.threshold_mass import threshold_mass


@check(
    CheckInfo(
        id="threshold_mass",
        family="threshold",
        title="Threshold mass",
        severity="medium",
        definition=(
            "Share of the scored unlearned samples of a group whose decision is another one at threshold ± delta. "
            "Raised where it reaches `share` percent and at least `least` samples."
        ),
        limits={"delta": 0.02, "share": 20.0, "least": 5},
        tracks=IDENTITY_TRACKS,
    )
)
def mass(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups in which many decisions hang on a little of the threshold; the nearest samples first."""
    decision, delta = material.look.decision, limits["delta"]
    for frame in material.look.frames:
        found = threshold_mass(frame, decision, delta).near
        near = (frame.side == Side.UNLEARNED) & is_near(frame.own, decision, delta)
        rows = np.flatnonzero(near)
        if found.value is None or found.value < limits["share"] or len(rows) < limits["least"]:
            continue
        rows = rows[np.argsort(np.abs(frame.own[rows] - decision.threshold), kind="stable")]
        yield Finding(
            "medium",
            f"{frame.group}: {len(rows)} of {found.n} samples lie within ±{delta:g} of the threshold",
            found.value,
            limits["share"],
            tuple(frame.sample_id[rows].tolist()),
            dict(found.parts),
        )


@check(
    CheckInfo(
        id="threshold_curve",
        family="threshold",
        title="ERB hangs on the threshold",
        severity="medium",
        definition=(
            "How far the ERB of a group falls between the official threshold and any other within ± delta, in points. "
            "A result that the threshold happens to favour falls on both sides of it. Raised from `points` on."
        ),
        limits={"delta": 0.02, "points": 25.0},
        tracks=IDENTITY_TRACKS,
    )
)
def curve(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups whose ERB is much lower a little beside the threshold."""
    for frame in material.look.frames:
        found = threshold_mass(frame, material.look.decision, limits["delta"])
        if found.erb.value is None or found.erb_low is None:
            continue
        fall = found.erb.value - found.erb_low[0]
        if fall >= limits["points"]:
            yield Finding(
                "medium",
                f"{frame.group}: ERB {found.erb.value:.1f} is {found.erb_low[0]:.1f} at the threshold "
                f"{found.erb_low[1]:.3f}",
                fall,
                limits["points"],
                numbers={"ERB": found.erb.value, "lowest": found.erb_low[0], "at": found.erb_low[1]},
            )


@check(
    CheckInfo(
        id="failure_policy",
        family="threshold",
        title="ERB hangs on the policy for failures",
        severity="high",
        definition=(
            "The ERB under the three policies for failures to acquire differ by more than the protocol's limit "
            "(gates.policy_spread_points): medium, by `high` points or more high."
        ),
        limits={"high": 5.0},
        tracks=IDENTITY_TRACKS,
    )
)
def failure_policy(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise entries whose result is one of samples that cannot be verified at all."""
    track = material.evaluation.track
    if track.erb.value is None:
        raise NotRunError(f"ERB is not computable: {track.erb.reason}")
    if track.policy_badge:
        values: dict[str, float | None] = {name: each.value for name, each in track.policies.items()}
        known = [value for value in values.values() if value is not None]
        spread = max(known) - min(known)
        is_grave = spread >= limits["high"]
        least = material.look.decision.rules.policy_spread_points
        yield Finding(
            "high" if is_grave else "medium",
            f"ERB is {_listed(values)}: {track.policy_badge}",
            spread,
            limits["high"] if is_grave else least,
            numbers=dict(values),
        )


def _listed(values: Mapping[str, float | None]) -> str:
    return ", ".join(f"{value:.1f} ({name})" for name, value in values.items() if value is not None)
