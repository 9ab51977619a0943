"""Sets of questions: a TOML file with a table `[set]` of name and title, then one `[[questions]]` each."""

from importlib.resources import files
from pathlib import Path

from pydantic import Field, ValidationError, model_validator

from genmu_studio.labelling.questions import Id, Question, Text
from genmu_studio.labelling.toml_files import Table, mistake, parse_toml, read_toml
from scoring.errors import UserError

_HINT = "Start from a copy of a shipped set: resources/questions."


class SetHead(Table):
    """What a set of questions is called."""

    name: Id
    title: Text


class QuestionSet(Table):
    """Questions that are asked together, in order."""

    set: SetHead
    questions: tuple[Question, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _no_id_twice(self) -> "QuestionSet":
        ids = [question.id for question in self.questions]
        for id_ in ids:
            if ids.count(id_) > 1:
                raise ValueError(f"question {id_!r} is there twice")
        return self

    @property
    def name(self) -> str:
        """Its name."""
        return self.set.name


def shipped_sets() -> tuple[str, ...]:
    """Return the names of the sets that come with the program."""
    folder = files("resources") / "questions"
    return tuple(sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml")))


def load_set(name_or_path: str | Path) -> QuestionSet:
    """Return the shipped set of that name, or the one in that file; UserError names file, question and mistake."""
    name = str(name_or_path)
    if name in shipped_sets():
        return read_set((files("resources") / "questions" / f"{name}.toml").read_text(encoding="utf-8"), name)
    path = Path(name_or_path)
    return read_set(read_toml(path, f"There are: {', '.join(shipped_sets())}; or name a TOML file."), path.name)


def read_set(text: str, source: str) -> QuestionSet:
    """Return the set that a TOML text holds; UserError names `source`, the question and the mistake."""
    data = parse_toml(text, source, _HINT)
    try:
        return QuestionSet.model_validate(data)
    except ValidationError as error:
        raise UserError(
            f"{source}: {mistake(error, data)}", f"{error.error_count()} problem(s) in all. {_HINT}", str(error)
        ) from None
