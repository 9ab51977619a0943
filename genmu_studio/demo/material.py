"""What a track of the demo offers to the stories: its identities, its grid of cells, and how media come about."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import product

from genmu_studio.domain import IdentityGroup
from scoring.types import Track


@dataclass(frozen=True, slots=True)
class Cell:
    """One place in the grid of a submission, filled once on the original and once on the unlearned side."""

    identity: str
    condition: str
    seed: int


class Effect(StrEnum):
    """What the unlearned generator of a story does where the original gave the identity that was asked for."""

    SAME = "the same person, a little changed"
    HALFWAY = "the same person, half on the way to a stranger"
    STRANGER = "a person who is nobody of the group"
    OTHER = "another identity of the group"
    EMPTY = "a black picture, or silence"
    CROWDED = "the same person, and a second face in the corner"
    DAMAGED = "a file that breaks off"


@dataclass(frozen=True, slots=True)
class Answer:
    """An effect, and for `Effect.OTHER` whose face or voice comes out."""

    effect: Effect
    identity: str = ""


@dataclass(frozen=True, slots=True)
class TrackMaterial:
    """One track of the demo. Media come back as encoded files, the same bytes every time.

    original(cell) : the sample of the original side. unlearned(cell, answer, drift) : the sample of the unlearned side;
    drift ≥ 0 says how far even an unharmed sample moves. references(identity) : the genuine media, by file name.
    settings(cell) : the further columns of samples.csv.
    """

    track: Track
    suffix: str
    group: IdentityGroup
    cohort: tuple[str, ...]
    conditions: tuple[str, ...]
    seeds: tuple[int, ...]
    original: Callable[[Cell], bytes]
    unlearned: Callable[[Cell, Answer, float], bytes]
    references: Callable[[str], Mapping[str, bytes]]
    settings: Callable[[Cell], Mapping[str, str]]

    def cells(self) -> Iterator[Cell]:
        """Yield every cell of the grid: identities, then conditions, then seeds."""
        for identity, condition, seed in product(self.group.identities, self.conditions, self.seeds):
            yield Cell(identity, condition, seed)


def broken_off(file: bytes) -> bytes:
    """Return the first third of an encoded file, as after an upload that broke off."""
    return file[: len(file) // 3]
