"""Percent agreement: how often two raters of one item say the same."""

from itertools import combinations

import numpy as np

from scoring.agreement.ratings import Ratings
from scoring.agreement.tolerance import same
from scoring.agreement.values import Agreement, basis_of


def percent_agreement(ratings: Ratings, tolerance: float = 0.0) -> Agreement:
    """Return the share of pairs of ratings of one item that are equal, pooled over items; n counts these pairs.

    tolerance : ratings that differ by no more count as equal, in the unit of the values. A fraction, as all figures
    of agreement: percent is made where it is shown.

    Of the first item all three pairs are equal, of the second none of one:

    >>> from scoring.agreement.ratings import coded
    >>> value = percent_agreement(coded(np.array([[0, 0, 0], [0, 1, -1]]), "nominal", ("yes", "no")))
    >>> value.value, value.n
    (0.75, 4)
    """
    basis = basis_of(ratings)
    if basis.why_not:
        return basis.none(basis.why_not)
    given, equal, n = ratings.given, 0, 0
    for first, second in combinations(range(ratings.values.shape[1]), 2):
        n += int(np.count_nonzero(given[:, first] & given[:, second]))
        equal += int(np.count_nonzero(same(ratings.values[:, first], ratings.values[:, second], tolerance)))
    return basis.value(equal / n, n)
