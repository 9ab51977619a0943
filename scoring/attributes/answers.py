"""From what a classifier gives to an answer: which label, how sure, or none."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from scoring.attributes.declared import CONFIDENCE
from scoring.codes import Code
from scoring.types import SampleError

Activation = Literal["softmax", "sigmoid", "none"]
UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Answer:
    """The place of a label, None for unknown, and the probability that the classifier gives it."""

    place: int | None
    confidence: float


def answer_of(
    numbers: NDArray[np.float64], activation: Activation, *, threshold: float = 0.5, unknown_below: float = 0.0
) -> Answer:
    """Return the answer that numbers of an output give: one for each label, or one alone (sigmoid).

    SampleError (EVALUATOR_ERROR) where they are not finite.

    >>> answer_of(np.array([0.0, np.log(3.0)]), "softmax")
    Answer(place=1, confidence=0.75)
    >>> answer_of(np.array([0.0]), "sigmoid", threshold=0.6)
    Answer(place=0, confidence=0.5)
    >>> answer_of(np.array([0.3, 0.4, 0.3]), "none", unknown_below=0.5)
    Answer(place=None, confidence=0.4)
    """
    if not np.isfinite(numbers).all():
        raise SampleError(Code.EVALUATOR_ERROR, "the classifier gave what is no number")
    if activation == "sigmoid":
        with_it = float(1 / (1 + np.exp(-np.clip(numbers[0], -500, 500))))
        place, confidence = (1, with_it) if with_it >= threshold else (0, 1 - with_it)
    else:
        shares = numbers if activation == "none" else _softmax(numbers)
        place = int(np.argmax(shares))
        confidence = float(shares[place])
    return Answer(None if confidence < unknown_below else place, confidence)


def _softmax(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    raised = np.exp(numbers - numbers.max())
    return np.asarray(raised / raised.sum(), dtype=np.float64)


def values_of(answers: Mapping[str, Answer]) -> dict[str, float]:
    """Return the values of a Measurement: the place of each label, none where it is unknown, and its confidence."""
    values = {f"{name}{CONFIDENCE}": answer.confidence for name, answer in answers.items()}
    values |= {name: float(answer.place) for name, answer in answers.items() if answer.place is not None}
    return values


def labels_of(answers: Mapping[str, Answer], labels: Mapping[str, Sequence[str]]) -> dict[str, str]:
    """Return the label of each answer in words, for a person."""
    return {name: UNKNOWN if each.place is None else labels[name][each.place] for name, each in answers.items()}
