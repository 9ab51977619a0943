from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.frame import POLICIES, RULES, Decision, GroupFrame, Policy, Rule, Side
from scoring.metrics.identity import erasure_retention_balance, forget_accuracy, retain_accuracy, scores_of_side
from scoring.metrics.outcomes import Tally, became_counts, outcome_counts, outcomes, tally
from scoring.metrics.sides import UNDEFINED_ERB, SideScores, side_scores
from scoring.rules import Rules
from tests.scoring.metrics.slow import FRAME_LEVELS, GROUP, Sample, counts_of, frame_of, groups, outcome, scores_of

policies = st.sampled_from(POLICIES)
rules = st.sampled_from(RULES)
thresholds = st.sampled_from([*FRAME_LEVELS, 0.3, 0.6])


def counted(samples: list[Sample], k: int, decision: Decision) -> Tally:
    frame = frame_of(samples, k)
    return tally(frame, outcomes(frame, decision))


def unlearned(identity: str, *similarity: float, status: str = "scored", condition: int = 0) -> Sample:
    return Sample("unlearned", identity, condition, status, similarity)


def original(identity: str, *similarity: float, status: str = "scored") -> Sample:
    return Sample("original", identity, 0, status, similarity)


def scores(samples: list[Sample], k: int, policy: Policy = "forgotten", side: Side = Side.UNLEARNED) -> SideScores:
    return side_scores(counted(samples, k, Decision(0.5)), side, Decision(0.5, policy=policy))


@given(groups(), thresholds, rules, policies, st.sampled_from(["original", "unlearned"]))
@settings(max_examples=300)
def test_equals_the_slow_computation(
    group: tuple[list[Sample], int], threshold: float, rule: Rule, policy: Policy, side: str
) -> None:
    samples, k = group
    decision = Decision(threshold, rule, policy)
    expected = scores_of(samples, side, k, decision)
    frame = frame_of(samples, k)
    found = scores_of_side(frame, outcomes(frame, decision), Side[side.upper()], decision)
    for value, exact in ((found.fa, expected.fa), (found.ra, expected.ra), (found.erb, expected.erb)):
        assert (value.value is None) == (exact is None)
        assert (value.reason is None) == (exact is not None)
        if exact is not None:
            assert value.value == pytest.approx(float(exact), abs=1e-10)
    if expected.macro_ra is not None:
        assert found.ra.parts["macro"] == pytest.approx(float(expected.macro_ra), abs=1e-10)
    if expected.fa is not None:
        assert found.ea.value == pytest.approx(float(100 - expected.fa), abs=1e-10)


@given(groups(), thresholds, rules)
def test_outcomes_equal_the_slow_ones_and_add_up_under_each_policy(
    group: tuple[list[Sample], int], threshold: float, rule: Rule
) -> None:
    samples, k = group
    after = [each for each in samples if each.side == "unlearned"]
    named = Counter((each.identity, outcome(each, k, threshold, rule)) for each in after)
    counts = counted(samples, k, Decision(threshold, rule))
    shown = outcome_counts(counts)
    forget, retain = shown["forget"], shown["retain"]
    assert forget["forgotten"] == named[GROUP[0], "neither"]
    assert forget["still_verified"] == named[GROUP[0], "verified"]
    assert forget["collapsed"] == named[GROUP[0], "collapsed"]
    assert retain["kept"] == sum(named[name, "verified"] for name in GROUP[1:])
    assert retain["lost"] == sum(named[name, "neither"] for name in GROUP[1:])
    assert retain["became_forget"] == sum(named[name, f"became {GROUP[0]}"] for name in GROUP[1:])
    moves = {pair: count for pair, count in named.items() if pair[1].startswith("became")}
    assert {(name, f"became {to}"): count for (name, to), count in became_counts(counts).items()} == moves
    for policy in POLICIES:
        entered = side_scores(counts, Side.UNLEARNED, Decision(threshold, rule, policy))
        excluded = policy == "exclude"
        if entered.fa.value is not None:
            still = forget["still_verified"] + (forget["collapsed"] if policy == "failure" else 0)
            assert entered.fa.n == sum(forget.values()) - (forget["collapsed"] if excluded else 0)
            assert entered.fa.value == pytest.approx(100 * still / entered.fa.n)
        if entered.ra.value is not None:
            assert entered.ra.n == sum(retain.values()) - (retain["collapsed"] if excluded else 0)
            assert entered.ra.value == pytest.approx(100 * retain["kept"] / entered.ra.n)


