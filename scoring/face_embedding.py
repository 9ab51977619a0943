"""The way from a picture to a face embedding, for every pair of a detector and an insightface recogniser."""

import warnings
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.codes import Code
from scoring.devices import CUDA_PROVIDER, Placement
from scoring.embeddings import unit
from scoring.errors import UserError
from scoring.faces import Detect, Picture
from scoring.found_face import find_face
from scoring.types import FloatArray, Measurement, Options, Outcome, SampleError, SampleFailure, Subject

LARGEST_DETECTOR_SIZE = 2048
MEASURED = ("embedding", "detection_score", "face_side_px")


def detector_size(options: Options) -> int:
    """Return the option `det_size`; UserError where its half, which the retry uses, is not a multiple of 32 as well."""
    size = int(options["det_size"])
    if size % 64 or not 64 <= size <= LARGEST_DETECTOR_SIZE:
        raise UserError(f"det_size is {size}", f"It must be a multiple of 64, up to {LARGEST_DETECTOR_SIZE}.")
    return size


@dataclass(frozen=True, slots=True)
class _AlignedFace:
    """The aligned face (BGR, 112 × 112 for most recognisers), and the measurement that still lacks its embedding."""

    crop: Picture
    flags: tuple[Code, ...]
    values: dict[str, float]
    detail: dict[str, object]


class FaceEvaluator:
    """Find the face that counts, align it, embed it. Never the whole picture: without a face there is no embedding.

    Parameters
    ----------
    detect : finds faces in a BGR picture.
    recogniser : an `ArcFaceONNX` of insightface.
    size : the longest side that the detector sees.
    """

    def __init__(self, detect: Detect, recogniser: Any, size: int, placement: Placement) -> None:
        self.provider = placement.provider
        self.notice = placement.notice
        self._detect = detect
        self._recogniser = recogniser
        self._size = size
        # insightface calls a method of scikit-image that is on its way out; the numbers are the same.
        warnings.filterwarnings("ignore", "`estimate` is deprecated", FutureWarning, "insightface")

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        """Return one outcome per subject; only the aligned faces of a batch are held in memory together."""
        faces = [self._face_of(subject) for subject in batch]
        vectors = iter(self._embed([face.crop for face in faces if isinstance(face, _AlignedFace)]))
        return [face if isinstance(face, SampleFailure) else _measurement(face, next(vectors)) for face in faces]

    def _face_of(self, subject: Subject) -> _AlignedFace | SampleFailure:
        try:
            return self._align(subject)
        except SampleError as error:
            return error.failure

    def _align(self, subject: Subject) -> _AlignedFace:
        from insightface.utils.face_align import norm_crop

        found = find_face(subject, self._detect, self._size)
        face = found.face
        return _AlignedFace(
            crop=norm_crop(found.bgr, face.points, self._recogniser.input_size[0]),
            flags=found.flags,
            values={"detection_score": face.score, "face_side_px": face.shorter_side_px},
            detail=found.detail,
        )

    def _embed(self, crops: list[Picture]) -> list[FloatArray]:
        # On a CPU core one face at a time is about a tenth faster than a batch, whose layers do not fit into its cache.
        at_once = len(crops) if self.provider.startswith(CUDA_PROVIDER) and self._takes_batches() else 1
        parts = [crops[start : start + at_once] for start in range(0, len(crops), at_once or 1)]
        return [vector for part in parts for vector in self._recogniser.get_feat(part)]

    def _takes_batches(self) -> bool:
        return not isinstance(self._recogniser.input_shape[0], int)


def _measurement(face: _AlignedFace, vector: FloatArray) -> Outcome:
    try:
        return Measurement(face.values, unit(vector), face.flags, face.detail)
    except SampleError as error:
        return error.failure
