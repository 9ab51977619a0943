"""What annotators did not see of the samples that they were shown, and where else the same bytes were handed in."""

import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from genmu_studio.domain import Role, Side


@dataclass(frozen=True, slots=True)
class ShownSample:
    """A sample with all that is said of it. path : as submitted."""

    id: int
    submission: str
    team: str
    side: Side
    group: str
    role: Role
    identity: str
    condition: str
    seed: int
    path: str
    sha256: str


_COLUMNS = """
s.id, s.submission_id, u.team, s.side, s.group_name, s.role, coalesce(nullif(s.identity, ''), s.concept), c.name,
  s.seed, f.path, m.sha256
"""

_JOINED = """
JOIN submission u ON u.id = s.submission_id
JOIN condition c ON c.digest = s.condition_digest
JOIN media_file f ON f.id = s.file_id
JOIN media m ON m.id = f.media_id
"""

_SHOWN = f"""
SELECT {_COLUMNS} FROM json_each(:ids) wanted
CROSS JOIN sample s ON s.id = wanted.value {_JOINED}
"""  # noqa: S608 - constants

_ALIKE = f"""
SELECT wanted.value, {_COLUMNS} FROM json_each(:ids) wanted
CROSS JOIN sample shown ON shown.id = wanted.value
CROSS JOIN subject seen ON seen.id = shown.subject_id
CROSS JOIN subject alike ON alike.media_id = seen.media_id
CROSS JOIN sample s ON s.subject_id = alike.id {_JOINED}
ORDER BY wanted.value, s.id
"""  # noqa: S608 - constants


def shown_samples(db: Database, ids: Collection[int]) -> dict[int, ShownSample]:
    """Return these samples by id."""
    return {row[0]: ShownSample(*row) for row in db.execute(_SHOWN, {"ids": json.dumps(sorted(ids))})}


def samples_alike(db: Database, ids: Collection[int]) -> Mapping[int, tuple[ShownSample, ...]]:
    """Return, for each of these samples, every sample of the project whose file holds the same bytes, itself too."""
    found: dict[int, list[ShownSample]] = {}
    for wanted, *row in db.execute(_ALIKE, {"ids": json.dumps(sorted(ids))}):
        found.setdefault(wanted, []).append(ShownSample(*row))
    return {wanted: tuple(samples) for wanted, samples in found.items()}
