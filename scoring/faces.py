"""Which face of a picture is the one that counts: the retry where none is found, the choice where there are several.

Every face evaluator goes through here, so that one picture gives the same face to all of them.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.codes import Code
from scoring.types import FloatArray, SampleError, Subject

Picture = NDArray[np.uint8]

# A face that fills the whole frame is not what detectors were trained on: a margin of half a side all around, looked at
# in half the detector size, brings it into their range.
RETRY_MARGIN = 0.5
RETRY_SIZE = 0.5
# Below this the aligned 112 × 112 picture is mostly invented: at about 50 pixels the light evaluator loses a person.
TINY_FACE_PX = 56
_LISTED_FACES = 16
# The name of what a subject's context says of the face that a person picked.
FACE_AT = "face_at"


@dataclass(frozen=True, slots=True)
class Face:
    """One detected face, in pixels of the picture as loaded. box : x1, y1, x2, y2. points : five, (5, 2)."""

    box: tuple[float, float, float, float]
    points: FloatArray
    score: float

    @property
    def shorter_side_px(self) -> float:
        """The shorter side of the box."""
        x1, y1, x2, y2 = self.box
        return min(x2 - x1, y2 - y1)

    @property
    def centre(self) -> tuple[float, float]:
        """The middle of the box."""
        x1, y1, x2, y2 = self.box
        return (x1 + x2) / 2, (y1 + y2) / 2

    def holds(self, x: float, y: float) -> bool:
        """Whether (x, y) lies in the box."""
        x1, y1, x2, y2 = self.box
        return x1 <= x <= x2 and y1 <= y <= y2

    def distance_to(self, x: float, y: float) -> float:
        """How far (x, y) lies from the centre of the box, in pixels."""
        return math.dist(self.centre, (x, y))

    def moved(self, dx: float, dy: float) -> "Face":
        """Return the same face in the pixels of a picture whose origin lies at (-dx, -dy)."""
        x1, y1, x2, y2 = self.box
        shifted = self.points + np.array([dx, dy], dtype=np.float32)
        return Face((x1 + dx, y1 + dy, x2 + dx, y2 + dy), shifted, self.score)


# (BGR picture, longest side that the detector shall see) → faces in the pixels of that picture
Detect = Callable[[Picture, int], list[Face]]


def find_faces(detect: Detect, bgr: Picture, size: int) -> tuple[list[Face], bool]:
    """Return the faces of `bgr` (H, W, 3), best first, and whether they were found only in the retry.

    The retry sees the picture with a margin of `RETRY_MARGIN` of its longer side in black, at `RETRY_SIZE` of the size.
    """
    height, width = bgr.shape[:2]
    faces = detect(bgr, size)
    if faces:
        return ranked(faces, width, height), False
    margin = round(RETRY_MARGIN * max(height, width))
    padded = np.pad(bgr, ((margin, margin), (margin, margin), (0, 0)))
    faces = [face.moved(-margin, -margin) for face in detect(padded, round(size * RETRY_SIZE))]
    return ranked(faces, width, height), bool(faces)


def ranked(faces: Sequence[Face], width: int, height: int) -> list[Face]:
    """Return `faces` in the order of the protocol: "the largest face whose centre is nearest to the image centre".

    Sorted by area − 2·d², both in square pixels, d from box centre to image centre: the rule of insightface's own
    `detect(metric="default")`. It does not depend on the picture's scale. Ties: the higher detector score, then the
    left one, then the upper one.
    """

    def order(face: Face) -> tuple[float, float, float, float]:
        x1, y1, x2, y2 = face.box
        off_centre = ((x1 + x2 - width) / 2) ** 2 + ((y1 + y2 - height) / 2) ** 2
        return (2 * off_centre - (x2 - x1) * (y2 - y1), -face.score, x1, y1)

    return sorted(faces, key=order)


def name_face(x: float, y: float) -> str:
    """Return the name of the face whose box has its centre at (x, y): `context` (`FACE_AT`, name) of a subject.

    Not its place in the list of faces, which each detector orders by what it finds. ValueError for what is no point.
    """
    if not (math.isfinite(x) and math.isfinite(y)):
        raise ValueError(f"({x}, {y}) is no point of a picture")
    return ",".join(f"{round(value, 1) + 0.0:.1f}" for value in (x, y))  # + 0.0: never "-0.0"


def chosen_index(subject: Subject, faces: Sequence[Face]) -> int:
    """Return which of `faces` counts: the first, or the one that a person picked by a point (`context` `FACE_AT`).

    Of the faces whose box holds the point it is the one whose centre is nearest. SampleError (NO_FACE) where none does.
    """
    picked = dict(subject.context).get(FACE_AT)
    if picked is None:
        return 0
    x, y = (float(value) for value in picked.split(","))
    nearest = [(face.distance_to(x, y), number) for number, face in enumerate(faces) if face.holds(x, y)]
    if not nearest:
        raise SampleError(Code.NO_FACE, "no face was found where one was picked")
    return min(nearest)[1]


def flags_of(faces: Sequence[Face], chosen: int, *, retried: bool) -> tuple[Code, ...]:
    """Return what is to be said of the choice: several faces, a tiny one, found only in the retry."""
    flags = {
        Code.MULTI_FACE: len(faces) > 1,
        Code.TINY_FACE: faces[chosen].shorter_side_px < TINY_FACE_PX,
        Code.RETRIED: retried,
    }
    return tuple(code for code, holds in flags.items() if holds)


def detail_of(faces: Sequence[Face], chosen: int, *, retried: bool) -> dict[str, Any]:
    """Return what is stored of the choice, as JSON: counts, and box, points and score of the first sixteen faces."""
    listed = [
        {
            "box": [round(value, 1) for value in face.box],
            "points": [[round(float(x), 1), round(float(y), 1)] for x, y in face.points],
            "score": round(face.score, 4),
        }
        for face in faces[:_LISTED_FACES]
    ]
    return {"face_count": len(faces), "chosen": chosen, "retried": retried, "faces": listed}
