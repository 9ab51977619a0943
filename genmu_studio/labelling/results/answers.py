"""The answers to a question counted: by category, or as numbers with quartiles and a histogram."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, log10

import numpy as np

from genmu_studio.labelling.findings import Label
from genmu_studio.labelling.questions import Answer, Question

_BINS = 12  # about so many, of a round width


@dataclass(frozen=True, slots=True)
class CategoryCount:
    """How often a category was answered. label : its word."""

    category: Answer
    label: str
    n: int


@dataclass(frozen=True, slots=True)
class NumberSummary:
    """Answers that are numbers, or steps of a scale. Quartiles between two answers lie on the line that joins them.

    edges : of the histogram, one more than `counts`; a bin holds its lower edge, the last both. Of a scale there is
    one bin around each step.
    """

    n: int
    minimum: float
    lower_quartile: float
    median: float
    upper_quartile: float
    maximum: float
    edges: tuple[float, ...]
    counts: tuple[int, ...]


def answers_of(labels: Iterable[Label]) -> list[Answer]:
    """Return the answers of those labels that are one."""
    return [label.value for label in labels if label.value is not None]


def count_categories(question: Question, answers: Sequence[Answer]) -> tuple[CategoryCount, ...]:
    """Return how often each category was answered, in the order of the question, those of nobody too."""
    counts = Counter(answers)
    return tuple(CategoryCount(each, question.label_of(each), counts[each]) for each in question.categories)


def count_named(wanted: Sequence[str], found: Sequence[str | None]) -> tuple[CategoryCount, ...]:
    """Return how often each of the names `wanted` was found."""
    counts = Counter(found)
    return tuple(CategoryCount(each, each, counts[each]) for each in wanted)


def summarize(question: Question, answers: Sequence[Answer]) -> NumberSummary | None:
    """Return a summary of the answers to a question for a number or on a scale; None for others, and without any.

    >>> age = Question(id="age", text="How old?", kind="number", minimum=0, maximum=110)
    >>> found = summarize(age, [20.0, 30.0, 30.0, 60.0])
    >>> found.lower_quartile, found.median, found.upper_quartile, found.edges[:3], found.counts
    (27.5, 30.0, 37.5, (20.0, 25.0, 30.0), (1, 0, 2, 0, 0, 0, 0, 0, 1))
    """
    if question.kind not in {"number", "scale"} or not answers:
        return None
    numbers = np.array([float(each) for each in answers])
    edges = _edges_of_steps(question) if question.kind == "scale" else _round_edges(numbers.min(), numbers.max())
    low, lower, median, upper, high = np.percentile(numbers, [0, 25, 50, 75, 100]).tolist()
    counts = np.histogram(numbers, edges)[0].tolist()
    return NumberSummary(len(numbers), low, lower, median, upper, high, tuple(edges), tuple(counts))


def _edges_of_steps(question: Question) -> list[float]:
    steps = [float(step) for step in question.categories]
    return [steps[0] - 0.5, *(step + 0.5 for step in steps)]


def _round_edges(low: float, high: float) -> list[float]:
    """Return edges that are multiples of 1, 2 or 5 times a power of ten, the last one beyond `high`."""
    wanted = max(high - low, 1e-9) / _BINS if high > low else 1.0
    power = 10.0 ** floor(log10(wanted))
    width = next(each * power for each in (1, 2, 5, 10) if each * power >= wanted * (1 - 1e-9))
    first = floor(low / width)
    return [number * width for number in range(first, max(floor(high / width), first) + 2)]
