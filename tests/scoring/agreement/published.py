"""Tables from publications, whose figures of agreement are known."""

import numpy as np
from numpy.typing import NDArray

from scoring.agreement.ratings import Level, Ratings, coded

Table = NDArray[np.int64]

# Krippendorff (2011), "Computing Krippendorff's alpha-reliability": four observers, twelve units; 0 = not coded.
RELIABILITY_DATA: Table = np.array(
    [
        [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
        [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
        [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
        [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
    ]
).T

# Fleiss (1971), table 1: how many of six psychiatrists gave each of 30 patients which of five diagnoses.
DIAGNOSES: Table = np.array(
    [
        [0, 0, 0, 6, 0], [0, 3, 0, 0, 3], [0, 1, 4, 0, 1], [0, 0, 0, 0, 6], [0, 3, 0, 3, 0],
        [2, 0, 4, 0, 0], [0, 0, 4, 0, 2], [2, 0, 3, 1, 0], [2, 0, 0, 4, 0], [0, 0, 0, 0, 6],
        [1, 0, 0, 5, 0], [1, 1, 0, 4, 0], [0, 3, 3, 0, 0], [1, 0, 0, 5, 0], [0, 2, 0, 3, 1],
        [0, 0, 5, 0, 1], [3, 0, 0, 1, 2], [5, 1, 0, 0, 0], [0, 2, 0, 4, 0], [1, 0, 2, 0, 3],
        [0, 0, 0, 0, 6], [0, 1, 0, 5, 0], [0, 2, 0, 1, 3], [2, 0, 0, 4, 0], [1, 0, 0, 4, 1],
        [0, 5, 0, 1, 0], [4, 0, 0, 0, 2], [0, 2, 0, 4, 0], [1, 0, 5, 0, 0], [0, 0, 0, 0, 6],
    ]
)  # fmt: skip

# The example of the encyclopaedia's page on Fleiss' kappa: 14 raters, 10 subjects, 5 categories; κ = 0.210.
FOURTEEN_RATERS: Table = np.array(
    [
        [0, 0, 0, 0, 14], [0, 2, 6, 4, 2], [0, 0, 3, 5, 6], [0, 3, 9, 2, 0], [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0], [3, 2, 6, 3, 0], [2, 5, 3, 2, 2], [6, 5, 2, 1, 0], [0, 2, 2, 3, 7],
    ]
)  # fmt: skip

# Gwet (2014), Handbook of Inter-Rater Reliability, and his package irrCAC ("cont3x3abstractors"): two abstractors
# sort 100 pregnancies; κ = 0.7964, AC1 = 0.8493, α = 0.7973.
ABSTRACTORS: Table = np.array([[13, 0, 0], [0, 20, 7], [0, 4, 56]])

# Three raters of the anxiety of 20 people, of the R package irr: raters 2 and 3 with κ = −0.006289, squared weights
# 0.252033, over the categories 1, 2, 3, 4 and 6, as that package drops the category 5, which neither of them chose.
ANXIETY: Table = np.array(
    [
        [3, 3, 3, 4, 5, 5, 2, 3, 5, 2, 2, 6, 1, 5, 2, 2, 1, 2, 4, 3],
        [3, 6, 4, 6, 2, 4, 2, 4, 3, 3, 2, 3, 3, 3, 2, 2, 1, 3, 3, 4],
        [2, 1, 4, 4, 3, 2, 1, 6, 1, 1, 1, 2, 3, 3, 1, 1, 3, 3, 2, 2],
    ]
).T


def names(q: int) -> tuple[str, ...]:
    """Return q categories."""
    return tuple(f"category {place}" for place in range(q))


def reliability_data(level: Level) -> Ratings:
    """Return Krippendorff's table at a level."""
    if level == "interval":
        return Ratings(np.where(RELIABILITY_DATA == 0, np.nan, RELIABILITY_DATA.astype(np.float64)), level)
    return coded(RELIABILITY_DATA - 1, level, names(5))


def of_tallies(tallies: Table, level: Level = "nominal") -> Ratings:
    """Return ratings of which so many chose each category, (items, categories); who did is not told."""
    rows = [np.repeat(np.arange(tallies.shape[1]), row) for row in tallies]
    return coded(np.array(rows), level, names(tallies.shape[1]))


def of_two_raters(table: Table, level: Level = "nominal") -> Ratings:
    """Return the ratings of two raters from the table of how often their answers met."""
    answers = [(a, b) for (a, b), n in np.ndenumerate(table) for _ in range(n)]
    return coded(np.array(answers), level, names(len(table)))
