"""The identity metrics once more, in plain loops and fractions; and groups to try both on."""

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from hypothesis import strategies as st

from scoring.frame import Decision, GroupFrame, Rule

GROUP = ("84", "5895", "3853", "5338", "900")
FRAME_LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)  # 0.5 is the usual threshold, so that ties and equality are common


@dataclass(frozen=True)
class Sample:
    side: str  # original, unlearned
    identity: str
    condition: int
    status: str  # scored, failure, error
    similarity: tuple[float, ...]  # per identity of the group
    partner: int = -1
    mismatched: bool = False


def single(value: float) -> float:
    rounded: float = struct.unpack("f", struct.pack("f", value))[0]
    return rounded


def frame_of(samples: Sequence[Sample], k: int) -> GroupFrame:
    identities = GROUP[:k]
    rows = [[math.nan] * k if each.status != "scored" else list(each.similarity) for each in samples]
    return GroupFrame(
        group="Set",
        forget=identities[0],
        retain=identities[1:],
        identities=identities,
        sample_id=np.arange(len(samples), dtype=np.int64),
        side=np.array([("original", "unlearned").index(each.side) for each in samples], dtype=np.int8),
        identity=np.array([identities.index(each.identity) for each in samples], dtype=np.intp),
        condition=np.array([each.condition for each in samples], dtype=np.intp),
        seed=np.zeros(len(samples), dtype=np.int64),
        status=np.array([("scored", "failure", "error").index(each.status) for each in samples], dtype=np.int8),
        similarity=np.array(rows, dtype=np.float32).reshape(len(samples), k),
        partner=np.array([each.partner for each in samples], dtype=np.intp),
        mismatched=np.array([each.mismatched for each in samples], dtype=np.bool_),
    )


def numbers_first(identity: str) -> tuple[int, int, str]:
    return (0, int(identity), "") if identity.isdigit() else (1, 0, identity)


def outcome(sample: Sample, k: int, threshold: float, rule: Rule) -> str:
    """Return one of error, collapsed, verified, neither, or "became <id>"."""
    if sample.status != "scored":
        return "error" if sample.status == "error" else "collapsed"
    scores = {name: single(score) for name, score in zip(GROUP[:k], sample.similarity, strict=True)}
    own, limit = scores[sample.identity], single(threshold)
    others = {name: score for name, score in scores.items() if name != sample.identity}
    highest = max(others.values(), default=-math.inf)
    if own >= limit and (rule == "verify" or own >= highest):
        return "verified"
    if highest >= limit:
        return "became " + min((name for name in others if others[name] == highest), key=numbers_first)
    return "neither"


@dataclass(frozen=True)
class SlowScores:
    """Percent as fractions; None where not computable."""

    fa: Fraction | None
    ra: Fraction | None
    erb: Fraction | None
    macro_ra: Fraction | None


def counts_of(
    samples: Sequence[Sample], identity: str, side: str, k: int, decision: Decision
) -> tuple[int, int] | None:
    """Return (verified, n) of one identity on one side; None where a sample is not scored."""
    n = hits = 0
    for sample in samples:
        if sample.side != side or sample.identity != identity:
            continue
        found = outcome(sample, k, decision.threshold, decision.rule)
        if found == "error":
            return None
        if found == "collapsed":
            if decision.policy == "exclude":
                continue
            if decision.policy == "failure" and identity == GROUP[0] and side == "unlearned":
                hits += 1
        elif found == "verified":
            hits += 1
        n += 1
    return hits, n


def scores_of(samples: Sequence[Sample], side: str, k: int, decision: Decision) -> SlowScores:
    forget = counts_of(samples, GROUP[0], side, k, decision)
    retain = [counts_of(samples, name, side, k, decision) for name in GROUP[1:k]]
    fa = Fraction(100 * forget[0], forget[1]) if forget and forget[1] else None
    known = [each for each in retain if each and each[1]]
    ra: Fraction | None = None
    macro: Fraction | None = None
    if retain and len(known) == len(retain):
        ra = Fraction(100 * sum(each[0] for each in known), sum(each[1] for each in known))
        macro = sum((Fraction(100 * each[0], each[1]) for each in known), Fraction(0)) / len(known)
    erb = None if fa is None or ra is None else harmonic(100 - fa, ra)
    return SlowScores(fa, ra, erb, macro)


def harmonic(first: Fraction, second: Fraction) -> Fraction:
    return 2 * first * second / (first + second) if first + second else Fraction(0)


@st.composite
def groups(draw: st.DrawFn, errors: bool = True, min_k: int = 1, max_size: int = 30) -> tuple[list[Sample], int]:
    """Draw a group of up to 5 identities with samples of both sides in any order, pairs among them, and k."""
    k = draw(st.integers(min_k, len(GROUP)))
    statuses = ["scored", "scored", "scored", "failure"] + (["error"] if errors else [])
    sample = st.builds(
        Sample,
        side=st.sampled_from(["original", "unlearned"]),
        identity=st.sampled_from(GROUP[:k]),
        condition=st.integers(0, 3),
        status=st.sampled_from(statuses) if draw(st.booleans()) else st.just("scored"),
        similarity=st.tuples(*[st.sampled_from(FRAME_LEVELS)] * k),
    )
    samples = draw(st.lists(sample, max_size=max_size))
    return _paired(samples, draw(st.integers(0, 3))), k


def _paired(samples: list[Sample], mismatched_condition: int) -> list[Sample]:
    """Pair the first originals and unlearned samples of equal identity and condition."""
    partner: dict[int, int] = {}
    for row, before in enumerate(samples):
        for other, after in enumerate(samples):
            same = (before.identity, before.condition) == (after.identity, after.condition)
            if (before.side, after.side) == ("original", "unlearned") and same and not {row, other} & partner.keys():
                partner[row], partner[other] = other, row
    return [
        Sample(
            each.side,
            each.identity,
            each.condition,
            each.status,
            each.similarity,
            partner.get(row, -1),
            row in partner and each.condition == mismatched_condition,
        )
        for row, each in enumerate(samples)
    ]
