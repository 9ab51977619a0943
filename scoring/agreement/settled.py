"""What people's answers about an item come to: the adjudicated value, else what most of them say."""

from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from scoring.agreement.ratings import Counts, Ratings, Values


class Origin(IntEnum):
    """Where the value of an item comes from, or why it has none."""

    UNRATED = 0
    TIED = 1
    RATED = 2
    ADJUDICATED = 3


@dataclass(frozen=True, eq=False, slots=True)
class SettledValues:
    """The value of each item, as the ratings write it.

    value : float64 (items,), NaN where there is none. origin : int8 (items,) of `Origin`. votes : int64 (items,)
    ratings of the item. support : int64 (items,) how many of them are that very value, 0 where there is none.
    """

    value: Values
    origin: NDArray[np.int8]
    votes: Counts
    support: Counts


def settle(ratings: Ratings, adjudicated: Values | None = None) -> SettledValues:
    """Return what each item was found to be (PROTOCOL §4): the adjudicated value wins, else the category most chose.

    Two categories chosen equally often, and more often than all others, are a tie: the item waits for adjudication. At
    level "interval" the median [ours], which no tie can beset. adjudicated : (items,) NaN where nobody adjudicated.

    >>> from scoring.agreement.ratings import coded
    >>> answers = coded(np.array([[0, 0, 1], [0, 1, -1], [1, 0, -1]]), "nominal", ("no", "yes"))
    >>> settle(answers, np.array([np.nan, np.nan, 1.0])).value.tolist()
    [0.0, nan, 1.0]
    """
    votes = ratings.given.sum(axis=1)
    value, tied = _medians(ratings) if ratings.level == "interval" else _most_chosen(ratings)
    origin = np.where(votes == 0, Origin.UNRATED, np.where(tied, Origin.TIED, Origin.RATED)).astype(np.int8)
    if adjudicated is not None:
        decided = ~np.isnan(adjudicated)
        value = np.where(decided, adjudicated, value)
        origin[decided] = Origin.ADJUDICATED
    support = np.count_nonzero(ratings.values == value[:, np.newaxis], axis=1)
    return SettledValues(value, origin, votes.astype(np.int64), support.astype(np.int64))


def _most_chosen(ratings: Ratings) -> tuple[Values, NDArray[np.bool_]]:
    tallies = ratings.tallies()
    most = tallies.max(axis=1)
    tied = np.count_nonzero(tallies == most[:, np.newaxis], axis=1) > 1
    return np.where(tied, np.nan, tallies.argmax(axis=1)), tied


def _medians(ratings: Ratings) -> tuple[Values, NDArray[np.bool_]]:
    items = len(ratings.values)
    value = np.full(items, np.nan)
    rated = ratings.given.any(axis=1)
    value[rated] = np.nanmedian(ratings.values[rated], axis=1)
    return value, np.zeros(items, dtype=np.bool_)
