"""Rows for export: every result of every sample, with its provenance."""

import json

from sqlite_utils import Database

from scoring.faces import FACE_AT

Cell = str | int | float | None

# Imported comparisons have no run: of a sample that failed against one template nothing was acquired.
_RESULTS = """
WITH measured AS (
    SELECT s.id AS sample_id, r.evaluator_digest, r.status, r.code, r.message, r.flags_json, r.values_json,
        r.detail_json, r.provider, r.run_id
    FROM sample s JOIN result r ON r.subject_id = s.subject_id
    UNION ALL
    SELECT sample_id, evaluator_digest, min(status), max(code), '', '[]', '{}', '{}', '', NULL
    FROM comparison GROUP BY sample_id, evaluator_digest
)
SELECT s.id AS sample, s.submission_id AS submission, u.team AS team, s.side AS side, s.group_name AS "group",
    s.role AS role, s.identity AS identity, s.concept AS concept, c.name AS condition, s.seed AS seed, f.path AS path,
    m.sha256 AS media_sha256,
    (json_extract(j.context_json, :face_at) IS NOT NULL AND e.kind <> 'imported') AS face_picked,
    r.status AS status, r.code AS code, r.message AS message, r.flags_json AS flags,
    r.values_json AS "values", r.detail_json AS detail, e.name AS evaluator, e.version AS evaluator_version,
    e.kind AS evaluator_kind, e.official AS official, e.digest AS evaluator_digest, e.weights_sha256 AS weights_sha256,
    r.provider AS provider, r.run_id AS run
FROM sample s
JOIN submission u ON u.id = s.submission_id
JOIN condition c ON c.digest = s.condition_digest
JOIN media_file f ON f.id = s.file_id
JOIN subject j ON j.id = s.subject_id
JOIN media m ON m.id = j.media_id
JOIN measured r ON r.sample_id = s.id
JOIN evaluator e ON e.digest = r.evaluator_digest AND e.track = u.track
ORDER BY s.id, e.name, e.digest
"""


def result_rows(db: Database) -> list[dict[str, Cell]]:
    """Return one row per sample and evaluator, in the order of the samples; measured values as columns.

    face_picked : 1 where the evaluator looks at a face that a person picked, else 0.
    """
    cursor = db.execute(_RESULTS, {"face_at": f"$.{FACE_AT}"})
    names = [column[0] for column in cursor.description]
    rows = []
    for values in cursor:
        row: dict[str, Cell] = dict(zip(names, values, strict=True))
        row["flags"] = " ".join(json.loads(str(row["flags"])))
        measured = json.loads(str(row.pop("values")))
        row.update({f"value.{name}": value for name, value in measured.items()})
        rows.append(row)
    return rows
