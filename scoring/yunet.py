"""YuNet, the face detector of the light evaluators, through OpenCV. It always runs on the CPU."""

import threading
from pathlib import Path
from typing import Any

import numpy as np

from scoring.devices import threads_per_worker
from scoring.faces import Detect, Face, Picture

_NMS_THRESHOLD = 0.3
_MOST_FACES = 5000


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
