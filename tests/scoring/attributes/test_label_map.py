"""Label maps: what they declare, and what is wrong in them by its place."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from scoring.attributes.declared import Attribute
from scoring.attributes.label_map import OnnxMap, PictureMap, SoundMap, class_labels, read_map
from scoring.errors import UserError

SMILE = {"name": "smile", "labels": ["no", "yes"], "activation": "sigmoid", "first": 3, "threshold": 0.4}
EYEWEAR = {"name": "eyewear", "labels": ["none", "glasses", "sunglasses"], "unknown_below": 0.5}
GOOD: dict[str, Any] = {
    "format": 1,
    "title": "Smiles",
    "crop": "face",
    "margin": 0.2,
    "input": {"width": 64, "height": 64, "mean": [0.5, 0.5, 0.5], "std": [0.25, 0.25, 0.25], "colour": "BGR"},
    "attributes": [SMILE, EYEWEAR],
}


def written(folder: Path, content: object) -> Path:
    path = folder / "labels.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def test_a_map_declares_its_attributes_in_order(tmp_path: Path) -> None:
    found = read_map(OnnxMap, written(tmp_path, GOOD))
    assert found.declared == (
        Attribute("smile", "smile", ("no", "yes")),
        Attribute("eyewear", "eyewear", ("none", "glasses", "sunglasses")),
    )
    assert [head.numbers for head in found.attributes] == [1, 3]
    assert found.input.layout == "NCHW"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"format": 2}, "format"),
        ({"licnece": "?"}, "licnece"),
        ({"input": {"width": 64, "height": 32}}, "must be equal"),
        ({"input": {"width": 100_000, "height": 100_000}}, r"input\.width"),
        ({"input": {"width": 64, "height": 64, "std": [1, 0, 1]}}, "std must be above 0"),
        ({"attributes": []}, "attributes"),
        ({"attributes": [SMILE, SMILE]}, "two attributes have one name"),
        ({"attributes": [{**SMILE, "name": "Smile!"}]}, r"attributes\.0\.name"),
        ({"attributes": [{**SMILE, "name": "smile_confidence"}]}, "cannot end in _confidence"),
        ({"attributes": [{**SMILE, "labels": ["a", "b", "c"]}]}, "a sigmoid has two labels"),
        ({"attributes": [{**EYEWEAR, "labels": ["one", "One "]}]}, "two labels are one"),
        ({"attributes": [{**EYEWEAR, "unknown_below": 1.5}]}, "unknown_below"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError, match=said):
        read_map(OnnxMap, written(tmp_path, {**GOOD, **changes}))


@pytest.mark.parametrize(
    "text", ["", "{", "[" * 100_000, '{"format": NaN}', "\ud83d".encode("utf-8", "replace").decode()]
)
def test_what_is_no_json_is_said_to_be_none(tmp_path: Path, text: str) -> None:
    with pytest.raises(UserError):
        read_map(OnnxMap, written(tmp_path, text))


def test_the_maps_that_the_documentation_shows_are_right(tmp_path: Path) -> None:
    page = Path(__file__).parents[3] / "docs" / "how-to" / "bring-an-attribute-classifier.md"
    network, picture, sound = re.findall(r"```json\n(.+?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    found = read_map(OnnxMap, written(tmp_path, network))
    assert [(each.name, len(each.categories)) for each in found.declared] == [
        ("expression", 4), ("glasses", 2), ("beard", 2)
    ]  # fmt: skip
    assert read_map(PictureMap, written(tmp_path, picture)).unknown_below == 0.4
    assert read_map(SoundMap, written(tmp_path, sound)).attribute == "accent"


def test_maps_of_transformers_name_their_attribute(tmp_path: Path) -> None:
    shown = read_map(PictureMap, written(tmp_path, {"format": 1, "attribute": "emotion", "crop": "whole"}))
    assert (shown.attribute, shown.crop, shown.unknown_below) == ("emotion", "whole", 0)
    assert read_map(SoundMap, written(tmp_path, {"format": 1, "attribute": "accent"})).attribute == "accent"
    with pytest.raises(UserError, match="crop"):
        read_map(SoundMap, written(tmp_path, {"format": 1, "attribute": "accent", "crop": "face"}))


def test_classes_are_in_the_order_of_their_numbers(tmp_path: Path) -> None:
    ids = {"2": "sad", "0": "neutral", "1": "happy"}
    assert class_labels(written(tmp_path, {"id2label": ids, "hidden_size": 16})) == ("neutral", "happy", "sad")


@pytest.mark.parametrize(
    "config",
    [
        {},
        {"id2label": {"0": "only"}},
        {"id2label": {"0": "a", "2": "c"}},
        {"id2label": {"0": "a", "1": "A"}},
        {"id2label": {"0": "a", "x": "b"}},
        {"id2label": {"0": "a", "1": "b"}, "problem_type": "multi_label_classification"},
    ],
)
def test_a_configuration_that_tells_no_classes_apart_is_refused(tmp_path: Path, config: object) -> None:
    with pytest.raises(UserError):
        class_labels(written(tmp_path, config))
