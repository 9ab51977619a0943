from dataclasses import replace
from time import perf_counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.frame import POLICIES, RULES, Decision, GroupFrame, Policy, Rule, Side
from scoring.metrics.group import score_group
from scoring.metrics.outcomes import outcomes, tally
from scoring.metrics.policies import policy_badge
from scoring.metrics.sides import SideScores, side_scores
from scoring.metrics.stage1 import stage1_gate
from scoring.metrics.threshold_free import forget_score, retain_score
from scoring.metrics.transfer import transfer_matrix
from scoring.metrics.values import share_value
from scoring.metrics.worked_example import EXAMPLE
from scoring.rules import SHIPPED, Rules
from scoring.types import MetricValue
from tests.scoring.metrics.slow import GROUP, Sample, frame_of, groups, scores_of


@given(groups(), st.sampled_from(RULES), st.sampled_from(POLICIES))
def test_any_group_is_scored_without_a_crash_and_consistently(
    group: tuple[list[Sample], int], rule: Rule, policy: Policy
) -> None:
    samples, k = group
    found = score_group(frame_of(samples, k), Decision(0.5, rule, policy))
    assert found.policies[policy] == found.unlearned.erb
    rows = [row for row in found.identities if row.side == Side.UNLEARNED]
    assert [row.identity for row in rows] == list(GROUP[:k])
    assert sum(row.n + row.unscored for row in found.identities) == len(samples)
    if found.unlearned.erb.value is not None:
        assert sum(row.points_lost or 0 for row in rows) == pytest.approx(100 - found.unlearned.erb.value, abs=1e-9)
    else:
        assert {row.points_lost for row in found.identities} == {None}
    matched = [each for each in samples if not each.mismatched]
    if len(matched) < len(samples):
        expected = scores_of(matched, "unlearned", k, Decision(0.5, rule, policy)).erb
        assert found.erb_without_mismatched is not None
        assert found.erb_without_mismatched.value == pytest.approx(None if expected is None else float(expected))
    else:
        assert found.erb_without_mismatched is None


def test_the_worked_example() -> None:
    found = score_group(EXAMPLE, Decision(0.5))
    assert (found.unlearned.fa.value, found.unlearned.ra.value, found.unlearned.erb.value) == (25.0, 75.0, 75.0)
    assert (found.original.fa.value, found.original.ra.value) == (100.0, 100.0)
    assert found.outcomes["forget"] == {"forgotten": 5, "still_verified": 2, "became_retain": 1, "collapsed": 0}
    assert found.became == {("84", "5895"): 1}
    assert found.stage1.passed is True
    assert found.policy_badge is None
    last = found.identities[-1]
    assert (last.identity, last.role, last.side, last.n, last.verified) == ("3853", "retain", Side.UNLEARNED, 12, 12)
    assert last.mean_similarity == pytest.approx(0.9)


def test_trivial_entries_of_the_worked_example() -> None:
    original, black, answered = score_group(EXAMPLE, Decision(0.5)).trivial
    assert [original.scores.ea.value, original.scores.ra.value, original.scores.erb.value] == [0.0, 100.0, 0.0]
    assert [black.scores.ea.value, black.scores.ra.value, black.scores.erb.value] == [100.0, 0.0, 0.0]
    assert [answered.scores.ea.value, answered.scores.ra.value] == [100.0, 100.0]
    # 3853 and 5895 do equally well: the smaller id.
    assert answered.name == "every forget request answered by 3853"
    strict = score_group(EXAMPLE, Decision(0.5, policy="failure")).trivial[1].scores
    assert [strict.ea.value, strict.ra.value] == [0.0, 0.0]
    assert score_group(EXAMPLE, Decision(0.5, policy="exclude")).trivial[1].scores.erb.value is None


def test_trivial_answer_counts_the_retained_samples_that_verify_as_the_forget_identity() -> None:
    samples = [Sample("original", "84", 0, "scored", (1.0, 0.0))]
    samples += [Sample("original", "5895", 0, "scored", (score, 1.0)) for score in (0.6, 0.1, 0.1, 0.1)]
    answered = score_group(frame_of(samples, 2), Decision(0.5)).trivial[2].scores
    assert (answered.fa.value, answered.ra.value) == (25.0, 100.0)


def sides(fa: float, ra: tuple[int, int]) -> SideScores:
    value = MetricValue(fa, 10)
    return SideScores(value, value, share_value(*ra, level=0.95), value)


class TestStage1:
    def test_passes_at_eighty_percent(self) -> None:
        assert stage1_gate(sides(80.0, (8, 10)), sides(0.0, (8, 10)), SHIPPED).passed is True

    def test_flags_what_the_original_does_not_show(self) -> None:
        gate = stage1_gate(sides(79.9, (79, 100)), sides(0.0, (79, 100)), SHIPPED)
        assert gate.passed is False
        assert gate.flags == (
            "the original's FA is 79.9 %, under 80 %: it does not show the forget identity reliably",
            "the original's RA is 79.0 %, under 80 %: it does not show the retain identities reliably",
        )

    def test_flags_an_unlearned_side_that_is_surely_better(self) -> None:
        assert stage1_gate(sides(100.0, (85, 100)), sides(0.0, (99, 100)), SHIPPED).passed is False
        assert (
            stage1_gate(sides(100.0, (92, 100)), sides(0.0, (99, 100)), SHIPPED).passed is True
        )  # the intervals overlap

    def test_its_limits_are_the_rules(self) -> None:
        original = sides(85.0, (79, 100))
        assert stage1_gate(original, original, Rules(original_fa_min=85.0, original_ra_min=79.0)).passed is True
        gate = stage1_gate(original, original, Rules(original_fa_min=85.5, original_ra_min=79.0))
        assert gate.flags == (
            "the original's FA is 85.0 %, under 85.5 %: it does not show the forget identity reliably",
        )
        (flag,) = stage1_gate(original, original, Rules(original_fa_min=50.0, original_ra_min=90.0)).flags
        assert "the original's RA is 79.0 %, under 90 %" in flag

    def test_without_originals_nothing_is_said(self) -> None:
        nothing = MetricValue(None, reason="no forget samples")
        gate = stage1_gate(replace(sides(100.0, (9, 10)), fa=nothing), sides(0.0, (9, 10)), SHIPPED)
        assert (gate.passed, gate.flags, gate.reason) == (None, (), "FA: no forget samples")


