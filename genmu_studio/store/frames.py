"""What metrics read: the samples of a submission as columns, and what one evaluator found in them, a piece at a time.

Numbers leave SQLite as the text of whole JSON arrays and vectors by the thousand: 200,000 samples row by row would be
millions of Python objects, made while no other thread can run.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database

from genmu_studio.domain import SubmissionId
from genmu_studio.store.results import EMBEDDING_DTYPE
from scoring.errors import BugError
from scoring.frame import BoolArray, IndexArray, Side, Status
from scoring.types import FloatArray

# Vectors of 512 numbers, several times in float64, that a processor's cache still holds.
_ROWS_AT_ONCE = 1024
_SIDES = {"original": Side.ORIGINAL, "unlearned": Side.UNLEARNED}
_STATUS = {"ok": Status.SCORED, "failure": Status.FAILURE, "error": Status.ERROR}


@dataclass(frozen=True, eq=False, slots=True)
class SampleColumns:
    """The original and unlearned samples of one submission, n rows in the order of their ids.

    groups, identities, conditions : names; `group`, `identity` and `condition` are indices into them. Conditions are
    numbered as they first occur. side : int8 of `Side`. partner : row of the matched partner, −1 for none. mismatched :
    whether settings differ within that pair.
    """

    groups: tuple[str, ...]
    identities: tuple[str, ...]
    conditions: tuple[str, ...]
    ids: NDArray[np.int64]
    side: NDArray[np.int8]
    group: IndexArray
    identity: IndexArray
    condition: IndexArray
    seed: NDArray[np.int64]
    partner: IndexArray
    mismatched: BoolArray


@dataclass(frozen=True, eq=False, slots=True)
class Measured:
    """What one evaluator found in some samples. ids, status : (m,), int8 of `Status`. providers : what really ran.

    embedded : ids of the samples that have an embedding, (v,). vectors : float32 (v, d), None where v = 0.
    """

    ids: NDArray[np.int64]
    status: NDArray[np.int8]
    providers: frozenset[str]
    embedded: NDArray[np.int64]
    vectors: FloatArray | None


@dataclass(frozen=True, eq=False, slots=True)
class Comparisons:
    """Similarities that somebody else computed, NaN for none, (m,) each; `identity` indexes `identities`."""

    identities: tuple[str, ...]
    ids: NDArray[np.int64]
    identity: IndexArray
    status: NDArray[np.int8]
    similarity: FloatArray


# One row per group and side, in the order of the index.
_SAMPLES = """
SELECT group_name, side, json_group_array(id), json_group_array(identity), json_group_array(condition_digest),
       json_group_array(seed)
FROM sample
WHERE submission_id = ? AND side IN ('original', 'unlearned')
GROUP BY group_name, side
"""

_CONDITIONS = "SELECT digest, name FROM condition WHERE digest IN (SELECT value FROM json_each(?))"

_PAIRS = """
SELECT json_group_array(original_id), json_group_array(unlearned_id), json_group_array(differing_json <> '[]')
FROM pair WHERE submission_id = ?
"""


def read_samples(db: Database, submission: SubmissionId) -> SampleColumns:
    """Return the samples of a submission, whoever has seen them."""
    groups, identities, digests = _Numbers(), _Numbers(), _Numbers()
    parts = [(np.empty(0, dtype=np.int64),) * 6]
    for group, side, *texts in db.execute(_SAMPLES, [submission]):
        ids, asked, settings, seeds = map(json.loads, texts)
        parts.append(
            (
                np.array(ids, dtype=np.int64),
                np.full(len(ids), _SIDES[side], dtype=np.int64),
                np.full(len(ids), groups.number(group), dtype=np.int64),
                identities.of(asked),
                digests.of(settings),
                np.array(seeds, dtype=np.int64),
            )
        )
    columns = [np.concatenate(column) for column in zip(*parts, strict=True)]
    order = np.argsort(columns[0])
    ids, side, group_of, identity_of, digest_of, seed = (column[order] for column in columns)
    conditions, condition_of = _name_conditions(db, digests.names, digest_of)
    partner, mismatched = _partners(db, submission, ids)
    return SampleColumns(
        groups=groups.names,
        identities=identities.names,
        conditions=conditions,
        ids=ids,
        side=side.astype(np.int8),
        group=group_of.astype(np.intp),
        identity=identity_of.astype(np.intp),
        condition=condition_of,
        seed=seed,
        partner=partner,
        mismatched=mismatched,
    )


class _Numbers:
    """Names, numbered as they come."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self._numbers)

    def number(self, name: str) -> int:
        return self._numbers.setdefault(name, len(self._numbers))

    def of(self, names: Sequence[str]) -> NDArray[np.int64]:
        for name in dict.fromkeys(names):
            self.number(name)
        return np.fromiter(map(self._numbers.__getitem__, names), dtype=np.int64, count=len(names))


