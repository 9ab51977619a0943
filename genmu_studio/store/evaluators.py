"""Evaluators that have results in the project."""

import json

from sqlite_utils import Database

from genmu_studio.domain import EvaluatorRow, SubmissionId
from scoring.types import Aspect, EvaluatorKind, Track


def _row(row: tuple[str, str, str, EvaluatorKind, Track, str, str, int, str, Aspect]) -> EvaluatorRow:
    return EvaluatorRow(*row[:6], json.loads(row[6]), bool(row[7]), row[8], row[9])


def with_results(db: Database, submission: SubmissionId) -> list[EvaluatorRow]:
    """Return the evaluators that have measured a sample of the submission or a pair of samples, oldest first.

    Those too whose results were imported for it.
    """
    rows = db.execute(
        """
        SELECT * FROM evaluator e WHERE EXISTS (
            SELECT 1 FROM sample s JOIN submission u ON u.id = s.submission_id
            JOIN result r ON r.subject_id = s.subject_id
            WHERE u.id = :submission AND u.track = e.track AND r.evaluator_digest = e.digest
        ) OR EXISTS (
            SELECT 1 FROM sample s JOIN comparison c ON c.sample_id = s.id
            WHERE s.submission_id = :submission AND c.evaluator_digest = e.digest
        ) OR EXISTS (
            SELECT 1 FROM pair p JOIN compared_pair c ON c.pair_id = p.id
            JOIN result r ON r.subject_id = c.subject_id
            WHERE p.submission_id = :submission AND r.evaluator_digest = e.digest
        ) ORDER BY e.rowid
        """,
        {"submission": submission},
    )
    return [_row(row) for row in rows]


def known(db: Database) -> list[EvaluatorRow]:
    """Return every evaluator of the project, oldest first."""
    return [_row(row) for row in db.execute("SELECT * FROM evaluator ORDER BY rowid")]


def stored_providers(db: Database, evaluator_digest: str) -> list[str]:
    """Return what really ran the evaluator for the results that are kept, each once."""
    rows = db.execute("SELECT DISTINCT provider FROM result WHERE evaluator_digest = ? ORDER BY 1", [evaluator_digest])
    return [str(provider) for (provider,) in rows]


_PROVIDERS = """
WITH seen (subject_id) AS (
    SELECT subject_id FROM sample WHERE submission_id = :submission
    UNION SELECT c.subject_id FROM pair p JOIN compared_pair c ON c.pair_id = p.id WHERE p.submission_id = :submission
)
SELECT DISTINCT r.provider FROM seen JOIN result r ON r.subject_id = seen.subject_id
WHERE r.evaluator_digest = :evaluator ORDER BY 1
"""


def providers_of(db: Database, submission: SubmissionId, evaluator_digest: str) -> list[str]:
    """Return what really ran the evaluator for the samples and pairs of a submission, each once."""
    rows = db.execute(_PROVIDERS, {"submission": submission, "evaluator": evaluator_digest})
    return [str(provider) for (provider,) in rows]
