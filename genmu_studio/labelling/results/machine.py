"""Where people and an evaluator say different things about one sample or pair: for a second look."""

from dataclasses import dataclass
from typing import Literal

from genmu_studio.labelling.findings import ItemKey

MachineKind = Literal["same person", "naturalness"]


@dataclass(frozen=True, slots=True)
class MachineDisagreement:
    """One sample or pair, and what both sides say of it.

    sample : the id by which Review opens the pair, of the unlearned sample where it was shown. people, machine : what
    is said, in a few words; sentence : both, whole. apart : how far, 0 … 1: of naturalness by ranks, of persons by the
    share of people who say so.
    """

    kind: MachineKind
    question_id: str
    item: ItemKey
    sample: int
    submission: str
    people: str
    machine: str
    sentence: str
    apart: float

    @property
    def samples(self) -> tuple[int, ...]:
        """The samples that people were shown."""
        return self.item
