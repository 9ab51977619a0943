"""A small network in the form in which UTMOS is published: TorchScript with a method `score`."""

import warnings
from pathlib import Path
from typing import Any

import torch


class LoudnessRating(torch.nn.Module):
    """Rates a sound by its loudness, with a weight; takes (n,), (1, n) and (b, 1, n), as UTMOS does."""

    def __init__(self, weight: float) -> None:
        super().__init__()
        self.weight = torch.nn.Parameter(torch.tensor(weight))

    def forward(self, wavs: torch.Tensor) -> torch.Tensor:
        flat = wavs.reshape(1, -1) if wavs.dim() < 3 else wavs.reshape(wavs.shape[0], -1)
        return 1.0 + self.weight * flat.abs().mean(dim=1)

    @torch.jit.export
    def score(self, wavs: torch.Tensor) -> torch.Tensor:
        return self.forward(wavs)


def write_utmos(folder: Path, weight: float = 4.0) -> Path:
    """Write a scripted network of UTMOS's interface: 1 + `weight` · mean of |x|."""
    folder.mkdir(parents=True, exist_ok=True)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # the published file is of this form
        network: Any = torch.jit.script(LoudnessRating(weight))
    network.save(str(folder / "utmos_scripted.pt"))
    return folder
