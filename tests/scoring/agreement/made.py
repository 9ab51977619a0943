"""Ratings for properties: any table, with holes."""

import numpy as np
from hypothesis import strategies as st

from scoring.agreement.ratings import Level, Ratings, coded
from tests.scoring.agreement.published import names

CATEGORIES = 4
LEVELS: tuple[Level, ...] = ("nominal", "ordinal", "interval")


@st.composite
def tables(draw: st.DrawFn, level: Level | None = None, *, holes: bool = True) -> Ratings:
    """Draw ratings of 1 to 8 items by 1 to 5 raters; without `holes` everybody rated everything, twice at least."""
    items, raters = draw(st.integers(1, 8)), draw(st.integers(1 if holes else 2, 5))
    cells = draw(
        st.lists(st.integers(-1 if holes else 0, CATEGORIES - 1), min_size=items * raters, max_size=items * raters)
    )
    codes = np.array(cells, dtype=np.int64).reshape(items, raters)
    chosen = draw(st.sampled_from(LEVELS)) if level is None else level
    if chosen == "interval":
        return Ratings(np.where(codes < 0, np.nan, codes * 12.5 + 20), chosen)
    return coded(codes, chosen, names(CATEGORIES))


def rearranged(ratings: Ratings, seed: int) -> Ratings:
    """Return the ratings with items and raters in another order."""
    rng = np.random.default_rng(seed)
    items, raters = ratings.values.shape
    moved = ratings.values[rng.permutation(items)][:, rng.permutation(raters)]
    return Ratings(moved, ratings.level, ratings.categories)


def renamed(ratings: Ratings, seed: int) -> Ratings:
    """Return the ratings with the categories in another order."""
    order = np.random.default_rng(seed).permutation(len(ratings.categories))
    values = ratings.values.copy()
    values[ratings.given] = order[values[ratings.given].astype(np.intp)]
    return Ratings(values, ratings.level, ratings.categories)
