"""The protocol file: the versioned rule set with a digest. Everything that shaped a number is read from here.

A protocol is a TOML file (`resources/protocols/`), whose tables are in `protocol_tables`; further identity groups come
from a CSV of the published form `track,dataset,set,forget_id,retain_ids,selection_note`.
"""

import csv
import io
import tomllib
from collections.abc import Iterable, Mapping
from importlib.resources import files
from pathlib import Path

from pydantic import Field, ValidationError, model_validator

from genmu_studio.domain import IdentityGroup
from genmu_studio.protocol_tables import (
    AttributeRules,
    CalibrationRules,
    Codes,
    Contract,
    Deadline,
    DecisionDefaults,
    EvaluatorRules,
    Gates,
    GroupTable,
    Header,
    IntervalRules,
    Limits,
    PointsLostRules,
    PreservationRules,
    Question,
    ReferenceRules,
    Table,
    TrackRules,
)
from scoring.digests import digest_of
from scoring.errors import UserError
from scoring.rules import Rules
from scoring.types import Track

_MAX_FILE_BYTES = 4 << 20
_GROUPS_HINT = "Name a CSV with the columns track,dataset,set,forget_id,retain_ids,selection_note."
_GROUP_COLUMNS = {"track", "dataset", "set", "forget_id", "retain_ids"}


def _is_empty(value: Mapping[str, object]) -> bool:
    return not value


class Protocol(Table):
    """The whole rule set."""

    protocol: Header
    deadline: Deadline
    decision: DecisionDefaults
    references: ReferenceRules
    calibration: CalibrationRules
    intervals: IntervalRules
    points_lost: PointsLostRules
    gates: Gates
    preservation: PreservationRules
    attributes: AttributeRules = AttributeRules()
    limits: Limits
    codes: Codes
    contract: Contract
    tracks: Mapping[Track, TrackRules]
    evaluators: Mapping[str, EvaluatorRules]
    groups: tuple[GroupTable, ...]
    questions: tuple[Question, ...] = ()
    # Limits by check, in place of the check's own. Left out of the digest where there are none: projects are older.
    audit: Mapping[str, Mapping[str, float]] = Field(default_factory=dict, exclude_if=_is_empty)

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
        """The digest of all that the file says, independent of layout and comments.

        A file that says nothing of attributes has the digest that it had before it could.
        """
        said = self.model_dump(mode="json")
        if self.attributes == AttributeRules():
            del said["attributes"]
        return digest_of(said)

    @property
    def name(self) -> str:
        """The protocol's name."""
        return self.protocol.name

    @property
    def version(self) -> str:
        """The protocol's version."""
        return self.protocol.version

    def rules(self) -> Rules:
        """Return what the metrics need of it."""
        return Rules(
            comparison=self.decision.comparison,
            level=self.intervals.level,
            bootstrap_resamples=self.intervals.bootstrap_resamples,
            bootstrap_seed=self.intervals.bootstrap_seed,
            min_conditions=self.intervals.min_conditions,
            exact_up_to=self.points_lost.exact_up_to,
            permutations=self.points_lost.permutations,
            permutation_seed=self.points_lost.seed,
            original_fa_min=self.gates.original_fa_min,
            original_ra_min=self.gates.original_ra_min,
            policy_spread_points=self.gates.policy_spread_points,
            few_non_mated=self.calibration.badge_below_non_mated,
            stranger_draws=self.preservation.stranger_draws,
            stranger_seed=self.preservation.stranger_seed,
        )

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