@given(groups(), policies, rules, st.randoms(use_true_random=False))
def test_the_order_of_rows_and_the_codes_of_conditions_change_nothing(
    group: tuple[list[Sample], int],
    policy: Policy,
    rule: Rule,
    random: Random,
) -> None:
    samples, k = group
    decision = Decision(0.5, rule, policy)
    shuffled = [replace(each, partner=-1, condition=100 - each.condition) for each in samples]
    random.shuffle(shuffled)
    assert erasure_retention_balance(frame_of(shuffled, k), decision) == erasure_retention_balance(
        frame_of(samples, k), decision
    )


@given(groups(), groups(), rules)
def test_the_tally_of_a_whole_is_the_sum_of_its_parts(
    first: tuple[list[Sample], int], second: tuple[list[Sample], int], rule: Rule
) -> None:
    k = 5
    parts = [
        [replace(each, partner=-1, similarity=(each.similarity * 5)[:5]) for each in part[0]]
        for part in (first, second)
    ]
    whole = counted(parts[0] + parts[1], k, Decision(0.5, rule))
    separate = [counted(part, k, Decision(0.5, rule)) for part in parts]
    np.testing.assert_array_equal(whole.table, separate[0].table + separate[1].table)
    np.testing.assert_array_equal(whole.became, separate[0].became + separate[1].became)


@given(groups(errors=False, min_k=2), policies)
def test_fa_and_ra_fall_as_the_threshold_rises(group: tuple[list[Sample], int], policy: Policy) -> None:
    samples, k = group
    frame = frame_of(samples, k)
    for measure in (forget_accuracy, retain_accuracy):
        values = [
            measure(frame, Decision(threshold, "verify", policy)).value for threshold in np.linspace(-0.1, 1.1, 13)
        ]
        known = [value for value in values if value is not None]
        assert len(known) in {0, len(values)}
        assert known == sorted(known, reverse=True)


@given(groups(), policies, rules)
def test_values_lie_within_their_intervals_and_bounds(
    group: tuple[list[Sample], int], policy: Policy, rule: Rule
) -> None:
    samples, k = group
    frame = frame_of(samples, k)
    decision = Decision(0.5, rule, policy)
    found = scores_of_side(frame, outcomes(frame, decision), Side.UNLEARNED, decision)
    for value in (found.fa, found.ea, found.ra, found.erb):
        if value.value is not None and value.interval is not None:
            low, high = value.interval
            assert -1e-9 <= low <= value.value + 1e-9
            assert value.value - 1e-9 <= high <= 100 + 1e-9
    if found.fa.interval and found.ea.interval:
        assert found.ea.interval == pytest.approx((100 - found.fa.interval[1], 100 - found.fa.interval[0]))


@given(groups(errors=False), rules)
def test_failures_never_help_on_the_retain_side_and_the_policies_are_ordered(
    group: tuple[list[Sample], int], rule: Rule
) -> None:
    samples, k = group
    counts = counted(samples, k, Decision(0.5, rule))
    by_policy: tuple[Policy, ...] = ("forgotten", "failure")
    decisions = [Decision(0.5, rule, policy) for policy in by_policy]
    literal, strict = (side_scores(counts, Side.UNLEARNED, decision) for decision in decisions)
    assert literal.ra == strict.ra
    if literal.erb.value is not None and strict.erb.value is not None:
        assert strict.erb.value <= literal.erb.value + 1e-9
    before, after = (side_scores(counts, Side.ORIGINAL, decision) for decision in decisions)
    assert before == after


BY_HAND = [
    unlearned("84", 0.6, 0.1, 0.1),  # still verified
    unlearned("84", 0.5, 0.9, 0.1),  # at the threshold: still verified, though nearer to 5895
    unlearned("84", 0.4, 0.7, 0.7),  # became 3853: a tie, the smaller id
    unlearned("84", 0.4, 0.2, 0.2),  # forgotten
    unlearned("84", status="failure"),  # collapsed
    unlearned("5895", 0.1, 0.8, 0.2),  # kept
    unlearned("5895", 0.7, 0.2, 0.3),  # became forget
    unlearned("5895", status="failure"),  # collapsed
    unlearned("3853", 0.2, 0.2, 0.5),  # kept, at the threshold
    unlearned("3853", 0.2, 0.2, 0.4),  # lost
    unlearned("3853", 0.2, 0.6, 0.4),  # became retain
]


