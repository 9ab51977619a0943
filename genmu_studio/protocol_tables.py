"""The tables of the protocol file, one model each: what a key may hold, and what a mistake is."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationInfo, field_validator, model_validator

from genmu_studio.domain import IdentityGroup
from scoring import limits
from scoring.calibration import DEFINITIONS
from scoring.codes import Code, CodeClass, class_of
from scoring.frame import Policy, Rule
from scoring.metrics.track import Aggregate
from scoring.rules import Comparison
from scoring.types import Track
from scoring.verification import TemplateRule

Name = Annotated[str, Field(min_length=1, max_length=200)]
Fraction = Annotated[float, Field(gt=0, lt=1)]
Cosine = Annotated[float, Field(ge=-1, le=1)]
Percent = Annotated[float, Field(ge=0, le=100)]
Seed = Annotated[int, Field(ge=0, lt=1 << 63)]
# Bounds what a resampling may cost: every draw of a group is held at once.
Repeats = Annotated[int, Field(ge=100, le=100_000)]

# What the media loader does: a protocol states it, and can be changed there only together with every evaluator.
_LOADER_LIMITS: Mapping[str, float] = {
    "silent_peak_dbfs": limits.SILENT_PEAK_DBFS,
    "too_short_speech_s": limits.MIN_SPEECH_S,
    "short_speech_s": limits.SHORT_SPEECH_S,
}


class Table(BaseModel):
    """A table of the file: frozen, no unknown key, every number finite."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Header(Table):
    """Name, version and sources of the rule set."""

    name: Name
    version: Name
    title: str
    sources: tuple[str, ...] = ()


class Deadline(Table):
    """The first instant that is too late."""

    instant: datetime
    note: str = ""

    @field_validator("instant")
    @classmethod
    def _with_zone(cls, value: datetime) -> datetime:
        if value.tzinfo is None:
            raise ValueError("the deadline needs a time zone")
        return value.astimezone(UTC)


class DecisionDefaults(Table):
    """How a sample is decided and groups are aggregated unless a lens says otherwise."""

    comparison: Comparison
    rule: Rule
    template: TemplateRule
    policy: Policy
    aggregate: Aggregate
    note: str = ""


class ReferenceRules(Table):
    """How many references define an identity."""

    per_identity: Annotated[int, Field(ge=1)]
    note: str = ""


