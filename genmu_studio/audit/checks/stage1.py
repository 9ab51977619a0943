"""Stage 1: whether the original generator shows its identities, so that there was something to forget."""

from collections.abc import Iterable

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, check
from genmu_studio.audit.material import Material
from scoring.frame import Side, Status
from scoring.verification import verified


@check(
    CheckInfo(
        id="stage1",
        family="stage 1",
        title="The original was never verified",
        severity="high",
        definition=(
            "The original side's FA or RA is under the protocol's gates, or the unlearned RA is above the original's "
            "beyond both intervals: what was never shown cannot be forgotten. Per group."
        ),
        tracks=IDENTITY_TRACKS,
    )
)
def stage1(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups whose original side does not pass the gate; the evidence are its samples that do not verify."""
    decision = material.look.decision
    for scores, frame in zip(material.evaluation.groups, material.evaluation.frames, strict=True):
        if scores.stage1.passed is not False:
            continue
        own = verified(frame.own, decision.threshold, decision.rules.comparison)
        missed = (frame.side == Side.ORIGINAL) & (frame.status != Status.ERROR) & ~own
        numbers = {"original FA": scores.original.fa.value, "original RA": scores.original.ra.value}
        yield Finding(
            "high",
            f"{scores.group}: {'; '.join(scores.stage1.flags)}",
            scores.original.fa.value,
            decision.rules.original_fa_min,
            tuple(frame.sample_id[missed].tolist()),
            numbers,
        )
