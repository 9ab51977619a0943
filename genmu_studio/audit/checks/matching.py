"""Matching: whether the two sides of a pair are of one request, as they must be to be compared (PROTOCOL §1)."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.vectors import group_vectors
from scoring.frame import GroupFrame, IndexArray, Side, Status
from scoring.metrics.diagnostics.pairing import compare_pairing

_NAMED = 5


@check(
    CheckInfo(
        id="settings_differ",
        family="matching",
        title="Settings differ within a pair",
        severity="medium",
        definition=(
            "Matched pairs whose settings are not equal on both sides; they leave paired metrics. Medium from `share` "
            "percent of the pairs on, else info."
        ),
        limits={"share": 10.0},
    )
)
def settings_differ(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise pairs that were not made alike, and name the settings."""
    unlearned = [row for row in material.samples.of_side("unlearned") if row.partner is not None]
    differing = [row for row in unlearned if row.differing]
    if not differing:
        return
    names = Counter(name for row in differing for name in row.differing)
    share = 100 * len(differing) / len(unlearned)
    said = ", ".join(f"{name} in {count}" for name, count in names.most_common(_NAMED))
    yield Finding(
        "medium" if share >= limits["share"] else "info",
        f"{len(differing)} of {len(unlearned)} pairs: {said}",
        share,
        limits["share"],
        tuple(row.id for row in differing),
        {name: float(count) for name, count in names.items()},
    )


@check(
    CheckInfo(
        id="seed_cells",
        family="matching",
        title="Seeds without a partner",
        severity="medium",
        definition=(
            "Samples of which the other side of the same group, identity, condition and seed is missing. Medium from "
            "`share` percent of the samples of both sides on, else info."
        ),
        limits={"share": 5.0},
    )
)
def seed_cells(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise cells that were delivered on one side alone."""
    rows = [row for row in material.samples.rows if row.side in {"original", "unlearned"}]
    alone = [row for row in rows if row.partner is None]
    if not alone:
        return
    share = 100 * len(alone) / len(rows)
    sides = Counter(row.side for row in alone)
    yield Finding(
        "medium" if share >= limits["share"] else "info",
        f"{sides['original']} original and {sides['unlearned']} unlearned samples have no partner",
        share,
        limits["share"],
        tuple(row.id for row in alone),
    )


@check(
    CheckInfo(
        id="wrong_pairing",
        family="matching",
        title="Wrong pairing",
        severity="high",
        definition=(
            "Retained pairs of a group, assigned anew so that the similarity of original to unlearned embeddings is "
            "largest, within an identity. Raised where `share` percent of the compared pairs go to another partner "
            "and the mean similarity rises by `gain` at least: pairs were exchanged, not changed by unlearning."
        ),
        limits={"share": 30.0, "gain": 0.05, "least": 6},
        tracks=IDENTITY_TRACKS,
    )
)
def wrong_pairing(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups whose pairs fit better otherwise; those that gain most first."""
    for frame in material.look.frames:
        rows = _retained_pairs(frame)
        if len(rows) < limits["least"]:
            continue
        vectors = group_vectors(material, frame)
        found = compare_pairing(
            vectors[frame.partner[rows]], vectors[rows], frame.identity[rows], material.look.decision.rules
        )
        share, gain = found.disagreement.value, found.disagreement.parts.get("gain")
        if share is None or gain is None or share < limits["share"] or gain < limits["gain"]:
            continue
        moved = np.flatnonzero(found.compared & (found.partner != np.arange(len(rows))))
        moved = moved[np.argsort(-found.gain[moved], kind="stable")]
        yield Finding(
            "high",
            f"{frame.group}: {len(moved)} of {found.disagreement.n} retained pairs fit another partner better",
            share,
            limits["share"],
            tuple(frame.sample_id[rows[moved]].tolist()),
            dict(found.disagreement.parts),
        )


def _retained_pairs(frame: GroupFrame) -> IndexArray:
    """Return the rows of the unlearned samples of retained pairs of which both sides were scored."""
    partner = np.where(frame.partner >= 0, frame.partner, 0)
    both = (frame.status == Status.SCORED) & (frame.status[partner] == Status.SCORED) & (frame.partner >= 0)
    return np.flatnonzero(both & (frame.side == Side.UNLEARNED) & (frame.identity > 0))
