"""The words of the challenge as types. Ids are NewTypes; values are frozen."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, NewType, get_args

from scoring.types import Aspect, EvaluatorKind, MediaKind, OptionValue, Track

SubmissionId = NewType("SubmissionId", str)
SampleId = NewType("SampleId", int)
MediaId = NewType("MediaId", int)
RunId = NewType("RunId", int)

Side = Literal["original", "unlearned", "reproduced", "quantized"]
Role = Literal["forget", "retain", "adjacent"]
PromptType = Literal["direct", "indirect", "adversarial"]
Claim = Literal["unlearning", "untraining", "suppression"]

TRACKS: tuple[Track, ...] = get_args(Track)
SIDES: tuple[Side, ...] = get_args(Side)
ROLES: tuple[Role, ...] = get_args(Role)
PROMPT_TYPES: tuple[PromptType, ...] = get_args(PromptType)

MEDIA_KIND: Mapping[Track, MediaKind] = {"face": "image", "speech": "audio", "concept": "image"}


@dataclass(frozen=True, slots=True)
class IdentityGroup:
    """One forget identity and its retain cohort (a published "Set 1")."""

    name: str
    track: Track
    dataset: str
    forget: str
    retain: tuple[str, ...]
    note: str = ""

    @property
    def identities(self) -> tuple[str, ...]:
        """The forget identity, then the retain identities in the protocol's order."""
        return (self.forget, *self.retain)

    def role_of(self, identity: str) -> Role | None:
        """Return the role of `identity` in this group, None for a stranger."""
        if identity == self.forget:
            return "forget"
        return "retain" if identity in self.retain else None


@dataclass(frozen=True, slots=True)
class Problem:
    """What a person should know about a file or a manifest. `code` is stable; `path` is relative, "" = the whole."""

    code: str
    path: str
    message: str
    hint: str = ""


@dataclass(frozen=True, slots=True)
class SampleRow:
    """One generated sample as declared or inferred, before its file is opened.

    path : relative POSIX path inside the submission folder. settings : the columns that must be equal within a
    matched pair, as text. requested : attribute values that were asked for, by name. condition : name of everything
    held fixed.
    """

    path: str
    side: Side
    group: str
    role: Role
    identity: str
    condition: str
    seed: int
    concept: str = ""
    prompt_type: PromptType | None = None
    settings: Mapping[str, str] = field(default_factory=dict)
    requested: Mapping[str, str] = field(default_factory=dict)

    @property
    def pair_key(self) -> tuple[str, str, str, int]:
        """What an original and an unlearned sample must share to be a matched pair (within one submission)."""
        return (self.group, self.identity or self.concept, self.condition, self.seed)


@dataclass(frozen=True, slots=True)
class ReferenceRow:
    """One genuine medium that defines an identity, at an absolute path. cohort : for calibration only, never for RA."""

    track: Track
    identity: str
    path: str
    cohort: bool = False


@dataclass(frozen=True, slots=True)
class SubmissionRow:
    """One team's entry as the project holds it.

    team : as the organizer confirmed it, else as claimed. received_at_utc : the organizer's time of receipt, None where
    it was not given. complete : weights, repository and instructions are named. scan : what the import understood.
    """

    id: SubmissionId
    track: Track
    team_claimed: str
    team: str
    revision: int
    claim: Claim
    method: str
    submitted_at_utc: str | None
    received_at_utc: str | None
    complete: bool
    content_digest: str
    source: str
    scan: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class EvaluatorRow:
    """An evaluator as its results name it. official : by the protocol, with the published weights.

    aspect : what it measures; only what measures identity can decide.
    """

    digest: str
    name: str
    version: str
    kind: EvaluatorKind
    track: Track
    weights_sha256: str
    options: Mapping[str, OptionValue]
    official: bool
    licence: str
    aspect: Aspect = "identity"
