"""From a subject to the face in it that counts, and what is to be said of the choice."""

from dataclasses import dataclass

import numpy as np

from scoring.codes import Code
from scoring.faces import Detect, Face, Picture, chosen_index, detail_of, find_faces, flags_of
from scoring.media import load_image
from scoring.types import SampleError, Subject


@dataclass(frozen=True, eq=False, slots=True)
class FoundFace:
    """A picture, (H, W, 3) in either order of colours, and the face in it that counts. flags, detail : of both."""

    rgb: Picture
    bgr: Picture
    face: Face
    flags: tuple[Code, ...]
    detail: dict[str, object]


def find_face(subject: Subject, detect: Detect, size: int) -> FoundFace:
    """Return the face of `subject` that counts. size : longest side that the detector sees.

    SampleError: as `load_image` raises, and NO_FACE.
    """
    import cv2

    loaded = load_image(subject.media)
    bgr = np.asarray(cv2.cvtColor(loaded.rgb, cv2.COLOR_RGB2BGR), dtype=np.uint8)
    faces, retried = find_faces(detect, bgr, size)
    if not faces:
        message = "no face was found, also not with a margin and at half the detector size"
        raise SampleError(Code.NO_FACE, message, loaded.flags, {"notes": list(loaded.notes), "retried": True})
    chosen = chosen_index(subject, faces)
    return FoundFace(
        loaded.rgb,
        bgr,
        faces[chosen],
        loaded.flags + flags_of(faces, chosen, retried=retried),
        detail_of(faces, chosen, retried=retried) | {"notes": list(loaded.notes)},
    )
