"""The mark of an outcome on the page: colour, shape and word belong together, as in the window."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from genmu_studio.pair_outcomes import OUTCOME_WORDS, PairOutcome

Shape = Literal["disc", "square", "diamond", "cross", "triangle", "ring", "dash"]
Tone = Literal["good", "bad", "changed", "muted"]


@dataclass(frozen=True, slots=True)
class OutcomeMark:
    """A shape, the name of its colour in the style sheet, and a word."""

    shape: Shape
    tone: Tone
    word: str


_LOOKS: Mapping[PairOutcome, tuple[Shape, Tone]] = {
    PairOutcome.FORGOTTEN: ("disc", "good"),
    PairOutcome.STILL_VERIFIED: ("square", "bad"),
    PairOutcome.KEPT: ("disc", "good"),
    PairOutcome.LOST: ("triangle", "bad"),
    PairOutcome.BECAME_FORGET: ("diamond", "changed"),
    PairOutcome.BECAME_RETAIN: ("diamond", "changed"),
    PairOutcome.COLLAPSED: ("cross", "bad"),
    PairOutcome.UNSCORED: ("ring", "muted"),
    PairOutcome.ABSENT: ("dash", "muted"),
}


def mark_of(outcome: PairOutcome, words: str = "") -> OutcomeMark:
    """Return the mark of an outcome; `words` in place of its own, such as "became 5239"."""
    shape, tone = _LOOKS[outcome]
    return OutcomeMark(shape, tone, words or OUTCOME_WORDS[outcome])
