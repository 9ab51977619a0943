"""Trivial entries: what no effort at all would score, for scale in the EA–RA plane (PROTOCOL §3)."""

from dataclasses import dataclass, replace

import numpy as np

from scoring.frame import Decision, GroupFrame, Side, published_order
from scoring.metrics.outcomes import CountArray, SampleOutcome, Tally, outcomes, tally
from scoring.metrics.sides import SideScores, side_scores


@dataclass(frozen=True, slots=True)
class TrivialEntry:
    """A named point of the EA–RA plane."""

    name: str
    scores: SideScores


def trivial_entries(frame: GroupFrame, decision: Decision, counts: Tally) -> tuple[TrivialEntry, ...]:
    """Return the original itself, everything black, and every forget request answered by one retained identity.

    Each is what the group's original side would score as somebody's unlearned side: as it is; with a failure to acquire
    in place of every sample; with the forget samples replaced by those of the retained identity that scores best so
    (tie: smaller id). `counts` is the tally of `frame` under `decision`.
    """
    original = counts.table[Side.ORIGINAL]
    black = np.zeros_like(original)
    black[:, SampleOutcome.COLLAPSED] = original.sum(axis=1)
    answered = [
        TrivialEntry(
            f"every forget request answered by {identity}",
            _scores(counts, np.concatenate([_as_forget(frame, decision, column), original[1:]]), decision),
        )
        for identity, column in sorted(
            zip(frame.retain, range(1, len(frame.identities)), strict=True), key=_by_identity
        )
    ]
    return (
        TrivialEntry("the original itself", _scores(counts, original, decision)),
        TrivialEntry("everything black", _scores(counts, black, decision)),
        *([max(answered, key=_erb)] if answered else []),
    )


def _by_identity(pair: tuple[str, int]) -> tuple[bool, int, str]:
    return published_order(pair[0])


def _erb(entry: TrivialEntry) -> float:
    value = entry.scores.erb.value
    return -1.0 if value is None else value


def _scores(counts: Tally, table: CountArray, decision: Decision) -> SideScores:
    handed_in = replace(counts, table=np.stack([table, table]))
    return side_scores(handed_in, Side.UNLEARNED, decision)


def _as_forget(frame: GroupFrame, decision: Decision, column: int) -> CountArray:
    """Return the outcomes (1, 5) of one retain identity's original samples, judged as if they were forget samples."""
    rows = (frame.side == Side.ORIGINAL) & (frame.identity == column)
    asked = replace(frame, identity=np.where(rows, 0, frame.identity))
    return tally(asked, outcomes(asked, decision), rows).table[Side.ORIGINAL, :1]
