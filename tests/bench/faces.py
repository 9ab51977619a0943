"""Scoring faces: the product against the loop that a person would write in an afternoon, with the same two models."""

from functools import partial
from pathlib import Path
from typing import Any

from scoring.model_files import find_light
from scoring.sface_onnx import write_folded
from tests.bench.harness import Figure, benchmark, interleaved
from tests.bench.loops import Loop, Measure
from tests.bench.pictures import write_pictures
from tests.bench.projects import FACE, default_lanes, make_project, score_per_second, scratch

PICTURES = 480


@benchmark("score_face_vs_plain_loop", unit="ratio", better="higher", goal=1.3)
def against_plain_loop() -> Figure:
    """Pictures per second over those of a loop, one picture at a time, with the libraries' default threads."""
    return _against(lanes=1, threads=0)


# Checked bytes, flags, two processes and a database may cost a tenth of what the bare minimum reaches.
@benchmark("score_face_vs_bare_threads", unit="ratio", better="higher", goal=0.9)
def against_bare_threads() -> Figure:
    """Pictures per second over those of as many bare threads as there are workers, with models of one thread each."""
    return _against(lanes=default_lanes(), threads=1)


def _against(lanes: int, threads: int) -> Figure:
    with scratch() as folder:
        recogniser = folder / "sface.onnx"
        write_folded(find_light("sface"), recogniser)
        pictures = write_pictures(folder / "pictures", PICTURES)
        project = make_project(folder, pictures, "face")
        loop = Loop(partial(open_models, find_light("yunet"), recogniser), lanes, threads)
        return interleaved(lambda: score_per_second(project, FACE), lambda: loop.per_second(pictures))


def open_models(detector_file: Path, recogniser_file: Path, threads: int) -> Measure:
    """Load YuNet and SFace as their makers show it, and return what reads, detects and embeds one picture."""
    import cv2
    from insightface.app.common import Face
    from insightface.model_zoo import get_model
    from onnxruntime import SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = threads
    if threads:
        cv2.setNumThreads(threads)
    detector = cv2.FaceDetectorYN.create(str(detector_file), "", (32, 32), 0.6, 0.3, 5000)
    recogniser = get_model(str(recogniser_file), providers=["CPUExecutionProvider"], sess_options=options)

    def measure(path: str) -> object:
        picture: Any = cv2.imread(path)
        detector.setInputSize(picture.shape[1::-1])
        _, faces = detector.detect(picture)
        return recogniser.get(picture, Face(kps=faces[0][4:14].reshape(5, 2)))

    return measure
