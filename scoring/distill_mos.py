"""Distill-MOS: naturalness of speech as people would rate it, 1 to 5, predicted from the sound alone.

Stahl and Gamper, "Distillation and Pruning for Scalable Self-Supervised Representation-Based Speech Quality
Assessment" (2025). Network and weights are those of the package distillmos 0.9.1, which this file alone touches.
"""

from pathlib import Path

import numpy as np

from scoring.listening import Heard
from scoring.types import FloatArray

CROP = 122_880  # 7.68 s at 16 kHz
LONGEST_HOP = 16_000
# The library puts all crops of a sound through the network at once, which for minutes of sound takes tens of GB.
CROPS_AT_ONCE = 4


def crops(samples: FloatArray) -> FloatArray:
    """Return the stretches (n, 122880) that are rated: evenly spaced, at most 1 s apart, the last at the end.

    A shorter sound is filled up with zeros.
    """
    spare = max(0, len(samples) - CROP)
    padded = np.pad(samples, (0, max(0, CROP - len(samples))))
    starts = [int(share * spare) for share in np.linspace(0, 1, -(-spare // LONGEST_HOP) + 1)]
    return np.stack([padded[start : start + CROP] for start in starts])


class DistillMos:
    """The loaded network. The weights are read as tensors only: no code in their file can run."""

    def __init__(self, weights: Path, device: str) -> None:
        import torch
        from distillmos import ConvTransformerSQAModel

        self._device = torch.device(device)
        self._network = ConvTransformerSQAModel(load_weights=False, segmenting_in_forward=False)
        self._network.load_state_dict(torch.load(weights, map_location="cpu", weights_only=True)["model"])
        self._network.to(self._device).eval()

    def hear(self, samples: FloatArray) -> Heard:
        """Return `distill_mos`: the mean of the ratings of all crops, which lie between 1 and 5."""
        import torch

        windows = crops(samples)
        ratings = []
        with torch.inference_mode():
            for start in range(0, len(windows), CROPS_AT_ONCE):
                part = torch.from_numpy(windows[start : start + CROPS_AT_ONCE]).to(self._device)
                ratings.append(self._network(part).cpu().numpy())
        return Heard({"distill_mos": float(np.concatenate(ratings).mean(dtype=np.float64))})
