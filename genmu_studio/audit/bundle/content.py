"""What stands in an evidence bundle: its head, and what may lie in it."""

import json
import math
from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

HEAD_FILE = "bundle.json"
PROTOCOL_FILE = "protocol.json"
METRICS_FILE = "metrics.json"
AUDIT_FILE = "audit.json"
LOG_FILE = "log.json"
REPORT_FILE = "report.html"
TABLES_FOLDER = "tables"
MEDIA_FOLDER = "media"
_DEEPEST = 50

Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
Name = Annotated[str, Field(pattern=r"^[a-z0-9_./-]{1,200}$")]


class BundleHead(BaseModel):
    """The head, `bundle.json`. files : SHA-256 of each other file by name. head : of the audit log when it was made."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    format: Literal["genmu evidence bundle"] = "genmu evidence bundle"
    version: Literal[1] = 1
    program: str = Field(max_length=100)
    project: str = Field(max_length=1000)
    submission: str = Field(max_length=200)
    protocol_digest: Sha256
    schema_name: str = Field(max_length=100)
    made_at_utc: str = Field(max_length=40)
    made_by: str = Field(max_length=200)
    log_head: Sha256
    files: Mapping[Name, Sha256]


class LogRow(BaseModel):
    """A row of the audit log. What is about other submissions is left out; the hashes still join up."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    id: int
    previous: Sha256
    hash: Sha256
    own: bool
    at_utc: str = ""
    author: str = ""
    kind: str = ""
    submission: str | None = None
    content_json: str = ""


class ToldFinding(BaseModel):
    """A finding as `audit.json` tells it, with whatever else it has."""

    model_config = ConfigDict(frozen=True, extra="allow")

    severity: str
    message: str


class ToldCheck(BaseModel):
    """What a check said, likewise. not_run : why it said nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    check: str
    not_run: str
    findings: list[ToldFinding]


class ToldAudit(BaseModel):
    """`audit.json`."""

    model_config = ConfigDict(frozen=True, extra="allow")

    checks: list[ToldCheck]


def parse(content: bytes) -> object:
    """Return what JSON says; ValueError where it is none, holds what is no number, or is nested beyond measure."""
    try:
        said: object = json.loads(content, parse_constant=_finite, parse_float=_finite)
    except RecursionError:
        raise ValueError("nested too deeply") from None
    _check_depth(said, _DEEPEST)
    return said


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:40]} is no number")
    return number


def _check_depth(said: object, left: int) -> None:
    if not left:
        raise ValueError("nested too deeply")
    for each in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        _check_depth(each, left - 1)
