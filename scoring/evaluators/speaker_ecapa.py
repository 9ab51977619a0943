"""The challenge's own evaluator of the speech track: ECAPA-TDNN of speechbrain, 192 numbers per utterance.

The weights come from a local folder that a person filled; speechbrain is told that there is no network, copies and
links nothing, and reads no audio: its own loader returns the first file's audio for two files of the same base name.

speechbrain reads its checkpoints through `torch.load`, which refuses pickled code by default (`weights_only`, torch
2.6 and later), but `hyperparams.yaml` names Python classes to build. Both are files that the organizer installed, never
a submission's; the protocol pins the digests of the published ones.
"""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from scoring.devices import torch_placement
from scoring.model_files import OfficialWeights, find_official, weights_folder
from scoring.registry import evaluator
from scoring.speaker_embedding import MEASURED, SpeakerEvaluator
from scoring.types import EvaluatorInfo, FloatArray, Options

SOURCE = "https://huggingface.co/speechbrain/spkrec-ecapa-voxceleb"
LICENCE = "Apache-2.0"
# The files that shape an embedding. The classifier and its labels are needed by the loader alone.
_EMBEDDING_FILES = ("hyperparams.yaml", "embedding_model.ckpt", "mean_var_norm_emb.ckpt")
_LOADER_FILES = ("classifier.ckpt", "label_encoder.txt")


def _folder() -> Path:
    return find_official(
        OfficialWeights(
            title="ECAPA-TDNN (spkrec-ecapa-voxceleb)",
            folders=(weights_folder() / "spkrec-ecapa-voxceleb",),
            files=_EMBEDDING_FILES + _LOADER_FILES,
            size="about 90 MB",
            licence=LICENCE,
            source=SOURCE,
        )
    )


def locate(options: Options) -> tuple[Path, ...]:
    """Return the files that shape an embedding; UserError naming folder, files, size and licence."""
    folder = _folder()
    return tuple(folder / name for name in _EMBEDDING_FILES)


def import_speechbrain() -> Any:
    """Return speechbrain's EncoderClassifier, without the proxies that speechbrain leaves among the loaded modules.

    They stand for old module names and import on any attribute; whoever walks `sys.modules` (Qt, pytest, inspect) trips
    over them.
    """
    from speechbrain.inference.classifiers import EncoderClassifier

    proxies = [
        name for name, module in sys.modules.items() if type(module).__module__ == "speechbrain.utils.importutils"
    ]
    for name in proxies:
        del sys.modules[name]
    return EncoderClassifier


@evaluator(
    EvaluatorInfo(
        name="speaker_ecapa",
        version="1",
        title="ECAPA-TDNN (speechbrain, VoxCeleb)",
        track="speech",
        input="audio",
        produces=MEASURED,
        needs=("torch", "torchaudio", "speechbrain"),
        extra="speech",
        kind="reference",
        licence=LICENCE,
        source=SOURCE,
        dimension=192,
    ),
    weights=locate,
)
def open_speaker_ecapa(options: Options, device: str) -> SpeakerEvaluator:
    """Load the model through speechbrain's own loader."""
    classifier_class = import_speechbrain()
    from speechbrain.utils.fetching import FetchConfig, LocalStrategy

    placement = torch_placement(device)
    folder = str(_folder())
    classifier = classifier_class.from_hparams(
        source=folder,
        overrides={"pretrained_path": folder},
        savedir=None,
        local_strategy=LocalStrategy.NO_LINK,
        fetch_config=FetchConfig(allow_network=False),
        run_opts={"device": placement.provider.removeprefix("torch:")},
    )
    return SpeakerEvaluator(lambda signals: [_encode(classifier, samples) for samples in signals], placement)


def _encode(classifier: Any, samples: FloatArray) -> FloatArray:
    # One at a time: the convolutions see the padding of a batch whatever `wav_lens` says, which moves the embedding.
    import torch

    with torch.inference_mode():
        vector = classifier.encode_batch(torch.from_numpy(samples), normalize=False)
    return np.asarray(vector.squeeze().cpu().numpy(), dtype=np.float32)
