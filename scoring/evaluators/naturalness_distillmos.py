"""Predicted naturalness: Distill-MOS, whose weights travel inside its own package. People's MOS is another thing."""

from pathlib import Path

from scoring.devices import torch_placement
from scoring.distill_mos import DistillMos
from scoring.listening import SoundEvaluator
from scoring.model_files import packaged_file
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, Options


def locate(options: Options) -> tuple[Path, ...]:
    """Return the weight file; UserError with the line to type."""
    return (packaged_file("distillmos", "weights/distill_mos_v7.pt", extra="speech"),)


@evaluator(
    EvaluatorInfo(
        name="naturalness_distillmos",
        version="1",
        title="Distill-MOS (predicted naturalness)",
        track="speech",
        input="audio",
        produces=("distill_mos", "duration_s", "speech_s"),
        needs=("torch", "torchaudio", "distillmos"),
        extra="speech",
        kind="light",
        licence="MIT",
        source="https://github.com/microsoft/Distill-MOS",
        aspect="naturalness",
    ),
    weights=locate,
)
def open_naturalness_distillmos(options: Options, device: str) -> SoundEvaluator:
    """Load the network."""
    (weights,) = locate(options)
    placement = torch_placement(device)
    return SoundEvaluator(DistillMos(weights, placement.provider.removeprefix("torch:")).hear, placement)
