"""Substitution: forget requests that are answered with somebody else. That is identity transfer, not cheating."""

from collections.abc import Iterable

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, NotRunError, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.vectors import group_vectors, templates_of
from scoring.frame import GroupFrame, Side, Status
from scoring.metrics.diagnostics.transfer_target import fixed_stranger, transfer_targets
from scoring.metrics.transfer import transfer_matrix
from scoring.types import FloatArray
from scoring.verification import verified


def _outside(material: Material, frame: GroupFrame) -> tuple[tuple[str, ...], FloatArray | None]:
    """Return the identities beyond a group that have a template, and the similarity of its samples to them."""
    templates = templates_of(material)
    names = tuple(sorted(name for name in templates.by_identity if name not in frame.identities))
    return (names, templates.similarity(group_vectors(material, frame), names)) if names else ((), None)


@check(
    CheckInfo(
        id="identity_transfer",
        family="substitution",
        title="Identity transfer",
        severity="high",
        definition=(
            "Share of a group's scored forget outputs that verify as one other identity with a template, of the retain "
            "cohort or beyond. High from `high` percent on, medium from `medium` on, with `least` samples at least. "
            "Published methods substitute on purpose: this names what was done, it does not accuse."
        ),
        limits={"high": 50.0, "medium": 20.0, "least": 3},
        tracks=IDENTITY_TRACKS,
    )
)
def identity_transfer(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise whom forget requests turned into; the evidence are the outputs that verify, the most similar first."""
    decision = material.look.decision
    for frame in material.look.frames:
        names, similarity = _outside(material, frame)
        matrix = transfer_matrix(frame, decision, outside=names, outside_similarity=similarity)
        targets = transfer_targets(matrix, decision.rules)
        if not targets or targets[0].verified.value is None:
            continue
        first, share = targets[0], targets[0].verified.value
        own = frame.similarity if similarity is None else np.hstack([frame.similarity, similarity])
        to_target = own[:, matrix.templates.index(first.identity)]
        rows = np.flatnonzero(
            (frame.side == Side.UNLEARNED)
            & (frame.identity == 0)
            & verified(to_target, decision.threshold, decision.rules.comparison)
        )
        if share < limits["medium"] or len(rows) < limits["least"]:
            continue
        rows = rows[np.argsort(-to_target[rows], kind="stable")]
        who = "the retain identity" if first.is_retain else "an identity outside the group,"
        yield Finding(
            "high" if share >= limits["high"] else "medium",
            f"{frame.group}: {len(rows)} of {first.verified.n} forget outputs verify as {who} {first.identity}",
            share,
            limits["high"] if share >= limits["high"] else limits["medium"],
            tuple(frame.sample_id[rows].tolist()),
            {"identity": first.identity, "nearest, percent": first.nearest.value},
        )


@check(
    CheckInfo(
        id="fixed_stranger",
        family="substitution",
        title="One fixed stranger",
        severity="high",
        definition=(
            "Share of the forget outputs that verify as nobody known, each against the mean of the others of them. "
            "Raised from `share` percent on with `least` strangers at least, where they are as alike as one identity: "
            "mean cosine at least `alike` times that of the original's forget outputs."
        ),
        limits={"share": 90.0, "least": 5, "alike": 1.0},
        tracks=IDENTITY_TRACKS,
    )
)
def one_stranger(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups whose forget outputs all show one and the same stranger."""
    decision = material.look.decision
    for frame in material.look.frames:
        names, outside = _outside(material, frame)
        similarity = frame.similarity if outside is None else np.hstack([frame.similarity, outside])
        known = np.any(verified(similarity, decision.threshold, decision.rules.comparison), axis=1)
        found = fixed_stranger(group_vectors(material, frame), frame.identity, frame.side, known, decision)
        share, before, after = found.share.value, found.forget_original, found.forget_unlearned
        if share is None or before is None or after is None or found.share.n < limits["least"]:
            continue
        if share >= limits["share"] and after >= limits["alike"] * before:
            rows = (frame.side == Side.UNLEARNED) & (frame.identity == 0) & ~known & (frame.status == Status.SCORED)
            yield Finding(
                "high",
                f"{frame.group}: {share:.0f} % of {found.share.n} unknown forget outputs are one stranger",
                share,
                limits["share"],
                tuple(frame.sample_id[rows].tolist()),
                {
                    "mean cosine, unlearned forget": after,
                    "mean cosine, original forget": before,
                    "mean cosine, unlearned retain": found.retain_unlearned,
                    "identities compared with": float(len(names) + len(frame.identities)),
                },
            )


@check(
    CheckInfo(
        id="retain_transfer",
        family="substitution",
        title="Retained requests show the forgotten",
        severity="high",
        definition=(
            "Share of the scored outputs of one retain identity that verify as the forget identity. Raised from "
            "`share` percent on with `least` samples at least."
        ),
        limits={"share": 20.0, "least": 3},
        tracks=IDENTITY_TRACKS,
    )
)
def retain_transfer(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise retain identities whose outputs verify as the one that was to be forgotten."""
    look = material.look
    if not look.frames:
        raise NotRunError("nothing was delivered")
    for frame in look.frames:
        shows = verified(frame.similarity[:, 0], look.decision.threshold, look.decision.rules.comparison)
        for code, name in enumerate(frame.identities[1:], start=1):
            of_name = (frame.side == Side.UNLEARNED) & (frame.identity == code) & (frame.status == Status.SCORED)
            rows = np.flatnonzero(of_name & shows)
            n = int(np.count_nonzero(of_name))
            if n and len(rows) >= limits["least"] and 100 * len(rows) / n >= limits["share"]:
                yield Finding(
                    "high",
                    f"{frame.group}: {len(rows)} of {n} outputs of {name} verify as the forget identity {frame.forget}",
                    100 * len(rows) / n,
                    limits["share"],
                    tuple(frame.sample_id[rows].tolist()),
                )
