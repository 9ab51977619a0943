"""Attributes of a face that are measured rather than recognised: how it is turned, how it is lit, how large it is.

Rests on the five landmarks of YuNet and on the pixels; nothing that names a person is learnt.
"""

import math
from collections.abc import Sequence
from pathlib import Path

from scoring.attributes.declared import Attribute
from scoring.attributes.light import Light, light_of
from scoring.attributes.pose import Pose, pose_of
from scoring.devices import Placement, cuda_index
from scoring.face_embedding import detector_size
from scoring.faces import Detect, Face
from scoring.found_face import find_face
from scoring.model_files import LIGHT_FILES, find_light
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Measurement, Options, Outcome, SampleError, Subject
from scoring.yunet import yunet

_POSE = ("yaw_deg", "pitch_deg", "roll_deg")
_LIGHT = ("luminance", "lightness", "light_side", "light_contrast")
# eye_distance_share : of the root of the picture's area, so that neither its resolution nor its shape moves it.
_SIZE = ("eye_distance_px", "eye_distance_share")


class FaceGeometry:
    """Finds the face that counts, as the evaluators of identity do, and measures it."""

    def __init__(self, detect: Detect, size: int, placement: Placement) -> None:
        self.provider, self.notice = placement.provider, placement.notice
        self._detect = detect
        self._size = size

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject; what cannot be told of a face stands with its reason in `not_measurable`."""
        return [self._measure(subject) for subject in batch]

    def _measure(self, subject: Subject) -> Outcome:
        try:
            found = find_face(subject, self._detect, self._size)
        except SampleError as error:
            return error.failure
        pose, light = pose_of(found.face.points), light_of(found.rgb, found.face.points)
        height, width = found.rgb.shape[:2]
        values = {**_turned(pose), **_lit(light), **_sized(found.face, math.sqrt(width * height))}
        missing = dict.fromkeys(_POSE, "its five points are of no head") if pose is None else {}
        missing |= dict.fromkeys(_LIGHT, "too little of it lies in the picture") if light is None else {}
        return Measurement(values, None, found.flags, {**found.detail, "not_measurable": missing})


def _turned(pose: Pose | None) -> dict[str, float]:
    angles = () if pose is None else (pose.yaw_deg, pose.pitch_deg, pose.roll_deg)
    return dict(zip(_POSE, angles, strict=False))


def _lit(light: Light | None) -> dict[str, float]:
    levels = () if light is None else (light.luminance, light.lightness, light.side, light.contrast)
    return dict(zip(_LIGHT, levels, strict=False))


def _sized(face: Face, picture: float) -> dict[str, float]:
    distance = math.dist(face.points[0], face.points[1])
    return dict(zip(_SIZE, (distance, distance / picture), strict=True))


def locate(options: Options) -> tuple[Path, ...]:
    """Return the file of the detector; UserError with the line to type."""
    return (find_light("yunet"),)


def declare(options: Options) -> tuple[Attribute, ...]:
    """Return every attribute that it measures."""
    return (
        Attribute("yaw", "yaw_deg"),
        Attribute("pitch", "pitch_deg"),
        Attribute("roll", "roll_deg"),
        Attribute("illumination", "lightness"),
        Attribute("light_side", "light_side"),
        Attribute("contrast", "light_contrast", is_ratio=True),
        Attribute("face_size", "eye_distance_share", is_ratio=True),
    )


@evaluator(
    EvaluatorInfo(
        name="face_geometry",
        version="1",
        title="Pose, light and size of a face (YuNet)",
        track="face",
        input="image",
        produces=(*_POSE, *_LIGHT, *_SIZE),
        needs=("cv2",),
        extra="face",
        kind="reference",
        licence=f"{LIGHT_FILES['yunet'].licence} (YuNet)",
        source=LIGHT_FILES["yunet"].source,
        defaults=(("det_size", 640), ("det_thresh", 0.6)),
        aspect="attributes",
    ),
    weights=locate,
    attributes=declare,
)
def open_face_geometry(options: Options, device: str) -> FaceGeometry:
    """Load the detector. `det_size`: longest side in pixels that it sees. It always runs on the CPU."""
    cuda_index(device)
    (file,) = locate(options)
    notice = f"{device} was asked for, but YuNet runs on the CPU" if device.startswith("cuda") else ""
    detect = yunet(file, float(options["det_thresh"]))
    return FaceGeometry(detect, detector_size(options), Placement("opencv:cpu", notice))
