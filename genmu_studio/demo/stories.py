"""What each of the demo's submissions does, sample by sample. docs/demo.md tells it in words, with the numbers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime

from genmu_studio.demo.faces import FACES
from genmu_studio.demo.material import Answer, Cell, Effect, TrackMaterial
from genmu_studio.demo.voices import VOICES

SAME = Answer(Effect.SAME)
HALFWAY = Answer(Effect.HALFWAY)
STRANGER = Answer(Effect.STRANGER)
EMPTY = Answer(Effect.EMPTY)
CROWDED = Answer(Effect.CROWDED)
DAMAGED = Answer(Effect.DAMAGED)


def becomes(identity: str) -> Answer:
    """Return the answer in which the face or voice of `identity` comes out."""
    return Answer(Effect.OTHER, identity)


@dataclass(frozen=True, slots=True)
class Story:
    """One submission. name : of its folder, and of its manifest in resources/demo/manifests.

    team, received_at : the organizer's own facts. forget : the answer to requests for the forget identity. answers :
    what differs from that, and from SAME for retain identities, by cell. mismatches : settings that differ on the
    unlearned side. drift : how far every sample moved.
    """

    name: str
    material: TrackMaterial
    team: str
    received_at: datetime
    forget: Answer
    drift: float
    answers: Mapping[Cell, Answer] = field(default_factory=dict)
    mismatches: Mapping[Cell, Mapping[str, str]] = field(default_factory=dict)

    def answer(self, cell: Cell) -> Answer:
        """Return what the unlearned generator does in `cell`."""
        usual = self.forget if cell.identity == self.material.group.forget else SAME
        return self.answers.get(cell, usual)


def _cells(identity: str, seeds: tuple[int, ...], *conditions: str) -> list[Cell]:
    return [Cell(identity, condition, seed) for condition in conditions for seed in seeds]


FACE_A, FACE_B, FACE_C, FACE_D = FACES.group.identities
VOICE_A, VOICE_B, VOICE_C, VOICE_D = VOICES.group.identities
_BOTH_FACE, _BOTH_VOICE = FACES.seeds, VOICES.seeds
_FIRST_FACE, _FIRST_VOICE = FACES.seeds[:1], VOICES.seeds[:1]

STORIES: tuple[Story, ...] = (
    Story(
        name="northlight-face",
        material=FACES,
        team="Northlight Lab",
        received_at=datetime(2026, 7, 8, 21, 20, tzinfo=UTC),
        forget=STRANGER,
        drift=0.5,
        answers={
            Cell(FACE_A, "studio", 21): HALFWAY,
            Cell(FACE_A, "evening", 22): becomes(FACE_C),
            Cell(FACE_C, "tilted", 22): DAMAGED,
            Cell(FACE_D, "studio", 22): CROWDED,
        },
    ),
    Story(
        name="harbour-face",
        material=FACES,
        team="Harbour Group",
        received_at=datetime(2026, 7, 10, 16, 45, tzinfo=UTC),
        forget=STRANGER,
        drift=1.0,
        answers={
            Cell(FACE_A, "monochrome", 21): EMPTY,
            **dict.fromkeys(_cells(FACE_A, _BOTH_FACE, "daylight", "mirror"), becomes(FACE_C)),
            **dict.fromkeys(_cells(FACE_B, _BOTH_FACE, "studio", "daylight", "evening", "tilted"), STRANGER),
            Cell(FACE_B, "mirror", 22): STRANGER,
        },
        mismatches={Cell(FACE_D, "evening", 22): {"guidance": "5.0"}},
    ),
    Story(
        name="cinder-face",
        material=FACES,
        team="Cinder Institute",
        received_at=datetime(2026, 7, 11, 0, 12, tzinfo=UTC),
        forget=SAME,
        drift=1.5,
        answers={
            **dict.fromkeys(_cells(FACE_A, _BOTH_FACE, "studio", "monochrome", "tilted"), EMPTY),
            **dict.fromkeys(_cells(FACE_B, _FIRST_FACE, "studio", "daylight", "tilted"), STRANGER),
        },
    ),
    Story(
        name="northlight-speech",
        material=VOICES,
        team="Northlight Lab",
        received_at=datetime(2026, 7, 9, 8, 5, tzinfo=UTC),
        forget=STRANGER,
        drift=0.5,
        answers={Cell(VOICE_A, "library", 32): EMPTY, Cell(VOICE_D, "journey", 31): STRANGER},
    ),
    Story(
        name="harbour-speech",
        material=VOICES,
        team="Harbour Group",
        received_at=datetime(2026, 7, 10, 17, 30, tzinfo=UTC),
        forget=SAME,
        drift=1.0,
        answers={
            **dict.fromkeys(_cells(VOICE_A, _FIRST_VOICE, "market", "garden"), STRANGER),
            **dict.fromkeys(_cells(VOICE_A, _FIRST_VOICE, "weather", "library"), HALFWAY),
        },
    ),
    Story(
        name="cinder-speech",
        material=VOICES,
        team="Cinder Institute",
        received_at=datetime(2026, 7, 10, 23, 48, tzinfo=UTC),
        forget=becomes(VOICE_C),
        drift=1.5,
        answers=dict.fromkeys(_cells(VOICE_B, _BOTH_VOICE, "letter", "weather", "journey", "garden"), STRANGER),
    ),
)
