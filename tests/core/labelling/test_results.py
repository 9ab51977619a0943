"""What came of a campaign: each figure worked by hand, and those who are excluded in none of them."""

from collections.abc import Callable, Iterable
from statistics import median

import pytest

from genmu_studio.labelling.opening import assignments_of
from genmu_studio.labelling.questions import Answer
from genmu_studio.labelling.queue import LabelQueue, QueueEntry
from genmu_studio.labelling.results.annotators import AnnotatorResult
from genmu_studio.labelling.results.campaign import CampaignResults
from genmu_studio.labelling.results.questions import QuestionResult
from genmu_studio.project import Project
from genmu_studio.store.labels import AssignmentRow
from scoring.statistics import wilson

NAMES = ("ada", "ben", "eve")


def results_of(project: Project, campaign: str = "faces") -> CampaignResults:
    return project.labelling.results(project.labelling.campaign(campaign))


def question_of(found: CampaignResults, id_: str) -> QuestionResult:
    return next(each for each in found.questions if each.question.id == id_)


def annotator_of(found: CampaignResults, name: str) -> AnnotatorResult:
    return next(each for each in found.annotators if each.name == name)


def rows_of(project: Project, name: str, kind: str, campaign: str = "faces") -> list[AssignmentRow]:
    rows = assignments_of(project, project.labelling.campaign(campaign), name)
    return [row for row in rows if row.kind == kind]


def answer_all(
    project: Project,
    question: str,
    answer: Callable[[str, AssignmentRow], Answer | None],
    campaign: str = "faces",
    names: Iterable[str] = NAMES,
) -> None:
    """Answer a question at every entry with what the name and the row say, None = not at all."""
    opened = project.labelling.campaign(campaign)
    for name in names:
        queue = project.labelling.queue(opened, name)
        for row in assignments_of(project, opened, name):
            if (value := answer(name, row)) is not None:
                queue.answer(row.token, question, value).result()


def entries_of(queue: LabelQueue, kind: str, project: Project, name: str) -> list[QueueEntry]:
    tokens = {row.token for row in rows_of(project, name, kind)}
    return [entry for entry in queue.entries if entry.token in tokens]


def test_nothing_answered_gives_figures_of_nothing(asked: Project) -> None:
    found = results_of(asked)
    assert [each.question.id for each in found.questions] == ["age", "smile", "note"]
    for each in found.questions:
        assert (each.n, each.skipped, each.numbers, each.texts, each.strata, each.opinion) == (
            0,
            {},
            None,
            (),
            (),
            None,
        )
        assert sum(category.n for category in each.categories) == 0
    smile = question_of(found, "smile")
    assert smile.agreement is not None
    assert smile.agreement.summary.percent.reason == "no ratings"
    assert question_of(found, "note").agreement is None
    assert [each.name for each in found.annotators] == list(NAMES)
    for annotator in found.annotators:
        assert (annotator.finished, annotator.answered, annotator.skipped, annotator.timed) == (0, 0, 0, 0)
        assert annotator.entries == 44
        assert {annotator.gold.interval, annotator.repeats.interval, annotator.median_seconds} == {None}
    assert (found.conflicts, found.unsettled, found.machine) == ((), (), ())


def test_answers_are_counted_by_category_reason_and_stratum(asked: Project) -> None:
    queue = asked.labelling.queue(asked.labelling.campaign("faces"), "ada")
    one, two, three, four, five = entries_of(queue, "item", asked, "ada")[:5]
    for entry, value in ((one, "yes"), (two, "yes"), (three, "no")):
        queue.answer(entry.token, "smile", value).result()
    queue.skip(four.token, "smile", "too dark").result()
    queue.skip(five.token, "smile", "too dark").result()
    for row in rows_of(asked, "ada", "gold"):
        queue.answer(row.token, "smile", "no").result()  # a check is no answer about an item

    smile = question_of(results_of(asked), "smile")
    assert (smile.n, dict(smile.skipped)) == (3, {"too dark": 2})
    assert [(each.category, each.label, each.n) for each in smile.categories] == [("yes", "yes", 2), ("no", "no", 1)]
    facts = asked.store.read(
        lambda db: {id_: rest for id_, *rest in db.execute("SELECT id, submission_id, side, role FROM sample")}
    )
    expected: dict[tuple[str, ...], int] = {}
    samples = {row.token: row.sample for row in rows_of(asked, "ada", "item")}
    for entry in (one, two, three):
        key = tuple(facts[samples[entry.token]])
        expected[key] = expected.get(key, 0) + 1
    assert {(each.submission, each.side, each.role): each.n for each in smile.strata if each.n} == expected
    assert {each.team for each in smile.strata} == {"Example Lab"}


def test_numbers_have_quartiles_and_a_histogram(asked: Project) -> None:
    ages = iter([20.0, 30.0, 30.0, 60.0])
    answer_all(asked, "age", lambda _, row: next(ages, None) if row.kind == "item" else None, names=["ada"])
    age = question_of(results_of(asked), "age")
    numbers = age.numbers
    assert numbers is not None
    assert age.n == numbers.n == 4
    assert not age.categories
    assert (numbers.minimum, numbers.lower_quartile, numbers.median) == (20, 27.5, 30)
    assert (numbers.upper_quartile, numbers.maximum) == (37.5, 60)
    assert list(numbers.edges) == [20, 25, 30, 35, 40, 45, 50, 55, 60, 65]
    assert list(numbers.counts) == [1, 0, 2, 0, 0, 0, 0, 0, 1]


