"""Pose from five points: heads that were turned by known angles are found turned by them."""

from dataclasses import astuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.attributes.pose import HEAD, Pose, pose_of, rotation
from tests.scoring.attributes.made import mirrored, seen_at, seen_from_afar

poses = st.builds(Pose, st.floats(-75, 75), st.floats(-60, 60), st.floats(-150, 150))


def angles(points: np.ndarray[tuple[int, int], np.dtype[np.float32]]) -> tuple[float, float, float]:
    pose = pose_of(points)
    assert pose is not None
    return pose.yaw_deg, pose.pitch_deg, pose.roll_deg


@given(poses, st.floats(2, 60))
def test_a_head_seen_from_afar_is_found_as_it_was_turned(pose: Pose, scale: float) -> None:
    assert angles(seen_from_afar(pose, scale)) == pytest.approx(astuple(pose), abs=0.05)


@pytest.mark.parametrize(
    ("pose", "nose"),
    [
        (Pose(30, 0, 0), (1, 0)),  # to the right of the picture
        (Pose(-30, 0, 0), (-1, 0)),
        (Pose(0, 30, 0), (0, -1)),  # up: y of pixels runs down
        (Pose(0, -30, 0), (0, 1)),
    ],
)
def test_signs_are_those_of_the_picture(pose: Pose, nose: tuple[int, int]) -> None:
    facing, turned = seen_from_afar(Pose(0, 0, 0)), seen_from_afar(pose)
    moved = (turned - turned.mean(axis=0)) - (facing - facing.mean(axis=0))
    assert np.sign(moved[2] * np.abs(nose)) == pytest.approx(nose)
    assert angles(turned) == pytest.approx(astuple(pose), abs=0.01)


def test_anticlockwise_is_positive() -> None:
    # The right end of the line between the eyes goes up.
    left, right = seen_from_afar(Pose(0, 0, 20))[:2]
    assert right[1] < left[1]
    assert np.degrees(np.arctan2(left[1] - right[1], right[0] - left[0])) == pytest.approx(20, abs=0.01)


@given(poses, st.floats(-25, 25))
def test_turning_the_picture_changes_the_roll_alone(pose: Pose, turn: float) -> None:
    points = seen_from_afar(pose)
    angle = np.radians(-turn)  # y runs down
    about = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    yaw, pitch, roll = angles(((points - 200) @ about.T + 200).astype(np.float32))
    assert (yaw, pitch, roll) == pytest.approx((pose.yaw_deg, pose.pitch_deg, pose.roll_deg + turn), abs=0.05)


@given(st.lists(st.tuples(st.floats(-8, 8), st.floats(-8, 8)), min_size=5, max_size=5), poses)
def test_a_mirrored_face_turns_the_other_way(shaken: list[tuple[float, float]], pose: Pose) -> None:
    points = seen_from_afar(pose) + np.array(shaken, dtype=np.float32)
    found, flipped = pose_of(points), pose_of(mirrored(points, 640))
    assert (found is None) == (flipped is None)
    if found is not None and flipped is not None and abs(found.yaw_deg) < 170:
        expected = (-found.yaw_deg, found.pitch_deg, -found.roll_deg)
        assert astuple(flipped) == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("pose", [Pose(0, 0, 0), Pose(25, 0, 5), Pose(-20, 15, 0), Pose(10, -20, -10)])
def test_a_camera_as_near_as_for_a_portrait_moves_little(pose: Pose) -> None:
    assert angles(seen_at(pose, 80)) == pytest.approx(astuple(pose), abs=5)


def test_a_frontal_face_of_the_published_template_faces_the_camera() -> None:
    # The places to which ArcFace's training brought eyes, nose and mouth, on average over frontal and turned faces.
    template = [[38.2946, 51.6963], [73.5318, 51.5014], [56.0252, 71.7366], [41.5493, 92.3655], [70.7299, 92.2041]]
    yaw, pitch, roll = angles(np.array(template, dtype=np.float32))
    assert abs(yaw) < 1
    assert abs(roll) < 1
    assert abs(pitch) < 5


@pytest.mark.parametrize(
    "points",
    [
        np.zeros((5, 2)),
        np.array([[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]]),
        np.full((5, 2), np.nan),
    ],
    ids=["one point", "a line", "no numbers"],
)
def test_what_is_no_head_has_no_pose(points: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> None:
    assert pose_of(points.astype(np.float32)) is None


def test_a_rotation_is_one() -> None:
    turned = rotation(Pose(20, -30, 40))
    assert turned @ turned.T == pytest.approx(np.eye(3), abs=1e-12)
    assert np.linalg.det(turned) == pytest.approx(1)
    assert [[-1, 1, 1]] * HEAD[[1, 0, 2, 4, 3]] == pytest.approx(HEAD)  # the head is its own mirror image
