"""What metrics read: the samples of a submission under one evaluator, as columns."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.store.results import decode_embedding
from scoring.types import FloatArray


@dataclass(frozen=True, eq=False, slots=True)
class SampleColumns:
    """The original and unlearned samples of one submission, n rows in the order of their ids.

    condition : a number per name. status : "ok", "failure", "error", or "" where the evaluator has not seen it.
    vectors : float32 (n, d), NaN where there is none; None where no sample has one. partner : row of the matched
    partner, −1 for none.
    """

    ids: NDArray[np.int64]
    side: NDArray[np.str_]
    group: NDArray[np.str_]
    identity: NDArray[np.str_]
    condition: NDArray[np.intp]
    seed: NDArray[np.int64]
    status: NDArray[np.str_]
    vectors: FloatArray | None
    partner: NDArray[np.intp]
    mismatched: NDArray[np.bool_]


_SAMPLES = """
SELECT s.id, s.side, s.group_name, s.identity, c.name, s.seed, coalesce(r.status, ''), e.vector
FROM sample s
JOIN condition c ON c.digest = s.condition_digest
LEFT JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
LEFT JOIN embedding e ON e.subject_id = s.subject_id AND e.evaluator_digest = :evaluator
WHERE s.submission_id = :submission AND s.side IN ('original', 'unlearned')
ORDER BY s.id
"""

_PAIRS = "SELECT original_id, unlearned_id, differing_json <> '[]' FROM pair WHERE submission_id = ?"


def read_samples(db: Database, submission: SubmissionId, evaluator_digest: str) -> SampleColumns:
    """Return the samples of a submission as the evaluator saw them."""
    rows = db.execute(_SAMPLES, {"submission": submission, "evaluator": evaluator_digest}).fetchall()
    columns = list(zip(*rows, strict=True)) if rows else [()] * 8
    ids = np.array(columns[0], dtype=np.int64)
    row_of = {int(id_): row for row, id_ in enumerate(ids)}
    partner = np.full(len(ids), -1, dtype=np.intp)
    mismatched = np.zeros(len(ids), dtype=np.bool_)
    for original, unlearned, differs in db.execute(_PAIRS, [submission]):
        first, second = row_of[original], row_of[unlearned]
        partner[first], partner[second] = second, first
        mismatched[[first, second]] = bool(differs)
    return SampleColumns(
        ids=ids,
        side=np.array(columns[1], dtype=np.str_),
        group=np.array(columns[2], dtype=np.str_),
        identity=np.array(columns[3], dtype=np.str_),
        condition=_codes(columns[4]),
        seed=np.array(columns[5], dtype=np.int64),
        status=np.array(columns[6], dtype=np.str_),
        vectors=_stack(columns[7]),
        partner=partner,
        mismatched=mismatched,
    )


def read_conditions(db: Database, submission: SubmissionId) -> dict[int, str]:
    """Return the name of the condition of every sample of a submission, by sample id."""
    rows = db.execute(
        "SELECT s.id, c.name FROM sample s JOIN condition c ON c.digest = s.condition_digest WHERE s.submission_id = ?",
        [submission],
    )
    return {int(sample): str(name) for sample, name in rows}


def _codes(names: tuple[str, ...]) -> NDArray[np.intp]:
    numbers: dict[str, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.intp)


def _stack(blobs: tuple[bytes | None, ...]) -> FloatArray | None:
    decoded = [None if blob is None else decode_embedding(blob) for blob in blobs]
    dimension = next((len(vector) for vector in decoded if vector is not None), None)
    if dimension is None:
        return None
    stacked = np.full((len(decoded), dimension), np.nan, dtype=np.float32)
    for row, vector in enumerate(decoded):
        if vector is not None:
            stacked[row] = vector
    return stacked


def read_comparisons(
    db: Database, submission: SubmissionId, evaluator_digest: str
) -> list[tuple[int, str, str, float | None]]:
    """Return imported comparisons of a submission: (sample id, identity of the template, status, similarity)."""
    rows = db.execute(
        "SELECT c.sample_id, c.identity, c.status, c.similarity FROM comparison c "
        "JOIN sample s ON s.id = c.sample_id WHERE s.submission_id = ? AND c.evaluator_digest = ?",
        [submission, evaluator_digest],
    )
    return [(int(sample), str(identity), str(status), similarity) for sample, identity, status, similarity in rows]
