from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.calibration import (
    Comparisons,
    calibrate,
    compare_references,
    det_curve,
    equal_error_point,
    false_match_rate,
    false_non_match_rate,
    fmr_point,
)
from scoring.errors import UserError
from scoring.rules import SHIPPED, Rules
from scoring.types import FloatArray
from scoring.verification import TEMPLATE_RULES, TemplateRule, build_template, similarities, verified

levels = st.lists(st.integers(0, 12).map(lambda level: level / 16), min_size=1, max_size=25)


def scores(*values: float) -> FloatArray:
    return np.array(values, dtype=np.float32)


def slow_equal_error(mated: list[float], non_mated: list[float]) -> tuple[Fraction, Fraction] | None:
    """Return (threshold, rate) as PROTOCOL §2 words it; scores must be dyadic, so that fractions are exact."""
    unique = sorted(set(mated) | set(non_mated))
    fmr = [Fraction(sum(score >= each for score in non_mated), len(non_mated)) for each in unique]
    fnmr = [Fraction(sum(score < each for score in mated), len(mated)) for each in unique]
    d = [first - second for first, second in zip(fmr, fnmr, strict=True)]
    flat = [index for index, each in enumerate(d) if each == 0]
    if flat:
        return (Fraction(unique[flat[0] - 1]) + Fraction(unique[flat[-1]])) / 2, fmr[flat[0]]
    after = next((index for index, each in enumerate(d) if each < 0), None)
    if after is None:
        return None
    share = d[after - 1] / (d[after - 1] - d[after])
    low, high = Fraction(unique[after - 1]), Fraction(unique[after])
    return low + share * (high - low), fmr[after - 1] + share * (fmr[after] - fmr[after - 1])


@given(levels, levels)
def test_equal_error_point_equals_the_slow_one(mated: list[float], non_mated: list[float]) -> None:
    expected, found = slow_equal_error(mated, non_mated), equal_error_point(scores(*mated), scores(*non_mated))
    if expected is None:
        assert found.threshold is None
        assert found.reason
    else:
        assert found.threshold == pytest.approx(float(expected[0]), abs=1e-6)
        assert found.fmr == found.fnmr == pytest.approx(float(expected[1]), abs=1e-12)


@given(levels, levels)
def test_det_curve_equals_counting(mated: list[float], non_mated: list[float]) -> None:
    curve = det_curve(scores(*mated), scores(*non_mated))
    assert curve.scores.tolist() == sorted(set(mated) | set(non_mated))
    for score, fmr, fnmr in zip(curve.scores, curve.fmr, curve.fnmr, strict=True):
        assert fmr == sum(each >= score for each in non_mated) / len(non_mated)
        assert fnmr == sum(each < score for each in mated) / len(mated)
        assert false_match_rate(scores(*non_mated), float(score), ">=") == pytest.approx(fmr)
        assert false_non_match_rate(scores(*mated), float(score), ">=") == pytest.approx(fnmr)


@given(levels, st.sampled_from(["0.5", "0.25", "1e-1", "0.07"]))
def test_fmr_point_is_the_lowest_threshold_that_keeps_the_rate(non_mated: list[float], preset: str) -> None:
    point = fmr_point(scores(0.5), scores(*non_mated), preset, ">=")
    allowed = Fraction(preset)
    if len(non_mated) < 1 / allowed:
        assert not point.supported
        return
    assert point.threshold is not None
    accepted = sum(each >= point.threshold for each in non_mated)
    assert Fraction(accepted, len(non_mated)) <= allowed
    assert point.fmr == accepted / len(non_mated)
    # One float32 step lower, and one score too many would be accepted.
    lower = np.nextafter(np.float32(point.threshold), np.float32(-1))
    assert Fraction(int(verified(scores(*non_mated), float(lower), ">=").sum()), len(non_mated)) > allowed


def test_fmr_point_counts_in_exact_decimals() -> None:
    # 0.07 · 100 is 7.000000000000001 as a float and 0.29 · 100 is 28.999999999999996: exact are 7 and 29.
    non_mated = np.arange(1, 101, dtype=np.float32)
    for preset, threshold in (("0.07", 93), ("0.29", 71), ("1e-2", 99)):
        point = fmr_point(scores(), non_mated, preset, ">=")
        assert point.threshold == float(np.nextafter(np.float32(threshold), np.float32(np.inf)))
        assert point.fnmr is None


def test_fmr_presets_that_the_data_do_not_support_are_refused() -> None:
    assert fmr_point(scores(0.9), np.zeros(1000, dtype=np.float32), "1e-3", ">=").supported
    refused = fmr_point(scores(0.9), np.zeros(999, dtype=np.float32), "1e-3", ">=")
    assert refused.threshold is None
    assert refused.reason == "FMR 1e-3 needs 1,000 non-mated comparisons, there are 999"
    for nonsense in ("0", "1", "x", "-1e-3", "1/0"):
        with pytest.raises(UserError):
            fmr_point(scores(0.9), scores(0.1), nonsense, ">=")


