"""The protocol file: the versioned rule set with a digest. Everything that shaped a number is read from here.

A protocol is a TOML file (`resources/protocols/`); further identity groups come from a CSV of the published form
`track,dataset,set,forget_id,retain_ids,selection_note`.
"""

import csv
import io
import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from genmu_studio.domain import IdentityGroup
from scoring.codes import Code, CodeClass, class_of
from scoring.digests import digest_of
from scoring.errors import UserError
from scoring.types import Track

Policy = Literal["forgotten", "failure", "exclude"]
Rule = Literal["verify", "verify+rank1"]
TemplateRule = Literal["mean", "max", "mean_score"]
Aggregate = Literal["mean_of_groups", "erb_of_means"]

_MAX_FILE_BYTES = 4 << 20
_GROUPS_HINT = "Name a CSV with the columns track,dataset,set,forget_id,retain_ids,selection_note."
_GROUP_COLUMNS = {"track", "dataset", "set", "forget_id", "retain_ids"}
Name = Annotated[str, Field(min_length=1, max_length=200)]
Fraction = Annotated[float, Field(gt=0, lt=1)]
Cosine = Annotated[float, Field(ge=-1, le=1)]
Percent = Annotated[float, Field(ge=0, le=100)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Header(_Table):
    """Name, version and sources of the rule set."""

    name: Name
    version: Name
    title: str
    sources: tuple[str, ...] = ()


class Deadline(_Table):
    """The first instant that is too late."""

    instant: datetime
    note: str = ""

    @field_validator("instant")
    @classmethod
    def _with_zone(cls, value: datetime) -> datetime:
        if value.tzinfo is None:
            raise ValueError("the deadline needs a time zone")
        return value.astimezone(UTC)


class DecisionDefaults(_Table):
    """How a sample is decided and groups are aggregated unless a lens says otherwise."""

    comparison: Literal[">=", ">"]
    rule: Rule
    template: TemplateRule
    policy: Policy
    aggregate: Aggregate
    note: str = ""


class ReferenceRules(_Table):
    """How many references define an identity."""

    per_identity: Annotated[int, Field(ge=1)]
    note: str = ""


class CalibrationRules(_Table):
    """Definitions of EER and FMR thresholds, and what supports them."""

    eer: str
    fmr: str
    mated: str
    non_mated: str
    fmr_presets: tuple[Annotated[str, Field(pattern=r"^\d+(\.\d+)?(e-\d{1,2})?$")], ...]
    badge_below_non_mated: Annotated[int, Field(ge=0)]
    note: str = ""

    @field_validator("fmr_presets")
    @classmethod
    def _rates(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        for preset in value:
            if not 0 < float(preset) < 1:
                raise ValueError(f"{preset} is no false match rate between 0 and 1")
        return value


class IntervalRules(_Table):
    """Level and resampling of the intervals."""

    level: Fraction
    bootstrap_resamples: Annotated[int, Field(ge=100)]
    bootstrap_seed: int
    min_conditions: Annotated[int, Field(ge=2)]
    note: str = ""


class PointsLostRules(_Table):
    """When the Shapley values are exact, and how they are sampled otherwise."""

    exact_up_to: Annotated[int, Field(ge=1, le=16)]
    permutations: Annotated[int, Field(ge=100)]
    seed: int


class Gates(_Table):
    """Limits of the stage-1 gate and of the policy badge."""

    original_fa_min: Percent
    original_ra_min: Percent
    policy_spread_points: Percent
    few_unequal_note: str = ""


class Limits(_Table):
    """Limits of acquisition, as the media loader applies them."""

    silent_peak_dbfs: float
    too_short_speech_s: float
    short_speech_s: float


class Codes(_Table):
    """Which codes are failures to acquire and which are errors of the evaluator."""

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
        return self


class Contract(_Table):
    """What makes a submission complete, the condition for being ranked."""

    complete: tuple[Literal["weights", "repository", "instructions"], ...]
    note: str = ""


class TrackRules(_Table):
    """How a track is ranked and verified. `matched` names the settings that must be equal within a pair."""

    rank_by: Literal["ERB", "ERR"]
    official_evaluator: str
    light_evaluator: str
    official_threshold: str
    matched: tuple[Name, ...]
    note: str = ""


class PublishedThreshold(_Table):
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


class WeightFile(_Table):
    """A weight file that counts as official."""

    file: Name
    sha256: Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class EvaluatorRules(_Table):
    """Published thresholds of one evaluator, and the weights that make it official."""

    fallback: PublishedThreshold
    presets: tuple[Preset, ...] = ()
    options: Mapping[str, str | int | float | bool] = Field(default_factory=dict)
    weights: tuple[WeightFile, ...] = ()


class GroupTable(_Table):
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


class Question(_Table):
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


class Protocol(_Table):
    """The whole rule set."""

    protocol: Header
    deadline: Deadline
    decision: DecisionDefaults
    references: ReferenceRules
    calibration: CalibrationRules
    intervals: IntervalRules
    points_lost: PointsLostRules
    gates: Gates
    limits: Limits
    codes: Codes
    contract: Contract
    tracks: Mapping[Track, TrackRules]
    evaluators: Mapping[str, EvaluatorRules]
    groups: tuple[GroupTable, ...]
    questions: tuple[Question, ...] = ()

    @model_validator(mode="after")
    def _consistent(self) -> "Protocol":
        _refuse_twice("group", [group.name for group in self.groups])
        _refuse_twice("question", [question.id for question in self.questions])
        for name, one in self.evaluators.items():
            _refuse_twice(f"preset of {name}", [preset.name for preset in one.presets])
        known_thresholds = {"", "eer", *(f"fmr={preset}" for preset in self.calibration.fmr_presets)}
        for track, rules in self.tracks.items():
            if rules.official_threshold not in known_thresholds:
                raise ValueError(f"track {track}: {rules.official_threshold!r} is not among the calibration's presets")
            for name in (rules.official_evaluator, rules.light_evaluator):
                if name and name not in self.evaluators:
                    raise ValueError(f"track {track} names the evaluator {name!r}, which has no table")
        return self

    @property
    def digest(self) -> str:
        """The digest of all that the file says, independent of layout and comments."""
        return digest_of(self.model_dump(mode="json"))

    @property
    def name(self) -> str:
        """The protocol's name."""
        return self.protocol.name

    @property
    def version(self) -> str:
        """The protocol's version."""
        return self.protocol.version

    def groups_of(self, track: Track) -> tuple[IdentityGroup, ...]:
        """Return the identity groups of `track`, in the order of the file."""
        return tuple(table.group() for table in self.groups if table.track == track)

    def group(self, name: str) -> IdentityGroup | None:
        """Return the group of that name, None where there is none."""
        return next((table.group() for table in self.groups if table.name == name), None)

    def identities_of(self, track: Track) -> tuple[str, ...]:
        """Return every identity of the track's groups once, in the order of the file."""
        return tuple(dict.fromkeys(each for group in self.groups_of(track) for each in group.identities))

    def with_groups(self, groups: Iterable[GroupTable]) -> "Protocol":
        """Return the protocol with further groups; UserError where one of that name is there."""
        merged = [group.model_dump() for group in (*self.groups, *groups)]
        return _validated({**self.model_dump(), "groups": merged}, "the list of groups")

    def with_only_groups(self, groups: Iterable[GroupTable], name: str) -> "Protocol":
        """Return the protocol with other groups than its own, under another name."""
        other = {**self.model_dump(), "groups": [group.model_dump() for group in groups]}
        return _validated({**other, "protocol": {**other["protocol"], "name": name}}, name)

    def to_json(self) -> str:
        """Return the protocol as JSON, from which `from_json` makes an equal one."""
        return self.model_dump_json()

    @classmethod
    def from_json(cls, text: str) -> "Protocol":
        """Return the protocol that `to_json` wrote."""
        return cls.model_validate_json(text)


def _refuse_twice(what: str, names: list[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise ValueError(f"{what} {name!r} is there twice")


def _validated(data: object, source: str) -> Protocol:
    try:
        return Protocol.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError(
            f"{source} is not a valid protocol: {where or 'the whole'}: {first['msg']}",
            f"{error.error_count()} problem(s) in all.",
            str(error),
        ) from None


def shipped_protocols() -> tuple[str, ...]:
    """Return the names of the protocols that come with the program."""
    folder = files("resources") / "protocols"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_protocol(name_or_path: str = "genmu-2.0") -> Protocol:
    """Return the shipped protocol of that name, or the one in that file; UserError where it is missing or wrong."""
    if name_or_path in shipped_protocols():
        text = (files("resources") / "protocols" / f"{name_or_path}.toml").read_text(encoding="utf-8")
    else:
        text = _read_text(Path(name_or_path), f"There are: {', '.join(shipped_protocols())}; or name a TOML file.")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UserError(f"{name_or_path} is not TOML: {error}", "Start from a copy of a shipped protocol.") from None
    return _validated(data, name_or_path)


def load_groups(path: Path) -> tuple[GroupTable, ...]:
    """Return the identity groups of a CSV of the published form; UserError names the line that is wrong."""
    text = _read_text(path, _GROUPS_HINT)
    reader = csv.DictReader(io.StringIO(text))
    try:
        missing = _GROUP_COLUMNS - {(name or "").strip() for name in reader.fieldnames or ()}
        if missing:
            raise UserError(f"{path.name} lacks the column(s) {', '.join(sorted(missing))}", _GROUPS_HINT)
        groups = tuple(
            _group_of_row({name.strip(): value or "" for name, value in row.items() if name}) for row in reader
        )
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError(
            f"{path.name}, line {reader.line_num}: {where}: {first['msg']}", _GROUPS_HINT, str(error)
        ) from None
    except csv.Error as error:
        raise UserError(f"{path.name} cannot be read after line {reader.line_num}: {error}", _GROUPS_HINT) from None
    if not groups:
        raise UserError(f"{path.name} holds no group", _GROUPS_HINT)
    return groups


def _group_of_row(cells: Mapping[str, str]) -> GroupTable:
    return GroupTable.model_validate(
        {
            "name": cells["set"].strip(),
            "track": cells["track"].strip().lower(),
            "dataset": cells["dataset"].strip(),
            "forget": cells["forget_id"].strip(),
            "retain": [each.strip() for each in cells["retain_ids"].split(";") if each.strip()],
            "note": cells.get("selection_note", "").strip(),
        }
    )


def _read_text(path: Path, hint: str) -> str:
    try:
        if path.stat().st_size > _MAX_FILE_BYTES:
            raise UserError(f"{path} is larger than {_MAX_FILE_BYTES >> 20} MiB", hint)
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror or error}", hint) from None
    except UnicodeDecodeError:
        raise UserError(f"{path} is not UTF-8 text", hint) from None
