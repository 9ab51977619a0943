"""Questions to people as data: what is asked of one sample or of two, and what counts as an answer.

The digest of a question is of all that it says, so that answers to different versions of it never mix.
"""

import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Literal

import numpy as np
from pydantic import Field, model_validator

from genmu_studio.labelling.toml_files import Table
from genmu_studio.texts import clean_text
from scoring.agreement import tolerance
from scoring.digests import digest_of
from scoring.errors import UserError
from scoring.types import Track

QuestionKind = Literal["choice", "scale", "number", "yes_no", "ab", "abx", "text"]
Level = Literal["nominal", "ordinal", "interval"]
Presents = Literal["sample", "pair", "either"]
About = Literal["attribute", "naturalness", "same person", "other"]
Answer = str | int | float

LONGEST_TEXT = 10_000
_LONGEST_GIVEN = 80
_MOST_STEPS = 101
_LEVELS: Mapping[QuestionKind, tuple[Level, ...]] = {
    "choice": ("nominal", "ordinal"),
    "scale": ("ordinal", "interval"),
    "number": ("interval",),
    "yes_no": ("nominal",),
    "ab": ("nominal", "ordinal"),
    "abx": ("nominal",),
    "text": ("nominal",),
}

Text = Annotated[str, Field(min_length=1, max_length=200)]
Id = Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9_-]{0,59}$")]
Key = Annotated[str, Field(pattern=r"^[a-z0-9]$")]