class CalibrationRules(Table):
    """Definitions of EER and FMR thresholds, and what supports them."""

    eer: str
    fmr: str
    mated: str
    non_mated: str
    fmr_presets: tuple[Annotated[str, Field(pattern=r"^\d+(\.\d+)?(e-\d{1,2})?$")], ...]
    badge_below_non_mated: Annotated[int, Field(ge=0)]
    note: str = ""

    @field_validator("eer", "fmr", "mated", "non_mated")
    @classmethod
    def _as_computed(cls, value: str, info: ValidationInfo) -> str:
        computed = DEFINITIONS[info.field_name or ""]
        if value != computed:
            raise ValueError(f"this version computes {computed!r}, and a protocol cannot change that")
        return value

    @field_validator("fmr_presets")
    @classmethod
    def _rates(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for preset in value:
            if not 0 < float(preset) < 1:
                raise ValueError(f"{preset} is no false match rate between 0 and 1")
        return value


class IntervalRules(Table):
    """Level and resampling of the intervals."""

    level: Fraction
    bootstrap_resamples: Repeats
    bootstrap_seed: Seed
    min_conditions: Annotated[int, Field(ge=2)]
    note: str = ""


class PointsLostRules(Table):
    """When the Shapley values are exact, and how they are sampled otherwise."""

    exact_up_to: Annotated[int, Field(ge=1, le=16)]
    permutations: Repeats
    seed: Seed


class PreservationRules(Table):
    """How the stranger value beside GP is drawn."""

    stranger_draws: Annotated[int, Field(ge=1, le=10_000)]
    stranger_seed: Seed
    note: str = ""


class AttributeRules(Table):
    """How far two numbers of an attribute may differ and still count as preserved, by the names of attributes.

    Of an attribute that is compared as a ratio it is the share by which the larger may exceed the smaller.
    """

    tolerances: Mapping[Name, Annotated[float, Field(ge=0)]] = Field(default_factory=dict)
    note: str = ""


class Gates(Table):
    """Limits of the stage-1 gate and of the policy badge."""

    original_fa_min: Percent
    original_ra_min: Percent
    policy_spread_points: Percent
    few_unequal_note: str = ""


class Limits(Table):
    """Limits of acquisition. They are the media loader's: the file says what it does and cannot change it."""

    silent_peak_dbfs: float
    too_short_speech_s: float
    short_speech_s: float
    note: str = ""

    @field_validator("silent_peak_dbfs", "too_short_speech_s", "short_speech_s")
    @classmethod
    def _as_loaded(cls, value: float, info: ValidationInfo) -> float:
        loader = _LOADER_LIMITS[info.field_name or ""]
        if value != loader:
            raise ValueError(f"the media loader of this version uses {loader:g}, and a protocol cannot change that")
        return value


class Codes(Table):
    """Which codes are failures to acquire and which are errors of the evaluator: the program's own, all of them."""

    failure_to_acquire: tuple[Code, ...]
    evaluator_error: tuple[Code, ...]

    @model_validator(mode="after")
    def _agree_with_program(self) -> "Codes":
        for code in self.failure_to_acquire:
            if class_of(code) is not CodeClass.FAILURE:
                raise ValueError(f"{code} is not a failure to acquire")
        for code in self.evaluator_error:
            if class_of(code) is not CodeClass.ERROR:
                raise ValueError(f"{code} is not an evaluator error")
        for code in Code:
            if class_of(code) is not CodeClass.FLAG and code not in {*self.failure_to_acquire, *self.evaluator_error}:
                raise ValueError(f"{code} is missing: this version counts it as {class_of(code).value}")
        return self


class Contract(Table):
    """What makes a submission complete, the condition for being ranked."""

    complete: tuple[Literal["weights", "repository", "instructions"], ...]
    note: str = ""


class TrackRules(Table):
    """How a track is ranked and verified. `matched` names the settings that must be equal within a pair."""

    rank_by: Literal["ERB", "ERR"]
    official_evaluator: str
    light_evaluator: str
    official_threshold: str
    matched: tuple[Name, ...]
    note: str = ""


class PublishedThreshold(Table):
    """A threshold with where it comes from."""

    value: Cosine
    origin: Name


class Preset(PublishedThreshold):
    """A threshold that a person can ask for by name."""

    name: Name

    @field_validator("name")
    @classmethod
    def _free(cls, value: str) -> str:
        if value in {"eer", "fallback"} or value.startswith("fmr="):
            raise ValueError(f"a preset cannot be named {value!r}: the calibration takes that name")
        return value


class WeightFile(Table):
    """A weight file that counts as official."""

    file: Name
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class EvaluatorRules(Table):
    """Published thresholds of one evaluator, and the weights that make it official."""

    fallback: PublishedThreshold
    presets: tuple[Preset, ...] = ()
    options: Mapping[str, str | int | float | bool] = Field(default_factory=dict)
    weights: tuple[WeightFile, ...] = ()


class GroupTable(Table):
    """An identity group as the protocol file writes it."""

    name: Name
    track: Track
    dataset: str
    forget: Name
    retain: Annotated[tuple[Name, ...], Field(min_length=1)]
    note: str = ""

    @model_validator(mode="after")
    def _distinct(self) -> "GroupTable":
        if len({self.forget, *self.retain}) != 1 + len(self.retain):
            raise ValueError(f"group {self.name!r} names an identity twice")
        return self

    def group(self) -> IdentityGroup:
        """Return the group as the domain knows it."""
        return IdentityGroup(self.name, self.track, self.dataset, self.forget, self.retain, self.note)


class Question(Table):
    """A question to people about one sample or pair."""

    id: Name
    set: Name
    text: Name
    kind: Literal["choice", "scale", "number", "yes_no", "ab", "abx", "text"]
    track: Track | None = None
    choices: tuple[Name, ...] = ()
    labels: tuple[Name, ...] = ()
    minimum: float | None = None
    maximum: float | None = None
    unit: str = ""
    tolerance: float = 0
    note: str = ""

    @model_validator(mode="after")
    def _answerable(self) -> "Question":
        if self.kind == "choice" and len(self.choices) < 2:
            raise ValueError(f"question {self.id!r} needs at least two choices")
        if self.kind in {"scale", "number"} and (
            self.minimum is None or self.maximum is None or self.minimum >= self.maximum
        ):
            raise ValueError(f"question {self.id!r} needs a minimum below its maximum")
        return self