class TestEqualErrorByHand:
    def test_separated(self) -> None:
        point = equal_error_point(scores(0.75, 0.875), scores(0.125, 0.25))
        assert (point.threshold, point.fmr) == (0.5, 0.0)  # half way between 0.25 and 0.75

    def test_interpolated(self) -> None:
        # At 0.25: FMR 2/3, FNMR 1/2, d = 1/6. At 0.5: FMR 1/3, FNMR 1/2, d = −1/6. Half way.
        point = equal_error_point(scores(0.125, 0.75), scores(0.0, 0.25, 0.5))
        assert point.threshold == 0.375
        assert point.fmr == pytest.approx(0.5)

    def test_all_scores_equal(self) -> None:
        point = equal_error_point(scores(0.5, 0.5), scores(0.5, 0.5, 0.5))
        assert point.threshold is None
        assert point.reason is not None
        assert "do not meet" in point.reason

    def test_nothing_to_compare(self) -> None:
        assert equal_error_point(scores(), scores(0.1)).reason == "no mated comparisons"
        assert equal_error_point(scores(0.1), scores()).reason == "no non-mated comparisons"


def references(counts: tuple[int, ...], seed: int = 5) -> dict[str, FloatArray]:
    rng = np.random.default_rng(seed)
    return {
        str(name): (3 * rng.standard_normal(8) + rng.standard_normal((count, 8))).astype(np.float32)
        for name, count in enumerate(counts)
    }


@pytest.mark.parametrize("rule", TEMPLATE_RULES)
def test_references_are_compared_with_templates_built_without_them(rule: TemplateRule) -> None:
    given_references = references((3, 4, 2))
    found = compare_references(given_references, rule)
    mated: list[float] = []
    non_mated: list[float] = []
    for identity, rows in given_references.items():
        for index, row in enumerate(rows):
            for other, others in given_references.items():
                kept = [each for place, each in enumerate(others) if other != identity or place != index]
                template = build_template(other, np.stack(kept), rule)
                score = float(similarities(row[np.newaxis], [template])[0, 0])
                (mated if other == identity else non_mated).append(score)
    np.testing.assert_allclose(np.sort(found.mated), np.sort(mated), atol=1e-6)
    np.testing.assert_allclose(np.sort(found.non_mated), np.sort(non_mated), atol=1e-6)
    assert (len(found.mated), len(found.non_mated), found.templates, found.notes) == (9, 18, 3, ())


def test_identities_with_too_few_references_are_noted() -> None:
    found = compare_references(references((3, 1, 0)))
    assert (len(found.mated), len(found.non_mated), found.templates) == (3, 4, 2)
    assert found.notes == (
        "identity 2 has no reference that could be embedded",
        "identity 1 has one reference: no mated comparison",
    )


def test_a_single_identity_is_said_not_crashed() -> None:
    calibration = calibrate(compare_references(references((4,))), ("1e-2", "1e-3"), SHIPPED)
    assert calibration.eer.reason == "no non-mated comparisons"
    assert not any(point.supported for point in calibration.fmr.values())
    assert (calibration.mated, calibration.non_mated, calibration.templates) == (4, 0, 1)
    assert calibrate(compare_references({}), (), SHIPPED).eer.reason == "no mated comparisons"


def test_calibration_states_what_it_rests_on() -> None:
    calibration = calibrate(compare_references(references((5, 5, 5, 5, 5, 5))), ("1e-1", "1e-3"), SHIPPED)
    assert (calibration.mated, calibration.non_mated) == (30, 150)
    assert calibration.badge == "150 non-mated comparisons, under 30,000"
    assert calibration.fmr["1e-1"].supported
    assert not calibration.fmr["1e-3"].supported
    enough = np.linspace(0, 0.5, 30_000, dtype=np.float32)
    assert calibrate(Comparisons(scores(0.9), enough, 2), (), SHIPPED).badge is None


def test_thresholds_are_float32() -> None:
    rng = np.random.default_rng(0)
    mated, non_mated = rng.normal(1, 1, 3000).astype(np.float32), rng.normal(0, 1, 3000).astype(np.float32)
    for point in (equal_error_point(mated, non_mated), fmr_point(mated, non_mated, "1e-3", ">=")):
        assert point.threshold is not None
        assert point.threshold == float(np.float32(point.threshold))


def test_the_rules_set_the_badge_and_whether_a_score_at_the_threshold_matches() -> None:
    comparisons = Comparisons(scores(0.75, 0.875), scores(0.0, 0.25, 0.5, 0.5), 2)
    assert calibrate(comparisons, (), Rules(few_non_mated=4)).badge is None
    assert calibrate(comparisons, (), Rules(few_non_mated=5)).badge == "4 non-mated comparisons, under 5"
    assert false_match_rate(comparisons.non_mated, 0.5, ">=") == 0.5
    assert false_match_rate(comparisons.non_mated, 0.5, ">") == 0.0
    assert false_non_match_rate(comparisons.mated, 0.75, ">=") == 0.0
    assert false_non_match_rate(comparisons.mated, 0.75, ">") == 0.5
