"""A local folder of a transformers classifier: its files, its classes, and the loaded network.

Only safetensors are read, no program of the folder runs, and nothing is asked of a hub.
"""

import json
import warnings
from pathlib import Path
from typing import Any, Literal

from scoring.attributes.label_map import class_labels
from scoring.attributes.model_folder import LABELS_FILE, model_files
from scoring.devices import Placement, torch_placement
from scoring.errors import UserError

CONFIG_FILE = "config.json"
PROCESSOR_FILE = "preprocessor_config.json"
WEIGHTS_FILE = "model.safetensors"
_LARGEST_SIDE = 2048
_SIZES = {"size", "crop_size", "height", "width", "shortest_edge", "longest_edge", "pad_size"}


def folder_files(name: str) -> tuple[Path, ...]:
    """Return configuration, processor, weights and label map of a folder; UserError with the path to fill."""
    found = model_files(name, (CONFIG_FILE, PROCESSOR_FILE, WEIGHTS_FILE, LABELS_FILE))
    class_labels(found[0])
    return found


def read_processor(path: Path) -> dict[str, object]:
    """Return the settings of a processor; UserError where it would make pictures of more than 2,048 pixels a side."""
    try:
        settings = json.loads(path.read_bytes())
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path} is no JSON: {error}", "Put the file there as it was published.") from None
    if not isinstance(settings, dict):
        raise UserError(f"{path} holds no settings", "Put the file there as it was published.")
    if (largest := _largest(settings)) > _LARGEST_SIDE:
        raise UserError(f"{path} asks for {largest:,} pixels a side", f"At most {_LARGEST_SIDE:,} are made.")
    return settings


def _largest(settings: object) -> float:
    if isinstance(settings, dict):
        return max((_largest(each) for name, each in settings.items() if name in _SIZES), default=0)
    if isinstance(settings, list):
        return max((_largest(each) for each in settings), default=0)
    return settings if isinstance(settings, int | float) else 0


class TransformersNetwork:
    """The loaded network and its processor. UserError where weights are missing: they would be random."""

    placement: Placement

    def __init__(self, files: tuple[Path, ...], what: Literal["image", "audio"], device: str) -> None:
        import torch
        import transformers as library

        transformers: Any = library  # its types stop at the classes that are chosen by a configuration
        folder = str(files[0].parent)
        transformers.utils.logging.set_verbosity_error()
        transformers.utils.logging.disable_progress_bar()
        self.placement = torch_placement(device)
        self._device = torch.device(self.placement.provider.removeprefix("torch:"))
        local: dict[str, Any] = {"local_files_only": True, "trust_remote_code": False}
        kinds = {
            "image": (transformers.AutoModelForImageClassification, transformers.AutoImageProcessor),
            "audio": (transformers.AutoModelForAudioClassification, transformers.AutoFeatureExtractor),
        }
        model_kind, processor_kind = kinds[what]
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of what will change in libraries below it
            self._processor: Any = processor_kind.from_pretrained(folder, **local)
            self._network: Any
            self._network, found = model_kind.from_pretrained(
                folder, use_safetensors=True, dtype=torch.float32, output_loading_info=True, **local
            )
        wrong = [*found["missing_keys"], *found["mismatched_keys"]]
        if wrong:
            raise UserError(
                f"{files[2]} is not of {CONFIG_FILE} beside it: {str(wrong[0])[:100]} does not fit",
                "Put the files of one model there, trained to classify.",
            )
        self._network.to(self._device).eval()

    def numbers_of_picture(self, rgb: Any) -> Any:
        """Return a number for each class of a picture, RGB (H, W, 3)."""
        return self._numbers(self._processor(images=[rgb], return_tensors="pt", input_data_format="channels_last"))

    def numbers_of_sound(self, samples: Any, rate: int) -> Any:
        """Return a number for each class of a sound, (n,)."""
        return self._numbers(self._processor(samples, sampling_rate=rate, return_tensors="pt"))

    def _numbers(self, given: Any) -> Any:
        import torch

        with torch.inference_mode():
            logits = self._network(**{name: each.to(self._device) for name, each in given.items()}).logits
        return logits[0].double().cpu().numpy()
