"""Points lost, longest first, and in words what happened to the samples of each identity."""

from collections.abc import Sequence
from dataclasses import dataclass

from genmu_studio.evaluation import Evaluation
from genmu_studio.overview.identities import Role
from scoring.frame import Policy, Side
from scoring.metrics.outcomes import SampleOutcome, Tally
from scoring.metrics.values import counted


@dataclass(frozen=True, slots=True)
class LostRow:
    """What one identity costs. points, gain : of the group's ERB; the points of a group sum to 100 − ERB.

    words : what became of its unlearned samples, most first.
    """

    group: str
    identity: str
    role: Role
    points: float
    gain: float
    words: str


def lost_rows(evaluation: Evaluation, tallies: Sequence[Tally]) -> tuple[LostRow, ...]:
    """Return what each identity costs, dearest first; none of a group whose ERB is not computable."""
    rows = []
    for scores, counts in zip(evaluation.groups, tallies, strict=True):
        columns = {identity: column for column, identity in enumerate(counts.identities)}
        for each in scores.identities:
            if each.side == Side.UNLEARNED and each.points_lost is not None and each.gain is not None:
                words = what_happened(counts, columns[each.identity], scores.decision.policy)
                rows.append(LostRow(scores.group, each.identity, each.role, each.points_lost, each.gain, words))
    return tuple(sorted(rows, key=lambda row: -row.points))


def what_happened(counts: Tally, column: int, policy: Policy) -> str:
    """Return what became of the unlearned samples of the identity at `column` (0 = forget), as a person says it."""
    tally = counts.table[Side.UNLEARNED, column]
    n = int(tally.sum())
    collapsed = int(tally[SampleOutcome.COLLAPSED])
    if column == 0:
        verified = int(tally[SampleOutcome.VERIFIED])
        parts = [(verified, f"of {n} still {'verifies' if verified == 1 else 'verify'}")]
        if policy == "failure":
            parts.append((collapsed, "failed, counted against"))
        good = "all forgotten"
    else:
        became = counts.became[Side.UNLEARNED, column]
        parts = [
            (int(tally[SampleOutcome.NEITHER]), f"of {n} lost"),
            *((int(became[other]), f"became {name}") for other, name in enumerate(counts.identities)),
        ]
        if policy != "exclude":
            parts.append((collapsed, "failed"))
        good = f"all {n} kept"
    unscored = int(tally[SampleOutcome.UNSCORED])
    if unscored:
        return f"{counted(unscored, 'sample')} not scored"
    told = [f"{count:,} {what}" for count, what in sorted(parts, key=lambda part: -part[0]) if count]
    return ", ".join(told) or good
