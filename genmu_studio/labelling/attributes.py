"""AR and SAR from people: what they see in both samples of a pair, and what the unlearned one was asked to show."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan

import numpy as np

from genmu_studio.labelling.people_answers import PeopleAnswers
from genmu_studio.labelling.questions import Question
from genmu_studio.store.contents import SampleContent
from scoring.frame import BoolArray
from scoring.metrics.attributes import JudgedAttribute, JudgedPairs

PEOPLE = "people"


@dataclass(frozen=True, eq=False, slots=True)
class PairContents:
    """The p matched pairs of a submission by what their files hold. mismatched : (p,) whether settings differ."""

    original: Sequence[SampleContent]
    unlearned: Sequence[SampleContent]
    mismatched: BoolArray

    @property
    def contents(self) -> frozenset[str]:
        """What all of them hold."""
        return frozenset(each.sha256 for each in (*self.original, *self.unlearned))


def judged_pairs(pairs: PairContents, answers: Sequence[PeopleAnswers]) -> JudgedPairs:
    """Return what people found in pairs, an attribute per question.

    A file's value is the adjudicated one, else what most say, of numbers the median. What was requested is a value
    where it is an answer to the question: a category, its word, or a number.
    """
    attributes = [_judged(pairs, each.question, each.settled()) for each in answers]
    return JudgedPairs(PEOPLE, attributes, pairs.mismatched)


def _judged(pairs: PairContents, question: Question, found: Mapping[str, float]) -> JudgedAttribute:
    return JudgedAttribute(
        question.id,
        np.array([found.get(each.sha256, nan) for each in pairs.original], dtype=np.float64),
        np.array([found.get(each.sha256, nan) for each in pairs.unlearned], dtype=np.float64),
        np.array([_requested(question, each.requested) for each in pairs.unlearned], dtype=np.float64),
        question.tolerance,
    )


def _requested(question: Question, requested: Mapping[str, str]) -> float:
    """Return what was asked for as the figure takes answers; NaN for nothing, or nothing that the question knows."""
    text = requested.get(question.id, "").strip().casefold()
    if not text:
        return nan
    if question.kind == "number":
        return _as_float(text)
    for place, category in enumerate(question.categories):
        if text in {str(category).casefold(), question.label_of(category).casefold()}:
            return float(category) if question.measured_as == "interval" else float(place)
    return nan


def _as_float(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        return nan
    return number if isfinite(number) else nan
