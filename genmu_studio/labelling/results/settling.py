"""What the labels of a question come to, item by item."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from genmu_studio.labelling.agreeing import ratings_of
from genmu_studio.labelling.findings import ItemKey, Label
from genmu_studio.labelling.questions import Answer, Question
from scoring.agreement.settled import Origin, settle

Adjudicated = Mapping[tuple[ItemKey, str], Answer]


@dataclass(frozen=True, slots=True)
class SettledItem:
    """What an item was found to be: as `scoring.agreement.settled` has it.

    value : the place of a category, or a number; None where there is none. votes : answers. support : that very value.
    """

    item: ItemKey
    value: float | None
    origin: Origin
    votes: int
    support: int


def settled_items(question: Question, labels: Sequence[Label], adjudicated: Adjudicated) -> tuple[SettledItem, ...]:
    """Return what each item of labels to a question comes to, by item: adjudicated, else by majority or median."""
    items = sorted({label.item for label in labels})
    said = [adjudicated.get((item, question.id)) for item in items]
    decided = np.array([np.nan if each is None else as_number(question, each) for each in said], dtype=np.float64)
    found = settle(ratings_of(question, labels), decided)
    return tuple(
        SettledItem(item, None if np.isnan(value) else value, Origin(origin), votes, support)
        for item, value, origin, votes, support in zip(
            items,
            found.value.tolist(),
            found.origin.tolist(),
            found.votes.tolist(),
            found.support.tolist(),
            strict=True,
        )
    )


def as_number(question: Question, answer: Answer) -> float:
    """Return an answer about an item as figures take it. "A" of an item is its first sample."""
    return float(answer) if question.measured_as == "interval" else float(question.categories.index(answer))
