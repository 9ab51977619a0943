"""Krippendorff's alpha: agreement of any number of raters, at any level, with missing ratings."""

import numpy as np

from scoring.agreement.ratings import Ratings, Values
from scoring.agreement.values import ONE_CATEGORY, Agreement, basis_of
from scoring.frame import IndexArray


def krippendorff_alpha(ratings: Ratings) -> Agreement:
    """Return α = 1 − Dₒ / Dₑ (Krippendorff 2011); n counts the ratings of items that have at least two.

    Dₒ = (1/n)·Σ_u Σ_{i≠j} δ²(i, j) / (m_u − 1) over the m_u ratings of each item u, Dₑ = Σ_{i≠j} δ²(i, j) / (n(n − 1))
    over all n. δ² = 0 or 1 (nominal), the squared difference (interval), or (n_c/2 + … + n_k/2)² (ordinal), where
    the dots are the ratings between categories c and k.

    Each δ² is a squared distance of points: unit vectors, halved, for nominal, the numbers for interval, and for
    ordinal the mean ranks of the categories, as n_c/2 + … + n_k/2 is the difference of two. And Σ_{i≠j} |x_i − x_j|² =
    2·m·Σ|x − mean|², so that

        α = 1 − (n − 1)/n · Σ_u S_u·m_u/(m_u − 1) / S

    with S_u and S the sums of squares within an item and in all. It needs no table of coincidences of values, which
    numbers make huge.

    >>> from scoring.agreement.ratings import coded
    >>> value = krippendorff_alpha(coded(np.array([[0, 0, -1], [1, 1, 1], [0, 1, -1]]), "nominal", ("no", "yes")))
    >>> round(value.value, 3), value.n
    (0.5, 7)
    """
    basis, shared = basis_of(ratings), ratings.shared
    n = int(np.count_nonzero(ratings.given[shared]))
    if basis.why_not_by_chance:
        return basis.none(basis.why_not_by_chance, n)
    item, rater = np.nonzero(ratings.given & shared[:, np.newaxis])
    answers = ratings.values[item, rater]
    if answers.min() == answers.max():
        return basis.none(ONE_CATEGORY, n)
    points: Values = _points(answers, ratings)
    _, item, per_item = np.unique(item, return_inverse=True, return_counts=True)
    means = _item_means(points, item, per_item)
    within = points - means[item]
    weight = per_item / (per_item - 1)
    observed = float((weight[item, np.newaxis] * within**2).sum())
    in_all = float(((points - points.mean(axis=0)) ** 2).sum())
    return basis.value(1 - (n - 1) / n * observed / in_all, n)


def _points(answers: Values, ratings: Ratings) -> Values:
    """Return where each answer (n,) lies, (n, d), so that δ² is a squared distance, up to one factor for all."""
    if ratings.level == "interval":
        return answers[:, np.newaxis]
    places, q = answers.astype(np.intp), len(ratings.categories)
    if ratings.level == "nominal":
        return np.eye(q)[places]
    counts = np.bincount(places, minlength=q)
    mean_rank = np.cumsum(counts) - counts / 2
    return mean_rank[places][:, np.newaxis]


def _item_means(points: Values, item: IndexArray, per_item: IndexArray) -> Values:
    sums = np.stack([np.bincount(item, column) for column in points.T], axis=1)
    means: Values = sums / per_item[:, np.newaxis]
    return means
