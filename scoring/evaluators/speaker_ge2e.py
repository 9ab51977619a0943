"""Light stand-in for the speech track: the GE2E encoder with Resemblyzer's weights, 256 numbers per utterance."""

from pathlib import Path

from scoring.devices import torch_placement
from scoring.ge2e import Ge2eNetwork
from scoring.model_files import LIGHT_FILES, find_light
from scoring.registry import evaluator
from scoring.speaker_embedding import MEASURED, SpeakerEvaluator
from scoring.types import EvaluatorInfo, Options


def locate(options: Options) -> tuple[Path, ...]:
    """Return the weight file; UserError with the line to type."""
    return (find_light("ge2e"),)


@evaluator(
    EvaluatorInfo(
        name="speaker_ge2e",
        version="1",
        title="GE2E speaker encoder (light stand-in)",
        track="speech",
        input="audio",
        produces=MEASURED,
        needs=("torch", "librosa"),
        extra="speech",
        kind="light",
        licence=LIGHT_FILES["ge2e"].licence,
        source=LIGHT_FILES["ge2e"].source,
        dimension=256,
    ),
    weights=locate,
)
def open_speaker_ge2e(options: Options, device: str) -> SpeakerEvaluator:
    """Load the network. The file is read as tensors only (`weights_only`): no code in it can run."""
    import torch

    (path,) = locate(options)
    placement = torch_placement(device)
    state = torch.load(path, map_location="cpu", weights_only=True)["model_state"]
    network = Ge2eNetwork(state, placement.provider.removeprefix("torch:"))
    return SpeakerEvaluator(network.embed, placement)