class TestByHand:
    def test_outcomes(self) -> None:
        counts = counted(BY_HAND, 3, Decision(0.5))
        assert outcome_counts(counts) == {
            "forget": {"forgotten": 1, "still_verified": 2, "became_retain": 1, "collapsed": 1},
            "retain": {"kept": 2, "lost": 1, "became_forget": 1, "became_retain": 1, "collapsed": 1},
        }
        assert became_counts(counts) == {("84", "3853"): 1, ("5895", "84"): 1, ("3853", "5895"): 1}

    def test_strict_rule(self) -> None:
        counts = counted(BY_HAND, 3, Decision(0.5, "verify+rank1"))
        assert outcome_counts(counts)["forget"] == {
            "forgotten": 1,
            "still_verified": 1,
            "became_retain": 2,
            "collapsed": 1,
        }
        assert became_counts(counts)["84", "5895"] == 1

    def test_strict_rule_leaves_a_tie_with_the_own_identity(self) -> None:
        counts = counted([unlearned("84", 0.6, 0.6)], 2, Decision(0.5, "verify+rank1"))
        assert outcome_counts(counts)["forget"]["still_verified"] == 1

    @pytest.mark.parametrize(
        ("policy", "fa", "ra", "erb"),
        [
            ("forgotten", 40.0, 100 / 3, 2 * 60 * (100 / 3) / (60 + 100 / 3)),
            ("failure", 60.0, 100 / 3, 2 * 40 * (100 / 3) / (40 + 100 / 3)),
            ("exclude", 50.0, 40.0, 400 / 9),
        ],
    )
    def test_policies(self, policy: Policy, fa: float, ra: float, erb: float) -> None:
        found = scores(BY_HAND, 3, policy)
        assert found.fa.value == pytest.approx(fa)
        assert found.ra.value == pytest.approx(ra)
        assert found.erb.value == pytest.approx(erb)
        assert (found.fa.failures, found.ra.failures, found.erb.failures) == (1, 1, 2)

    def test_excluded_failures_are_stated(self) -> None:
        found = scores(BY_HAND, 3, "exclude")
        assert found.fa.n == 4
        assert found.fa.badge == "coverage 4 of 5"
        assert found.erb.badge == "coverage 9 of 11"

    def test_a_failed_original_is_verified_on_no_role(self) -> None:
        samples = [
            original("84", 0.9, 0.1),
            original("84", status="failure"),
            original("5895", 0.1, 0.9),
            original("5895", status="failure"),
        ]
        for policy in ("forgotten", "failure"):
            found = scores(samples, 2, policy, Side.ORIGINAL)
            assert (found.fa.value, found.ra.value) == (50.0, 50.0)
        excluded = scores(samples, 2, "exclude", Side.ORIGINAL)
        assert (excluded.fa.value, excluded.ra.value) == (100.0, 100.0)

    def test_pooled_and_macro(self) -> None:
        found = scores(
            [
                unlearned("84", 0.0, 0.0, 0.0),
                *3 * [unlearned("5895", 0.0, 1.0, 0.0)],
                unlearned("3853", 0.0, 0.0, 0.0),
            ],
            3,
        )
        assert found.ra.value == 75.0
        assert found.ra.parts["macro"] == 50.0
        assert found.ra.badge == "unequal counts"
        assert found.erb.badge is None

    def test_nothing_erased_and_nothing_kept(self) -> None:
        found = scores([unlearned("84", 1.0, 0.0), unlearned("5895", 0.0, 0.0)], 2)
        assert (found.erb.value, found.erb.badge, found.erb.interval) == (0.0, UNDEFINED_ERB, None)

    def test_nothing_erased_but_all_kept_is_a_plain_zero(self) -> None:
        found = scores([unlearned("84", 1.0, 0.0), unlearned("5895", 0.0, 1.0)], 2)
        assert (found.erb.value, found.erb.badge) == (0.0, None)
        assert found.erb.interval is not None

    def test_worked_interval(self) -> None:
        found = scores(8 * [unlearned("84", 0.0, 0.0)] + 24 * [unlearned("5895", 0.0, 1.0)], 2)
        assert found.erb.value == 100.0
        assert found.erb.interval == pytest.approx((79.27, 100.0), abs=0.01)


