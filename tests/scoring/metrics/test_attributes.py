"""AR and SAR: by hand, by loops, and what leaves them."""

from collections.abc import Sequence
from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.agreement.ratings import coded
from scoring.agreement.settled import settle
from scoring.metrics.attributes import (
    JudgedAttribute,
    JudgedPairs,
    attribute_preservation,
    attribute_rows,
    speech_attribute_preservation,
)
from scoring.registry import metrics
from scoring.statistics import wilson

NAN = float("nan")


def attribute(
    name: str,
    original: Sequence[float],
    unlearned: Sequence[float],
    requested: Sequence[float] | None = None,
    tolerance: float = 0,
) -> JudgedAttribute:
    asked = np.full(len(original), NAN) if requested is None else np.array(requested, dtype=float)
    return JudgedAttribute(name, np.array(original, dtype=float), np.array(unlearned, dtype=float), asked, tolerance)


def judged(*attributes: JudgedAttribute, mismatched: Sequence[bool] | None = None) -> JudgedPairs:
    pairs = len(attributes[0].original) if attributes else 0
    differ = np.zeros(pairs, dtype=np.bool_) if mismatched is None else np.array(mismatched)
    return JudgedPairs("people", attributes, differ)


SMILE = attribute("smile", [1, 0, 1, 1], [1, 0, 0, NAN])
AGE = attribute("age", [30, NAN, 50, 40], [37, 40, NAN, 48], tolerance=7)


def test_by_hand() -> None:
    # Smiles: kept in 2 of 3 judged pairs. Ages: 7 years apart is kept, 8 is not. The mean is of attributes, not pairs.
    value = attribute_preservation(judged(SMILE, AGE))
    assert value.value == pytest.approx((100 * 2 / 3 + 50) / 2)
    assert (value.n, value.interval, value.badge) == (5, None, "5 of 8 values judged")
    assert value.parts == {
        "smile": pytest.approx(100 * 2 / 3), "age": 50, "coverage": 62.5, "requested": None, "mismatched": 0
    }  # fmt: skip
    smile, age = attribute_rows(judged(SMILE, AGE))
    assert (smile.attribute, smile.against, smile.share.n, smile.pairs) == ("smile", "original", 3, 4)
    assert age.share.interval == pytest.approx([100 * limit for limit in wilson(1, 2, 0.95)])


def test_an_attribute_that_nobody_judged_is_no_zero() -> None:
    nobody = attribute("beard", [1, NAN, NAN, NAN], [NAN, 1, NAN, NAN])
    value = attribute_preservation(judged(SMILE, nobody))
    assert value.value == pytest.approx(100 * 2 / 3)
    assert value.badge == "1 of 2 attributes; 3 of 8 values judged"
    assert value.parts["beard"] is None


def test_requested_values_have_a_row_of_their_own() -> None:
    # The first two samples were asked to smile. One does, though its original did not; the other does not, as its
    # original does not.
    smile = attribute("smile", [0, 0, 1, 0], [1, 0, 1, 1], [1, 1, NAN, NAN])
    original, requested = attribute_rows(judged(smile))
    assert (original.against, original.share.value, original.share.n, original.pairs) == ("original", 50, 2, 2)
    assert (requested.against, requested.share.value, requested.share.n, requested.pairs) == ("requested", 50, 2, 2)
    value = attribute_preservation(judged(smile, attribute("beard", [0, 0, 0, 0], [0, 0, 0, 0])))
    assert (value.value, value.n) == (75, 6)
    assert (value.parts["smile, requested"], value.parts["requested"]) == (50, 50)


def test_a_requested_value_needs_no_original() -> None:
    value = attribute_preservation(judged(attribute("smile", [NAN, NAN], [1, NAN], [1, 1])))
    assert (value.value, value.reason) == (None, "every judged pair is compared with what was requested")
    assert value.parts["requested"] == 100


def test_an_attribute_that_every_sample_was_asked_for_is_not_missing_from_the_mean() -> None:
    asked = attribute("pose", [0, 1, 2, 0], [1, 1, NAN, 1], [1, 1, 1, 1])
    beard = attribute("beard", [0, 0, 0, 0], [0, 0, 0, 1])
    assert [(row.attribute, row.against) for row in attribute_rows(judged(asked, beard))] == [
        ("pose", "requested"),
        ("beard", "original"),
    ]
    value = attribute_preservation(judged(asked, beard))
    assert (value.value, value.badge, value.parts["coverage"]) == (75, None, 100)
    assert (value.parts["pose, requested"], "pose" in value.parts) == (100, False)


