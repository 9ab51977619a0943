"""Pose, light and size of real faces: as a person sees them, mirrored, darker, larger, of several, of none."""

from pathlib import Path

import numpy as np
import pytest

from scoring.codes import Code
from scoring.faces import name_face
from scoring.registry import find_evaluator, open_evaluator
from scoring.types import Evaluator, EvaluatorSpec, Measurement, SampleFailure
from tests.scoring.evaluators.conftest import GROUP_BOXES
from tests.scoring.evaluators.materials import Picture, resized, subject, write_picture

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]


@pytest.fixture(scope="module")
def evaluator(weights: Path) -> Evaluator:
    return open_evaluator(EvaluatorSpec("face_geometry", device="cpu"))


def measured(evaluator: Evaluator, folder: Path, *pictures: Picture) -> list[Measurement]:
    paths = [write_picture(folder / f"{place}.png", np.ascontiguousarray(each)) for place, each in enumerate(pictures)]
    outcomes = evaluator.measure([subject(path) for path in paths])
    assert all(isinstance(outcome, Measurement) for outcome in outcomes), outcomes
    return [outcome for outcome in outcomes if isinstance(outcome, Measurement)]


def test_every_value_is_there_and_within_its_range(evaluator: Evaluator, tmp_path: Path, people: list[Picture]) -> None:
    for found in measured(evaluator, tmp_path, *people):
        assert set(found.values) == set(find_evaluator("face_geometry").info.produces)
        assert found.detail["not_measurable"] == {}
        assert 0 < found.values["luminance"] < found.values["lightness"] < 1
        assert abs(found.values["light_side"]) < 1
        assert 0.05 < found.values["eye_distance_share"] < 0.4


def test_heads_that_look_to_the_left_are_found_to(evaluator: Evaluator, tmp_path: Path, people: list[Picture]) -> None:
    # Of the six people of the picture the second and the fifth look to the left; the third looks into the camera.
    _, second, third, _, fifth, _ = measured(evaluator, tmp_path, *people)
    assert second.values["yaw_deg"] < -15
    assert fifth.values["yaw_deg"] < -30
    assert abs(third.values["yaw_deg"]) < 15


def test_the_mirrored_face_looks_and_is_lit_the_other_way(
    evaluator: Evaluator, tmp_path: Path, people: list[Picture]
) -> None:
    turned = [people[place] for place in (1, 3, 4)]
    straight = measured(evaluator, tmp_path / "straight", *turned)
    flipped = measured(evaluator, tmp_path / "flipped", *(each[:, ::-1] for each in turned))
    for one, other in zip(straight, flipped, strict=True):
        assert one.values["yaw_deg"] * other.values["yaw_deg"] < 0
        assert one.values["yaw_deg"] == pytest.approx(-other.values["yaw_deg"], abs=20)  # of landmarks that were found
        assert one.values["light_side"] * other.values["light_side"] < 0
        assert one.values["lightness"] == pytest.approx(other.values["lightness"], abs=0.03)


def test_a_darker_copy_is_darker_and_turned_alike(evaluator: Evaluator, tmp_path: Path, people: list[Picture]) -> None:
    shades = [np.asarray(people[2] * share, dtype=np.uint8) for share in (1.0, 0.8, 0.6)]
    found = measured(evaluator, tmp_path, *shades)
    levels = [each.values["lightness"] for each in found]
    assert levels[0] > levels[1] + 0.05 > levels[2] + 0.1
    assert np.ptp([each.values["yaw_deg"] for each in found]) < 10
    assert np.ptp([each.values["light_side"] for each in found]) < 0.05


def test_a_larger_copy_has_larger_eyes_of_the_same_share(
    evaluator: Evaluator, tmp_path: Path, people: list[Picture]
) -> None:
    height, width = people[2].shape[:2]
    one, other = measured(evaluator, tmp_path, people[2], resized(people[2], 2 * width, 2 * height))
    assert other.values["eye_distance_px"] == pytest.approx(2 * one.values["eye_distance_px"], rel=0.15)
    assert other.values["eye_distance_share"] == pytest.approx(one.values["eye_distance_share"], rel=0.15)


def test_of_several_faces_the_one_that_a_person_picked_is_measured(
    evaluator: Evaluator, tmp_path: Path, group_picture: Picture
) -> None:
    path = write_picture(tmp_path / "group.png", group_picture)
    x1, y1, x2, y2 = GROUP_BOXES[4]
    picked = subject(path, face_at=name_face((x1 + x2) / 2, (y1 + y2) / 2))
    default, chosen = evaluator.measure([subject(path), picked])
    assert isinstance(default, Measurement)
    assert isinstance(chosen, Measurement)
    assert Code.MULTI_FACE in default.flags
    assert chosen.values["yaw_deg"] < -30
    assert chosen.values != default.values


def test_a_picture_without_a_face_has_no_attributes(evaluator: Evaluator, tmp_path: Path) -> None:
    path = write_picture(tmp_path / "wall.png", np.full((200, 200, 3), 120, np.uint8))
    (failure,) = evaluator.measure([subject(path)])
    assert isinstance(failure, SampleFailure)
    assert failure.code is Code.NO_FACE
    assert Code.CONSTANT in failure.flags


def test_a_gpu_is_not_promised() -> None:
    opened = open_evaluator(EvaluatorSpec("face_geometry", device="cuda:3"))
    assert (opened.provider, opened.notice) == ("opencv:cpu", "cuda:3 was asked for, but YuNet runs on the CPU")
