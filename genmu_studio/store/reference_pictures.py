"""The references of one identity, as somebody looks at them."""

from sqlite_utils import Database

from genmu_studio.store.references import NOT_SCORED_YET
from scoring.types import Track

_ROWS = """
SELECT ref.id, root.path || '/' || f.path,
       CASE WHEN :evaluator = '' OR e.subject_id IS NOT NULL THEN '' ELSE coalesce(nullif(r.code, ''), :unscored) END
FROM reference ref
JOIN media_file f ON f.id = ref.file_id
JOIN root ON root.id = f.root_id
LEFT JOIN result r ON r.subject_id = ref.subject_id AND r.evaluator_digest = :evaluator
LEFT JOIN embedding e ON e.subject_id = ref.subject_id AND e.evaluator_digest = :evaluator
WHERE ref.track = :track AND ref.identity = :identity
ORDER BY f.path
LIMIT :limit
"""


def read_references(
    db: Database, track: Track, identity: str, limit: int, evaluator_digest: str
) -> list[tuple[int, str, str]]:
    """Return (id, file, code) of the first references by path.

    code : why the evaluator has no embedding, "" where it has one or `evaluator_digest` is "".
    """
    given = {
        "track": track,
        "identity": identity,
        "limit": limit,
        "evaluator": evaluator_digest,
        "unscored": NOT_SCORED_YET,
    }
    return [(int(id_), str(path), str(code)) for id_, path, code in db.execute(_ROWS, given)]
