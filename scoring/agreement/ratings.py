"""The table that every figure of agreement reads: which rater answered what about which item."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray

Level = Literal["nominal", "ordinal", "interval"]
Values = NDArray[np.float64]
Counts = NDArray[np.int64]


@dataclass(frozen=True, eq=False, slots=True)
class Ratings:
    """The answers to one question: one rating, or none, by each rater of each item.

    values : float64 (items, raters), NaN where there is no rating; otherwise the place of the answer in `categories`,
    at level "interval" the number itself. categories : all that the question allows, in its order, at least two;
    none at level "interval". ValueError where the two do not fit.
    """

    values: Values
    level: Level
    categories: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.values.ndim != 2:
            raise ValueError("ratings are a table of items and raters")
        rated = self.values[~np.isnan(self.values)]
        if not np.isfinite(rated).all():
            raise ValueError("a rating is infinite")
        if self.level == "interval":
            if self.categories:
                raise ValueError("numbers have no categories")
            return
        q = len(self.categories)
        if q < 2 or len(set(self.categories)) < q:
            raise ValueError("a question needs at least two categories, all different")
        if not np.isin(rated, np.arange(q)).all():
            raise ValueError(f"a rating is none of the {q} categories")

    @property
    def given(self) -> BoolArray:
        """Whether there is a rating, (items, raters)."""
        return ~np.isnan(self.values)

    @property
    def shared(self) -> BoolArray:
        """Whether an item has at least two ratings, (items,): only these can agree."""
        shared: BoolArray = self.given.sum(axis=1) >= 2
        return shared

    def tallies(self) -> Counts:
        """Return how many raters chose each category, int64 (items, categories). ValueError at level "interval"."""
        if self.level == "interval":
            raise ValueError("numbers have no categories")
        counts = [np.count_nonzero(self.values == place, axis=1) for place in range(len(self.categories))]
        return np.stack(counts, axis=1).astype(np.int64)


def coded(codes: NDArray[np.integer], level: Level, categories: tuple[str, ...]) -> Ratings:
    """Return the ratings of integer codes (items, raters), −1 where there is none."""
    return Ratings(np.where(codes == -1, np.nan, codes.astype(np.float64)), level, categories)
