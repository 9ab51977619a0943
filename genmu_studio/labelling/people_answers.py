"""What people said about files: the answers of all campaigns to one question, by content.

A label is about what was seen. So it is one of every sample whose file holds the same bytes, whoever handed that in.
"""

import threading
from collections.abc import Callable, Collection, Hashable, Mapping
from dataclasses import dataclass, field
from functools import partial
from math import isnan, nan
from typing import TYPE_CHECKING, TypeVar, cast

import numpy as np
from sqlite_utils import Database

from genmu_studio.labelling.agreeing import categories_of, rating_of
from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.findings import CampaignLabels, labels_of, read_record
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.results.settling import as_number
from genmu_studio.store.contents import contents_of, labels_version
from scoring.agreement.ratings import Ratings
from scoring.agreement.settled import settle
from scoring.types import Track

if TYPE_CHECKING:
    from genmu_studio.project import Project

T = TypeVar("T")
CANNOT_TELL = "cannot tell"  # the choice that is an answer and tells nothing


@dataclass(frozen=True, slots=True)
class Said:
    """One answer as figures take it, None where it tells nothing; where it comes from, and when it was given."""

    value: float | None
    campaign: str
    at_utc: str


@dataclass(frozen=True, slots=True)
class PeopleAnswers:
    """The answers to one version of a question by people who count.

    by_content : by SHA-256 and annotator, of several by one the last. adjudicated : by SHA-256, likewise.
    """

    question: Question
    by_content: dict[str, dict[str, Said]] = field(default_factory=dict)
    adjudicated: dict[str, Said] = field(default_factory=dict)

    def about(self, contents: Collection[str]) -> "PeopleAnswers":
        """Return those about some contents."""
        return PeopleAnswers(
            self.question,
            {content: said for content, said in self.by_content.items() if content in contents},
            {content: said for content, said in self.adjudicated.items() if content in contents},
        )

    @property
    def votes(self) -> int:
        """How many answers tell something."""
        return sum(said.value is not None for each in self.by_content.values() for said in each.values())

    @property
    def campaigns(self) -> frozenset[str]:
        """The names of the campaigns that they come from."""
        given = {said.campaign for each in self.by_content.values() for said in each.values()}
        return frozenset(given | {said.campaign for said in self.adjudicated.values()})

    def ratings(self) -> tuple[list[str], Ratings]:
        """Return the contents, sorted, and a table of them by annotators; NaN where nothing was told."""
        contents = sorted(self.by_content)
        names = sorted({name for each in self.by_content.values() for name in each})
        values = np.full((len(contents), len(names)), nan)
        for row, content in enumerate(contents):
            for column, name in enumerate(names):
                values[row, column] = _number(self.by_content[content].get(name))
        return contents, Ratings(values, self.question.measured_as, categories_of(self.question))

    def settled(self) -> Mapping[str, float]:
        """Return what each content was found to be, where that is known: adjudicated, else by majority or median."""
        contents, ratings = self.ratings()
        found = dict(zip(contents, settle(ratings).value.tolist(), strict=True))
        found |= {content: _number(said) for content, said in self.adjudicated.items()}
        return {content: value for content, value in found.items() if not isnan(value)}


def _number(said: Said | None) -> float:
    return nan if said is None or said.value is None else said.value


def tells_nothing(question: Question, answer: Answer) -> bool:
    """Return whether an answer is that nothing can be told."""
    return question.kind == "choice" and str(answer).casefold() == CANNOT_TELL


class _Latest:
    """An answer that rests on what people said, as long as nothing was said since."""

    def __init__(self) -> None:
        self._gate = threading.Lock()
        self._version: tuple[int, ...] = ()
        self._answer: object = None

    def get(self, version: tuple[int, ...], answer: Callable[[], T]) -> T:
        with self._gate:
            if version != self._version:
                self._answer, self._version = answer(), version
            return cast("T", self._answer)


def latest(project: "Project", key: Hashable, answer: Callable[[], T]) -> T:
    """Return `answer()`, kept under `key` until the data change or somebody says something."""
    return project.kept.get((key, "of people"), _Latest).get(project.store.read(labels_version), answer)


def people_answers(project: "Project", track: Track) -> tuple[PeopleAnswers, ...]:
    """Return the answers of all campaigns of a track to questions about one sample, a version of a question each.

    Of items only: neither repeats nor checks, and nothing of who is excluded. Kept until something is said.
    """
    return latest(project, ("answers", track), lambda: _read(project, track))


def _read(project: "Project", track: Track) -> tuple[PeopleAnswers, ...]:
    found: dict[str, PeopleAnswers] = {}
    for campaign in project.labelling.campaigns():
        questions = [each for each in campaign.questions if each.presents == "sample"]
        if campaign.file.select.track == track and questions:
            labels, contents = project.store.read(partial(_labels_with_contents, campaign=campaign))
            for question in questions:
                answers = found.setdefault(question.digest, PeopleAnswers(question))
                _take(answers, campaign.name, labels, contents)
    return tuple(found.values())


def _labels_with_contents(db: Database, campaign: Campaign) -> tuple[CampaignLabels, Mapping[int, str]]:
    record = read_record(db, campaign)
    return labels_of(campaign, record), contents_of(db, {row.sample for row in record.rows})


def _take(answers: PeopleAnswers, campaign: str, labels: CampaignLabels, contents: Mapping[int, str]) -> None:
    """Add a campaign's answers; campaigns come in the order in which they were made."""
    question = answers.question
    for label in labels.of_items(question.id):
        rating = rating_of(question, label)
        if rating is not None and label.value is not None:
            said = Said(None if tells_nothing(question, label.value) else rating, campaign, label.at_utc)
            of_content = answers.by_content.setdefault(contents[label.item[0]], {})
            known = of_content.get(label.annotator, said)
            of_content[label.annotator] = max(said, known, key=lambda each: each.at_utc)
    for (item, id_), answer in labels.adjudicated.items():
        if id_ == question.id and len(item) == 1:
            value = None if tells_nothing(question, answer) else as_number(question, answer)
            answers.adjudicated[contents[item[0]]] = Said(value, campaign, "")
