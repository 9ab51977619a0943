"""Writes a submission's rows as the `samples.csv` that would have said the same."""

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from genmu_studio.domain import SampleRow
from genmu_studio.submission.samples import FIXED_COLUMNS, REQUESTED_PREFIX
from genmu_studio.submission.scan import TABLES, ScannedSubmission
from scoring.errors import UserError


def write_samples_table(scan: ScannedSubmission) -> Path:
    """Write `samples.csv` into the scanned folder and return its path.

    Values stand as they are, so that reading it gives the same rows. UserError where there is a table, where the source
    is an archive, or where the folder cannot be written.
    """
    if scan.source.archive_sha256:
        raise UserError(f"{scan.source.path.name} is an archive, which is never changed", "Unpack it and import that.")
    existing = next((name for name in TABLES if os.path.lexists(scan.folder / name)), None)
    if existing:
        raise UserError(f"{scan.folder} has a {existing} already", "Move it away first.")
    if not scan.rows:
        raise UserError(f"{scan.folder} has no usable sample to write down", "The problems of the import say why.")
    target = scan.folder / "samples.csv"
    try:
        _write(target, scan.rows)
    except OSError as error:
        raise UserError(
            f"{target} cannot be written: {error.strerror or error}",
            "May the folder be written to, and has the disk room?",
        ) from None
    return target


def _write(target: Path, rows: Sequence[SampleRow]) -> None:
    settings = _keys(row.settings for row in rows)
    requested = _keys(row.requested for row in rows)
    scratch = target.with_name(f".{target.name}.part")
    with scratch.open("x", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream)
        writer.writerow([*FIXED_COLUMNS, *settings, *(f"{REQUESTED_PREFIX}{name}" for name in requested)])
        for row in rows:
            fixed = (
                row.path, row.side, row.group, row.role, row.identity, row.concept, row.prompt_type or "",
                row.condition, row.seed,
            )  # fmt: skip
            writer.writerow(
                [
                    *fixed,
                    *(row.settings.get(name, "") for name in settings),
                    *(row.requested.get(name, "") for name in requested),
                ]
            )
    scratch.replace(target)


def _keys(mappings: Iterable[Mapping[str, str]]) -> list[str]:
    return sorted({name for mapping in mappings for name in mapping})