class Question(Table):
    """One question.

    choices : the categories of a choice or an AB question, in order. labels : the words for the steps of a scale.
    level : how answers may be compared; "" in a file = the first that the kind allows. tolerance : up to which
    difference two answers are the same, in units of the answer, for ordered choices in steps. keys : what is pressed
    for each category; where none are given, the number of a scale's step or of a category's place. about : which of
    the project's figures its answers enter; see `enters`.
    """

    id: Id
    text: Text
    kind: QuestionKind
    track: Track | None = None
    level: Level | None = None
    choices: tuple[Text, ...] = Field((), max_length=_MOST_STEPS)
    labels: tuple[Text, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    unit: str = Field("", max_length=40)
    tolerance: float = Field(0, ge=0)
    keys: tuple[Key, ...] = ()
    note: str = Field("", max_length=500)
    about: About | None = None

    @model_validator(mode="after")
    def _answerable(self) -> "Question":
        _check_choices(self)
        _check_range(self)
        _check_about(self)
        if self.level is not None and self.level not in _LEVELS[self.kind]:
            raise ValueError(f"level: {self.kind} is {' or '.join(_LEVELS[self.kind])}, not {self.level}")
        if self.tolerance and self.measured_as == "nominal":
            raise ValueError("tolerance: categories without an order are the same or are not")
        if self.keys and (len(self.keys) != len(self.categories) or len(set(self.keys)) < len(self.keys)):
            raise ValueError(f"keys: needs {len(self.categories)} different ones, one per category")
        return self

    @cached_property
    def digest(self) -> str:
        """The digest of this version of the question."""
        return digest_of(self._said)

    @property
    def _said(self) -> dict[str, object]:
        """All that it says. What it is about only where it says so: questions are older than that field."""
        return self.model_dump(mode="json", exclude={"about"} if self.about is None else None)

    @property
    def measured_as(self) -> Level:
        """The level of its answers."""
        return self.level or _LEVELS[self.kind][0]

    @property
    def presents(self) -> Presents:
        """What it is asked of: one sample, a pair, or either."""
        if self.kind == "text":
            return "either"
        return "pair" if self.kind in {"ab", "abx"} else "sample"

    @property
    def enters(self) -> About:
        """Which figures its answers enter: AR or SAR, the MOS, the check of the verifier, or none but its own.

        Where it does not say, a question about one sample of one track is about an attribute.
        """
        if self.about is not None:
            return self.about
        return "attribute" if self.track is not None and self.presents == "sample" else "other"

    @property
    def names_sides(self) -> bool:
        """Whether "A" and "B" are answers to it, and mean what was shown there; there may be others beside them."""
        return self.kind in {"ab", "abx"} and {"A", "B"} <= set(self.categories)

    @property
    def categories(self) -> tuple[Answer, ...]:
        """The answers that it has, in order; none where any number or text is one."""
        match self.kind:
            case "choice" | "ab":
                return self.choices or ("A", "B")
            case "abx":
                return ("A", "B")
            case "yes_no":
                return ("yes", "no")
            case "scale":
                return tuple(range(int(self.minimum or 0), int(self.maximum or 0) + 1))
            case "number" | "text":
                return ()

    @property
    def answer_keys(self) -> Mapping[str, Answer]:
        """What is pressed for each category; the tenth is 0, and further ones have none unless the file says so."""
        if self.keys:
            return dict(zip(self.keys, self.categories, strict=True))
        if self.kind == "scale" and all(0 <= int(step) <= 9 for step in self.categories):
            return {str(step): step for step in self.categories}
        return dict(zip("1234567890", self.categories, strict=False))

    def label_of(self, category: Answer) -> str:
        """Return the word for a category."""
        if self.labels:
            return self.labels[self.categories.index(category)]
        return str(category)

    def accept(self, given: object) -> Answer:
        """Return `given` as it is kept; UserError where it is no answer to this question."""
        if self.kind == "text":
            return self._accept_text(given)
        if self.kind == "number":
            return self._accept_number(given)
        for category in self.categories:
            if given == category and not isinstance(given, bool):
                return category
        raise UserError(
            f"{_brief(given)} is no answer to “{self.text}”", f"There are: {', '.join(map(str, self.categories))}."
        )

    def _accept_text(self, given: object) -> str:
        text = clean_text(given) if isinstance(given, str) else ""
        if not text:
            raise UserError(
                f"an answer to “{self.text}” needs words", "Skip the question where there is nothing to say."
            )
        if len(text) > LONGEST_TEXT:
            raise UserError(f"the text is {len(text):,} characters long", f"There is room for {LONGEST_TEXT:,}.")
        return text

    def _accept_number(self, given: object) -> float:
        low, high = self.minimum or 0, self.maximum or 0
        # The range first: an int may be beyond every float.
        if isinstance(given, int | float) and not isinstance(given, bool) and low <= given <= high:
            return float(given)
        unit = f" {self.unit}" if self.unit else ""
        raise UserError(f"{_brief(given)} is no answer to “{self.text}”", f"A number from {low:g} to {high:g}{unit}.")

    def same(self, one: Answer, other: Answer) -> bool:
        """Return whether two answers are the same within the question's tolerance."""
        if self.measured_as == "nominal":
            return one == other
        if self.kind in {"choice", "ab"}:
            return abs(self.categories.index(one) - self.categories.index(other)) <= self.tolerance
        first, second = np.array([float(one)]), np.array([float(other)])
        return bool(tolerance.same(first, second, self.tolerance)[0])

    def to_json(self) -> str:
        """Return the question as JSON, from which `from_json` makes an equal one."""
        return json.dumps(self._said, ensure_ascii=False)

    @classmethod
    def from_json(cls, text: str) -> "Question":
        """Return the question that `to_json` wrote; ValueError where it did not."""
        return cls.model_validate_json(text)


def _brief(given: object) -> str:
    """Return what was given as a sentence may have it: a file may hold a text or a number of any length."""
    if isinstance(given, int) and abs(given) >= 10**_LONGEST_GIVEN:
        return f"a number of more than {_LONGEST_GIVEN} digits"
    text = repr(given)
    return text if len(text) <= _LONGEST_GIVEN else f"{text[:_LONGEST_GIVEN]}…"


def _check_choices(question: Question) -> None:
    if question.kind == "choice" and len(question.choices) < 2:
        raise ValueError("choices: needs at least two")
    if question.kind not in {"choice", "ab"} and question.choices:
        raise ValueError(f"choices: {question.kind} has none to name")
    if question.kind == "ab" and len(question.choices) == 1:
        raise ValueError("choices: needs at least two, or none for A and B")
    if len(set(question.choices)) < len(question.choices):
        raise ValueError("choices: one is there twice")


def _check_range(question: Question) -> None:
    low, high = question.minimum, question.maximum
    if question.kind not in {"scale", "number"}:
        if low is not None or high is not None or question.unit or question.labels:
            raise ValueError(f"{question.kind} has no minimum, maximum, unit or labels")
        return
    if low is None or high is None or low >= high:
        raise ValueError("needs a minimum below its maximum")
    if question.kind == "number":
        if question.labels:
            raise ValueError("labels: a number has none")
        return
    if low != int(low) or high != int(high) or high - low >= _MOST_STEPS:
        raise ValueError(f"a scale goes by whole steps, at most {_MOST_STEPS}")
    if question.labels and len(question.labels) != int(high - low) + 1:
        raise ValueError(f"labels: needs {int(high - low) + 1}, one per step")


def _check_about(question: Question) -> None:
    if question.about == "attribute" and question.presents != "sample":
        raise ValueError("about: an attribute is one of one sample")
    if question.about == "naturalness" and (question.kind != "scale" or question.measured_as != "interval"):
        raise ValueError('about: naturalness is rated on a scale of level "interval"')
    if question.about == "same person" and not {"same", "different"} <= set(question.choices):
        raise ValueError('about: of two persons the choices are "same", "different" and what else there is')


def needed_of(questions: Sequence[Question]) -> tuple[Question, ...]:
    """Return the questions without which an entry is not finished: free texts only where nothing else is asked."""
    return tuple(question for question in questions if question.kind != "text") or tuple(questions)
