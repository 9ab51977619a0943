"""How annotators worked, counted once more from rows and labels that Hypothesis makes up."""

import json
from dataclasses import dataclass, replace
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from genmu_studio.labelling.events import LabelLog
from genmu_studio.labelling.findings import CampaignLabels, CampaignRecord, Label
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.results.annotators import AnnotatorResult, annotator_results
from genmu_studio.store.labels import AssignmentRow, EntryKind
from scoring.rules import SHIPPED, Rules
from scoring.statistics import wilson

SMILE = Question(id="smile", text="A smile?", kind="yes_no")
AGE = Question(id="age", text="How old?", kind="number", minimum=0, maximum=110, tolerance=7)
NOTE = Question(id="note", text="Anything?", kind="text")
BETTER = Question(id="better", text="Which?", kind="ab")
WHICH = Question(id="which", text="X is?", kind="abx")
KINDS: tuple[EntryKind, ...] = ("training", "item", "gold", "attention")


@dataclass(frozen=True)
class Entry:
    kind: EntryKind
    again: bool  # whether it is shown once more at the end
    said: tuple[Answer | None, Answer | None]  # of the smile and the age; None = not at all
    then: tuple[Answer | None, Answer | None]
    seconds: float | None


answers = st.tuples(st.sampled_from(["yes", "no", None]), st.none() | st.integers(0, 30).map(float))
entries = st.lists(
    st.builds(Entry, st.sampled_from(KINDS), st.booleans(), answers, answers, st.none() | st.integers(1, 9).map(float)),
    max_size=8,
)


def a_row(place: int, kind: EntryKind, accepted: dict[str, list[Answer]], before: int | None = None) -> AssignmentRow:
    return AssignmentRow(f"t{place}", "ada", place, kind, place, None, None, "", json.dumps(accepted), before)


def a_label(row: AssignmentRow, question: Question, value: Answer, seconds: float | None = None) -> Label:
    samples = (row.sample,) if row.other is None else (row.sample, row.other)
    accepted = tuple(json.loads(row.accepted_json).get(question.id, ()))
    return Label(
        "ada", row.place, row.token, row.kind, samples, row.x, question, (value,), (), accepted, "2026", seconds
    )  # fmt: skip


def work_of(
    rows: list[AssignmentRow], labels: list[Label], rules: Rules = SHIPPED, excluded: str | None = None
) -> AnnotatorResult:
    out = {} if excluded is None else {"ada": excluded}
    record = CampaignRecord(rows, LabelLog(), out)
    found = CampaignLabels(tuple(labels), {}, {}, out)
    (one,) = annotator_results(["ada"], [SMILE, AGE, NOTE], record, found, rules)
    return one


@given(entries, st.sampled_from([0.5, 0.9, 0.95]))
@settings(deadline=None)  # the first interval loads a library
def test_counts_are_those_of_a_slow_count(made: list[Entry], level: float) -> None:
    rows: list[AssignmentRow] = []
    labels: list[Label] = []

    def say(row: AssignmentRow, said: tuple[Answer | None, Answer | None], seconds: float | None) -> None:
        rows.append(row)
        labels.extend(
            a_label(row, question, value, seconds)
            for question, value in zip((SMILE, AGE), said, strict=True)
            if value is not None
        )

    for place, entry in enumerate(made):
        known: dict[str, list[Answer]] = {"smile": ["yes"], "age": [10.0, 25.0]} if entry.kind != "item" else {}
        say(a_row(place, entry.kind, known), entry.said, entry.seconds)
    for place, entry in enumerate(made):
        if entry.again and entry.kind == "item":
            say(a_row(100 + place, "repeat", {}, place), entry.then, None)

    found = work_of(rows, labels, replace(SHIPPED, level=level))
    for kind, share in (("gold", found.gold), ("attention", found.attention)):
        right = [entry.said[0] == "yes" for entry in made if entry.kind == kind and entry.said[0] is not None]
        right += [
            min(abs(float(entry.said[1]) - known) for known in (10, 25)) <= 7
            for entry in made
            if entry.kind == kind and entry.said[1] is not None
        ]
        assert (share.right, share.n) == (sum(right), len(right))
        assert share.interval == (wilson(sum(right), len(right), level) if right else None)
    again = [
        one == other if isinstance(one, str) else abs(float(one) - float(other)) <= 7
        for entry in made
        if entry.again and entry.kind == "item"
        for one, other in zip(entry.said, entry.then, strict=True)
        if one is not None and other is not None
    ]
    assert (found.repeats.right, found.repeats.n) == (sum(again), len(again))
    times = [entry.seconds for entry in made if entry.seconds is not None and entry.said != (None, None)]
    assert (found.median_seconds, found.timed) == (median(times) if times else None, len(times))
    assert (found.answered, found.skipped, found.entries) == (len(labels), 0, len(rows))
    whole = [entry for entry in made if None not in entry.said]
    whole += [entry for entry in made if entry.again and entry.kind == "item" and None not in entry.then]
    assert found.finished == len(whole)


def test_a_repeat_the_other_way_round_is_alike_where_the_same_sample_was_meant() -> None:
    first = replace(a_row(0, "item", {}), sample=7, other=9)
    turned = replace(a_row(1, "repeat", {}, 0), sample=9, other=7)
    said = [a_label(first, BETTER, "A"), a_label(turned, BETTER, "B")]
    assert (work_of([first, turned], said).repeats.right, work_of([first, turned], said).repeats.n) == (1, 1)
    said = [a_label(first, BETTER, "A"), a_label(turned, BETTER, "A")]
    assert work_of([first, turned], said).repeats.right == 0


@pytest.mark.parametrize(("second", "alike"), [("A", 0), ("B", 1)])
def test_of_x_a_repeat_is_alike_where_x_was_found_both_times_or_neither(second: str, alike: int) -> None:
    first = replace(a_row(0, "item", {}), sample=7, other=9, x="A")
    again = replace(a_row(1, "repeat", {}, 0), sample=7, other=9, x="B")
    said = [a_label(first, WHICH, "A"), a_label(again, WHICH, second)]
    assert (work_of([first, again], said).repeats.right, work_of([first, again], said).repeats.n) == (alike, 1)


def test_texts_are_no_repeats_and_one_that_is_excluded_is_counted_all_the_same() -> None:
    first, again = a_row(0, "item", {}), a_row(1, "repeat", {}, 0)
    said = [a_label(first, NOTE, "odd"), a_label(again, NOTE, "odd")]
    found = work_of([first, again], said, excluded="slept")
    assert (found.repeats.n, found.answered, found.excluded) == (0, 2, "slept")


def test_an_answer_that_stands_in_two_ways_is_no_repeat_and_no_check() -> None:
    gold = a_row(0, "gold", {"smile": ["yes"]})
    apart = replace(a_label(gold, SMILE, "yes"), values=("yes", "no"))
    found = work_of([gold], [apart])
    assert (found.gold.n, found.gold.interval, found.answered) == (0, None, 1)