def _name_conditions(
    db: Database, digests: Sequence[str], digest_of: NDArray[np.int64]
) -> tuple[tuple[str, ...], IndexArray]:
    """Return the names of conditions as they first occur, and the number of each row's. Digests may share a name."""
    name_of = dict(db.execute(_CONDITIONS, [json.dumps(digests)]).fetchall())
    present, first = np.unique(digest_of, return_index=True)
    names = _Numbers()
    number_of = np.zeros(len(digests), dtype=np.intp)
    for digest in present[np.argsort(first)].tolist():
        number_of[digest] = names.number(name_of[digests[digest]])
    return names.names, number_of[digest_of]


def _partners(db: Database, submission: SubmissionId, ids: NDArray[np.int64]) -> tuple[IndexArray, BoolArray]:
    partner, mismatched = np.full(len(ids), -1, dtype=np.intp), np.zeros(len(ids), dtype=np.bool_)
    texts = db.execute(_PAIRS, [submission]).fetchone()
    original, unlearned, differs = (np.array(json.loads(text), dtype=np.int64) for text in texts)
    first, second = np.searchsorted(ids, original), np.searchsorted(ids, unlearned)
    partner[first], partner[second] = second, first
    mismatched[first] = mismatched[second] = differs
    return partner, mismatched


_MEASURED = """
SELECT s.id, r.status, r.provider, e.vector
FROM sample s
JOIN result r ON r.subject_id = s.subject_id AND r.evaluator_digest = :evaluator
LEFT JOIN embedding e ON e.subject_id = s.subject_id AND e.evaluator_digest = :evaluator
WHERE s.submission_id = :submission AND s.side IN ('original', 'unlearned')
"""


def read_measured(db: Database, submission: SubmissionId, evaluator_digest: str) -> Iterator[Measured]:
    """Return what the evaluator found in samples of a submission, some thousand at a time, in no order.

    A sample that it has not seen is in none of them.
    """
    cursor = db.execute(_MEASURED, {"submission": submission, "evaluator": evaluator_digest})
    while rows := cursor.fetchmany(_ROWS_AT_ONCE):
        ids, statuses, providers, blobs = zip(*rows, strict=True)
        numbers = np.array(ids, dtype=np.int64)
        has_one = np.array([blob is not None for blob in blobs], dtype=np.bool_)
        yield Measured(
            ids=numbers,
            status=status_codes(statuses),
            providers=frozenset(providers),
            embedded=numbers[has_one],
            vectors=_stack([blob for blob in blobs if blob is not None]),
        )


def status_codes(words: Sequence[str]) -> NDArray[np.int8]:
    """Return the stored words "ok", "failure" and "error" as int8 of `Status`."""
    return np.fromiter(map(_STATUS.__getitem__, words), dtype=np.int8, count=len(words))


def _stack(blobs: Sequence[bytes]) -> FloatArray | None:
    """Return the vectors that `encode_embedding` wrote, one under another."""
    if not blobs:
        return None
    if len(set(map(len, blobs))) > 1:
        raise BugError("the embeddings of one evaluator differ in length")
    vectors = np.frombuffer(b"".join(blobs), EMBEDDING_DTYPE).reshape(len(blobs), -1)
    return vectors.astype(np.float32, copy=False)


_COMPARISONS = """
SELECT c.sample_id, c.identity, c.status, c.similarity FROM comparison c
JOIN sample s ON s.id = c.sample_id WHERE s.submission_id = ? AND c.evaluator_digest = ?
"""


def read_comparisons(db: Database, submission: SubmissionId, evaluator_digest: str) -> Comparisons:
    """Return imported comparisons of a submission."""
    rows = db.execute(_COMPARISONS, [submission, evaluator_digest]).fetchall()
    ids, names, statuses, values = zip(*rows, strict=True) if rows else ((),) * 4
    numbers = _Numbers()
    identity = numbers.of(names).astype(np.intp)
    return Comparisons(
        identities=numbers.names,
        ids=np.array(ids, dtype=np.int64),
        identity=identity,
        status=status_codes(statuses),
        similarity=np.array([np.nan if value is None else value for value in values], dtype=np.float32),
    )
