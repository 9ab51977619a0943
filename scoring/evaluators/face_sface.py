"""Light stand-in for the face track: faces by YuNet (OpenCV), embedded by SFace through insightface, 128 numbers."""

from pathlib import Path

from scoring.devices import onnx_placement, onnx_providers, onnx_session_options
from scoring.face_embedding import MEASURED, FaceEvaluator, detector_size
from scoring.model_files import LIGHT_FILES, derived_file, find_light
from scoring.registry import evaluator
from scoring.sface_onnx import FOLDED_VERSION, write_folded
from scoring.types import EvaluatorInfo, Options
from scoring.yunet import yunet


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
