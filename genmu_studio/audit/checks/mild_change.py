"""Mild changes: a result that a little blur or another encoding undoes was made for one verifier."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from genmu_studio.audit.attack import Changed, changed_of, hidden_rows, natural_rows
from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, check
from genmu_studio.audit.material import Material
from genmu_studio.audit.vectors import templates_of
from scoring.frame import GroupFrame, IndexArray
from scoring.metrics.diagnostics.score_shift import score_shift, sentence
from scoring.types import FloatArray


@dataclass(frozen=True, eq=False, slots=True)
class _Similarities:
    """Rows of a frame, and their similarity to the forget identity before and after a change, (m,) each."""

    rows: IndexArray
    before: FloatArray
    after: FloatArray


@check(
    CheckInfo(
        id="mild_change",
        family="verifier attack",
        title="A mild change undoes it",
        severity="high",
        definition=(
            "Forget samples of a group that do not verify, chosen by a seed, mildly changed (pictures: blur, JPEG 75, "
            "JPEG 50; sounds: low-pass, noise, µ-law), and measured again by the same evaluator: `genmu audit "
            "--attack`. Medium where `share` percent, `least` samples at least, verify after one of the changes, or "
            "where their similarity to the forget identity moves further than that of other originals does; high from "
            "`high` percent on."
        ),
        limits={"share": 10.0, "high": 40.0, "least": 2},
        tracks=IDENTITY_TRACKS,
    )
)
def undone_by_a_mild_change(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups of which hidden samples show themselves after a mild change; those that moved most first."""
    changed = changed_of(material)
    for frame in material.look.frames:
        raised = []
        for name in changed.names:
            hidden = _similarities(material, frame, changed, name, hidden_rows(material, frame))
            natural = _similarities(material, frame, changed, name, natural_rows(frame))
            raised += _found(material, frame, name, (hidden, natural), limits)
        if raised:
            yield min(raised, key=lambda finding: (finding.severity != "high", -(finding.value or 0)))


def _found(
    material: Material, frame: GroupFrame, name: str, of: tuple[_Similarities, _Similarities], limits: Limits
) -> list[Finding]:
    hidden, natural = of
    shift = score_shift(name, hidden.before, hidden.after, material.look.decision, natural.after - natural.before)
    share = shift.revealed.value
    if share is None:
        return []
    is_many = share >= limits["share"] and share / 100 * len(hidden.rows) >= limits["least"]
    if not (is_many or shift.is_fragile):
        return []
    is_grave = is_many and share >= limits["high"]
    order = np.argsort(hidden.before - hidden.after, kind="stable")
    return [
        Finding(
            "high" if is_grave else "medium",
            f"{frame.group}: of {len(hidden.rows)} hidden samples, {sentence(shift)}",
            share,
            limits["high"] if is_grave else limits["share"],
            tuple(frame.sample_id[hidden.rows[order]].tolist()),
            {
                "change": name,
                "mean change": shift.change.value,
                "unusual, percent": shift.unusual.value,
                "natural samples": float(len(natural.rows)),
            },
        )
    ]


def _similarities(
    material: Material, frame: GroupFrame, changed: Changed, name: str, rows: IndexArray
) -> _Similarities:
    """Return those of `rows` that were changed so."""
    was_changed = [name in changed.by_sample.get(int(each), {}) for each in frame.sample_id[rows]]
    known = rows[np.array(was_changed, dtype=np.bool_)]
    if not len(known):
        nothing = np.empty(0, dtype=np.float32)
        return _Similarities(known, nothing, nothing)
    vectors = np.stack([changed.by_sample[int(each)][name] for each in frame.sample_id[known]])
    after = templates_of(material).similarity(vectors, frame.identities[:1])[:, 0]
    return _Similarities(known, frame.similarity[known, 0], after)
