"""Light stand-in for the face track: faces by YuNet (OpenCV), embedded by SFace through insightface, 128 numbers."""

import threading
from pathlib import Path
from typing import Any

import numpy as np

from scoring.devices import onnx_placement, onnx_providers, onnx_session_options, threads_per_worker
from scoring.face_embedding import MEASURED, FaceEvaluator, detector_size
from scoring.faces import Detect, Face, Picture
from scoring.model_files import LIGHT_FILES, derived_file, find_light
from scoring.registry import evaluator
from scoring.sface_onnx import FOLDED_VERSION, write_folded
from scoring.types import EvaluatorInfo, Options

_NMS_THRESHOLD = 0.3
_MOST_FACES = 5000


def locate(options: Options) -> tuple[Path, ...]:
    """Return the files of detector and recogniser as shipped; UserError with the line to type."""
    return (find_light("yunet"), find_light("sface"))


@evaluator(
    EvaluatorInfo(
        name="face_sface",
        version="1",
        title="SFace with YuNet (light stand-in)",
        track="face",
        input="image",
        produces=MEASURED,
        needs=("cv2", "insightface", "onnx", "onnxruntime"),
        extra="face",
        kind="light",
        licence=f"{LIGHT_FILES['sface'].licence} (SFace), {LIGHT_FILES['yunet'].licence} (YuNet)",
        source=LIGHT_FILES["sface"].source,
        dimension=128,
        defaults=(("det_size", 640), ("det_thresh", 0.6)),
    ),
    weights=locate,
)
def open_face_sface(options: Options, device: str) -> FaceEvaluator:
    """Load both models. `det_size`: longest side in pixels that YuNet sees. YuNet always runs on the CPU."""
    from insightface.model_zoo import get_model

    detector_file, shipped = locate(options)
    folded_name = f"sface-{LIGHT_FILES['sface'].sha256[:16]}-{FOLDED_VERSION}.onnx"
    folded = derived_file(folded_name, lambda path: write_folded(shipped, path))
    recogniser = get_model(str(folded), providers=onnx_providers(device), sess_options=onnx_session_options())
    return FaceEvaluator(
        yunet(detector_file, float(options["det_thresh"])),
        recogniser,
        detector_size(options),
        onnx_placement(device, [recogniser.session]),
    )


def yunet(path: Path, threshold: float) -> Detect:
    """Return a detector that looks at the picture with its longest side brought down, never up, to the given size."""
    import cv2

    cv2.setNumThreads(threads_per_worker())
    # OpenCV 5 warns once per detector that its new engine knows one target only, the CPU, which is the one we use.
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_ERROR)
    own = threading.local()  # a detector holds the size of its input, so each thread needs its own

    def detector() -> Any:
        if not hasattr(own, "detector"):
            own.detector = cv2.FaceDetectorYN.create(str(path), "", (32, 32), threshold, _NMS_THRESHOLD, _MOST_FACES)
        return own.detector

    def detect(bgr: Picture, size: int) -> list[Face]:
        height, width = bgr.shape[:2]
        scale = min(1.0, size / max(height, width))
        seen = (max(1, round(width * scale)), max(1, round(height * scale)))
        picture = bgr if scale == 1.0 else cv2.resize(bgr, seen, interpolation=cv2.INTER_AREA)
        detector().setInputSize(seen)
        _, rows = detector().detect(picture)
        return [] if rows is None else [_face(row, scale) for row in rows]

    return detect


def _face(row: Any, scale: float) -> Face:
    """Return the face of one row of YuNet: x, y, width, height, five points in insightface's order, score."""
    x, y, width, height = (float(value) / scale for value in row[:4])
    points = np.asarray(row[4:14], dtype=np.float32).reshape(5, 2) / np.float32(scale)
    return Face((x, y, x + width, y + height), points, float(row[14]))
