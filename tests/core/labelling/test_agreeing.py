"""Agreement on the labels of a campaign: whose answers enter as what, and figures worked by hand."""

from collections.abc import Sequence

import numpy as np
import pytest

from genmu_studio.labelling.agreeing import agreement_of_labels, ratings_of
from genmu_studio.labelling.findings import CampaignLabels, Label
from genmu_studio.labelling.questions import Answer, Question

SMILE = Question(id="smile", text="Does the person smile?", kind="yes_no")
RATE = Question(id="rate", text="How natural?", kind="scale", minimum=1, maximum=5, tolerance=1)
AGE = Question(id="age", text="How old?", kind="number", minimum=0, maximum=110)
BETTER = Question(id="better", text="Which?", kind="ab")
SAME = Question(id="same", text="The same?", kind="ab", choices=("same", "different"))
NOTE = Question(id="note", text="Anything?", kind="text")


def label(
    question: Question,
    annotator: str,
    samples: tuple[int, ...],
    *values: Answer,
    kind: str = "item",
    skipped: Sequence[str] = (),
) -> Label:
    return Label(
        annotator, 0, f"{annotator}{samples}", kind, samples, None, question, values, tuple(skipped), (), "2026"  # type: ignore[arg-type]  # a kind of entry
    )  # fmt: skip


def of(*labels: Label) -> CampaignLabels:
    return CampaignLabels(labels, {}, {})


def test_by_hand() -> None:
    said = [("yes", "yes"), ("yes", "no"), ("no", "no"), ("no", "no")]
    labels = [
        label(SMILE, name, (item,), value)
        for item, values in enumerate(said)
        for name, value in zip(("ada", "ben"), values, strict=True)
    ]
    (found,) = agreement_of_labels(of(*labels))
    assert (found.items, found.raters, found.n, found.note) == (4, 2, 8, None)
    assert found.summary.percent.value == 0.75
    # Cohen: p_e = 0.5·0.25 + 0.5·0.75 = 0.5, so (0.75 − 0.5)/0.5.
    assert found.summary.kappa.value == pytest.approx(0.5)
    # Krippendorff: of 8 ratings 3 are yes; D_o = 2/8, D_e = 2·3·5/(8·7).
    assert found.summary.alpha.value == pytest.approx(1 - (2 / 8) / (2 * 3 * 5 / (8 * 7)))


def test_a_side_is_the_sample_that_it_was() -> None:
    labels = [label(BETTER, "ada", (7, 9), "A"), label(BETTER, "ben", (9, 7), "B"), label(BETTER, "cid", (9, 7), "A")]
    assert ratings_of(BETTER, labels).values.tolist() == [[0.0, 0.0, 1.0]]
    words = [label(SAME, "ada", (7, 9), "same"), label(SAME, "ben", (9, 7), "different")]
    assert ratings_of(SAME, words).values.tolist() == [[0.0, 1.0]]
    assert ratings_of(SAME, words).categories == ("same", "different")


def test_steps_are_ordered_and_numbers_are_numbers() -> None:
    steps = ratings_of(RATE, [label(RATE, "ada", (1,), 2), label(RATE, "ben", (1,), 3)])
    assert (steps.values.tolist(), steps.level, steps.categories) == (
        [[1.0, 2.0]],
        "ordinal",
        ("1", "2", "3", "4", "5"),
    )
    numbers = ratings_of(AGE, [label(AGE, "ada", (1,), 31.0), label(AGE, "ben", (1,), 40.0)])
    assert (numbers.values.tolist(), numbers.level, numbers.categories) == ([[31.0, 40.0]], "interval", ())


def test_what_was_skipped_or_stands_in_two_ways_is_no_rating_and_counted() -> None:
    labels = [
        label(SMILE, "ada", (1,), "yes"),
        label(SMILE, "ben", (1,), skipped=["dark"]),
        label(SMILE, "cid", (1,), "yes", "no"),
        label(SMILE, "ada", (2,), "no"),
        label(SMILE, "ben", (2,), "no"),
    ]
    (found,) = agreement_of_labels(of(*labels))
    assert (found.items, found.raters, found.n, found.skipped, found.unsettled) == (2, 2, 3, 1, 1)
    assert np.isnan(ratings_of(SMILE, labels).values[0, 1:]).all()


def test_checks_and_texts_do_not_enter() -> None:
    labels = [
        label(SMILE, "ada", (1,), "yes"),
        label(SMILE, "ben", (1,), "yes"),
        label(SMILE, "ben", (1,), "no", kind="repeat"),
        label(SMILE, "ben", (2,), "no", kind="gold"),
        label(NOTE, "ada", (1,), "odd ear"),
    ]
    (found,) = agreement_of_labels(of(*labels))
    assert (found.question.id, found.items, found.n) == ("smile", 1, 2)
    assert found.summary.percent.value == 1
    assert found.note == "only one item was rated by two raters"


def test_no_answer_gives_no_question() -> None:
    assert agreement_of_labels(of()) == ()


def test_versions_of_a_question_do_not_mix() -> None:
    other = Question(id="smile", text="Is there a smile?", kind="yes_no")
    labels = [label(SMILE, "ada", (1,), "yes"), label(other, "ben", (1,), "no")]
    assert [(each.question.text, each.n) for each in agreement_of_labels(of(*labels))] == [
        (SMILE.text, 1),
        (other.text, 1),
    ]