class TestNotComputable:
    def test_no_forget_samples(self) -> None:
        found = scores([unlearned("5895", 0.0, 1.0)], 2)
        assert found.fa.reason == "no forget samples"
        assert found.erb.value is None
        assert found.erb.reason == "no forget samples"
        assert found.ra.value == 100.0

    def test_a_retain_identity_without_samples_is_named(self) -> None:
        found = scores([unlearned("84", 0.0, 0.0, 0.0), unlearned("5895", 0.0, 1.0, 0.0)], 3)
        assert found.ra.reason == "no samples of retain identity 3853"
        assert found.erb.value is None

    def test_no_retain_identity(self) -> None:
        assert scores([unlearned("84", 0.0)], 1).ra.reason == "the group has no retain identity"

    def test_errors_are_counted(self) -> None:
        samples = [
            *3 * [unlearned("84", status="error")],
            unlearned("84", 0.0, 0.0),
            unlearned("5895", 0.0, 1.0),
            unlearned("5895", status="error"),
        ]
        found = scores(samples, 2)
        assert found.fa.reason == "3 forget samples not scored"
        assert found.ra.reason == "1 retain sample not scored"
        assert found.erb.reason == "3 forget samples not scored; 1 retain sample not scored"

    def test_errors_of_the_other_side_do_not_matter(self) -> None:
        found = scores([original("84", status="error"), unlearned("84", 0.0, 0.0), unlearned("5895", 0.0, 1.0)], 2)
        assert found.erb.value == 100.0

    def test_everything_failed(self) -> None:
        samples = [*2 * [unlearned("84", status="failure")], *2 * [unlearned("5895", status="failure")]]
        assert (scores(samples, 2).fa.value, scores(samples, 2).ra.value, scores(samples, 2).erb.value) == (
            0.0,
            0.0,
            0.0,
        )
        assert scores(samples, 2).erb.badge is None  # EA = 100
        assert scores(samples, 2, "failure").erb.badge == UNDEFINED_ERB
        excluded = scores(samples, 2, "exclude")
        assert excluded.fa.reason == "no forget samples left: 2 failures excluded"
        assert excluded.ra.reason == "no samples of retain identity 5895 left: 2 failures excluded"

    def test_a_scored_sample_without_its_own_similarity_is_not_scored(self) -> None:
        samples = [unlearned("84", float("nan"), 0.0), unlearned("5895", 0.0, 1.0)]
        assert scores(samples, 2).fa.reason == "1 forget sample not scored"

    def test_the_strict_rule_needs_every_similarity_of_the_group(self) -> None:
        samples = [unlearned("84", 0.6, float("nan")), unlearned("5895", 0.0, 1.0)]
        assert scores(samples, 2).fa.value == 100.0
        rank1 = Decision(0.5, "verify+rank1")
        strict = side_scores(counted(samples, 2, rank1), Side.UNLEARNED, rank1)
        assert strict.fa.reason == "1 forget sample not scored"

    def test_an_empty_group(self) -> None:
        found = scores([], 2)
        assert found.erb.reason == "no forget samples; no samples of retain identity 5895"


def test_counts_of_the_slow_computation_are_what_they_should_be() -> None:
    """The reference itself, on the example by hand."""
    assert counts_of(BY_HAND, "84", "unlearned", 3, Decision(0.5, policy="failure")) == (3, 5)
    assert counts_of(BY_HAND, "3853", "unlearned", 3, Decision(0.5, policy="exclude")) == (1, 3)


def test_whether_equality_verifies_is_the_rules() -> None:
    frame = frame_of([unlearned("84", 0.5, 0.5), unlearned("5895", 0.0, 0.5)], 2)
    inclusive, exclusive = Decision(0.5), Decision(0.5, rules=Rules(comparison=">"))
    assert (forget_accuracy(frame, inclusive).value, retain_accuracy(frame, inclusive).value) == (100.0, 100.0)
    assert (forget_accuracy(frame, exclusive).value, retain_accuracy(frame, exclusive).value) == (0.0, 0.0)
    # The rival is held to the same comparison.
    assert outcome_counts(tally(frame, outcomes(frame, exclusive)))["forget"]["became_retain"] == 0


def test_the_level_of_wilsons_interval_is_the_rules() -> None:
    frame = frame_of([unlearned("84", *pair) for pair in [(1.0, 0.0)] * 3 + [(0.0, 0.0)] * 7], 2)
    found = forget_accuracy(frame, Decision(0.5, rules=Rules(level=0.9)))
    # z = 1.64485: centre (0.3 + z²/20)/(1 + z²/10) = 0.34259, half width z/(1 + z²/10)·√(0.021 + z²/400) = 0.21571
    assert found.interval == pytest.approx((12.688, 55.830), abs=0.002)


def test_equality_is_decided_as_float32() -> None:
    frame: GroupFrame = frame_of([unlearned("84", 0.28, 0.0), unlearned("5895", 0.0, 1.0)], 2)
    assert forget_accuracy(frame, Decision(0.28)).value == 100.0
    assert forget_accuracy(frame, Decision(float(np.nextafter(np.float32(0.28), np.float32(1))))).value == 0.0
