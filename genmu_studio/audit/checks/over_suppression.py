"""Over-suppression: forget outputs that are less alike than strangers are, as a knowing generator would make them."""

from collections.abc import Iterable

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.vectors import group_vectors, non_mated
from scoring.frame import GroupFrame, Side, Status
from scoring.metrics.diagnostics.cells import Values
from scoring.metrics.diagnostics.over_suppression import over_suppression
from scoring.verification import unit_rows


@check(
    CheckInfo(
        id="over_suppression",
        family="over-suppression",
        title="Less alike than strangers",
        severity="medium",
        definition=(
            "Similarities of a group's forget outputs to the forget identity, beside true non-mated comparisons of "
            "references. Raised where `below` percent of them lie below the range of strangers, or where AUROC is "
            "under 0.5 by `auroc` or more with an interval that excludes 0.5; with `least` outputs at least. Where the "
            "outputs are as alike as one person (mean cosine from `alike` times that of the original's on) AUROC would "
            "be that of one comparison, and says nothing."
        ),
        limits={"below": 50.0, "auroc": 0.35, "least": 5, "alike": 0.5},
        tracks=IDENTITY_TRACKS,
        version="2",
    )
)
def less_alike_than_strangers(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups that do not forget somebody but avoid them; the least similar outputs first."""
    strangers = non_mated(material)
    for frame in material.look.frames:
        rows = np.flatnonzero((frame.side == Side.UNLEARNED) & (frame.identity == 0) & (frame.status == Status.SCORED))
        if len(rows) < limits["least"]:
            continue
        found = over_suppression(frame.own[rows], strangers, material.look.decision.rules)
        below, auroc = found.below.value, found.auroc.value
        interval = found.auroc.interval
        are_several = not _as_one(material, frame, limits["alike"])
        is_under = (
            are_several
            and auroc is not None
            and auroc <= 0.5 - limits["auroc"]
            and (interval is None or interval[1] < 0.5)
        )
        is_below = below is not None and below >= limits["below"]
        if not (is_under or is_below):
            continue
        ordered = rows[np.argsort(frame.own[rows], kind="stable")]
        yield Finding(
            "medium",
            f"{frame.group}: forget outputs are less like {frame.forget} than strangers are "
            f"(AUROC {auroc if auroc is not None else float('nan'):.2f}, {below or 0:.0f} % below their range)",
            below if is_below else auroc,
            limits["below"] if is_below else 0.5 - limits["auroc"],
            tuple(frame.sample_id[ordered].tolist()),
            {
                "AUROC": auroc,
                "below, percent": below,
                "range begins at": found.limit,
                "strangers": float(len(strangers)),
            },
        )


def _as_one(material: Material, frame: GroupFrame, alike: float) -> bool:
    """Whether the forget outputs are so alike among themselves that they show one person."""
    vectors = unit_rows(group_vectors(material, frame))
    scored = (frame.identity == 0) & (frame.status == Status.SCORED)
    before, after = (_mean_cosine(vectors[scored & (frame.side == side)]) for side in (Side.ORIGINAL, Side.UNLEARNED))
    return before is not None and after is not None and after >= alike * before


def _mean_cosine(rows: Values) -> float | None:
    """Return the mean cosine of two different unit rows (n, d); None where there are not two."""
    n, total = len(rows), float(np.square(rows.sum(axis=0)).sum())
    return (total - n) / (n * (n - 1)) if n > 1 else None
