"""Predicted naturalness: UTMOS, strong learner, as a TorchScript file that a person fetched from where it is published.

Saeki et al., "UTMOS: UTokyo-SaruLab System for VoiceMOS Challenge 2022" (2022). TorchScript is a program: it runs in
torch's own interpreter, not in Python's, and it is a file that the organizer installed, never a submission's.
"""

import warnings
from pathlib import Path
from typing import Any

from scoring.devices import torch_placement
from scoring.listening import Heard, SoundEvaluator
from scoring.model_files import OfficialWeights, find_official, weights_folder
from scoring.registry import evaluator
from scoring.types import EvaluatorInfo, FloatArray, Options

SOURCE = "https://huggingface.co/Blinorot/UTMOS-PyTorch"
LICENCE = "MIT"
FILE = "utmos_scripted.pt"


def locate(options: Options) -> tuple[Path, ...]:
    """Return the scripted network; UserError naming folder, file, size and licence."""
    folder = find_official(
        OfficialWeights(
            title="UTMOS (UTMOS-PyTorch, TorchScript)",
            folders=(weights_folder() / "utmos",),
            files=(FILE,),
            size="about 400 MB",
            licence=LICENCE,
            source=SOURCE,
        )
    )
    return (folder / FILE,)


class Utmos:
    """The loaded network. One sound at a time: padding beside a longer one moves its rating."""

    def __init__(self, file: Path, device: str) -> None:
        import torch

        self._device = torch.device(device)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", FutureWarning)  # torch would have newly made files in another form
            self._network: Any = torch.jit.load(str(file), map_location=self._device)  # type: ignore[no-untyped-call]
        self._network.eval()

    def hear(self, samples: FloatArray) -> Heard:
        """Return `utmos`, the rating from 1 to 5. samples : (n,) at 16 kHz."""
        import torch

        with torch.no_grad():
            ratings = self._network.score(torch.from_numpy(samples).to(self._device))
        return Heard({"utmos": float(ratings.reshape(-1)[0])})


@evaluator(
    EvaluatorInfo(
        name="naturalness_utmos",
        version="1",
        title="UTMOS (predicted naturalness)",
        track="speech",
        input="audio",
        produces=("utmos", "duration_s", "speech_s"),
        needs=("torch",),
        extra="speech",
        kind="reference",
        licence=LICENCE,
        source=SOURCE,
        aspect="naturalness",
    ),
    weights=locate,
)
def open_naturalness_utmos(options: Options, device: str) -> SoundEvaluator:
    """Load the network."""
    (file,) = locate(options)
    placement = torch_placement(device)
    return SoundEvaluator(Utmos(file, placement.provider.removeprefix("torch:")).hear, placement)
