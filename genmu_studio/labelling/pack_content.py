"""What a pack says in its `pack.json`: the questions, the order, the names of the media, and no key."""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

from genmu_studio.labelling.campaign_file import Pace, presents
from genmu_studio.labelling.questions import Answer, Question
from scoring.errors import UserError

_MEDIA_NAME = r"^media/[0-9a-f]{20}\.(png|wav)$"
_MOST_ENTRIES, _MOST_QUESTIONS = 100_000, 1000


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class PackEntry(_Table):
    """An entry of the queue as a pack holds it."""

    token: str = Field(pattern=r"^[0-9a-f]{20}$")
    media: tuple[Annotated[str, Field(pattern=_MEDIA_NAME)], ...] = Field(min_length=1, max_length=3)
    notice: str = Field("", max_length=2000)
    training: bool = False
    accepted: Mapping[str, tuple[Answer, ...]] | None = None

    @model_validator(mode="after")
    def _of_one_kind(self) -> "PackEntry":
        if len({name[-4:] for name in self.media}) > 1:
            raise ValueError("an entry shows pictures or sounds, not both")
        return self


class PackContent(_Table):
    """What `pack.json` holds. campaign : its digest."""

    format: Literal["genmu blind pack"] = "genmu blind pack"
    version: Literal[1] = 1
    campaign: str = Field(pattern=r"^[0-9a-f]{64}$")
    annotator: str = Field(min_length=1, max_length=80)
    title: str = Field("", max_length=200)
    instructions: str = Field("", max_length=10_000)
    pace: Pace = Pace()
    questions: tuple[Question, ...] = Field(min_length=1, max_length=_MOST_QUESTIONS)
    entries: tuple[PackEntry, ...] = Field(min_length=1, max_length=_MOST_ENTRIES)

    @model_validator(mode="after")
    def _nothing_twice(self) -> "PackContent":
        for what in ([entry.token for entry in self.entries], [question.id for question in self.questions]):
            if len(set(what)) < len(what):
                raise ValueError("an entry or a question is there twice")
        return self

    @model_validator(mode="after")
    def _accepts_answers(self) -> "PackContent":
        asked = {question.id: question for question in self.questions}
        for entry in self.entries:
            for id_, accepted in (entry.accepted or {}).items():
                if id_ not in asked:
                    raise ValueError("an answer is accepted to a question that is not asked")
                try:
                    for answer in accepted:
                        asked[id_].accept(answer)
                except UserError as error:
                    raise ValueError(error.message) from None
        return self

    @model_validator(mode="after")
    def _shows_what_is_asked_of(self) -> "PackContent":
        try:
            is_of_one = presents(self.questions) == "sample"
        except UserError as error:
            raise ValueError(error.message) from None
        has_x = any(question.kind == "abx" for question in self.questions)
        wanted = {1} if is_of_one else {3} if has_x else {2, 3}
        if not {len(entry.media) for entry in self.entries} <= wanted:
            raise ValueError("an entry shows more or fewer media than its questions are about")
        return self
