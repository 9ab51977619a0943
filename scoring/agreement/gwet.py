"""Gwet's AC1: agreement that stays meaningful where nearly all answers are the same."""

import numpy as np

from scoring.agreement.ratings import Ratings
from scoring.agreement.values import NUMBERS, Agreement, basis_of


def gwet_ac1(ratings: Ratings) -> Agreement:
    """Return AC1 = (p_a − p_e) / (1 − p_e) (Gwet 2008, with missing ratings 2014); n counts the items behind p_a.

    p_a = mean over the items with at least two ratings of Σ_k r_k(r_k − 1) / (r(r − 1));
    p_e = Σ_k π_k(1 − π_k) / (q − 1), with π_k the mean of r_k/r over the items with at least one, and q the number of
    the question's categories, used or not. Their order does not count. All ratings equal: 1.

    >>> from scoring.agreement.ratings import coded
    >>> paradox = np.repeat([[0, 0], [0, 1], [1, 0]], [118, 5, 2], axis=0)
    >>> round(gwet_ac1(coded(paradox, "nominal", ("yes", "no"))).value, 3)
    0.941
    """
    basis = basis_of(ratings)
    reason = NUMBERS if ratings.level == "interval" else basis.why_not
    if reason:
        return basis.none(reason)
    tallies = ratings.tallies()
    per_item = tallies.sum(axis=1)
    shared, rated = per_item >= 2, per_item >= 1
    pairs = per_item[shared] * (per_item[shared] - 1)
    observed = float(((tallies[shared] * (tallies[shared] - 1)).sum(axis=1) / pairs).mean())
    prevalence = (tallies[rated] / per_item[rated, np.newaxis]).mean(axis=0)
    by_chance = float(np.sum(prevalence * (1 - prevalence))) / (len(ratings.categories) - 1)
    return basis.value((observed - by_chance) / (1 - by_chance), basis.items)
