"""Verifier attack: a result that one verifier alone believes."""

from collections.abc import Iterable

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, NotRunError, check
from genmu_studio.audit.material import Material
from genmu_studio.domain import EvaluatorRow
from genmu_studio.look import Look
from genmu_studio.view import View
from scoring.frame import BoolArray, GroupFrame, Side, Status
from scoring.verification import verified


@check(
    CheckInfo(
        id="second_opinion",
        family="verifier attack",
        title="Second opinion",
        severity="high",
        definition=(
            "Decisions on unlearned samples by another evaluator of identity, each at its own official threshold. "
            "Raised where they differ on `share` percent of the forget samples: medium, from `high` on high. Otherwise "
            "the agreement is said as info. Imported results take no part."
        ),
        limits={"share": 15.0, "high": 40.0, "least": 5},
        tracks=IDENTITY_TRACKS,
    )
)
def second_opinion(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise forget samples that the evaluator in line holds for forgotten and another one does not, or otherwise."""
    first = material.look
    others = [
        row
        for row in material.evaluators("identity")
        if row.digest != first.evaluator.digest and row.name != first.evaluator.name and row.kind != "imported"
    ]
    if not others:
        raise NotRunError("one evaluator alone has measured it")
    for other in others:
        yield from _compared(material, first, other, limits)


def _compared(material: Material, first: Look, other: EvaluatorRow, limits: Limits) -> Iterable[Finding]:
    base = material.project.look_base(material.submission, View(evaluator=other.name))
    if base is None:
        return
    second = base.through(View(evaluator=other.name))
    n = differ = n_forget = differ_forget = 0
    worst: list[tuple[bool, int]] = []
    for frame, again in zip(first.frames, second.frames, strict=True):
        both = (frame.side == Side.UNLEARNED) & (frame.status == Status.SCORED) & (again.status == Status.SCORED)
        unlike = both & (_own(first, frame) != _own(second, again))
        forget = frame.identity == 0
        n, differ = n + int(both.sum()), differ + int(unlike.sum())
        n_forget, differ_forget = n_forget + int((both & forget).sum()), differ_forget + int((unlike & forget).sum())
        worst += [(not forget[row], int(frame.sample_id[row])) for row in np.flatnonzero(unlike)]
    if not n:
        return
    share = 100 * differ_forget / n_forget if n_forget else 0.0
    is_raised = share >= limits["share"] and differ_forget >= limits["least"]
    is_grave = is_raised and share >= limits["high"]
    yield Finding(
        "high" if is_grave else "medium" if is_raised else "info",
        f"{other.name} agrees on {n - differ} of {n} decisions, on {n_forget - differ_forget} of {n_forget} about "
        "forget samples",
        share,
        limits["high"] if is_grave else limits["share"],
        tuple(sample for _, sample in sorted(worst)),
        {"threshold": second.decision.threshold, "agreement, percent": 100 * (n - differ) / n},
    )


def _own(look: Look, frame: GroupFrame) -> BoolArray:
    return verified(frame.own, look.decision.threshold, look.decision.rules.comparison)