@pytest.mark.parametrize(
    ("values", "badge"),
    [
        ((50.0, 50.0, 51.0), None),
        ((50.0, 50.0, 51.01), "policies differ by 1.01 points"),
        ((80.0, 60.0, 70.0), "policies differ by 20.00 points"),
        ((80.0, 80.0, None), "policies disagree: not computable under exclude"),
        ((None, None, None), None),
    ],
)
def test_policy_badge(values: tuple[float | None, ...], badge: str | None) -> None:
    assert (
        policy_badge({name: MetricValue(each) for name, each in zip(POLICIES, values, strict=True)}, SHIPPED) == badge
    )


def test_the_spread_that_gets_a_badge_is_the_rules() -> None:
    erb = {name: MetricValue(each) for name, each in zip(POLICIES, (50.0, 52.0, 54.0), strict=True)}
    assert policy_badge(erb, Rules(policy_spread_points=4.0)) is None
    assert policy_badge(erb, Rules(policy_spread_points=3.9)) == "policies differ by 4.00 points"


def test_threshold_free_scores() -> None:
    samples = [
        Sample("unlearned", "84", 0, "scored", (0.25, 1.0)),
        Sample("unlearned", "84", 0, "scored", (0.75, 1.0)),
        Sample("unlearned", "84", 0, "failure", ()),
        Sample("unlearned", "5895", 0, "scored", (0.0, 0.5)),
        Sample("original", "5895", 0, "scored", (0.0, 1.0)),
    ]
    fs, rs = forget_score(frame_of(samples, 2)), retain_score(frame_of(samples, 2))
    assert (fs.value, fs.n, fs.failures) == (0.5, 2, 1)
    assert (rs.value, rs.n, rs.failures) == (0.5, 1, 0)
    with_error = frame_of([*samples, Sample("unlearned", "84", 0, "error", ())], 2)
    assert forget_score(with_error).reason == "1 forget sample not scored"
    assert retain_score(with_error).value == 0.5
    assert forget_score(frame_of([], 2)).reason == "no scored forget sample"
    without_template = frame_of([*samples, Sample("unlearned", "84", 0, "scored", (float("nan"), 0.1))], 2)
    assert forget_score(without_template).reason == "1 forget sample not scored"


def test_transfer_matrix_by_hand() -> None:
    samples = [
        Sample("unlearned", "84", 0, "scored", (0.6, 0.7)),
        Sample("unlearned", "84", 0, "scored", (0.1, 0.2)),
        Sample("unlearned", "84", 0, "failure", ()),
        Sample("unlearned", "5895", 0, "scored", (0.5, 0.5)),
        Sample("original", "84", 0, "scored", (1.0, 0.0)),
    ]
    outside = np.array([[0.7], [0.9], [np.nan], [0.0], [0.0]], dtype=np.float32)
    found = transfer_matrix(frame_of(samples, 2), Decision(0.5), outside=("9",), outside_similarity=outside)
    assert found.templates == ("84", "5895", "9")
    assert found.verified.tolist() == [[1, 1, 2], [1, 1, 0]]
    assert found.nearest.tolist() == [[0, 0, 2], [1, 0, 0]]  # ties: 9 before 5895, 84 before 5895
    assert found.nobody.tolist() == [0, 0]
    assert found.n.tolist() == [2, 1]
    inside = transfer_matrix(frame_of(samples, 2), Decision(0.5))
    assert inside.nobody.tolist() == [1, 0]
    assert transfer_matrix(frame_of([], 2), Decision(0.5)).n.tolist() == [0, 0]
    strict = transfer_matrix(frame_of(samples, 2), Decision(0.5, rules=Rules(comparison=">")))
    assert strict.verified.tolist() == [[1, 1], [0, 0]]


def large_frame(n: int, conditions: int) -> GroupFrame:
    rng, k = np.random.default_rng(0), 4
    half = n // 2
    return GroupFrame(
        "Set",
        "1",
        ("2", "3", "4"),
        ("1", "2", "3", "4"),
        sample_id=np.arange(n),
        side=np.repeat(np.array([0, 1], dtype=np.int8), half),
        identity=np.tile(rng.integers(0, k, half), 2),
        condition=np.tile(rng.integers(0, conditions, half), 2),
        seed=np.zeros(n, dtype=np.int64),
        status=(rng.uniform(size=n) < 0.02).astype(np.int8),
        similarity=rng.uniform(0, 1, (n, k)).astype(np.float32),
        partner=np.concatenate([np.arange(half) + half, np.arange(half)]),
        mismatched=np.zeros(n, dtype=np.bool_),
    )


def test_counting_of_100_000_samples_is_quick() -> None:
    frame = large_frame(100_000, 1000)
    tally(frame, outcomes(frame, Decision(0.5)))  # what does not depend on the threshold
    times = []
    for threshold in np.linspace(0.2, 0.8, 9):
        start = perf_counter()
        decision = Decision(float(threshold))
        side_scores(tally(frame, outcomes(frame, decision)), Side.UNLEARNED, decision)
        times.append(perf_counter() - start)
    assert min(times) < 0.016  # one frame; about 2 ms where the machine is idle
