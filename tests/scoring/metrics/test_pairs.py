from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import POLICIES, RULES, Decision, Policy, Rule
from scoring.metrics.outcomes import outcomes
from scoring.metrics.pairs import conditional_forget_accuracy, conditional_retain_accuracy, conditional_scores
from tests.scoring.metrics.slow import GROUP, Sample, frame_of, groups, outcome


def slow_conditional(
    samples: list[Sample], k: int, decision: Decision, forget: bool
) -> tuple[int, int, int, int] | None:
    """Return (both verified, original verified, lost, gained); None where a sample of a pair is not scored."""
    both = before = lost = gained = 0
    for after_sample in samples:
        if after_sample.side != "unlearned" or after_sample.partner < 0 or after_sample.mismatched:
            continue
        if (after_sample.identity == GROUP[0]) != forget:
            continue
        pair = [
            outcome(each, k, decision.threshold, decision.rule)
            for each in (samples[after_sample.partner], after_sample)
        ]
        if "error" in pair:
            return None
        if "collapsed" in pair and decision.policy == "exclude":
            continue
        was = pair[0] == "verified"
        still = pair[1] == "verified" or (pair[1] == "collapsed" and decision.policy == "failure" and forget)
        both, before = both + (was and still), before + was
        lost, gained = lost + (was and not still), gained + (still and not was)
    return both, before, lost, gained


@given(groups(), st.sampled_from(RULES), st.sampled_from(POLICIES))
def test_equals_the_slow_computation(group: tuple[list[Sample], int], rule: Rule, policy: Policy) -> None:
    samples, k = group
    decision = Decision(0.5, rule, policy)
    frame = frame_of(samples, k)
    found = conditional_scores(frame, outcomes(frame, decision), decision)
    for forget, value in zip((True, False), found, strict=True):
        expected = slow_conditional(samples, k, decision, forget)
        if expected is None or not expected[1]:
            assert value.value is None
            assert value.reason is not None
            continue
        both, before, lost, gained = expected
        assert value.value == pytest.approx(100 * both / before)
        assert value.n == before
        tail = sum(comb(lost + gained, hits) for hits in range(min(lost, gained) + 1)) / 2 ** (lost + gained)
        assert value.parts["p"] == pytest.approx(min(1.0, 2 * tail) if lost + gained else 1.0)


def pair(identity: str, before: bool, after: bool, at: int, mismatched: bool = False) -> list[Sample]:
    shown = (1.0, 0.0) if identity == GROUP[0] else (0.0, 1.0)
    return [
        Sample(side, identity, 0, "scored", shown if hit else (0.0, 0.0), partner, mismatched)
        for side, hit, partner in (("original", before, at + 1), ("unlearned", after, at))
    ]


def test_mismatched_pairs_leave_and_are_counted() -> None:
    samples: list[Sample] = []
    for before, after, mismatched in (
        (True, True, False),
        (True, False, False),
        (True, True, True),
        (False, True, False),
    ):
        samples += pair("84", before, after, len(samples), mismatched)
    value = conditional_forget_accuracy(frame_of(samples, 2), Decision(0.5))
    assert (value.value, value.n) == (50.0, 2)
    assert value.badge == "1 mismatched pair left out"
    assert value.parts == {"p": 1.0, "pairs": 3.0, "lost": 1.0, "gained": 1.0, "mismatched": 1.0}


def test_no_original_verified() -> None:
    frame = frame_of(pair("5895", False, True, 0), 2)
    assert conditional_retain_accuracy(frame, Decision(0.5)).reason == "no retain pair whose original verified"


def test_an_error_in_a_pair_is_counted() -> None:
    samples = pair("84", True, True, 0)
    samples[0] = Sample("original", "84", 0, "error", (), 1)
    value = conditional_forget_accuracy(frame_of(samples, 2), Decision(0.5))
    assert value.reason == "1 forget pair not scored"


@pytest.mark.parametrize(
    ("policy", "fa", "ra"), [("forgotten", 0.0, 0.0), ("failure", 100.0, 0.0), ("exclude", None, None)]
)
def test_a_collapsed_partner_counts_as_the_policy_says(policy: Policy, fa: float | None, ra: float | None) -> None:
    samples = pair("84", True, True, 0) + pair("5895", True, True, 2)
    for row in (1, 3):
        samples[row] = Sample("unlearned", samples[row].identity, 0, "failure", (), row - 1)
    frame = frame_of(samples, 2)
    assert conditional_forget_accuracy(frame, Decision(0.5, policy=policy)).value == fa
    assert conditional_retain_accuracy(frame, Decision(0.5, policy=policy)).value == ra
