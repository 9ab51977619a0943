"""The GE2E speaker encoder with the published Resemblyzer weights: its frontend and its network.

Wan et al., "Generalized End-to-End Loss for Speaker Verification" (2018); the numbers are those of Resemblyzer 0.1.4,
whose package is not imported: it wants webrtcvad, hence a compiler. In its place silences are cut 40 dB below the
maximum.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from scoring.types import FloatArray

if TYPE_CHECKING:
    import torch

RATE_HZ = 16_000
BANDS = 40
HIDDEN = 256
LAYERS = 3
WINDOW = 400  # 25 ms
HOP = 160  # 10 ms
TARGET_DBFS = -30.0
SILENCE_DB = 40.0
PARTIAL_FRAMES = 160  # 1.6 s
PARTIAL_STEP = 77  # 1.3 partials a second
LAST_COVERAGE = 0.75  # a last partial that is emptier than this is left out
_PARTIALS_AT_ONCE = 64


def louder(samples: FloatArray) -> FloatArray:
    """Return `samples` raised to a level of −30 dBFS (root mean square); louder ones as they are."""
    level = float(np.sqrt(np.mean(np.square(samples, dtype=np.float64))))
    gain = 10 ** (TARGET_DBFS / 20) / max(level, 1e-10)
    return (samples * max(gain, 1.0)).astype(np.float32)


def without_silence(samples: FloatArray) -> FloatArray:
    """Return `samples` without the stretches that lie 40 dB or more below the loudest."""
    from librosa.effects import split

    spoken = split(samples, top_db=SILENCE_DB, frame_length=2 * WINDOW, hop_length=HOP)
    return np.concatenate([samples[start:end] for start, end in spoken])


def partial_starts(n_samples: int) -> list[int]:
    """Return the first frame of each partial window of 160 frames over a signal of `n_samples`; at least one."""
    n_frames = -(-(n_samples + 1) // HOP)
    starts = list(range(0, max(1, n_frames - PARTIAL_FRAMES + PARTIAL_STEP + 1), PARTIAL_STEP))
    covered = (n_samples - starts[-1] * HOP) / (PARTIAL_FRAMES * HOP)
    return starts[:-1] if covered < LAST_COVERAGE and len(starts) > 1 else starts


def partials(samples: FloatArray) -> FloatArray:
    """Return the mel windows of one utterance at 16 kHz: (n, 160, 40), power, not logarithmic."""
    from librosa.feature import melspectrogram

    speech = without_silence(louder(samples))
    starts = partial_starts(len(speech))
    padding = max(0, (starts[-1] + PARTIAL_FRAMES) * HOP - len(speech))
    padded = np.pad(speech, (0, padding))
    mel = melspectrogram(y=padded, sr=RATE_HZ, n_fft=WINDOW, hop_length=HOP, n_mels=BANDS).astype(np.float32).T
    return np.stack([mel[start : start + PARTIAL_FRAMES] for start in starts])


class Ge2eNetwork:
    """Three LSTM layers, then a linear layer with ReLU over the last hidden state; each output normalised."""

    def __init__(self, state: Mapping[str, "torch.Tensor"], device: str) -> None:
        """Take the tensors of `pretrained.pt` ("model_state"); the two scalars of its training loss are left aside."""
        import torch

        self._device = torch.device(device)
        self._lstm = torch.nn.LSTM(BANDS, HIDDEN, LAYERS, batch_first=True)
        self._linear = torch.nn.Linear(HIDDEN, HIDDEN)
        for name, layer in (("lstm.", self._lstm), ("linear.", self._linear)):
            layer.load_state_dict(
                {key.removeprefix(name): value for key, value in state.items() if key.startswith(name)}
            )
            layer.to(self._device).eval()

    def embed_partials(self, mels: FloatArray) -> FloatArray:
        """Return one unit vector per mel window: (n, 160, 40) → (n, 256)."""
        import torch

        vectors = []
        with torch.inference_mode():
            for start in range(0, len(mels), _PARTIALS_AT_ONCE):
                part = torch.from_numpy(mels[start : start + _PARTIALS_AT_ONCE]).to(self._device)
                _, (hidden, _) = self._lstm(part)
                raw = torch.relu(self._linear(hidden[-1]))
                vectors.append(torch.nn.functional.normalize(raw, dim=1).cpu().numpy())
        return np.concatenate(vectors)

    def embed(self, signals: list[FloatArray]) -> list[FloatArray]:
        """Return the mean of the partials' vectors for each signal (n,) at 16 kHz."""
        if not signals:
            return []
        windows = [partials(samples) for samples in signals]
        vectors = self.embed_partials(np.concatenate(windows))
        ends = np.cumsum([len(each) for each in windows])
        return [part.mean(axis=0) for part in np.split(vectors, ends[:-1])]
