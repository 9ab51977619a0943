"""What was done to an entry, as the log of labels tells it, and how a desk names it."""

from collections.abc import Mapping
from typing import Protocol

from genmu_studio.labelling.questions import Answer


class Act(Protocol):
    """An answer, skip or note. question : its digest, None for a note."""

    @property
    def token(self) -> str:
        """The entry."""

    @property
    def question(self) -> str | None:
        """The question."""

    @property
    def kind(self) -> str:
        """What was done."""

    @property
    def value(self) -> Answer | None:
        """The answer, the reason or the note."""


WORDS: Mapping[str, str] = {"answer": "answer", "skip": "skip", "note": "note", "adjudication": "decision"}
