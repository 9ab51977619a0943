"""Agreement once more, by its definitions: pair by pair, in plain Python. NaN where a coefficient is undefined."""

from collections import Counter
from itertools import combinations, permutations
from math import isnan, nan

from scoring.agreement.ratings import Ratings

Answers = list[list[float]]  # of each item, those that there are


def answers_of(ratings: Ratings) -> Answers:
    return [[each for each in row if not isnan(each)] for row in ratings.values.tolist()]


def percent(ratings: Ratings, tolerance: float = 0) -> float:
    pairs = [pair for row in answers_of(ratings) for pair in combinations(row, 2)]
    return sum(abs(a - b) <= tolerance for a, b in pairs) / len(pairs)


def kappa(first: list[float], second: list[float], *, squared: bool) -> float:
    """Return 1 − observed/expected disagreement; expected is the mean over every answer with every other one's."""

    def apart(a: float, b: float) -> float:
        return (a - b) ** 2 if squared else float(a != b)

    both = [(a, b) for a, b in zip(first, second, strict=True) if not isnan(a) and not isnan(b)]
    n = len(both)
    observed = sum(apart(a, b) for a, b in both) / n
    expected = sum(apart(a, b) for a, _ in both for _, b in both) / n**2
    return 1 - observed / expected if expected else nan


def fleiss(ratings: Ratings) -> float:
    rows = [row for row in answers_of(ratings) if row]
    agreeing = [sum(a == b for a, b in combinations(row, 2)) / (len(row) * (len(row) - 1) / 2) for row in rows]
    every = [each for row in rows for each in row]
    by_chance = sum((count / len(every)) ** 2 for count in Counter(every).values())
    observed = sum(agreeing) / len(rows)
    return (observed - by_chance) / (1 - by_chance) if len(set(every)) > 1 else nan


def alpha(ratings: Ratings) -> float:
    """Return 1 − Dₒ/Dₑ with Krippendorff's δ² for every two ratings."""
    rows = [row for row in answers_of(ratings) if len(row) > 1]
    every = [each for row in rows for each in row]
    n, count = len(every), Counter(every)

    def apart(c: float, k: float) -> float:
        if ratings.level == "nominal":
            return float(c != k)
        if ratings.level == "interval":
            return (c - k) ** 2
        low, high = min(c, k), max(c, k)
        between = sum(number for value, number in count.items() if low <= value <= high)
        return (between - (count[c] + count[k]) / 2) ** 2

    observed = sum(apart(a, b) / (len(row) - 1) for row in rows for a, b in permutations(row, 2)) / n
    expected = sum(apart(a, b) for a, b in permutations(every, 2)) / (n * (n - 1))
    return 1 - observed / expected if expected else nan


def ac1(ratings: Ratings) -> float:
    rows = [row for row in answers_of(ratings) if row]
    shared = [row for row in rows if len(row) > 1]
    observed = sum(sum(a == b for a, b in permutations(row, 2)) / (len(row) * (len(row) - 1)) for row in shared) / len(
        shared
    )
    q = len(ratings.categories)
    by_chance = 0.0
    for place in range(q):
        prevalence = sum(row.count(place) / len(row) for row in rows) / len(rows)
        by_chance += prevalence * (1 - prevalence) / (q - 1)
    return (observed - by_chance) / (1 - by_chance)
