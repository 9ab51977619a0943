"""Collapse: everything alike, or everything worse, instead of one thing forgotten."""

from collections.abc import Iterable

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, Severity, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.vectors import group_vectors
from scoring.frame import GroupFrame, Side, Status
from scoring.metrics.diagnostics.diversity import within_condition, within_identity
from scoring.metrics.diagnostics.separation import NO_SEPARATION, separation_change


@check(
    CheckInfo(
        id="seed_diversity",
        family="collapse",
        title="Seeds no longer differ",
        severity="high",
        definition=(
            "Mean cosine distance of outputs of one identity in one condition across seeds, unlearned over original, "
            "of the cells with two or more on both sides; where no condition has two, across all that was asked of an "
            "identity. For the forget and the retain identities of a group apart: high under `high`, medium under "
            "`medium` times the original's."
        ),
        limits={"high": 0.1, "medium": 0.4},
        tracks=IDENTITY_TRACKS,
        version="2",
    )
)
def seed_diversity(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise roles whose unlearned outputs are much more alike than the original's."""
    for frame in material.look.frames:
        vectors = group_vectors(material, frame)
        for role, of_role in (("forget", frame.identity == 0), ("retain", frame.identity > 0)):
            rows = (frame.status == Status.SCORED) & of_role
            columns = (vectors[rows], frame.identity[rows])
            rules = material.look.decision.rules
            found = within_condition(*columns, frame.condition[rows], frame.side[rows], rules)
            across = "the seeds of a condition"
            if found.ratio.value is None:
                found = within_identity(*columns, frame.side[rows], rules)
                across = "all outputs of an identity"
            ratio = found.ratio.value
            if ratio is None or ratio >= limits["medium"]:
                continue
            severity: Severity = "high" if ratio < limits["high"] else "medium"
            yield Finding(
                severity,
                f"{frame.group}, {role}: {across} differ {ratio:.2f} times as much as the original's",
                ratio,
                limits[severity],
                tuple(frame.sample_id[rows & (frame.side == Side.UNLEARNED)].tolist()),
                dict(found.ratio.parts),
            )


def _unlearned(frame: GroupFrame) -> tuple[int, ...]:
    rows = (frame.side == Side.UNLEARNED) & (frame.status == Status.SCORED)
    return tuple(frame.sample_id[np.flatnonzero(rows)].tolist())


@check(
    CheckInfo(
        id="separation_change",
        family="collapse",
        title="Identities no longer differ",
        severity="high",
        definition=(
            "GVD = 10·log10(Ddiag unlearned / Ddiag original) among the retain identities of a group, Ddiag = |mean "
            "diagonal − mean off-diagonal| of the cosine matrix between identities without self-pairs (after "
            "VoicePrivacy, which uses PLDA, so not comparable). High at `high` dB or less, medium at `medium` or less."
        ),
        limits={"high": -6.0, "medium": -3.0},
        tracks=IDENTITY_TRACKS,
    )
)
def separation(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups whose retained identities have become alike."""
    for frame in material.look.frames:
        found = separation_change(frame)
        value = found.parts.get("retain", found.value)
        left = found.parts.get("retain_unlearned")
        if value is None and left is not None and abs(left) < NO_SEPARATION:
            yield Finding(
                "high",
                f"{frame.group}: retained identities are not told apart at all any more",
                samples=_unlearned(frame),
                numbers=dict(found.parts),
            )
        if value is None or value > limits["medium"]:
            continue
        severity: Severity = "high" if value <= limits["high"] else "medium"
        yield Finding(
            severity,
            f"{frame.group}: retained identities are told apart {value:.1f} dB less well than in the original",
            value,
            limits[severity],
            _unlearned(frame),
            dict(found.parts),
        )
