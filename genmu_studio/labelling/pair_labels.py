"""What people said about the two samples of a pair, question by question: for whoever organizes, after the reveal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from genmu_studio.labelling.people_answers import CANNOT_TELL, PeopleAnswers, people_answers
from genmu_studio.labelling.questions import Question
from genmu_studio.store.contents import contents_of
from scoring.agreement.tolerance import same
from scoring.types import Track

if TYPE_CHECKING:
    from genmu_studio.project import Project


@dataclass(frozen=True, slots=True)
class SideLabels:
    """What was said of one sample's file. answers : each with how many annotators gave it, the most frequent first.

    differ : whether some are further apart than the question's tolerance, and nobody decided. adjudicated : what counts
    in their place, None where nobody did.
    """

    answers: tuple[tuple[str, int], ...] = ()
    differ: bool = False
    adjudicated: str | None = None

    @property
    def annotators(self) -> int:
        """How many annotators answered."""
        return sum(number for _, number in self.answers)


@dataclass(frozen=True, slots=True)
class QuestionLabels:
    """The answers to one question about a pair. question : its text."""

    question: str
    original: SideLabels
    unlearned: SideLabels


def pair_labels(
    project: "Project", track: Track, original: int | None, unlearned: int | None
) -> tuple[QuestionLabels, ...]:
    """Return what people said about either sample (by id), of questions about one sample that have an answer to it.

    Answers of all campaigns, by content: whoever saw the same file speaks of it. Texts are not among them.
    """
    answers = people_answers(project, track)
    if not answers:
        return ()
    ids = {each for each in (original, unlearned) if each is not None}
    contents: Mapping[int, str] = project.store.read(lambda db: contents_of(db, ids))
    found = [
        QuestionLabels(
            each.question.text,
            _side(each, contents.get(original) if original is not None else None),
            _side(each, contents.get(unlearned) if unlearned is not None else None),
        )
        for each in answers
    ]
    return tuple(each for each in found if _is_said(each.original) or _is_said(each.unlearned))


def _is_said(side: SideLabels) -> bool:
    return bool(side.answers) or side.adjudicated is not None


def _side(answers: PeopleAnswers, content: str | None) -> SideLabels:
    if content is None:
        return SideLabels()
    question, said = answers.question, answers.by_content.get(content, {}).values()
    decided = answers.adjudicated.get(content)
    return SideLabels(
        _most_first(Counter(_word(question, each.value) for each in said)),
        answers_differ(answers, content),
        None if decided is None else _word(question, decided.value),
    )


def answers_differ(answers: PeopleAnswers, content: str) -> bool:
    """Return whether any two answers about a content are further apart than the tolerance, and nobody decided.

    Categories without an order have none; "cannot tell" differs from nothing.
    """
    values = [each.value for each in answers.by_content.get(content, {}).values() if each.value is not None]
    if content in answers.adjudicated or not values:
        return False
    return not bool(same(np.array([min(values)]), np.array([max(values)]), answers.question.tolerance)[0])


def _most_first(said: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple(sorted(said.items(), key=lambda each: (-each[1], each[0])))


def _word(question: Question, value: float | None) -> str:
    """Return an answer in words: the category, or the number with its unit."""
    if value is None:
        return CANNOT_TELL
    if question.measured_as != "interval":
        category = question.categories[int(value)]
    elif question.categories and value.is_integer():
        category = int(value)
    else:
        return f"{value:g} {question.unit}".strip()
    return _named(question, category, question.categories)


def _named(question: Question, category: str | float, categories: Sequence[str | float]) -> str:
    label = question.label_of(category) if category in categories else str(category)
    return label if label == str(category) else f"{category} {label}"
