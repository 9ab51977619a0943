"""Every figure of a question counted once more, slowly, from labels that Hypothesis makes up; and other libraries."""

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import krippendorff
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmu_studio.domain import Side
from genmu_studio.labelling.campaign_file import Selection
from genmu_studio.labelling.findings import CampaignLabels, Label
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.results.questions import QuestionResult, question_result
from genmu_studio.labelling.results.unsettled import unsettled_items
from genmu_studio.store.shown_samples import ShownSample
from scoring.rules import SHIPPED

NAMES = ("ada", "ben", "eve", "kim")
ITEMS = range(6)
SMILE = Question(id="q", text="A smile?", kind="yes_no")
POSE = Question(id="q", text="Which way?", kind="choice", choices=("left", "front", "right"), level="ordinal")
NATURAL = Question(id="q", text="Natural?", kind="scale", minimum=1, maximum=5, level="interval", tolerance=1)
AGE = Question(id="q", text="How old?", kind="number", minimum=0, maximum=110, tolerance=7)
unhurried = settings(deadline=None)  # the first figure loads a library
QUESTIONS = (SMILE, POSE, NATURAL, AGE)
# Two entries share the content of item 5; items 0 to 2 are originals.
ALIKE = {
    item: tuple(
        ShownSample(
            item + 100 * number, f"entry-{number}", f"Team {number}", side, "One", "forget", "1", "c0", item, "", "s"
        )
        for number in range(2 if item == 5 else 1)
        for side in (_side,)
    )
    for item in ITEMS
    for _side in (("original" if item < 3 else "unlearned"),)
}


@dataclass(frozen=True)
class Case:
    question: Question
    said: dict[tuple[str, int], Answer | None]  # None = skipped
    excluded: frozenset[str]

    def label(self, name: str, item: int) -> Label:
        value = self.said[name, item]
        values, skipped = ((), ("dark",)) if value is None else ((value,), ())
        return Label(name, item, f"{name}{item}", "item", (item,), None, self.question, values, skipped, (), "2026")

    @property
    def labels(self) -> CampaignLabels:
        every = tuple(self.label(*place) for place in self.said)
        return CampaignLabels(every, {}, {}, dict.fromkeys(self.excluded, "slept"))

    @property
    def counted(self) -> dict[tuple[str, int], Answer]:
        return {
            (name, item): value
            for (name, item), value in self.said.items()
            if value is not None and name not in self.excluded
        }


@st.composite
def cases(draw: st.DrawFn) -> Case:
    question = draw(st.sampled_from(QUESTIONS))
    answer: st.SearchStrategy[Answer] = (
        st.sampled_from(question.categories) if question.categories else st.integers(0, 110).map(float)
    )
    places = st.tuples(st.sampled_from(NAMES), st.sampled_from(ITEMS))
    said = draw(st.dictionaries(places, st.none() | answer, max_size=24))
    return Case(question, said, draw(st.frozensets(st.sampled_from(NAMES), max_size=2)))


def found(case: Case) -> QuestionResult:
    return question_result(case.question, case.labels, ALIKE, Selection(track="face"), SHIPPED)


@given(cases())
@unhurried
def test_counts(case: Case) -> None:
    result, counted = found(case), case.counted
    assert result.n == len(counted)
    skipped = [place for place, value in case.said.items() if value is None and place[0] not in case.excluded]
    assert sum(result.skipped.values()) == len(skipped)
    tally = Counter(counted.values())
    assert {each.category: each.n for each in result.categories} == {
        category: tally[category] for category in case.question.categories
    }
    numbers = result.numbers
    values = sorted(float(value) for value in counted.values()) if case.question.kind in {"scale", "number"} else []
    assert (numbers is None) == (not values)
    if numbers is not None:
        quartiles = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else values * 3
        assert [numbers.lower_quartile, numbers.median, numbers.upper_quartile] == pytest.approx(quartiles)
        assert (numbers.n, numbers.minimum, numbers.maximum) == (len(values), values[0], values[-1])
        assert sum(numbers.counts) == len(values)
        edges = numbers.edges
        assert list(numbers.counts) == [sum(low <= value < high for value in values) for low, high in pairwise(edges)]
        assert len(edges) <= 20