def test_texts_are_told_with_who_wrote_them(asked: Project) -> None:
    queue = asked.labelling.queue(asked.labelling.campaign("faces"), "ben")
    queue.answer(entries_of(queue, "item", asked, "ben")[0].token, "note", "odd <b>ears</b>").result()
    assert question_of(results_of(asked), "note").texts == (("ben", "odd <b>ears</b>"),)


def test_gold_attention_and_repeats_tell_how_far_to_rely_on_somebody(asked: Project) -> None:
    def answer(name: str, row: AssignmentRow) -> str:
        if row.kind == "repeat" and name == "ben":
            return "no"
        return "yes"

    answer_all(asked, "smile", answer)
    found = results_of(asked)
    ada, ben = annotator_of(found, "ada"), annotator_of(found, "ben")
    assert len(rows_of(asked, "ada", "repeat")) == 4
    assert (ada.repeats.right, ada.repeats.n) == (4, 4)
    assert (ben.repeats.right, ben.repeats.n) == (0, 4)
    assert ben.repeats.interval == wilson(0, 4, 0.95)
    assert (ada.gold.right, ada.gold.n) == (1, 1)
    wanted = [row.accepted_json for row in rows_of(asked, "ada", "attention") if "smile" in row.accepted_json]
    assert (ada.attention.right, ada.attention.n) == (sum("yes" in each for each in wanted), len(wanted))
    assert (ada.answered, ada.finished, ada.entries) == (44, 0, 44)  # the age was never said


def test_repeats_within_the_tolerance_are_the_same(asked: Project) -> None:
    first = {row.place: row for row in rows_of(asked, "ada", "item")}
    repeats = rows_of(asked, "ada", "repeat")
    assert all(row.shown_before in first for row in repeats)
    near = iter([37.0, 37.1, 23.0, 22.9])  # 7 years either way are the same
    answer_all(asked, "age", lambda _, row: next(near) if row.kind == "repeat" else 30.0, names=["ada"])
    ada = annotator_of(results_of(asked), "ada")
    assert (ada.repeats.right, ada.repeats.n) == (2, 4)


def test_time_is_of_an_entry_until_its_last_question(asked: Project) -> None:
    queue = asked.labelling.queue(asked.labelling.campaign("faces"), "ada")
    tokens = [entry.token for entry in queue.entries[:4]]
    taken = {0: (1.5, 4.0), 1: (3.0, 7.0), 2: (10.0, None), 3: (None, None)}
    for number, (smile, age) in taken.items():
        queue.answer(tokens[number], "smile", "yes", smile).result()
        queue.answer(tokens[number], "age", 30, age).result()
    ada = annotator_of(results_of(asked), "ada")
    assert (ada.median_seconds, ada.timed, ada.finished) == (median([4.0, 7.0, 10.0]), 3, 4)
    assert ada.first_at_utc is not None
    assert ada.last_at_utc is not None
    assert ada.first_at_utc <= ada.last_at_utc


def test_who_is_excluded_is_listed_and_in_no_figure(asked: Project) -> None:
    answer_all(asked, "smile", lambda name, _: "no" if name == "eve" else "yes")
    answer_all(asked, "note", lambda name, row: name if row.place == 5 else None)
    before = question_of(results_of(asked), "smile")
    assert before.categories[1].n > 0
    asked.labelling.exclude(asked.labelling.campaign("faces"), "eve", "slept")

    found = results_of(asked)
    smile = question_of(found, "smile")
    assert [each.n for each in smile.categories] == [72, 0]
    assert smile.n == 72
    assert sum(each.n for each in smile.strata) == 72
    assert smile.agreement is not None
    assert smile.agreement.raters == 2
    assert "undefined (one category)" in (smile.agreement.note or "")
    assert smile.agreement.summary.ac1.value == 1
    assert {name for name, _ in question_of(found, "note").texts} <= {"ada", "ben"}
    assert not any(name == "eve" for each in found.unsettled for name, _ in each.answers)
    eve = annotator_of(found, "eve")
    assert (eve.excluded, eve.answered, eve.gold.right, eve.gold.n) == ("slept", 45, 0, 1)
    asked.labelling.exclude(asked.labelling.campaign("faces"), "eve", None)
    assert question_of(results_of(asked), "smile") == before


def test_a_tie_waits_for_adjudication_and_stays_listed_after_it(asked: Project) -> None:
    def answer(name: str, row: AssignmentRow) -> str | None:
        if row.kind != "item":
            return None
        return "yes" if name == "ada" else "no"

    answer_all(asked, "smile", answer)
    found = results_of(asked)
    shared = {row.sample for row in rows_of(asked, "ada", "item")}
    assert {each.item for each in found.unsettled} == {(sample,) for sample in shared}
    one = found.unsettled[0]
    assert sorted(value for _, value in one.answers) == ["no", "yes"]
    judge = asked.labelling.adjudication(asked.labelling.campaign("faces"), "judge")
    judge.adjudicate(one.token, one.question_id, "no").result()
    again = results_of(asked)
    assert len(again.unsettled) == len(found.unsettled)
    assert [each for each in again.unsettled if each.adjudicated == "no"] == [again.unsettled[-1]]
    assert again.unsettled[-1].item == one.item


@pytest.mark.parametrize("name", NAMES)
def test_work_of_others_is_not_counted(asked: Project, name: str) -> None:
    answer_all(asked, "age", lambda *_: 30.0, names=[name])
    assert {each.name: each.answered for each in results_of(asked).annotators if each.answered} == {
        name: annotator_of(results_of(asked), name).entries
    }
