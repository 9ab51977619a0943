"""Attributes of a face by a local classifier in ONNX form, with a label map beside it that says what it means."""

from pathlib import Path

from scoring.attributes.declared import Attribute
from scoring.attributes.label_map import OnnxMap, read_map
from scoring.attributes.model_folder import LABELS_FILE, model_files
from scoring.attributes.onnx_network import OnnxNetwork
from scoring.attributes.picture_classifier import PictureClassifier
from scoring.attributes.shown_picture import detector_files, look_of
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Options

NAME = "attributes_onnx"
MODEL_FILE = "model.onnx"


def _files() -> tuple[Path, OnnxMap]:
    network, labels = model_files(NAME, (MODEL_FILE, LABELS_FILE))
    return network, read_map(OnnxMap, labels)


def locate(options: Options) -> tuple[Path, ...]:
    """Return network, label map, and detector where faces are shown; UserError with the path to fill."""
    network, labels = _files()
    return (network, network.with_name(LABELS_FILE), *detector_files(labels))


def declare(options: Options) -> tuple[Attribute, ...]:
    """Return the attributes of the label map."""
    return _files()[1].declared


@evaluator(
    EvaluatorInfo(
        name=NAME,
        version="1",
        title="Attributes by a local ONNX classifier",
        track="face",
        input="image",
        produces=(),
        needs=("cv2", "onnx", "onnxruntime"),
        extra="face",
        kind="light",
        licence="that of the local model",
        source="a folder that you fill",
        aspect="attributes",
    ),
    weights=locate,
    attributes=declare,
)
def open_attributes_onnx(options: Options, device: str) -> PictureClassifier:
    """Load the network, and the detector where faces are shown."""
    file, labels = _files()
    network = OnnxNetwork(file, labels, device)
    return PictureClassifier(
        look_of(labels),
        (labels.input.width, labels.input.height),
        network.classify,
        {head.name: head.labels for head in labels.attributes},
        network.placement,
    )