@given(cases())
@unhurried
def test_strata_are_what_was_answered_about_each_side_of_each_entry(case: Case) -> None:
    expected: dict[tuple[str, Side], list[Answer]] = {}
    for (_, item), value in case.counted.items():
        for sample in ALIKE[item]:
            expected.setdefault((sample.submission, sample.side), []).append(value)
    strata = {(each.submission, each.side): each for each in found(case).strata if each.n}
    assert strata.keys() == expected.keys()
    for key, values in expected.items():
        tally = Counter(values)
        assert strata[key].n == len(values)
        assert all(each.n == tally[each.category] for each in strata[key].categories)
        opinion = strata[key].opinion
        if case.question is NATURAL:
            assert opinion is not None
            assert opinion.value == pytest.approx(statistics.mean(float(each) for each in values))
        else:
            assert opinion is None


@given(cases())
@unhurried
def test_agreement_is_that_of_another_library_with_ratings_missing(case: Case) -> None:
    result = found(case)
    assert result.agreement is not None
    table = np.full((len(NAMES), len(ITEMS)), np.nan)
    for (name, item), value in case.counted.items():
        categories = case.question.categories
        of_number = case.question.measured_as == "interval"
        table[NAMES.index(name), item] = float(value) if of_number else categories.index(value)
    alpha = result.agreement.summary.alpha
    if alpha.value is None:
        assert alpha.reason
        return
    expected = krippendorff.alpha(table, level_of_measurement=case.question.measured_as)
    assert alpha.value == pytest.approx(expected, abs=1e-9)


@given(cases())
@unhurried
def test_what_waits_is_what_has_no_majority(case: Case) -> None:
    waiting = {each.item[0] for each in unsettled_items([case.question], case.labels)}
    expected = set()
    for item in ITEMS:
        votes = Counter(value for (_, of), value in case.counted.items() if of == item)
        best = max(votes.values(), default=0)
        if case.question.measured_as != "interval" and list(votes.values()).count(best) > 1:
            expected.add(item)
    assert waiting == expected


def every_answer(question: Question, value: Answer, names: Sequence[str] = NAMES) -> Case:
    return Case(question, {(name, item): value for name in names for item in ITEMS}, frozenset())


def test_all_equal_is_undefined_by_chance_and_one_by_ac1() -> None:
    agreement = found(every_answer(SMILE, "yes")).agreement
    assert agreement is not None
    summary = agreement.summary
    assert (summary.percent.value, summary.ac1.value) == (1, 1)
    assert summary.alpha.reason == summary.kappa.reason == summary.fleiss.reason == "undefined (one category)"


def test_an_opinion_of_one_person_has_no_interval() -> None:
    opinion = found(every_answer(NATURAL, 4, ["ada"])).opinion
    assert opinion is not None
    assert (opinion.value, opinion.n, opinion.interval) == (4, 6, None)
    assert "one rater" in (opinion.badge or "")


def test_a_mean_of_steps_that_are_only_in_order_is_not_told() -> None:
    steps = Question(id="q", text="How fast?", kind="scale", minimum=1, maximum=5, level="ordinal")
    result = found(every_answer(steps, 4))
    assert result.opinion is None
    assert result.numbers is not None
    assert result.numbers.counts == (0, 0, 0, 24, 0)


def test_only_what_was_selected_is_told() -> None:
    wanted = Selection(track="face", submissions=("entry-1",), sides=("unlearned",))
    result = question_result(SMILE, every_answer(SMILE, "yes").labels, ALIKE, wanted, SHIPPED)
    assert [(each.submission, each.side, each.n) for each in result.strata] == [("entry-1", "unlearned", 4)]
