"""Whom forget requests are answered with: a retain identity, or one fixed stranger (PROTOCOL §6, substitution).

That is identity transfer, not cheating: published methods do it on purpose.
"""

from dataclasses import dataclass

import numpy as np

from scoring.frame import BoolArray, Decision, Side
from scoring.metrics.diagnostics.cells import Codes, Values, cell_sums, mean_within
from scoring.metrics.transfer import TransferMatrix
from scoring.metrics.values import not_computable, share_value
from scoring.rules import SHIPPED, Rules
from scoring.types import FloatArray, MetricValue
from scoring.verification import unit_rows, verified


@dataclass(frozen=True, slots=True)
class Target:
    """How many forget outputs go to one other identity: that verify as it, and whose nearest template it is; percent.

    is_retain : whether it belongs to the group; otherwise it is of the cohort.
    """

    identity: str
    is_retain: bool
    verified: MetricValue
    nearest: MetricValue


def transfer_targets(matrix: TransferMatrix, rules: Rules = SHIPPED) -> tuple[Target, ...]:
    """Return every identity but the forget one as a target of the forget outputs, the most verified first.

    Of equals the more often nearest comes first, then the order of the matrix. The interval is Wilson's of one identity
    that was named before: that of the first of many is too narrow.

    One of the example's eight forget outputs verifies as 5895; for none of them 3853 is the nearest:

    >>> from scoring.metrics.transfer import transfer_matrix
    >>> from scoring.metrics.worked_example import EXAMPLE
    >>> first, second = transfer_targets(transfer_matrix(EXAMPLE, Decision(0.5)))
    >>> first.identity, first.verified.value, second.identity, second.nearest.value
    ('5895', 12.5, '3853', 0.0)
    """
    n, k = int(matrix.n[0]), len(matrix.identities)
    order = sorted(range(1, len(matrix.templates)), key=lambda at: (-matrix.verified[0, at], -matrix.nearest[0, at]))
    return tuple(
        Target(
            matrix.templates[column],
            column < k,
            _share(int(matrix.verified[0, column]), n, rules),
            _share(int(matrix.nearest[0, column]), n, rules),
        )
        for column in order
    )


def _share(count: int, n: int, rules: Rules) -> MetricValue:
    return share_value(count, n, level=rules.level) if n else not_computable("no scored forget sample")


@dataclass(frozen=True, slots=True)
class FixedStranger:
    """Whether forget outputs show one and the same stranger.

    share : of the forget outputs that verify as nobody known, how many verify against the mean of the others of them,
    percent. forget_unlearned, forget_original, retain_unlearned : mean cosine of two different samples of one identity;
    of the retain identities their mean. None below two samples.
    """

    share: MetricValue
    forget_unlearned: float | None
    forget_original: float | None
    retain_unlearned: float | None


def fixed_stranger(
    embeddings: FloatArray, identity: Codes, side: Codes, known: BoolArray, decision: Decision
) -> FixedStranger:
    """Return how much the forget outputs of the unlearned side are of one person who is nobody of the templates.

    embeddings : (n, d). identity : (n,) codes, 0 the forget identity. side : (n,). known : (n,) whether a sample
    verifies as an identity with a template, its own included: those are no strangers and take no part in `share`.
    Each of the m strangers is compared with the normalised mean of the m − 1 others at the decision's threshold [ours].
    Rows that are not finite are left out and counted as failures. Time and memory grow with n·d.

    Three outputs in one place and one elsewhere:

    >>> u = np.float32([[1, 0, 0], [1, 0, 0], [1, 0, 0], [0, 1, 0]])
    >>> forget, unlearned, known = np.zeros(4, dtype=int), np.ones(4, dtype=int), np.zeros(4, dtype=bool)
    >>> found = fixed_stranger(u, forget, unlearned, known, Decision(0.5))
    >>> found.share.value, round(found.forget_unlearned, 6)
    (75.0, 0.5)
    """
    forget = (identity == 0) & (side == Side.UNLEARNED)
    units = unit_rows(embeddings[forget & ~known])
    finite = units[np.isfinite(units).all(axis=1)]
    failures = int(np.count_nonzero(~np.isfinite(embeddings[forget]).all(axis=1)))
    if len(finite) < 2:
        share = not_computable(
            f"{len(finite)} forget outputs that verify as nobody; 2 are needed", len(finite), failures
        )
    else:
        alike = verified(_to_the_others(finite), decision.threshold, decision.rules.comparison)
        share = share_value(int(np.count_nonzero(alike)), len(finite), failures, level=decision.rules.level)
    identities = int(identity.max(initial=0)) + 1
    total, count = cell_sums(embeddings, side.astype(np.intp) * identities + identity, len(Side) * identities)
    original, unlearned = mean_within(total, count).reshape(len(Side), identities)
    return FixedStranger(share, _known(unlearned[:1]), _known(original[:1]), _known(unlearned[1:]))


def _to_the_others(units: Values) -> Values:
    """Return the cosine of each unit vector (m, d) to the sum of the others, (m,); NaN where these cancel."""
    others = unit_rows(units.sum(axis=0) - units)
    cosines: Values = np.einsum("ij,ij->i", units, others)
    return cosines


def _known(means: Values) -> float | None:
    finite = means[np.isfinite(means)]
    return float(finite.mean()) if len(finite) else None
