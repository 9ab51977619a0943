"""How far the annotators of a campaign agree, question by question: on items that count, with what stands now."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from genmu_studio.labelling.findings import CampaignLabels, Label
from genmu_studio.labelling.questions import Question
from scoring.agreement.ratings import Ratings
from scoring.agreement.summary import AgreementSummary, agreement_of
from scoring.agreement.values import Agreement
from scoring.metrics.values import joined

_OF_PAIRS = {"A": "the one", "B": "the other"}


@dataclass(frozen=True, slots=True)
class QuestionAgreement:
    """The agreement on one question. items, raters, n : with a rating, and how many ratings there are.

    skipped : entries that an annotator skipped. unsettled : those with several answers of one annotator that stand;
    neither gives a rating.
    """

    question: Question
    items: int
    raters: int
    n: int
    skipped: int
    unsettled: int
    summary: AgreementSummary

    @property
    def note(self) -> str | None:
        """What has to be said beside the figures: why one is missing, or what it rests on."""
        figures: tuple[Agreement, ...] = (
            self.summary.percent,
            self.summary.alpha,
            self.summary.kappa,
            self.summary.ac1,
        )
        return joined(*(each.reason for each in figures), *(each.badge for each in figures))


def agreement_of_labels(labels: CampaignLabels) -> tuple[QuestionAgreement, ...]:
    """Return the agreement on each question that has answers to compare, in the order in which they were first given.

    Texts are not compared. Where a pair was shown, "A" and "B" are told apart by the samples that they were.
    """
    questions = {label.question.digest: label.question for label in labels.labels}
    return tuple(
        agreement_on(question, [each for each in labels.of_items(question.id) if each.question.digest == digest])
        for digest, question in questions.items()
        if question.kind != "text"
    )


def agreement_on(question: Question, labels: Sequence[Label]) -> QuestionAgreement:
    """Return the agreement on one question of these labels to it, those of items that count."""
    ratings = ratings_of(question, labels)
    given = ratings.given
    return QuestionAgreement(
        question=question,
        items=int(given.any(axis=1).sum()),
        raters=int(given.any(axis=0).sum()),
        n=int(given.sum()),
        skipped=sum(bool(label.skipped) for label in labels),
        unsettled=sum(len(label.values) > 1 for label in labels),
        summary=agreement_of(ratings, question.tolerance),
    )


def ratings_of(question: Question, labels: Sequence[Label]) -> Ratings:
    """Return the ratings of items, sorted, by annotators, sorted; NaN where one gave none."""
    items = {item: row for row, item in enumerate(sorted({label.item for label in labels}))}
    raters = {name: column for column, name in enumerate(sorted({label.annotator for label in labels}))}
    values = np.full((len(items), len(raters)), np.nan)
    for label in labels:
        rating = rating_of(question, label)
        if rating is not None:
            values[items[label.item], raters[label.annotator]] = rating
    return Ratings(values, question.measured_as, categories_of(question))


def categories_of(question: Question) -> tuple[str, ...]:
    """Return the categories of its ratings, in their order; none of a question at level "interval"."""
    if question.measured_as == "interval":
        return ()
    names = _OF_PAIRS if question.names_sides else {}
    return tuple(names.get(str(each), str(each)) for each in question.categories)


def rating_of(question: Question, label: Label) -> float | None:
    """Return an answer as figures take it: a number, or the place of a category; None where there is none."""
    if label.of_item is None:
        return None
    if question.measured_as == "interval":
        return float(label.of_item)
    return float(question.categories.index(label.of_item))
