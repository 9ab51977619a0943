"""A campaign as its organizer writes it down: a TOML file that says whom to ask what about which samples."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, ValidationError, field_validator, model_validator

from genmu_studio.domain import Role, Side
from genmu_studio.labelling.question_sets import QuestionSet, load_set
from genmu_studio.labelling.questions import Answer, Question
from genmu_studio.labelling.toml_files import Table, mistake, parse_toml, read_toml
from genmu_studio.texts import clean_line
from scoring.errors import UserError
from scoring.types import Track

Name = Annotated[str, Field(min_length=1, max_length=80)]
Rate = Annotated[float, Field(ge=0, le=0.5)]
_HINT = "It needs [campaign] with name, questions and annotators, and [select] with track."
_MOST_ANNOTATORS = 500


class CampaignHead(Table):
    """Who is asked what. questions : names of shipped sets, files beside this one, or set/question for one of a set.

    overlap : how many annotators see each item. seed : of every draw and order. title, instructions : what annotators
    read; the name stays with the organizer.
    """

    name: Name
    questions: tuple[Name, ...] = Field(min_length=1)
    annotators: tuple[Name, ...] = Field(min_length=1, max_length=_MOST_ANNOTATORS)
    overlap: int = Field(1, ge=1)
    seed: int = Field(0, ge=0, lt=1 << 63)
    title: str = Field("", max_length=200)
    instructions: str = Field("", max_length=10_000)
    seconds_per_answer: float = Field(6, gt=0, le=3600)

    @field_validator("name", "annotators")
    @classmethod
    def _in_one_line(cls, given: str | tuple[str, ...]) -> str | tuple[str, ...]:
        for name in (given,) if isinstance(given, str) else given:
            if name != clean_line(name, len(name)):
                raise ValueError(f"{name!r} has spaces at its ends or characters that cannot be seen")
        return given

    @model_validator(mode="after")
    def _enough_annotators(self) -> "CampaignHead":
        names = {name.casefold() for name in self.annotators}
        if len(names) < len(self.annotators):
            raise ValueError("annotators: one is there twice")
        if self.overlap > len(self.annotators):
            raise ValueError(f"overlap: {self.overlap} of {len(self.annotators)} annotator(s) cannot see an item")
        return self


class Selection(Table):
    """Which samples, or which pairs by their unlearned sample; an empty list is no restriction.

    per_identity : at most so many of each submission, group, identity and side, drawn by the seed. most : of all.
    """

    track: Track
    submissions: tuple[str, ...] = ()
    sides: tuple[Side, ...] = ("original", "unlearned")
    roles: tuple[Role, ...] = ()
    groups: tuple[str, ...] = ()
    identities: tuple[str, ...] = ()
    per_identity: int | None = Field(None, ge=1)
    most: int | None = Field(None, ge=1)


class Rates(Table):
    """How much is mixed in, as a share of an annotator's own items."""

    repeats: Rate = 0
    gold: Rate = 0.1
    attention: Rate = 0


class Pace(Table):
    """How the work goes. must_play : sounds are heard to their end before they are judged.

    break_every : after so many entries a break is proposed, 0 = never; break_minutes : for how long.
    """

    must_play: bool = True
    break_every: int = Field(50, ge=0, le=10_000)
    break_minutes: float = Field(2, gt=0, le=120)


class KnownItem(Table):
    """An item whose answers are known. answers : by question, all that are accepted. remark : said after training."""

    submission: str
    path: str
    answers: Mapping[str, tuple[Answer, ...]] = Field(default_factory=dict)
    remark: str = Field("", max_length=1000)


class CampaignFile(Table):
    """The whole file."""

    campaign: CampaignHead
    select: Selection
    rates: Rates = Rates()
    pace: Pace = Pace()
    gold: tuple[KnownItem, ...] = ()
    training: tuple[KnownItem, ...] = ()

    @model_validator(mode="after")
    def _gold_has_answers(self) -> "CampaignFile":
        for item in self.gold:
            if not any(item.answers.values()):
                raise ValueError(f"gold: {item.path} has no accepted answer")
        return self


def load_campaign_file(path: Path) -> tuple[CampaignFile, tuple[Question, ...]]:
    """Return what the file says, and the questions that it names; UserError names the place of a mistake."""
    return check_campaign(parse_toml(read_toml(path, _HINT), path.name, _HINT), path.name, path.parent)


def check_campaign(data: Mapping[str, object], source: str, folder: Path) -> tuple[CampaignFile, tuple[Question, ...]]:
    """Return what a campaign file holds, and its questions, where those of one's own lie in `folder`.

    UserError names `source` and the place of a mistake.
    """
    try:
        wanted = CampaignFile.model_validate(data)
    except ValidationError as error:
        raise UserError(
            f"{source}: {mistake(error, data)}", f"{error.error_count()} problem(s) in all. {_HINT}", str(error)
        ) from None
    questions = tuple(each for name in wanted.campaign.questions for each in _named(name, folder))
    return wanted, check_questions(questions, wanted)


def _named(name: str, folder: Path) -> tuple[Question, ...]:
    if name.endswith(".toml"):
        return load_set(folder / name).questions
    set_name, slash, id_ = name.partition("/")
    return _only(load_set(set_name), id_) if slash else load_set(name).questions


def _only(found: QuestionSet, id_: str) -> tuple[Question, ...]:
    for question in found.questions:
        if question.id == id_:
            return (question,)
    known = ", ".join(question.id for question in found.questions)
    raise UserError(f"{found.name} has no question {id_!r}", f"There are: {known}.")


def check_questions(questions: tuple[Question, ...], wanted: CampaignFile) -> tuple[Question, ...]:
    """Return the questions, each accepted answer checked; UserError where they cannot be asked together."""
    ids = [question.id for question in questions]
    for question in questions:
        if ids.count(question.id) > 1:
            raise UserError(f"question {question.id!r} is asked twice", "Name each question once.")
        if question.track not in {None, wanted.select.track}:
            raise UserError(
                f"question {question.id!r} is about {question.track}, the campaign about {wanted.select.track}",
                "Name questions of its own track.",
            )
    presents(questions)
    by_id = {question.id: question for question in questions}
    for item in (*wanted.gold, *wanted.training):
        for id_, accepted in item.answers.items():
            if id_ not in by_id:
                raise UserError(f"{item.path}: there is no question {id_!r}", f"There are: {', '.join(ids)}.")
            for answer in accepted:
                by_id[id_].accept(answer)
            if by_id[id_].names_sides and not {"A", "B"}.isdisjoint(accepted):
                raise UserError(
                    f"{item.path}: which of the two is A is drawn, so that no answer to {id_!r} is known",
                    "Leave it out, or ask with choices of its own.",
                )
    return questions


def presents(questions: tuple[Question, ...]) -> Literal["sample", "pair"]:
    """Return what the questions are asked of; UserError where some need one sample and others two."""
    found = {question.presents for question in questions} - {"either"}
    if len(found) > 1:
        raise UserError("some questions are about one sample, others about two", "Make two campaigns of them.")
    return "pair" if "pair" in found else "sample"
