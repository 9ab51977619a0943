"""What was answered to one question of a campaign: counts, figures, agreement, and the reveal."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from genmu_studio.labelling.agreeing import QuestionAgreement, agreement_on
from genmu_studio.labelling.campaign_file import Selection
from genmu_studio.labelling.findings import CampaignLabels
from genmu_studio.labelling.questions import Question
from genmu_studio.labelling.results.answers import (
    CategoryCount,
    NumberSummary,
    answers_of,
    count_categories,
    summarize,
)
from genmu_studio.labelling.results.opinion import opinion_of
from genmu_studio.labelling.results.strata import Alike, StratumResult, strata_of
from scoring.rules import Rules
from scoring.types import MetricValue


@dataclass(frozen=True, slots=True)
class QuestionResult:
    """The answers to one question about items, by annotators who count.

    n : answers. skipped : how often it was skipped, by reason, the most frequent first. categories : none for numbers
    and texts; "A" and "B" as they were answered, which says whether a place is preferred. texts : (annotator, text).
    opinion : MOS of a scale of level "interval". agreement : None for texts.
    """

    question: Question
    n: int
    skipped: Mapping[str, int]
    categories: tuple[CategoryCount, ...]
    numbers: NumberSummary | None
    texts: tuple[tuple[str, str], ...]
    strata: tuple[StratumResult, ...]
    opinion: MetricValue | None
    agreement: QuestionAgreement | None


def question_result(
    question: Question, labels: CampaignLabels, alike: Alike, selection: Selection, rules: Rules
) -> QuestionResult:
    """Return what was answered to a question. alike, selection : as of `strata_of`."""
    given = labels.of_items(question.id)
    answers = answers_of(given)
    is_text = question.kind == "text"
    return QuestionResult(
        question=question,
        n=len(answers),
        skipped=dict(Counter(reason for label in given for reason in label.skipped).most_common()),
        categories=count_categories(question, answers),
        numbers=summarize(question, answers),
        texts=tuple((label.annotator, str(label.value)) for label in given if is_text and label.value is not None),
        strata=strata_of(question, given, alike, selection, rules),
        opinion=opinion_of(question, given, rules),
        agreement=None if is_text else agreement_on(question, given),
    )
