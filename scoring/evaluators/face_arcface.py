"""The challenge's own evaluator of the face track: ArcFace through insightface's FaceAnalysis, 512 numbers per face.

The model pack comes from a local folder that a person filled. FaceAnalysis is given that folder itself, never a name:
for a name whose folder is missing it would start a download.
"""

from pathlib import Path
from typing import Any

import numpy as np

from scoring.devices import onnx_placement, onnx_providers, onnx_session_options, threads_per_worker
from scoring.errors import UserError
from scoring.face_embedding import MEASURED, FaceEvaluator, detector_size
from scoring.faces import Detect, Face, Picture
from scoring.model_files import OfficialWeights, find_official, weights_folder
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Options

SOURCE = "https://github.com/deepinsight/insightface/releases/tag/v0.7"
LICENCE = "insightface model packs: non-commercial research only"
OFFICIAL_PACK = "buffalo_l"
# The two files of the official pack that shape an embedding; its three others (landmarks, gender and age) do not.
_OFFICIAL_FILES = ("det_10g.onnx", "w600k_r50.onnx")


def _folder(pack: str) -> Path:
    if pack in ("", ".", "..") or Path(pack).name != pack:
        raise UserError(f"{pack!r} is not the name of a model pack", "Give the folder's bare name, such as buffalo_l.")
    official = pack == OFFICIAL_PACK
    return find_official(
        OfficialWeights(
            title=f"ArcFace (insightface pack {pack})",
            folders=(
                weights_folder() / "insightface" / "models" / pack,
                Path.home() / ".insightface" / "models" / pack,
            ),
            files=_OFFICIAL_FILES if official else (),
            size="191 MB" if official else "size of the pack's archive",
            licence=LICENCE,
            source=SOURCE,
        )
    )


def locate(options: Options) -> tuple[Path, ...]:
    """Return the pack's files that may shape an embedding; UserError naming folder, files, size and licence."""
    pack = str(options["pack"])
    folder = _folder(pack)
    if pack == OFFICIAL_PACK:
        return tuple(folder / name for name in _OFFICIAL_FILES)
    return tuple(sorted(folder.glob("*.onnx")))


@evaluator(
    EvaluatorInfo(
        name="face_arcface",
        version="1",
        title="ArcFace (insightface)",
        track="face",
        input="image",
        produces=MEASURED,
        needs=("cv2", "insightface", "onnx", "onnxruntime"),
        extra="face",
        kind="reference",
        licence=LICENCE,
        source=SOURCE,
        dimension=512,
        defaults=(("pack", OFFICIAL_PACK), ("det_size", 640), ("det_thresh", 0.5)),
    ),
    weights=locate,
)
def open_face_arcface(options: Options, device: str) -> FaceEvaluator:
    """Load detector and recogniser of the pack. `det_size`: side of the square, in pixels, that the detector sees."""
    import cv2
    from insightface.app import FaceAnalysis

    cv2.setNumThreads(threads_per_worker())
    files = locate(options)
    try:
        analysis = FaceAnalysis(
            name=str(files[0].parent),
            allowed_modules=["detection", "recognition"],
            providers=onnx_providers(device),
            sess_options=onnx_session_options(),
        )
    except AssertionError as error:
        raise _unusable(files, "it holds no face detector") from error
    detector = analysis.det_model
    recogniser = analysis.models.get("recognition")
    if recogniser is None:
        raise _unusable(files, "it holds no recogniser")
    if not detector.use_kps:
        raise _unusable(files, "its detector gives no landmarks, without which no face can be aligned")
    _require_hashed(files, detector, recogniser)
    detector.prepare(0, det_thresh=float(options["det_thresh"]))
    placement = onnx_placement(device, [detector.session, recogniser.session])
    return FaceEvaluator(scrfd(detector), recogniser, detector_size(options), placement)


def _require_hashed(files: tuple[Path, ...], *models: Any) -> None:
    """Raise UserError where insightface took another file of the folder than those whose digest names the results."""
    known = {path.resolve() for path in files}
    for model in models:
        if Path(model.model_file).resolve() not in known:
            raise _unusable(files, f"insightface took {Path(model.model_file).name} of it, which is not of this pack")


def _unusable(files: tuple[Path, ...], why: str) -> UserError:
    folder = files[0].parent
    return UserError(f"the model pack {folder.name} cannot be used: {why}", f"Put the pack as published into {folder}.")


def scrfd(detector: Any) -> Detect:
    """Return insightface's detector, which brings the picture up or down to a square of the size asked for."""

    def detect(bgr: Picture, size: int) -> list[Face]:
        boxes, points = detector.detect(bgr, input_size=(size, size))
        return [
            Face(
                (float(row[0]), float(row[1]), float(row[2]), float(row[3])),
                np.asarray(five, dtype=np.float32),
                float(row[4]),
            )
            for row, five in zip(boxes, points, strict=True)
        ]

    return detect
