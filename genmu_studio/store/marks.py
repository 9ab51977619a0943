"""Picks, bookmarks and notes as they stand: for each sample the last event of a kind."""

import json
from collections.abc import Collection

from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.store.steps import EventKind

MarkValues = dict[tuple[EventKind, int], str]

# The last events are found in the index alone; no text but theirs is read. CROSS JOIN lets SQLite begin with the
# events, of which there are few beside the samples.
_OF_SUBMISSION = """
SELECT kind, sample_id, after FROM review_event
WHERE after IS NOT NULL AND id IN (
    SELECT max(e.id) FROM review_event e CROSS JOIN sample s ON s.id = e.sample_id
    WHERE s.submission_id = ? GROUP BY e.sample_id, e.kind
)
"""

_OF_SAMPLES = """
SELECT kind, sample_id, after FROM review_event
WHERE after IS NOT NULL AND id IN (
    SELECT max(id) FROM review_event
    WHERE sample_id IN (SELECT value FROM json_each(?)) GROUP BY sample_id, kind
)
"""


def marks_of_submission(db: Database, submission: SubmissionId) -> MarkValues:
    """Return what samples of a submission are marked with, by kind and sample."""
    return {(kind, sample): value for kind, sample, value in db.execute(_OF_SUBMISSION, [submission])}


def marks_of_samples(db: Database, samples: Collection[int]) -> MarkValues:
    """Return what these samples are marked with, by kind and sample."""
    rows = db.execute(_OF_SAMPLES, [json.dumps(list(samples))])
    return {(kind, sample): value for kind, sample, value in rows}
