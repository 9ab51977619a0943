"""TOML files that people write: their text, their tables, and the first mistake in them in words."""

import tomllib
from collections.abc import Mapping
from pathlib import Path

from pydantic import BaseModel, ConfigDict, ValidationError

from scoring.errors import UserError

_MAX_FILE_BYTES = 1 << 20


class Table(BaseModel):
    """A table of such a file: frozen, no unknown key, every number finite."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def mistake(error: ValidationError, data: object) -> str:
    """Return the first mistake in words; a table of a list is named by its id, else by its place."""
    first = error.errors()[0]
    where: list[str] = []
    at = data
    for part in first["loc"]:
        at = _inside(at, part)
        if isinstance(part, str):
            where.append(part)
        else:
            name = at.get("id") if isinstance(at, dict) else None
            where[-1:] = [f"{''.join(where[-1:]).removesuffix('s')} {name!r}" if name else f"entry {part + 1}"]
    text = first["msg"].removeprefix("Value error, ")
    return ": ".join([*where, text])


def _inside(data: object, part: str | int) -> object:
    if isinstance(data, dict):
        return data.get(part)
    if isinstance(data, list) and isinstance(part, int) and part < len(data):
        return data[part]
    return None


def parse_toml(text: str, source: str, hint: str) -> Mapping[str, object]:
    """Return what a TOML text says; UserError where it is none."""
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise UserError(f"{source} is not TOML: {error}", hint) from None


def read_toml(path: Path, hint: str) -> str:
    """Return the text of a small file; UserError where it cannot be read, is too large, or is no text."""
    try:
        if path.stat().st_size > _MAX_FILE_BYTES:
            raise UserError(f"{path} is larger than {_MAX_FILE_BYTES >> 20} MiB", hint)
        return path.read_text(encoding="utf-8-sig")
    except (OSError, ValueError) as error:
        if isinstance(error, UnicodeDecodeError):
            raise UserError(f"{path} is not UTF-8 text", hint) from None
        raise UserError(f"{path} cannot be read: {getattr(error, 'strerror', None) or error}", hint) from None
