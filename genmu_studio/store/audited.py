"""The samples of a submission as an audit reads them: whatever was declared of each, and the file that shows it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from genmu_studio.domain import SubmissionId


@dataclass(frozen=True, slots=True)
class AuditedSample:
    """One sample. path : as submitted. file : where it is. partner : id of the other side of its pair, None without.

    identity : or concept. sha256 : of what was submitted; where a later revision lies in the same folder, the file
    holds that one's. settings : of its condition. differing : settings that differ within its pair.
    """

    id: int
    side: str
    group: str
    role: str
    identity: str
    condition: str
    seed: int
    path: str
    file: str
    sha256: str
    kind: str
    size_bytes: int
    subject: int
    partner: int | None
    settings: Mapping[str, str]
    requested: Mapping[str, str]
    differing: tuple[str, ...]


@dataclass(frozen=True)
class AuditedSamples:
    """All samples, by group, identity, condition, seed and side."""

    rows: tuple[AuditedSample, ...]

    @cached_property
    def by_id(self) -> Mapping[int, AuditedSample]:
        """The samples by their ids."""
        return {row.id: row for row in self.rows}

    @cached_property
    def ids(self) -> NDArray[np.int64]:
        """Their ids, (n,), in the order of `rows`."""
        return np.array([row.id for row in self.rows], dtype=np.int64)

    def of_side(self, side: str) -> tuple[AuditedSample, ...]:
        """Return the samples of one side."""
        return tuple(row for row in self.rows if row.side == side)


_SAMPLES = """
SELECT s.id, s.side, s.group_name, s.role,
  coalesce(nullif(s.identity, ''), s.concept), c.name, s.seed, f.path, root.path || '/' || f.path, m.sha256,
  m.kind, m.size_bytes, s.subject_id, coalesce(po.unlearned_id, pu.original_id), c.settings_json, s.requested_json,
  coalesce(po.differing_json, pu.differing_json, '[]')
FROM sample s
JOIN condition c ON c.digest = s.condition_digest
JOIN media_file f ON f.id = s.file_id
JOIN root ON root.id = f.root_id
JOIN subject j ON j.id = s.subject_id
JOIN media m ON m.id = j.media_id
LEFT JOIN pair po ON po.original_id = s.id
LEFT JOIN pair pu ON pu.unlearned_id = s.id
WHERE s.submission_id = ?
ORDER BY s.group_name, s.identity, s.concept, c.name, s.seed, s.side, s.id
"""

_FIELDS = tuple(field.name for field in fields(AuditedSample))  # in the order of the columns


def read_audited(db: Database, submission: SubmissionId) -> AuditedSamples:
    """Return the samples of a submission."""
    settings: dict[str, Mapping[str, str]] = {}
    rows = []
    for row in db.execute(_SAMPLES, [submission]):
        told: dict[str, Any] = dict(zip(_FIELDS, row, strict=True))
        of_condition = told["settings"]
        if of_condition not in settings:
            settings[of_condition] = json.loads(of_condition)
        told |= {
            "settings": settings[of_condition],
            "requested": json.loads(told["requested"]),
            "differing": tuple(json.loads(told["differing"])),
        }
        rows.append(AuditedSample(**told))
    return AuditedSamples(tuple(rows))


_NOTED = """
SELECT s.id, r.code, r.flags_json
FROM sample s
JOIN result r ON r.subject_id = s.subject_id
WHERE s.submission_id = ? AND (r.flags_json <> '[]' OR r.code <> '')
"""


def read_noted(db: Database, submission: SubmissionId) -> Mapping[str, frozenset[int]]:
    """Return which samples failed or were flagged with each code, whoever noted it."""
    found: dict[str, set[int]] = {}
    for sample, code, flags in db.execute(_NOTED, [submission]):
        for each in (*((code,) if code else ()), *json.loads(flags)):
            found.setdefault(each, set()).add(sample)
    return {code: frozenset(samples) for code, samples in found.items()}


def count_seen(db: Database, submission: SubmissionId) -> int:
    """Return how many samples of a submission anybody has looked at."""
    row = db.execute(
        "SELECT count(*) FROM sample s WHERE s.submission_id = ?"
        " AND EXISTS (SELECT 1 FROM result r WHERE r.subject_id = s.subject_id)",
        [submission],
    ).fetchone()
    return int(row[0])
