"""GP: whether the retained identities keep their places relative to each other (PROTOCOL §4)."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from scoring.frame import EmbeddingSums, GroupFrame, Side, Status
from scoring.metrics.values import counted, joined, not_computable
from scoring.registry import metric
from scoring.rules import SHIPPED, Rules
from scoring.types import FloatArray, MetricInfo, MetricValue
from scoring.verification import unit_rows

RANDOM_STRANGERS = "stranger value from random directions"

_SAME_PLACE = 1e-6  # ‖D_orig‖ below this: there is no geometry to keep

Vectors = NDArray[np.float64]


@metric(
    MetricInfo(
        name="GP",
        symbol="GP",
        track=("face", "speech"),
        unit="%",
        higher_is_better=True,
        needs=("embedding",),
        definition=(
            "Geometry preservation = clip(100·(1 − ‖D_un − D_orig‖_F / ‖D_orig‖_F), 0, 100); D = pairwise angular "
            "distances between the normalised mean embeddings of the retain identities' samples, per side. An identity "
            "without embeddings on one side is dropped from both, part 'k' says how many stayed; k < 2 or ‖D_orig‖ < "
            "1e-6: not computable. Part 'stranger' [ours]: the same with every unlearned mean replaced by another "
            "stranger, mean over the protocol's number of seeded draws (200) without replacement from the templates "
            "of identities outside the group; where these are fewer than k, random directions, with a badge."
        ),
    )
)
def geometry_preservation(
    frame: GroupFrame, strangers: FloatArray | None = None, rules: Rules = SHIPPED
) -> MetricValue:
    """Return GP with its stranger value; `strangers` (m, d) are template vectors of identities outside the group.

    The two retain identities of the example stood 62.8° apart and now stand 59.2° apart. Random directions stand nearly
    90° apart in many dimensions, which real strangers do not: they are only the fallback.

    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> value = geometry_preservation(EXAMPLE)
    >>> round(value.value, 1), value.parts["k"]
    (94.3, 2.0)
    """
    retain = frame.identity > 0
    failures = int(np.count_nonzero(retain & (frame.status == Status.FAILURE)))
    errors = int(np.count_nonzero(retain & (frame.status == Status.ERROR)))
    if errors:
        return not_computable(f"{counted(errors, 'retain sample')} not scored", 0, failures)
    sums = frame.embeddings
    if sums is None:
        return not_computable("no embeddings", 0, failures)
    original, unlearned = (_mean_directions(sums, side) for side in Side)
    kept = np.isfinite(original).all(axis=1) & np.isfinite(unlearned).all(axis=1)
    n = int(sums.count[:, 1:].sum())
    before, after = original[kept], unlearned[kept]
    if reason := _why_no_geometry(before):
        return not_computable(reason, n, failures)
    stranger, badge = _stranger_value(before, strangers, rules)
    parts = {"k": float(len(before)), "stranger": stranger}
    return MetricValue(_preservation(_angles(before), after), n, failures, badge=badge, parts=parts)


def _why_no_geometry(original: Vectors) -> str | None:
    k = len(original)
    if k < 2:
        return f"embeddings on both sides for {k} of at least 2 retain identities"
    if np.linalg.norm(_angles(original)) < _SAME_PLACE:
        return "the original retain identities all lie in one place"
    return None


def _stranger_value(original: Vectors, strangers: FloatArray | None, rules: Rules) -> tuple[float, str | None]:
    """Return the mean GP with every unlearned mean replaced by a stranger, and a badge where those are made up."""
    k, before = len(original), _angles(original)
    rng = np.random.default_rng(rules.stranger_seed)
    foreign = unit_rows(strangers) if strangers is not None and len(strangers) >= k else None
    draws = [
        _preservation(before, rng.permutation(foreign)[:k] if foreign is not None else _directions(rng, original.shape))
        for _ in range(rules.stranger_draws)
    ]
    return float(np.mean(draws)), RANDOM_STRANGERS if foreign is None else None


def _mean_directions(sums: EmbeddingSums, side: Side) -> Vectors:
    """Return the normalised mean embedding of each retain identity; NaN where there is none or the samples cancel."""
    return unit_rows(sums.total[side, 1:] / np.maximum(sums.count[side, 1:], 1)[:, np.newaxis])


def _directions(rng: np.random.Generator, shape: tuple[int, ...]) -> Vectors:
    return unit_rows(rng.standard_normal(shape))


def _angles(directions: Vectors) -> Vectors:
    angles: Vectors = np.arccos(np.clip(directions @ directions.T, -1.0, 1.0))
    np.fill_diagonal(angles, 0.0)  # arccos turns a rounding of 1e-16 into 1e-8
    return angles


def _preservation(before: Vectors, directions: Vectors) -> float:
    moved = np.linalg.norm(_angles(directions) - before) / np.linalg.norm(before)
    return float(np.clip(100 * (1 - moved), 0, 100))


def mean_over_groups(values: Sequence[MetricValue]) -> MetricValue:
    """Return the mean of a metric over the groups where it is computable; a badge says how many of them.

    Each part is averaged over the groups that have it. Not computable where no group is, with the groups' reasons.
    """
    known = [(each.value, each) for each in values if each.value is not None]
    n, failures = sum(each.n for each in values), sum(each.failures for each in values)
    if not known:
        return not_computable(joined(*(each.reason for each in values)) or "no group", n, failures)
    partial = f"{len(known)} of {len(values)} groups" if len(known) < len(values) else None
    parts = {}
    for name in dict.fromkeys(name for _, each in known for name in each.parts):
        found = [part for _, each in known if (part := each.parts.get(name)) is not None]
        parts[name] = sum(found) / len(found) if found else None
    badge = joined(partial, *(each.badge for _, each in known))
    return MetricValue(sum(value for value, _ in known) / len(known), n, failures, badge=badge, parts=parts)
