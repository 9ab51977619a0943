"""Label maps (`labels.json`): what the numbers of a local classifier mean, and what it is to be shown."""

import json
from pathlib import Path
from typing import Annotated, Literal, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from scoring.attributes.declared import CONFIDENCE, Attribute
from scoring.errors import UserError

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
Label = Annotated[str, Field(min_length=1, max_length=100)]
Fraction = Annotated[float, Field(ge=0, le=1)]
Side = Annotated[int, Field(ge=16, le=1024)]
Colours = tuple[float, float, float]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


class Shown(_Table):
    """What of a picture is shown: the aligned face with so much margin (in sides of it, on each side), or the whole."""

    format: Literal[1]
    title: str = Field(default="", max_length=200)
    licence: str = Field(default="", max_length=200)
    crop: Literal["face", "whole"] = "face"
    margin: Annotated[float, Field(ge=0, le=1.5)] = 0.0


class PixelInput(_Table):
    """How pixels become the network's input: (level / scale − mean) / std, per colour in the order `colour` names."""

    width: Side
    height: Side
    scale: Annotated[float, Field(gt=0)] = 255.0
    mean: Colours = (0.0, 0.0, 0.0)
    std: Colours = (1.0, 1.0, 1.0)
    colour: Literal["RGB", "BGR"] = "RGB"
    layout: Literal["NCHW", "NHWC"] = "NCHW"

    @model_validator(mode="after")
    def _divisible(self) -> Self:
        if min(self.std) <= 0:
            raise ValueError("std must be above 0")
        return self


class Head(_Table):
    """One attribute: which numbers of which output tell it, and what they tell.

    output : "" where the network has one output alone. first : the place of its first number there. softmax : one
    number for each label. sigmoid : one number in all, of the second label, which it has from `threshold` on. none : as
    softmax, but the network gives probabilities already. unknown_below : a label of less confidence is no answer.
    """

    name: Name
    labels: Annotated[tuple[Label, ...], Field(min_length=2, max_length=1000)]
    activation: Literal["softmax", "sigmoid", "none"] = "softmax"
    output: str = Field(default="", max_length=200)
    first: Annotated[int, Field(ge=0, le=100_000)] = 0
    threshold: Fraction = 0.5
    unknown_below: Fraction = 0.0

    @model_validator(mode="after")
    def _tells_apart(self) -> Self:
        _require_labels(self.labels)
        if self.name.endswith(CONFIDENCE):
            raise ValueError(f"a name cannot end in {CONFIDENCE}: the confidence beside an attribute does")
        if self.activation == "sigmoid" and len(self.labels) != 2:
            raise ValueError("a sigmoid has two labels, without and with")
        return self

    @property
    def numbers(self) -> int:
        """How many numbers of the output it takes."""
        return 1 if self.activation == "sigmoid" else len(self.labels)


class OnnxMap(Shown):
    """The label map beside `model.onnx`."""

    input: PixelInput
    attributes: Annotated[tuple[Head, ...], Field(min_length=1, max_length=200)]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if self.crop == "face" and self.input.width != self.input.height:
            raise ValueError("an aligned face is a square: width and height must be equal")
        if len({head.name for head in self.attributes}) < len(self.attributes):
            raise ValueError("two attributes have one name")
        return self

    @property
    def declared(self) -> tuple[Attribute, ...]:
        """What its values are."""
        return tuple(Attribute(head.name, head.name, head.labels) for head in self.attributes)


class PictureMap(Shown):
    """The label map beside a transformers model of pictures, whose own configuration has the labels."""

    attribute: Name
    unknown_below: Fraction = 0.0


class SoundMap(_Table):
    """The same of sounds."""

    format: Literal[1]
    title: str = Field(default="", max_length=200)
    licence: str = Field(default="", max_length=200)
    attribute: Name
    unknown_below: Fraction = 0.0


class _Configuration(BaseModel):
    """What of `config.json` says what the numbers of a transformers classifier mean."""

    model_config = ConfigDict(frozen=True)

    id2label: Annotated[dict[Annotated[int, Field(ge=0, lt=1000)], Label], Field(min_length=2, max_length=1000)]
    problem_type: Literal["single_label_classification"] | None = None

    @model_validator(mode="after")
    def _complete(self) -> Self:
        if sorted(self.id2label) != list(range(len(self.id2label))):
            raise ValueError("id2label does not name every class from 0 on")
        _require_labels(tuple(self.id2label.values()))
        return self


_Model = TypeVar("_Model", bound=BaseModel)


def read_map(kind: type[_Model], path: Path) -> _Model:
    """Return the label map in a file; UserError naming what is wrong in it."""
    return _read(kind, path, "docs/how-to/bring-an-attribute-classifier.md shows one.")


def class_labels(path: Path) -> tuple[str, ...]:
    """Return the labels of a transformers configuration in the order of their classes; UserError likewise."""
    found = _read(_Configuration, path, "A classifier of one label of several, with id2label, is needed.").id2label
    return tuple(found[place] for place in range(len(found)))


def _read(kind: type[_Model], path: Path, hint: str) -> _Model:
    try:
        return kind.model_validate(json.loads(path.read_bytes()))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise UserError(f"{path} is wrong: {where or 'the whole'}: {first['msg']}", hint, str(error)) from None
    except (ValueError, RecursionError) as error:  # no JSON, no UTF-8, or nested without end
        raise UserError(f"{path} is no JSON: {error}", hint) from None


def _require_labels(labels: tuple[str, ...]) -> None:
    if len({label.strip().casefold() for label in labels}) < len(labels):
        raise ValueError("two labels are one")
