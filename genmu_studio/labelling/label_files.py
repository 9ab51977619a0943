"""Labels as a file: a first line that says what it is, then one event a line, as JSON.

A pack's journal is such a file, and so is what `genmu labels export` writes; both are merged in the same way.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator, model_validator

from genmu_studio.store.labels import LabelEvent, LabelKind, LabelValue
from genmu_studio.submission.refused_lines import RefusedLine
from scoring.errors import UserError

_MAX_FILE_BYTES = 256 << 20
_MOST_LINES = 1_000_000  # more events than that size has room for
_LONGEST_LINE = 200_000
_FIRST_YEAR, _LAST_YEAR = 1970, 9998  # what any time zone can show of
_HINT = "Name a journal that lies beside a pack, or a file of genmu labels export."

Uid = Annotated[str, Field(pattern=r"^[0-9a-f]{32}$")]
Digest = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


class LabelHead(BaseModel):
    """The first line. campaign : its digest. annotator : whose queue it is about, "" = all of them."""

    model_config = ConfigDict(frozen=True)  # a later version may say more

    format: Literal["genmu labels"] = "genmu labels"
    version: Literal[1] = 1
    campaign: Digest
    annotator: str = Field("", max_length=80)


class _Line(BaseModel):
    """An event as a line holds it."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    uid: Uid
    at_utc: str = Field(max_length=40)
    author: str = Field(min_length=1, max_length=80)
    token: str = Field(pattern=r"^[0-9a-f]{20}$")
    question: Digest | None = None
    kind: LabelKind
    value: LabelValue = None
    replaces: tuple[Uid, ...] = Field((), max_length=1000)
    undoes: Uid | None = None
    seconds: float | None = Field(None, ge=0)

    @field_validator("at_utc")
    @classmethod
    def _is_an_instant(cls, text: str) -> str:
        """Take an instant as every copy writes it: as texts they are in order, and each machine can show it."""
        at = datetime.fromisoformat(text)
        if at.utcoffset() != timedelta(0) or text != at.isoformat(timespec="milliseconds"):
            raise ValueError("it is no instant in UTC as labels have it")
        if not _FIRST_YEAR <= at.year <= _LAST_YEAR:
            raise ValueError(f"no clock shows the year {at.year}")
        return text

    @model_validator(mode="after")
    def _whole(self) -> "_Line":
        if (self.kind == "undo") != (self.undoes is not None):
            raise ValueError("an undo names what it takes back, and nothing else does")
        if self.kind == "undo" and (self.replaces or self.value is not None):
            raise ValueError("an undo replaces nothing and has no value")
        if self.kind != "undo" and (self.question is None) != (self.kind == "note"):
            raise ValueError("a note is about no question, and everything else about one")
        return self


@dataclass(frozen=True, slots=True)
class LabelFile:
    """What a file holds. events : with the number of their line. refused : lines that hold none."""

    head: LabelHead
    events: tuple[tuple[int, LabelEvent], ...]
    refused: tuple[RefusedLine, ...]


def head_line(head: LabelHead) -> bytes:
    """Return the first line of a file."""
    return (head.model_dump_json() + "\n").encode()


def event_line(event: LabelEvent) -> bytes:
    """Return the line of an event."""
    return (json.dumps(asdict(event), allow_nan=False) + "\n").encode()


def read_label_file(path: Path) -> LabelFile:
    """Return what the file holds; UserError where it is none.

    A last line that was cut short is left out in silence: it was being written at a kill, and had not counted.
    """
    try:
        if path.stat().st_size > _MAX_FILE_BYTES:
            raise UserError(f"{path} is larger than {_MAX_FILE_BYTES >> 20} MiB", _HINT)
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}", _HINT) from None
    return parse_label_file(data, path.name)


def parse_label_file(data: bytes, source: str) -> LabelFile:
    """Return what the bytes of a file hold, as `read_label_file` does."""
    if data.count(b"\n") > _MOST_LINES:
        raise UserError(f"{source} holds more than {_MOST_LINES:,} lines", _HINT)
    first, *lines = data.split(b"\n")
    try:
        head = LabelHead.model_validate_json(first)
    except ValidationError:
        raise UserError(f"{source} holds no labels that this version can read", _HINT) from None
    refused: list[RefusedLine] = []
    events = tuple(_events(lines[:-1], refused))
    return LabelFile(head, events, tuple(refused))


def _events(lines: Iterable[bytes], refused: list[RefusedLine]) -> Iterator[tuple[int, LabelEvent]]:
    for number, line in enumerate(lines, start=2):
        if not line.strip():
            continue
        if len(line) > _LONGEST_LINE:
            refused.append(RefusedLine(number, "it is too long"))
            continue
        try:
            read = _Line.model_validate_json(line)
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"]))
            refused.append(RefusedLine(number, f"{where}: {first['msg']}" if where else first["msg"]))
        else:
            yield number, LabelEvent(**read.model_dump())
