"""What evaluators of other aspects than identity found: values by name, of samples and of pairs."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.store.frames import status_codes


@dataclass(frozen=True, eq=False, slots=True)
class Found:
    """What one evaluator found, m rows. ids : (m,) of the samples; of a pair that of the unlearned one.

    status : int8 (m,) of `Status`. values : float64 (m,) by name, NaN for none.
    """

    ids: NDArray[np.int64]
    status: NDArray[np.int8]
    values: Mapping[str, NDArray[np.float64]]


_OF_SAMPLES = """
SELECT json_group_array(s.id), json_group_array(r.status), json_group_array(json(r.values_json))
FROM sample s
JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
WHERE s.submission_id = :submission AND s.side IN ('original', 'unlearned')
"""

_OF_PAIRS = """
SELECT json_group_array(p.unlearned_id), json_group_array(r.status), json_group_array(json(r.values_json))
FROM pair p
JOIN compared_pair c ON c.pair_id = p.id
JOIN result r ON r.subject_id = c.subject_id AND r.evaluator_digest = :evaluator
WHERE p.submission_id = :submission
"""

_OF_MISMATCHED = """
SELECT json_group_array(o.original_id), json_group_array(r.status), json_group_array(json(r.values_json))
FROM mismatched_originals o
JOIN sample s ON s.id = o.original_id
JOIN result r ON r.subject_id = o.subject_id AND r.evaluator_digest = :evaluator
WHERE s.submission_id = :submission
"""


@dataclass(frozen=True, eq=False, slots=True)
class Heard:
    """What one evaluator heard, m rows. ids, status : as of `Found`. codes : why not, "" where it heard.

    asked : the transcript of each sample's settings, None for none. texts : what was heard, "" for nothing.
    """

    ids: NDArray[np.int64]
    status: NDArray[np.int8]
    codes: Sequence[str]
    asked: Sequence[str | None]
    texts: Sequence[str]


_HEARD = """
SELECT json_group_array(s.id), json_group_array(r.status), json_group_array(r.code),
       json_group_array(json_extract(c.settings_json, '$.transcript')),
       json_group_array(coalesce(json_extract(r.detail_json, '$.text'), ''))
FROM sample s
JOIN condition c ON c.digest = s.condition_digest
JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
WHERE s.submission_id = :submission AND s.side IN ('original', 'unlearned')
"""


def heard_in_samples(db: Database, submission: SubmissionId, evaluator_digest: str) -> Heard:
    """Return what an evaluator heard in the samples of a submission; those that it has not seen are left out."""
    texts = db.execute(_HEARD, {"submission": submission, "evaluator": evaluator_digest}).fetchone()
    ids, statuses, codes, asked, heard = map(json.loads, texts)
    return Heard(np.array(ids, dtype=np.int64), status_codes(statuses), codes, asked, heard)


def found_in_samples(db: Database, submission: SubmissionId, evaluator_digest: str) -> Found:
    """Return what an evaluator found in the samples of a submission; those that it has not seen are left out."""
    return _read(db, _OF_SAMPLES, submission, evaluator_digest)


def found_in_pairs(db: Database, submission: SubmissionId, evaluator_digest: str) -> Found:
    """Return what an evaluator of pairs found in the matched pairs of a submission, likewise."""
    return _read(db, _OF_PAIRS, submission, evaluator_digest)


def found_in_mismatched(db: Database, submission: SubmissionId, evaluator_digest: str) -> Found:
    """Return what an evaluator of pairs found in originals that do not match, by the id of the first."""
    return _read(db, _OF_MISMATCHED, submission, evaluator_digest)


def _read(db: Database, query: str, submission: SubmissionId, evaluator_digest: str) -> Found:
    texts = db.execute(query, {"submission": submission, "evaluator": evaluator_digest}).fetchone()
    ids, statuses, values = map(json.loads, texts)
    return Found(np.array(ids, dtype=np.int64), status_codes(statuses), _columns(values))


def _columns(rows: Sequence[Mapping[str, float]]) -> dict[str, NDArray[np.float64]]:
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: np.array([row.get(name, np.nan) for row in rows], dtype=np.float64) for name in names}