def test_pairs_whose_settings_differ_leave_the_comparison_with_the_original_alone() -> None:
    smile = attribute("smile", [1, 1, 0], [1, 0, 0], [NAN, NAN, 1])
    value = attribute_preservation(judged(smile, mismatched=[False, True, True]))
    assert (value.value, value.n, value.badge) == (100, 1, "2 mismatched pairs left out")
    assert (value.parts["mismatched"], value.parts["requested"]) == (2, 0)


def test_what_is_not_computable_says_why() -> None:
    def reason(pairs: JudgedPairs) -> str | None:
        value = attribute_preservation(pairs)
        assert value.value is None
        return value.reason

    assert reason(judged()) == "no attribute"
    assert reason(judged(attribute("smile", [], []))) == "no matched pair"
    assert reason(judged(attribute("smile", [1], [NAN]))) == "no pair has a value on both ends"
    assert reason(judged(attribute("smile", [1], [1]), mismatched=[True])) == "settings differ within every pair"


def test_what_does_not_fit_together_is_refused() -> None:
    with pytest.raises(ValueError, match="one name"):
        judged(SMILE, SMILE)
    with pytest.raises(ValueError, match="differ in number"):
        judged(SMILE, attribute("age", [30], [30]))


def test_from_the_answers_of_people_to_the_figure() -> None:
    # Three raters; the tie on the second original waits, then somebody decides it.
    original = coded(np.array([[0, 0, 1], [0, 1, -1]]), "nominal", ("no", "yes"))
    unlearned = coded(np.array([[0, 0, 0], [1, 1, 1]]), "nominal", ("no", "yes"))
    after = settle(unlearned).value
    for adjudicated, expected, n in ((None, 100, 1), (np.array([NAN, 0.0]), 50, 2), (np.array([NAN, 1.0]), 100, 2)):
        before = settle(original, adjudicated).value
        value = attribute_preservation(judged(attribute("smile", before.tolist(), after.tolist())))
        assert (value.value, value.n) == (expected, n)


def test_both_are_registered_each_for_its_track() -> None:
    known = metrics()
    assert (known["AR"].info.track, known["SAR"].info.track) == (("face",), ("speech",))
    assert known["SAR"].compute is speech_attribute_preservation
    assert speech_attribute_preservation(judged(SMILE, AGE)) == attribute_preservation(judged(SMILE, AGE))


places = st.sampled_from([NAN, 0.0, 1.0, 2.0])
columns = st.lists(st.tuples(places, places, places, st.booleans()), min_size=1, max_size=8)


@given(columns, st.sampled_from([0.0, 1.0]), st.integers(0, 100))
def test_equals_a_loop_over_pairs_in_any_order(
    rows: list[tuple[float, float, float, bool]], tolerance: float, seed: int
) -> None:
    kept, found = [], []
    for original, unlearned, requested, differ in rows:
        if not isnan(requested):
            if not isnan(unlearned):
                found.append(abs(unlearned - requested) <= tolerance)
        elif not differ and not isnan(original) and not isnan(unlearned):
            kept.append(abs(unlearned - original) <= tolerance)
    order = np.random.default_rng(seed).permutation(len(rows)).tolist()
    moved = [rows[place] for place in order]
    before, after, asked = ([row[column] for row in moved] for column in range(3))
    pose = attribute("pose", before, after, asked, tolerance)
    value = attribute_preservation(judged(pose, mismatched=[row[3] for row in moved]))
    assert value.value == (pytest.approx(100 * sum(kept) / len(kept)) if kept else None)
    assert value.parts["requested"] == (pytest.approx(100 * sum(found) / len(found)) if found else None)
    assert value.n == len(kept)
    assert (value.reason is None) == bool(kept)


@pytest.mark.parametrize(
    ("judged_attributes", "badge"),
    [
        ([attribute("a", [1, 1], [1, 1])], "one answer to everything: a"),
        ([attribute("a", [1, 1], [1, 0])], None),
        ([attribute("a", [1], [1])], None),  # of one pair nobody can say that it always answers so
        (
            [attribute("a", [1, 1, NAN], [1, 1, 0]), attribute("b", [1, 2, 3], [1, 2, 3])],
            "5 of 6 values judged; one answer to everything: a",
        ),
        ([attribute(name, [2, 2], [2, 2]) for name in "abcde"], "one answer to everything: a, b, c and 2 more"),
    ],
)
def test_who_always_answers_alike_is_named(judged_attributes: list[JudgedAttribute], badge: str | None) -> None:
    assert attribute_preservation(judged(*judged_attributes)).badge == badge
