"""Fleiss' kappa: agreement of equally many raters per item, who need not be the same."""

import numpy as np

from scoring.agreement.ratings import Ratings
from scoring.agreement.values import NUMBERS, ONE_CATEGORY, Agreement, basis_of


def fleiss_kappa(ratings: Ratings) -> Agreement:
    """Return κ = (P − Pₑ) / (1 − Pₑ) (Fleiss 1971); n counts the items.

    P = mean over items of Σ_k r_k(r_k − 1) / (m(m − 1)), Pₑ = Σ_k p_k², with r_k of an item's m ratings in category k
    and p_k the share of all ratings in it. The order of categories does not count. Items that nobody rated stay out.
    Not computable where items have unequal numbers of ratings.

    >>> from scoring.agreement.ratings import coded
    >>> round(fleiss_kappa(coded(np.array([[0, 0, 0], [0, 1, 1]]), "nominal", ("yes", "no"))).value, 3)
    0.25
    """
    basis = basis_of(ratings)
    reason = NUMBERS if ratings.level == "interval" else basis.why_not
    if reason:
        return basis.none(reason)
    tallies = ratings.tallies()
    tallies = tallies[tallies.any(axis=1)]
    n, per_item = len(tallies), tallies.sum(axis=1)
    fewest, m = int(per_item.min()), int(per_item.max())
    if fewest < m:
        return basis.none(f"items have {fewest} to {m} ratings, Fleiss' kappa needs equal numbers", n)
    if basis.why_not_by_chance:
        return basis.none(basis.why_not_by_chance, n)
    if np.count_nonzero(tallies.any(axis=0)) == 1:
        return basis.none(ONE_CATEGORY, n)
    observed = float((tallies * (tallies - 1)).sum()) / (n * m * (m - 1))
    by_chance = float(((tallies.sum(axis=0) / (n * m)) ** 2).sum())
    return basis.value((observed - by_chance) / (1 - by_chance), n)
