"""Samples by what their files hold: labels are about what was seen, and equal files share them."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from genmu_studio.domain import Side, SubmissionId


@dataclass(frozen=True, slots=True)
class SampleContent:
    """What the file of a sample holds, and what it was asked to show, as text by the names of attributes."""

    side: Side
    sha256: str
    requested: Mapping[str, str]


_OF_SAMPLES = """
SELECT s.id, m.sha256 FROM json_each(?) wanted
CROSS JOIN sample s ON s.id = wanted.value
JOIN media_file f ON f.id = s.file_id
JOIN media m ON m.id = f.media_id
"""

_OF_SUBMISSION = """
SELECT s.id, s.side, m.sha256, s.requested_json FROM sample s
JOIN media_file f ON f.id = s.file_id
JOIN media m ON m.id = f.media_id
WHERE s.submission_id = ?
"""

_OWNERS = """
SELECT s.id, s.submission_id FROM json_each(?) wanted
CROSS JOIN sample s ON s.id = wanted.value
"""

_WITH = """
SELECT s.id, m.sha256 FROM sample s
JOIN media_file f ON f.id = s.file_id
JOIN media m ON m.id = f.media_id
WHERE s.submission_id = ? AND m.sha256 IN (SELECT value FROM json_each(?))
"""

_VERSION = """
SELECT (SELECT coalesce(max(id), 0) FROM label_event), (SELECT coalesce(max(id), 0) FROM exclusion_event),
       (SELECT coalesce(max(id), 0) FROM campaign)
"""


def contents_of(db: Database, samples: Collection[int]) -> dict[int, str]:
    """Return the SHA-256 of the file of each of these samples."""
    return dict(db.execute(_OF_SAMPLES, [json.dumps(sorted(samples))]).fetchall())


def owners_of(db: Database, samples: Collection[int]) -> dict[int, SubmissionId]:
    """Return the submission of each of these samples."""
    return dict(db.execute(_OWNERS, [json.dumps(sorted(samples))]).fetchall())


def contents_in(db: Database, submission: SubmissionId) -> dict[int, SampleContent]:
    """Return the content of each sample of a submission."""
    return {
        id_: SampleContent(side, sha256, json.loads(requested) if requested != "{}" else {})
        for id_, side, sha256, requested in db.execute(_OF_SUBMISSION, [submission])
    }


def samples_with(db: Database, submission: SubmissionId, contents: Collection[str]) -> list[tuple[int, str]]:
    """Return the samples of a submission whose files hold any of these contents, each with that."""
    return db.execute(_WITH, [submission, json.dumps(sorted(contents))]).fetchall() if contents else []


def has_campaigns(db: Database) -> bool:
    """Return whether people are asked about anything."""
    return db.execute("SELECT 1 FROM campaign LIMIT 1").fetchone() is not None


def labels_version(db: Database) -> tuple[int, ...]:
    """Return what changes whenever something that people said does: the last event, exclusion and campaign."""
    return tuple(db.execute(_VERSION).fetchone())
