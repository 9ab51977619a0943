"""How a head is turned, from five landmarks and a generic head, in closed form.

The camera is taken as far away (scaled orthographic projection), so that neither its focal length nor the place of the
face in the picture matters: the first step of DeMenthon and Davis, "Model-based object pose in 25 lines of code", IJCV
15 (1995). The generic head is MediaPipe's canonical face model (Apache-2.0): vertex 1 as the tip of the nose, 61 and
291 as the corners of the mouth, the mean of 33 and 133, and of 362 and 263, as the eyes.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from scoring.types import FloatArray

# In cm: x to the right of the picture, y up, z towards the camera. Eyes, nose, corners of the mouth, left ones first.
HEAD = np.array(
    [
        [-3.1511455, 2.624618, 3.465663],
        [3.1511455, 2.624618, 3.465663],
        [0.0, -1.126865, 7.475604],
        [-2.456206, -4.342621, 4.283884],
        [2.456206, -4.342621, 4.283884],
    ]
)
# Of a head the two axes of the picture get one scale. Points that are nearly on a line are of no head.
_LEAST_RATIO = 0.1


@dataclass(frozen=True, slots=True)
class Pose:
    """Angles in degrees, of a person who faces the camera all 0.

    yaw : turned towards the right of the picture. pitch : looking up. roll : tilted anticlockwise, in the plane of the
    picture: turning the picture changes this one alone.
    """

    yaw_deg: float
    pitch_deg: float
    roll_deg: float


def rotation(pose: Pose) -> NDArray[np.float64]:
    """Return the rotation of a pose, (3, 3): first the yaw, then the pitch, then the roll."""
    y, p, r = np.radians([pose.yaw_deg, -pose.pitch_deg, pose.roll_deg])
    about_y = np.array([[np.cos(y), 0, np.sin(y)], [0, 1, 0], [-np.sin(y), 0, np.cos(y)]])
    about_x = np.array([[1, 0, 0], [0, np.cos(p), -np.sin(p)], [0, np.sin(p), np.cos(p)]])
    about_z = np.array([[np.cos(r), -np.sin(r), 0], [np.sin(r), np.cos(r), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_x @ about_y, dtype=np.float64)


def pose_of(points: FloatArray) -> Pose | None:
    """Return the pose of a face by its five points, (5, 2) in pixels; None where they are of no head.

    The linear map from the head to the picture that fits best is found by least squares; the rotation nearest to it has
    the pose.
    """
    head = HEAD - HEAD.mean(axis=0)
    seen = (points - points.mean(axis=0)).astype(np.float64) * (1.0, -1.0)  # y of pixels runs down
    linear = (np.linalg.pinv(head) @ seen).T
    if not np.isfinite(linear).all():
        return None
    left, sizes, right = np.linalg.svd(linear, full_matrices=False)
    if sizes[1] <= _LEAST_RATIO * sizes[0] or sizes[0] <= 0:
        return None
    first, second = left @ right
    third = np.cross(first, second)
    yaw = np.arctan2(-third[0], third[2])
    pitch = np.arcsin(np.clip(third[1], -1, 1))
    roll = np.arctan2(-first[1], second[1])
    return Pose(*(float(angle) for angle in np.degrees([yaw, -pitch, roll])))
