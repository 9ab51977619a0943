"""An attribute of a voice, such as accent or emotion, by a local audio classifier of the transformers library."""

from pathlib import Path

from scoring.attributes.answers import answer_of, labels_of, values_of
from scoring.attributes.declared import Attribute
from scoring.attributes.label_map import SoundMap, class_labels, read_map
from scoring.attributes.transformers_folder import TransformersNetwork, folder_files, read_processor
from scoring.errors import UserError
from scoring.listening import RATE_HZ, Heard, SoundEvaluator
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, FloatArray, Options

NAME = "attributes_transformers_speech"
# Attention over a sound takes memory by the square of its length; an utterance has shown its accent by then.
HEARD_S = 30


def locate(options: Options) -> tuple[Path, ...]:
    """Return the files of the model; UserError with the path to fill."""
    return folder_files(NAME)


def declare(options: Options) -> tuple[Attribute, ...]:
    """Return the attribute of the label map, with the classes of the configuration."""
    files = folder_files(NAME)
    name = read_map(SoundMap, files[3]).attribute
    return (Attribute(name, name, class_labels(files[0])),)


@evaluator(
    EvaluatorInfo(
        name=NAME,
        version="1",
        title="An attribute of a voice by a local transformers classifier",
        track="speech",
        input="audio",
        produces=("duration_s", "speech_s"),
        needs=("safetensors", "torch", "transformers"),
        extra="speech,concept",
        kind="light",
        licence="that of the local model",
        source="a folder that you fill",
        aspect="attributes",
    ),
    weights=locate,
    attributes=declare,
)
def open_attributes_transformers_speech(options: Options, device: str) -> SoundEvaluator:
    """Load the network, which must have been trained at 16 kHz. It hears the first 30 s of a sound."""
    files = folder_files(NAME)
    asked, labels = read_map(SoundMap, files[3]), class_labels(files[0])
    rate = read_processor(files[1]).get("sampling_rate")
    if rate != RATE_HZ:
        raise UserError(f"{files[1]} asks for sounds at {rate} Hz", f"Only models of {RATE_HZ:,} Hz can be used.")
    network = TransformersNetwork(files, "audio", device)

    def hear(samples: FloatArray) -> Heard:
        heard = samples[: HEARD_S * RATE_HZ]
        numbers = network.numbers_of_sound(heard, RATE_HZ)
        answers = {asked.attribute: answer_of(numbers, "softmax", unknown_below=asked.unknown_below)}
        detail = {"labels": labels_of(answers, {asked.attribute: labels}), "heard_s": len(heard) / RATE_HZ}
        return Heard(values_of(answers), detail)

    return SoundEvaluator(hear, network.placement)
