"""The embeddings of a submission, a piece at a time: all of them at once would fill the memory."""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray
from sqlite_utils import Database
from threadpoolctl import threadpool_limits

from genmu_studio.frames import rows_of
from genmu_studio.hashing import CancelledError
from genmu_studio.jobs import Cancellation
from genmu_studio.look import Look
from genmu_studio.store import review
from genmu_studio.store.frames import read_measured
from genmu_studio.store.store import Store
from scoring.frame import GroupFrame, IndexArray
from scoring.types import FloatArray

_ROWS_AT_ONCE = 1024

# Number of the frame, rows of it, and their embeddings.
Take = Callable[[int, IndexArray, FloatArray], None]


def read_vectors(
    store: Store, look: Look, frames: Sequence[GroupFrame], take: Take, cancellation: Cancellation | None = None
) -> None:
    """Call `take` with every embedding of samples of `frames`, in no order; CancelledError where somebody asked."""

    def read(db: Database) -> None:
        for piece in read_measured(db, look.submission.id, look.evaluator.digest):
            _stop_where_asked(cancellation)
            if piece.vectors is None:
                continue
            for number, frame in enumerate(frames):
                places, rows = rows_of(frame, piece.embedded)
                if len(rows):
                    take(number, rows, piece.vectors[places])

    # A thousand vectors against a handful of directions: threads of BLAS would only wait.
    with threadpool_limits(1, user_api="blas"):
        store.read(read)


def embeddings_of(
    store: Store, look: Look, samples: NDArray[np.int64], cancellation: Cancellation | None = None
) -> FloatArray | None:
    """Return the embeddings of some samples one under another, float32 (m, d), NaN for one that has none.

    None where no sample has one; CancelledError where somebody asked.
    """
    found: FloatArray | None = None
    for start in range(0, len(samples), _ROWS_AT_ONCE):
        _stop_where_asked(cancellation)
        ids = samples[start : start + _ROWS_AT_ONCE].tolist()
        known = store.read(partial(review.read_vectors, ids=ids, evaluator_digest=look.evaluator.digest))
        for place, id_ in enumerate(ids, start):
            if id_ in known:
                if found is None:
                    found = np.full((len(samples), len(known[id_])), np.nan, dtype=np.float32)
                found[place] = known[id_]
    return found


def _stop_where_asked(cancellation: Cancellation | None) -> None:
    if cancellation is not None and cancellation.requested:
        raise CancelledError("cancelled: the embeddings were not read")
