"""Items of which the answers do not say what they are: for who adjudicates."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from genmu_studio.labelling.findings import CampaignLabels, ItemKey, Label, as_shown
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.results.settling import settled_items
from scoring.agreement.settled import Origin


@dataclass(frozen=True, slots=True)
class UnsettledItem:
    """An item and a question to which several categories were answered equally often, or one annotator in two ways.

    token : of an entry that shows it, to adjudicate by. samples : as shown there. answers : (annotator, answer), one
    that stands in two ways twice; "A" and "B" are those of `samples`, whichever way round others saw them.
    adjudicated : what was said to count; such an item stays here, whatever was answered.
    """

    question_id: str
    item: ItemKey
    token: str
    samples: tuple[int, ...]
    answers: tuple[tuple[str, Answer], ...]
    adjudicated: Answer | None


def unsettled_items(questions: Sequence[Question], labels: CampaignLabels) -> tuple[UnsettledItem, ...]:
    """Return the items that wait for adjudication, then those that were adjudicated, by question and item.

    Texts are not compared, and of ABX the right answer is known.
    """
    found = [
        item
        for question in questions
        if question.kind not in {"text", "abx"}
        for item in _of_question(question, labels)
    ]
    return tuple(sorted(found, key=lambda each: each.adjudicated is not None))


def _of_question(question: Question, labels: CampaignLabels) -> list[UnsettledItem]:
    by_item: dict[ItemKey, list[Label]] = {}
    for label in labels.of_items(question.id):
        by_item.setdefault(label.item, []).append(label)
    waiting = [
        settled.item
        for settled in settled_items(question, labels.of_items(question.id), labels.adjudicated)
        if settled.origin in {Origin.TIED, Origin.ADJUDICATED}
        or any(len(label.values) + len(label.skipped) > 1 for label in by_item[settled.item])
    ]
    return [_item(question, item, by_item[item], labels.adjudicated) for item in waiting]


def _item(
    question: Question, item: ItemKey, labels: Sequence[Label], adjudicated: Mapping[tuple[ItemKey, str], Answer]
) -> UnsettledItem:
    first = labels[0]
    said = adjudicated.get((item, question.id))
    return UnsettledItem(
        question.id,
        item,
        first.token,
        first.samples,
        tuple(
            (each.annotator, as_shown(question, value, each.samples, first.samples))
            for each in labels
            for value in each.values
        ),
        None if said is None else as_shown(question, said, item, first.samples),
    )
