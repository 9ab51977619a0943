"""What of a picture a classifier is shown: the aligned face that counts, or the whole picture."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from scoring.attributes.alignment import aligned
from scoring.attributes.label_map import Shown
from scoring.codes import Code
from scoring.faces import Picture
from scoring.found_face import find_face
from scoring.media import load_image
from scoring.model_files import find_light
from scoring.types import SampleError, Subject
from scoring.yunet import yunet

_DETECTOR_SIZE = 640
_THRESHOLD = 0.6


@dataclass(frozen=True, eq=False, slots=True)
class Seen:
    """A picture as it is shown, RGB (height, width, 3). flags, detail : of the whole picture and the choice of face."""

    rgb: Picture
    flags: tuple[Code, ...]
    detail: dict[str, object]


# (subject, width, height) → what is shown. SampleError: as `load_image` raises, and NO_FACE.
Look = Callable[[Subject, int, int], Seen]


def detector_files(shown: Shown) -> tuple[Path, ...]:
    """Return the weights of the detector where faces are shown; UserError with the line to type."""
    return (find_light("yunet"),) if shown.crop == "face" else ()


def look_of(shown: Shown) -> Look:
    """Return how pictures are looked at; loads the detector where faces are shown."""
    files = detector_files(shown)
    if not files:
        return _whole
    detect = yunet(files[0], _THRESHOLD)

    def face(subject: Subject, width: int, height: int) -> Seen:
        found = find_face(subject, detect, _DETECTOR_SIZE)
        try:
            crop, _ = aligned(found.rgb, found.face.points, width, shown.margin)
        except ValueError as error:
            raise SampleError(Code.NO_FACE, str(error), found.flags, found.detail) from error
        return Seen(crop, found.flags, found.detail)

    return face


def _whole(subject: Subject, width: int, height: int) -> Seen:
    """Return the whole picture, stretched to the size: a classifier of whole pictures was trained on nothing else."""
    import cv2

    loaded = load_image(subject.media)
    rgb = cv2.resize(loaded.rgb, (width, height), interpolation=cv2.INTER_AREA)
    return Seen(np.asarray(rgb, dtype=np.uint8), loaded.flags, {"notes": list(loaded.notes)})
