"""Read a bundle as what it says, file by file, once its seal and hashes were found to hold."""

import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from genmu_studio.audit.bundle import content as names
from genmu_studio.audit.bundle.content import BundleHead, ToldAudit, parse
from genmu_studio.audit.bundle.tables import from_parquet
from genmu_studio.audit.bundle.verifying import check_files
from genmu_studio.watching import UNWATCHED, Watch
from scoring.errors import UserError


@dataclass(frozen=True)
class ReadBundle:
    """What a bundle says. metrics : as `genmu metrics --json` of its entry. findings : by check.

    media : SHA-256 by side, group, identity, condition and seed of each sample. references : SHA-256 of each, sorted.
    """

    head: BundleHead
    metrics: Mapping[str, object]
    findings: Mapping[str, object]
    media: Mapping[tuple[str, str, str, str, int], str]
    references: tuple[str, ...]


def read_bundle(path: Path, watch: Watch = UNWATCHED) -> ReadBundle:
    """Return what the bundle at `path` says; UserError where it is none, or a file of it was altered."""
    head = check_files(path, watch)
    try:
        with zipfile.ZipFile(path) as archive:
            return _read(archive, head)
    except (KeyError, TypeError, ValueError, OSError, zipfile.BadZipFile) as error:
        message = f"{path.name} is no bundle that can be compared"
        raise UserError(message, "Verify it first.", f"{type(error).__name__}: {error}") from None


def _read(archive: zipfile.ZipFile, head: BundleHead) -> ReadBundle:
    metrics = parse(archive.read(names.METRICS_FILE))
    if not isinstance(metrics, dict):
        raise TypeError("no figures")
    audit = ToldAudit.model_validate(parse(archive.read(names.AUDIT_FILE)))
    tables = {
        name: _table(archive.read(f"{names.TABLES_FOLDER}/{name}.parquet"), name)
        for name in ("media", "subject", "sample", "condition", "reference")
    }
    sha256_of = {row["id"]: str(row["sha256"]) for row in tables["media"]}
    shown = {row["id"]: sha256_of[row["media_id"]] for row in tables["subject"]}
    conditions = {row["digest"]: str(row["name"]) for row in tables["condition"]}
    return ReadBundle(
        head=head,
        metrics=metrics,
        findings={each.check: [found.model_dump() for found in each.findings] for each in audit.checks},
        media={
            (
                str(row["side"]),
                str(row["group_name"]),
                str(row["identity"] or row["concept"]),
                conditions[row["condition_digest"]],
                cast("int", row["seed"]),
            ): shown[row["subject_id"]]
            for row in tables["sample"]
        },
        references=tuple(sorted(shown[row["subject_id"]] for row in tables["reference"])),
    )


def _table(content: bytes, name: str) -> Sequence[Mapping[str, object]]:
    columns, rows = from_parquet(content, name)
    return [dict(zip(columns, row, strict=True)) for row in rows]
