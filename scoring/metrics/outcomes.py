"""What became of each sample, counted once; every count of FA, RA and ERB, under any policy, follows from the tally."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from scoring.frame import BoolArray, Decision, GroupFrame, Policy, Side, Status
from scoring.verification import verified

OutcomeCodes = NDArray[np.int8]
CountArray = NDArray[np.int64]


class SampleOutcome(IntEnum):
    """What became of a sample, first that holds (PROTOCOL §2); of a forget sample and of a retain sample.

    VERIFIED : still verified, kept. BECAME : another identity of the group. NEITHER : forgotten, lost.
    COLLAPSED : a failure to acquire. UNSCORED : an error of the evaluator, or not compared with what the rule asks for.
    """

    VERIFIED = 0
    BECAME = 1
    NEITHER = 2
    COLLAPSED = 3
    UNSCORED = 4


def outcomes(frame: GroupFrame, decision: Decision) -> OutcomeCodes:
    """Return the `SampleOutcome` of every sample, int8 (n,), under the decision's threshold and rule.

    Under `verify+rank1` a sample that verifies but has a nearer template in the group became that identity; in a tie it
    counts as nearest.
    """
    compared = ~np.isnan(frame.own)
    threshold, comparison = decision.threshold, decision.rules.comparison
    accepted = verified(frame.own, threshold, comparison)
    if decision.rule == "verify+rank1":
        compared &= frame.has_every_similarity
        accepted &= ~(frame.rival_similarity > frame.own)
    became = verified(frame.rival_similarity, threshold, comparison)
    # VERIFIED, BECAME and NEITHER are 0, 1 and 2: arithmetic is many times faster than masks, in every frame of a drag.
    codes: OutcomeCodes = (~accepted).view(np.int8) * (np.int8(SampleOutcome.NEITHER) - became.view(np.int8))
    codes[~compared | (frame.status == Status.ERROR)] = SampleOutcome.UNSCORED
    codes[frame.status == Status.FAILURE] = SampleOutcome.COLLAPSED
    return codes


@dataclass(frozen=True, eq=False, slots=True)
class Tally:
    """Counts of outcomes, int64: `table` (2 sides, k identities, 5 outcomes); `became` (2, k, k), of whom into whom."""

    identities: tuple[str, ...]
    table: CountArray
    became: CountArray


def tally(frame: GroupFrame, codes: OutcomeCodes, rows: BoolArray | None = None) -> Tally:
    """Count `codes`, of the samples `rows` (n,) only where given. A few milliseconds for 100,000 samples."""
    k, kinds = len(frame.identities), len(SampleOutcome)
    asked = frame.side.astype(np.intp) * k + frame.identity
    rival = frame.rival
    if rows is not None:
        asked, codes, rival = asked[rows], codes[rows], rival[rows]
    table = np.bincount(asked * kinds + codes, minlength=2 * k * kinds)
    moved = codes == SampleOutcome.BECAME
    became = np.bincount(asked[moved] * k + rival[moved], minlength=2 * k * k)
    return Tally(
        frame.identities, table.reshape(2, k, kinds).astype(np.int64), became.reshape(2, k, k).astype(np.int64)
    )


@dataclass(frozen=True, eq=False, slots=True)
class Trials:
    """Counts that a policy makes of outcomes, arrays of one shape: what enters the denominator and the numerator.

    failures : failures to acquire, whether they entered or were excluded. unscored : errors, which enter nothing.
    """

    n: CountArray
    verified: CountArray
    failures: CountArray
    unscored: CountArray


def trials(table: CountArray, forget: BoolArray, side: Side, policy: Policy) -> Trials:
    """Return what `policy` makes of outcome counts `table` (…, 5); `forget` (…) says which are of the forget identity.

    `forgotten`: a failure is not verified. `failure`: it counts against the entry, so a failed unlearned forget sample
    counts as verified. `exclude`: it enters neither. On the original side a failure is not verified on either role
    under both.
    """
    failures = table[..., SampleOutcome.COLLAPSED]
    unscored = table[..., SampleOutcome.UNSCORED]
    n = table.sum(axis=-1) - unscored
    accepted = table[..., SampleOutcome.VERIFIED]
    if policy == "exclude":
        n = n - failures
    elif policy == "failure" and side == Side.UNLEARNED:
        accepted = accepted + np.where(forget, failures, 0)
    return Trials(n, accepted, failures, unscored)


def identity_trials(counts: Tally, side: Side, policy: Policy) -> Trials:
    """Return the trials of every identity of the group on one side, (k,) each; the forget identity comes first."""
    return trials(counts.table[side], np.arange(len(counts.identities)) == 0, side, policy)


def outcome_counts(counts: Tally) -> dict[str, dict[str, int]]:
    """Return the outcomes of the unlearned side by role and name, as the command line prints them; errors in none."""
    table, became = counts.table[Side.UNLEARNED], counts.became[Side.UNLEARNED]
    forget, retain = table[0], table[1:].sum(axis=0)
    return {
        "forget": {
            "forgotten": int(forget[SampleOutcome.NEITHER]),
            "still_verified": int(forget[SampleOutcome.VERIFIED]),
            "became_retain": int(forget[SampleOutcome.BECAME]),
            "collapsed": int(forget[SampleOutcome.COLLAPSED]),
        },
        "retain": {
            "kept": int(retain[SampleOutcome.VERIFIED]),
            "lost": int(retain[SampleOutcome.NEITHER]),
            "became_forget": int(became[1:, 0].sum()),
            "became_retain": int(became[1:, 1:].sum()),
            "collapsed": int(retain[SampleOutcome.COLLAPSED]),
        },
    }


def became_counts(counts: Tally) -> Mapping[tuple[str, str], int]:
    """Return how many unlearned samples of one identity became another: {(asked for, became): count}, without zeros."""
    became = counts.became[Side.UNLEARNED]
    names = counts.identities
    return {
        (names[row], names[column]): int(became[row, column]) for row, column in zip(*np.nonzero(became), strict=True)
    }
