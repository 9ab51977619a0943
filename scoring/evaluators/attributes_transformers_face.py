"""An attribute of a face by a local image classifier of the transformers library."""

from collections.abc import Mapping
from pathlib import Path

from scoring.attributes.answers import Answer, answer_of
from scoring.attributes.declared import Attribute
from scoring.attributes.label_map import PictureMap, class_labels, read_map
from scoring.attributes.picture_classifier import PictureClassifier
from scoring.attributes.shown_picture import detector_files, look_of
from scoring.attributes.transformers_folder import TransformersNetwork, folder_files, read_processor
from scoring.faces import Picture
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Options

NAME = "attributes_transformers_face"
# The processor brings what it is shown to the network's own size.
_SIDE = 256


def _map(files: tuple[Path, ...]) -> PictureMap:
    return read_map(PictureMap, files[3])


def locate(options: Options) -> tuple[Path, ...]:
    """Return the files of the model, and the detector where faces are shown; UserError with the path to fill."""
    files = folder_files(NAME)
    return (*files, *detector_files(_map(files)))


def declare(options: Options) -> tuple[Attribute, ...]:
    """Return the attribute of the label map, with the classes of the configuration."""
    files = folder_files(NAME)
    name = _map(files).attribute
    return (Attribute(name, name, class_labels(files[0])),)


@evaluator(
    EvaluatorInfo(
        name=NAME,
        version="1",
        title="An attribute of a face by a local transformers classifier",
        track="face",
        input="image",
        produces=(),
        needs=("cv2", "safetensors", "torch", "torchvision", "transformers"),
        extra="face,concept",
        kind="light",
        licence="that of the local model",
        source="a folder that you fill",
        aspect="attributes",
    ),
    weights=locate,
    attributes=declare,
)
def open_attributes_transformers_face(options: Options, device: str) -> PictureClassifier:
    """Load the network, and the detector where faces are shown."""
    files = folder_files(NAME)
    asked, labels = _map(files), class_labels(files[0])
    read_processor(files[1])
    network = TransformersNetwork(files, "image", device)

    def classify(rgb: Picture) -> Mapping[str, Answer]:
        numbers = network.numbers_of_picture(rgb)
        return {asked.attribute: answer_of(numbers, "softmax", unknown_below=asked.unknown_below)}

    return PictureClassifier(look_of(asked), (_SIDE, _SIDE), classify, {asked.attribute: labels}, network.placement)
