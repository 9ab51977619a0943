"""Cohen's kappa of each pair of raters, and its mean."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from scoring.agreement.ratings import Counts, Ratings
from scoring.agreement.values import NUMBERS, ONE_CATEGORY, Agreement, Basis, basis_of


@dataclass(frozen=True, slots=True)
class RaterPair:
    """Two raters, by their columns. kappa : as the level of the question asks; n counts the items that both rated."""

    first: int
    second: int
    kappa: Agreement
    unweighted: Agreement


def cohen_pairs(ratings: Ratings) -> tuple[RaterPair, ...]:
    """Return kappa of every two raters over the items that both rated.

    κ = 1 − Σ w·O / Σ w·E (Cohen 1960, 1968): O = table of the two raters' answers, E = product of its margins / n.
    w = 1 off the diagonal; for ordinal questions `kappa` has w = (i − j)² over the question's categories, used or not.
    Both raters always gave one and the same answer: undefined. One answers always alike and the other does not: 0.
    """
    return tuple(_of_pair(ratings, first, second) for first, second in combinations(range(ratings.values.shape[1]), 2))


def mean_kappa(ratings: Ratings, pairs: Sequence[RaterPair] | None = None) -> Agreement:
    """Return the mean of `cohen_pairs` over the pairs where kappa is computable (Light 1971); n counts these pairs.

    A badge says how many of the pairs that is; raters without a common item are no pair. pairs : those of `ratings`,
    where they are at hand.

    >>> from scoring.agreement.ratings import coded
    >>> grants = np.repeat([[0, 0], [0, 1], [1, 0], [1, 1]], [20, 5, 10, 15], axis=0)
    >>> round(mean_kappa(coded(grants, "nominal", ("yes", "no"))).value, 3)
    0.4
    """
    basis = basis_of(ratings)
    reason = NUMBERS if ratings.level == "interval" else basis.why_not
    if reason:
        return basis.none(reason)
    overlapping = [pair.kappa for pair in (pairs or cohen_pairs(ratings)) if pair.kappa.items]
    known = [kappa.value for kappa in overlapping if kappa.value is not None]
    if not known:
        reasons = {kappa.reason for kappa in overlapping}
        return basis.none("; ".join(sorted(each for each in reasons if each)))
    partial = f"{len(known):,} of {len(overlapping):,} rater pairs" if len(known) < len(overlapping) else None
    return basis.value(sum(known) / len(known), len(known), partial)


def _of_pair(ratings: Ratings, first: int, second: int) -> RaterPair:
    both = Ratings(ratings.values[:, [first, second]], ratings.level, ratings.categories)
    basis = basis_of(both)
    reason = NUMBERS if ratings.level == "interval" else basis.why_not_by_chance
    if reason:
        none = basis.none(reason, basis.items)
        return RaterPair(first, second, none, none)
    table = _table(both)
    places = np.arange(len(table))
    apart = places[:, np.newaxis] - places
    unweighted = _kappa(table, (apart != 0).astype(np.int64), basis)
    kappa = _kappa(table, apart.astype(np.int64) ** 2, basis) if ratings.level == "ordinal" else unweighted
    return RaterPair(first, second, kappa, unweighted)


def _table(both: Ratings) -> Counts:
    """Return how often each answer of the first met each of the second, (categories, categories)."""
    q = len(both.categories)
    answers: NDArray[np.int64] = both.values[both.shared].astype(np.int64)
    return np.bincount(answers[:, 0] * q + answers[:, 1], minlength=q * q).reshape(q, q).astype(np.int64)


def _kappa(table: Counts, weights: Counts, basis: Basis) -> Agreement:
    n = int(table.sum())
    # Whole numbers throughout: rounding must not turn "by chance alone" into something near it.
    observed = n * int((weights * table).sum())
    expected = int((weights * np.outer(table.sum(axis=1), table.sum(axis=0))).sum())
    if expected == 0:
        return basis.none(ONE_CATEGORY, n)
    return basis.value(1 - observed / expected, n)
