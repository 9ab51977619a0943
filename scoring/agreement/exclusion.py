"""Leaving ratings out: always with a reason, always counted."""

from collections.abc import Mapping, Sequence

import numpy as np

from scoring.agreement.ratings import Ratings
from scoring.frame import BoolArray
from scoring.types import MetricValue


def unreliable_raters(checks: Sequence[MetricValue], minimum: float, at_least: int = 1) -> BoolArray:
    """Return which raters fall short of `minimum` percent in a check of `rater_checks`, (raters,).

    Nobody is left out on fewer than `at_least` answers, and nobody who was not checked.
    """
    short = [each.value is not None and each.n >= at_least and each.value < minimum for each in checks]
    return np.array(short, dtype=np.bool_)


def without(ratings: Ratings, excluded: Mapping[str, BoolArray]) -> tuple[Ratings, Mapping[str, int]]:
    """Return the ratings without those that a mask marks, and how many each reason took away.

    excluded : by reason, masks that broadcast to (items, raters): (1, raters) for whole raters, (items, 1) for whole
    items. A rating that several reasons exclude counts for the first, so that the counts add up.

    >>> from scoring.agreement.ratings import coded
    >>> answers = coded(np.array([[0, 1], [1, 1]]), "nominal", ("no", "yes"))
    >>> kept, counts = without(answers, {"failed gold items": np.array([[False, True]])})
    >>> kept.values.tolist(), counts
    ([[0.0, nan], [1.0, nan]], {'failed gold items': 2})
    """
    values, counts = ratings.values.copy(), {}
    for reason, mask in excluded.items():
        gone = ~np.isnan(values) & mask
        counts[reason] = int(np.count_nonzero(gone))
        values[gone] = np.nan
    return Ratings(values, ratings.level, ratings.categories), counts
