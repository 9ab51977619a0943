"""`submission.toml`: what a team says about its entry. All of it is a claim; ranking uses none of it.

Reading is forgiving: a value that does not fit is left out with a problem, an unknown key is kept and listed. Only the
team and the track are needed.
"""

import re
import tomllib
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from genmu_studio.domain import TRACKS, Claim
from genmu_studio.submission.paths import printable
from genmu_studio.submission.problems import ProblemCode, ProblemList
from scoring.types import Track

MANIFEST_NAME = "submission.toml"
MAX_BYTES = 1 << 20
_MAX_TEXT = 10_000
# Control characters but tab and line feed, and the marks that turn the direction of the text around them.
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def _plain(text: str) -> str:
    return _UNPRINTABLE.sub(" ", text).strip()


def _lowered(value: object) -> object:
    return value.strip().lower() if isinstance(value, str) else value


def _listed(value: object) -> object:
    return [value] if isinstance(value, str | int) else value


def _in_utc(value: object) -> object:
    if isinstance(value, date) and not isinstance(value, datetime):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    return value


def _with_zone(value: datetime) -> datetime:
    return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


def _day(value: object) -> object:
    return value.date() if isinstance(value, datetime) else value


Text = Annotated[str, AfterValidator(_plain), Field(max_length=_MAX_TEXT)]
Instant = Annotated[datetime, BeforeValidator(_in_utc), AfterValidator(_with_zone)]
Day = Annotated[date, BeforeValidator(_day)]
Seed = Annotated[int, Field(ge=-(1 << 63), lt=1 << 63)]


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", coerce_numbers_to_str=True)


class SubmissionSection(_Section):
    """`[submission]`: who submits what. Times are in UTC."""

    team: Text
    track: Annotated[Track, BeforeValidator(_lowered)]
    method: Text = ""
    claim: Annotated[Claim | None, BeforeValidator(_lowered)] = None
    revision: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    submitted_at: Instant | None = None
    summary: Text = ""
    contact: Text = ""
    affiliation: Text = ""
    members: Annotated[tuple[Text, ...], BeforeValidator(_listed), Field(max_length=1_000)] = ()
    links_live_until: Day | None = None
    evaluation_allowed: bool = False


class ModelSection(_Section):
    """`[model]`: the generator and its weights; paths and addresses are text, never opened from here."""

    architecture: Text = ""
    checkpoint: Text = ""
    original_weights: Text = ""
    unlearned_weights: Text = ""
    adapter: Text = ""
    loader: Text = ""


class ReproduceSection(_Section):
    """`[reproduce]`: how somebody else gets the same samples. Commands are text, never run from here."""

    repository: Text = ""
    commit: Text = ""
    environment: Text = ""
    preprocess: Text = ""
    unlearn: Text = ""
    infer: Text = ""
    evaluate: Text = ""
    hardware: Text = ""
    licence: Text = ""
    instructions: Text = ""
    output_format: Text = ""
    results: Text = ""
    logs: Text = ""


class ConditioningSection(_Section):
    """`[conditioning]`: what is particular to the track; any key is welcome."""

    samples_per_identity: Annotated[int | None, Field(ge=1, le=10_000_000)] = None
    seeds: Annotated[tuple[Seed, ...], BeforeValidator(_listed), Field(max_length=1_000_000)] = ()


class Manifest(BaseModel):
    """The four tables of `submission.toml`, each with the unknown keys that it had."""

    model_config = ConfigDict(frozen=True)

    submission: SubmissionSection
    model: ModelSection = ModelSection()
    reproduce: ReproduceSection = ReproduceSection()
    conditioning: ConditioningSection = ConditioningSection()


_SectionType = TypeVar("_SectionType", bound=_Section)


def read_manifest(path: Path, problems: ProblemList) -> Manifest | None:
    """Return the manifest at `path`, None where it cannot be used; what is wrong goes to `problems`."""
    data = _parse(path, problems)
    if data is None:
        return None
    head = _table(data, "submission", problems)
    if not _has_team_and_track(head, problems):
        return None
    for name in data.keys() - Manifest.model_fields.keys():
        problems.add(ProblemCode.KEY_UNKNOWN, MANIFEST_NAME, f"the table or key {printable(name)!r} is not known")
    _note_zone(head, problems)
    return Manifest(
        submission=_section(SubmissionSection, "submission", head, problems),
        model=_section(ModelSection, "model", _table(data, "model", problems), problems),
        reproduce=_section(ReproduceSection, "reproduce", _table(data, "reproduce", problems), problems),
        conditioning=_section(ConditioningSection, "conditioning", _table(data, "conditioning", problems), problems),
    )


def _parse(path: Path, problems: ProblemList) -> dict[str, Any] | None:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            reason = f"it is larger than {MAX_BYTES >> 20} MiB"
        else:
            return tomllib.loads(raw.decode("utf-8-sig"))
    except OSError as error:
        reason = error.strerror or str(error)
    except UnicodeDecodeError:
        reason = "it is not UTF-8 text"
    except (ValueError, RecursionError) as error:
        reason = f"it is not TOML: {str(error)[:200]}"
    problems.add(
        ProblemCode.MANIFEST_UNREADABLE, MANIFEST_NAME, reason, "`genmu template TRACK DIR` writes one that is right."
    )
    return None


def _table(data: Mapping[str, Any], name: str, problems: ProblemList) -> dict[str, Any]:
    table = data.get(name, {})
    if isinstance(table, dict):
        return table
    problems.add(ProblemCode.FIELD_INVALID, MANIFEST_NAME, f"{name} is not a table", f"Write [{name}] on its own line.")
    return {}


def _has_team_and_track(head: Mapping[str, Any], problems: ProblemList) -> bool:
    team, track = head.get("team"), head.get("track")
    has_team = isinstance(team, str | int) and bool(_plain(str(team))) and len(str(team)) <= _MAX_TEXT
    has_track = isinstance(track, str) and _lowered(track) in TRACKS
    if not has_team:
        problems.add(ProblemCode.TEAM_MISSING, MANIFEST_NAME, "the team is missing", 'Add team = "…" to [submission].')
    if not has_track:
        message = f"the track is {printable(str(track))!r}" if track else "the track is missing"
        problems.add(ProblemCode.TRACK_UNKNOWN, MANIFEST_NAME, message, f"It is one of {', '.join(TRACKS)}.")
    return has_team and has_track


def _note_zone(head: Mapping[str, Any], problems: ProblemList) -> None:
    given = head.get("submitted_at")
    if isinstance(given, datetime | date) and not getattr(given, "tzinfo", None):
        message = "submitted_at has no time zone; UTC was assumed"
        problems.add(ProblemCode.DATE_WITHOUT_ZONE, MANIFEST_NAME, message, "Add Z or an offset such as +02:00.")


def _section(kind: type[_SectionType], name: str, table: dict[str, Any], problems: ProblemList) -> _SectionType:
    """Return the section with every value that fits; the others are noted and left at their default."""
    wrong: dict[str, str] = {}
    try:
        section = kind.model_validate(table)
    except ValidationError as error:
        wrong = {str(each["loc"][0]): each["msg"] for each in error.errors(include_url=False)}
        section = kind.model_validate({key: value for key, value in table.items() if key not in wrong})
    for key, reason in wrong.items():
        problems.add(ProblemCode.FIELD_INVALID, MANIFEST_NAME, f"[{name}] {key} was left out: {reason}")
    if kind is not ConditioningSection:
        for key in section.model_extra or ():
            problems.add(ProblemCode.KEY_UNKNOWN, MANIFEST_NAME, f"[{name}] {printable(key)} is not a known key")
    return section
