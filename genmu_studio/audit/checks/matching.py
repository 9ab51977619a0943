"""Matching: whether the two sides of a pair are of one request, as they must be to be compared (PROTOCOL §1)."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from genmu_studio.audit.check import IDENTITY_TRACKS, CheckInfo, Finding, Limits, check
from genmu_studio.audit.import_problems import problems_of, sentence_of_problems
from genmu_studio.audit.material import Material
from genmu_studio.audit.vectors import group_vectors
from genmu_studio.submission.problems import ProblemCode
from scoring.frame import GroupFrame, IndexArray, Side, Status
from scoring.metrics.diagnostics.pairing import Pairing, compare_pairing
from scoring.types import FloatArray
from scoring.verification import unit_rows

_NAMED = 5
_NORMAL_MAD = 1.4826  # standard deviations of a normal distribution in one median absolute deviation
_MOST_COMPARED = 500  # of an identity: enough for a mean and a spread


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
        title="Seeds without a partner, or twice",
        severity="medium",
        definition=(
            "Samples of which the other side of the same group, identity, condition and seed is missing: medium from "
            "`share` percent of the samples of both sides on, else info. Rows that claim a cell which another row has "
            "already are left out of everything: medium from `twice` on."
        ),
        limits={"share": 5.0, "twice": 1},
        version="2",
    )
)
def seed_cells(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise cells that were delivered on one side alone, and cells that were claimed twice."""
    if twice := problems_of(material, {ProblemCode.DUPLICATE_CELL}):
        yield Finding(
            "medium" if len(twice) >= limits["twice"] else "info",
            f"rows claim a cell that another one has: {sentence_of_problems(twice)}",
            len(twice),
            limits["twice"],
        )
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
            "largest, within an identity. Raised where `share` percent of the compared pairs go to another partner, "
            "the mean similarity rises by `gain` at least, and the pairs found stand out of all similarities within "
            "an identity: by `apart` standard deviations (of the median absolute deviation) more than √(2·ln m), which "
            "the best of m unrelated ones reaches. So pairs were exchanged, not changed by unlearning."
        ),
        limits={"share": 30.0, "gain": 0.05, "apart": 1.0, "least": 6},
        tracks=IDENTITY_TRACKS,
        version="2",
    )
)
def wrong_pairing(material: Material, limits: Limits) -> Iterable[Finding]:
    """Raise groups whose pairs fit better otherwise; those that gain most first."""
    for frame in material.look.frames:
        rows = _retained_pairs(frame)
        if len(rows) < limits["least"]:
            continue
        vectors = group_vectors(material, frame)
        before, after = vectors[frame.partner[rows]], vectors[rows]
        found = compare_pairing(before, after, frame.identity[rows], material.look.decision.rules)
        share, gain = found.disagreement.value, found.disagreement.parts.get("gain")
        if share is None or gain is None or share < limits["share"] or gain < limits["gain"]:
            continue
        apart = _apart(before, after, frame.identity[rows], found)
        if apart < limits["apart"]:
            continue
        moved = found.differing
        yield Finding(
            "high",
            f"{frame.group}: {len(moved)} of {found.disagreement.n} retained pairs fit another partner better",
            share,
            limits["share"],
            tuple(frame.sample_id[rows[moved]].tolist()),
            {**found.disagreement.parts, "apart": apart},
        )


def _apart(before: FloatArray, after: FloatArray, identity: IndexArray, found: Pairing) -> float:
    """Return how far the similarities of the pairs found lie above what the best of unrelated ones would, in sd."""
    first, second = unit_rows(before), unit_rows(after)
    places, sizes = [], []
    for code in np.unique(identity[found.compared]):
        rows = np.flatnonzero(found.compared & (identity == code))
        own = np.einsum("ij,ij->i", first[rows], second[found.partner[rows]])
        some = rows[np.linspace(0, len(rows) - 1, min(len(rows), _MOST_COMPARED)).astype(np.intp)]
        every = first[some] @ second[some].T
        middle = float(np.median(every))
        spread = _NORMAL_MAD * float(np.median(np.abs(every - middle)))
        if spread > 0:
            places.append((float(own.mean()) - middle) / spread - float(np.sqrt(2 * np.log(len(rows)))))
            sizes.append(len(rows))
    return float(np.average(places, weights=sizes)) if places else 0.0


def _retained_pairs(frame: GroupFrame) -> IndexArray:
    """Return the rows of the unlearned samples of retained pairs of which both sides were scored."""
    partner = np.where(frame.partner >= 0, frame.partner, 0)
    both = (frame.status == Status.SCORED) & (frame.status[partner] == Status.SCORED) & (frame.partner >= 0)
    return np.flatnonzero(both & (frame.side == Side.UNLEARNED) & (frame.identity > 0))
