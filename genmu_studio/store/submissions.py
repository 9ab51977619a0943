"""Submissions, their samples and matched pairs."""

import json
from collections.abc import Iterable, Mapping, Sequence

from sqlite_utils import Database

from genmu_studio.domain import SampleRow, SubmissionId, SubmissionRow
from genmu_studio.store.media import StoredFile
from genmu_studio.store.results import now_utc
from scoring.digests import digest_of

_COLUMNS = (
    "id, track, team_claimed, team, revision, claim, method, submitted_at_utc, received_at_utc, complete, "
    "content_digest, source, scan_json"
)


def all_submissions(db: Database) -> list[SubmissionRow]:
    """Return every submission, by track, team and revision."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM submission ORDER BY track, team, revision, id")  # noqa: S608 - constant
    return [SubmissionRow(*(*row[:9], bool(row[9]), row[10], row[11], json.loads(row[12]))) for row in rows]


def put_submission(db: Database, row: SubmissionRow, root_id: int) -> None:
    """Write a new submission; its samples follow with `put_samples`."""
    db.execute(
        f"INSERT INTO submission ({_COLUMNS}, root_id, imported_at_utc) "  # noqa: S608 - a constant
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            row.id,
            row.track,
            row.team_claimed,
            row.team,
            row.revision,
            row.claim,
            row.method,
            row.submitted_at_utc,
            row.received_at_utc,
            int(row.complete),
            row.content_digest,
            row.source,
            json.dumps(dict(row.scan)),
            root_id,
            now_utc(),
        ],
    )


def update_receipt(db: Database, submission: SubmissionId, received_at_utc: str | None, team: str | None) -> None:
    """Set the organizer's facts of a submission; None leaves one as it is."""
    db.execute(
        "UPDATE submission SET received_at_utc = coalesce(?, received_at_utc), team = coalesce(?, team) WHERE id = ?",
        [received_at_utc, team, submission],
    )


def put_samples(
    db: Database, submission: SubmissionId, rows: Sequence[SampleRow], files: Mapping[str, StoredFile]
) -> list[int]:
    """Write samples; return their ids in the order of `rows`. `files` says where each path stands."""
    conditions = {condition_digest(row): row for row in rows}
    db.conn.executemany(
        "INSERT OR IGNORE INTO condition VALUES (?, ?, ?)",
        [(digest, row.condition, _json(row.settings)) for digest, row in conditions.items()],
    )
    (first,) = db.execute("SELECT coalesce(max(id), 0) + 1 FROM sample").fetchone()
    ids = list(range(first, first + len(rows)))
    db.conn.executemany(
        "INSERT INTO sample VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                id_,
                submission,
                row.side,
                row.group,
                row.role,
                row.identity,
                row.concept,
                row.prompt_type,
                condition_digest(row),
                row.seed,
                _json(row.requested),
                files[row.path].file_id,
                files[row.path].subject_id,
            )
            for id_, row in zip(ids, rows, strict=True)
        ],
    )
    return ids


def condition_digest(row: SampleRow) -> str:
    """Return the digest of a row's condition: its name and settings."""
    return digest_of({"name": row.condition, "settings": dict(row.settings)})


def put_pairs(db: Database, submission: SubmissionId, pairs: Iterable[tuple[int, int, Sequence[str]]]) -> None:
    """Write matched pairs: id of the original, id of the unlearned sample, names of the settings that differ."""
    db.conn.executemany(
        "INSERT INTO pair (submission_id, original_id, unlearned_id, differing_json) VALUES (?, ?, ?, ?)",
        [(submission, original, unlearned, json.dumps(list(differing))) for original, unlearned, differing in pairs],
    )


def sample_paths(db: Database, submission: SubmissionId) -> dict[str, list[int]]:
    """Return the ids of the samples at each path of a submission."""
    found: dict[str, list[int]] = {}
    for path, id_ in db.execute(
        "SELECT f.path, s.id FROM sample s JOIN media_file f ON f.id = s.file_id WHERE s.submission_id = ?",
        [submission],
    ):
        found.setdefault(path, []).append(id_)
    return found


def _json(values: Mapping[str, str]) -> str:
    return json.dumps(dict(sorted(values.items())), ensure_ascii=False)


_CELLS = """
SELECT s.group_name, coalesce(nullif(s.identity, ''), s.concept), c.name, s.seed, m.sha256
FROM sample s
JOIN condition c ON c.digest = s.condition_digest
JOIN media_file f ON f.id = s.file_id
JOIN media m ON m.id = f.media_id
WHERE s.submission_id = ? AND s.side = ?
ORDER BY s.id
"""


def cells_of_side(db: Database, submission: SubmissionId, side: str) -> list[tuple[str, str, str, int]]:
    """Return group, identity or concept, condition and seed of each sample of a side."""
    return [
        (group, name, condition, seed) for group, name, condition, seed, _ in db.execute(_CELLS, [submission, side])
    ]


def files_of_side(db: Database, submission: SubmissionId, side: str) -> dict[tuple[str, str, str, int], str]:
    """Return the SHA-256 of the file that shows each cell of a side, the one that was taken in last."""
    rows = db.execute(_CELLS, [submission, side])
    return {(group, name, condition, seed): sha256 for group, name, condition, seed, sha256 in rows}
