"""Where the numbers of a submission come from: runs, and how many samples and references there are."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from scoring.types import Track


@dataclass(frozen=True, slots=True)
class RunFacts:
    """A run whose results count. ending : "finished", "cancelled", "failed", None where nobody saw its end."""

    id: int
    executor: str
    device: str
    provider: str
    notice: str
    versions: Mapping[str, str]
    started_at_utc: str
    finished_at_utc: str | None
    ending: str | None


_RUNS = """
WITH used (subject_id) AS (
    SELECT subject_id FROM sample WHERE submission_id = :submission
    UNION
    SELECT subject_id FROM reference WHERE track = :track
)
SELECT id, executor, device, provider, notice, versions_json, started_at_utc, finished_at_utc, ending FROM run
WHERE evaluator_digest = :evaluator AND id IN (
    SELECT r.run_id FROM result r JOIN used u ON u.subject_id = r.subject_id WHERE r.evaluator_digest = :evaluator
)
ORDER BY id
"""


def runs_of(db: Database, submission: SubmissionId, track: Track, evaluator_digest: str) -> list[RunFacts]:
    """Return the runs that measured a sample of the submission or a reference of its track, oldest first."""
    rows = db.execute(_RUNS, {"submission": submission, "track": track, "evaluator": evaluator_digest})
    return [
        RunFacts(int(id_), executor, device, provider, notice, json.loads(versions), started, finished, ending)
        for id_, executor, device, provider, notice, versions, started, finished, ending in rows
    ]


def sample_counts(db: Database, submission: SubmissionId) -> dict[str, int]:
    """Return how many samples of a submission there are, by side."""
    rows = db.execute("SELECT side, count(*) FROM sample WHERE submission_id = ? GROUP BY side", [submission])
    return {str(side): int(n) for side, n in rows}
