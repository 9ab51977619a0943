"""The transfer matrix: whom the samples of each identity look or sound like, inside and outside the group."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from scoring.errors import BugError
from scoring.frame import Decision, GroupFrame, Side, Status, nearest_column
from scoring.metrics.outcomes import CountArray
from scoring.types import FloatArray
from scoring.verification import verified


@dataclass(frozen=True, eq=False, slots=True)
class TransferMatrix:
    """Counts int64 by generated identity (rows: `identities`) and template (columns: `templates`).

    verified : (k, t) samples that verify, by threshold and comparison alone; a sample can verify as several.
    nearest : (k, t) by nearest template, whatever the threshold (tie: smaller id). nobody : (k,) samples that verify as
    no template. n : (k,) scored samples.
    """

    identities: tuple[str, ...]
    templates: tuple[str, ...]
    verified: CountArray
    nearest: CountArray
    nobody: CountArray
    n: CountArray


def transfer_matrix(
    frame: GroupFrame,
    decision: Decision,
    side: Side = Side.UNLEARNED,
    outside: Sequence[str] = (),
    outside_similarity: FloatArray | None = None,
) -> TransferMatrix:
    """Return the transfer matrix of one side; failures and errors are in no cell.

    outside : identities beyond the group, with `outside_similarity` float32 (n, len(outside)) to their templates, NaN
    where not scored. The group's identities are the first columns.
    """
    templates = (*frame.identities, *outside)
    similarity = frame.similarity if outside_similarity is None else np.hstack([frame.similarity, outside_similarity])
    if similarity.shape[1] != len(templates):
        raise BugError(f"{similarity.shape[1]} columns of similarity for {len(templates)} templates")
    k, t = len(frame.identities), len(templates)
    rows = (frame.side == side) & (frame.status == Status.SCORED) & ~np.isnan(similarity).all(axis=1)
    identity, similarity = frame.identity[rows], similarity[rows]
    accepted = verified(similarity, decision.threshold, decision.rules.comparison)
    nearest = np.bincount(identity * t + nearest_column(similarity, templates), minlength=k * t).reshape(k, t)
    matches = np.stack([accepted[identity == row].sum(axis=0) for row in range(k)])
    nobody = np.bincount(identity[~accepted.any(axis=1)], minlength=k)
    n = np.bincount(identity, minlength=k)
    return TransferMatrix(
        frame.identities, templates, *(counts.astype(np.int64) for counts in (matches, nearest, nobody, n))
    )
