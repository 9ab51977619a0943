"""Local classifiers of the transformers library: against the library itself, and hostile folders."""

import json
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from scoring.errors import UserError
from scoring.model_files import WEIGHTS_VARIABLE
from scoring.registry import find_evaluator, identify, open_evaluator
from scoring.types import EvaluatorSpec, Measurement
from tests.scoring.evaluators.classifiers import EMOTIONS, write_vit, write_wav2vec2
from tests.scoring.evaluators.materials import RATE, subject, voice, write_picture, write_sound

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]
FACE, SPEECH = "attributes_transformers_face", "attributes_transformers_speech"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "weights"
    folder.mkdir()
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(folder))
    return folder


def measured(name: str, path: Path) -> Measurement:
    (outcome,) = open_evaluator(EvaluatorSpec(name, device="cpu")).measure([subject(path)])
    assert isinstance(outcome, Measurement), outcome
    return outcome


def shares(logits: Any) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    return np.asarray(logits.detach().softmax(-1)[0].double().numpy())


def test_a_whole_picture_is_answered_as_by_the_library(own: Path, tmp_path: Path) -> None:
    from PIL import Image
    from transformers import ViTForImageClassification, ViTImageProcessor

    folder = write_vit(own / FACE, crop="whole")
    rng = np.random.default_rng(1)
    path = write_picture(tmp_path / "p.png", rng.integers(0, 256, (256, 256, 3), dtype=np.uint8))
    network: Any = ViTForImageClassification.from_pretrained(folder)
    given = ViTImageProcessor.from_pretrained(folder)(images=Image.open(path), return_tensors="pt")
    expected = shares(network(**given).logits)

    found = measured(FACE, path)

    assert found.values["expression"] == np.argmax(expected)
    assert found.values["expression_confidence"] == pytest.approx(expected.max(), abs=1e-5)
    assert found.detail["labels"] == {"expression": EMOTIONS[int(np.argmax(expected))]}


def test_a_sound_is_answered_as_by_the_library(own: Path, tmp_path: Path) -> None:
    import torch
    from transformers import Wav2Vec2FeatureExtractor, Wav2Vec2ForSequenceClassification

    folder = write_wav2vec2(own / SPEECH)
    samples = voice(150, 4, 2.5)
    path = write_sound(tmp_path / "s.wav", samples)
    network: Any = Wav2Vec2ForSequenceClassification.from_pretrained(folder)
    given: Any = Wav2Vec2FeatureExtractor.from_pretrained(folder)(samples, sampling_rate=RATE, return_tensors="pt")
    with torch.inference_mode():
        expected = shares(network(**given).logits)

    found = measured(SPEECH, path)

    assert found.values["emotion"] == np.argmax(expected)
    assert found.values["emotion_confidence"] == pytest.approx(expected.max(), abs=1e-3)  # the file has 16 bits
    assert (found.values["duration_s"], found.detail["heard_s"]) == (2.5, 2.5)


def test_of_a_long_sound_the_first_half_minute_is_heard(own: Path, tmp_path: Path) -> None:
    write_wav2vec2(own / SPEECH)
    first = np.tile(voice(150, 4, 2.0), 15)
    long = measured(SPEECH, write_sound(tmp_path / "long.wav", np.concatenate([first, voice(300, 5, 8.0)])))
    alone = measured(SPEECH, write_sound(tmp_path / "first.wav", first))
    assert (long.detail["heard_s"], long.values["duration_s"]) == (30.0, 38.0)
    assert long.values["emotion_confidence"] == pytest.approx(alone.values["emotion_confidence"], abs=1e-6)


def test_it_declares_the_classes_of_the_configuration(own: Path) -> None:
    write_vit(own / FACE)
    (declared,) = find_evaluator(FACE).attributes({})
    assert (declared.name, declared.value, declared.categories) == ("expression", "expression", EMOTIONS)


def test_weights_and_map_are_its_identity(own: Path) -> None:
    write_vit(own / FACE, crop="whole")
    before = identify(EvaluatorSpec(FACE))
    write_vit(own / FACE, crop="whole", unknown_below=0.5)
    assert identify(EvaluatorSpec(FACE)).digest != before.digest


def without_weights(folder: Path) -> None:
    (folder / "model.safetensors").unlink()
    (folder / "pytorch_model.bin").write_bytes(pickle.dumps({}))


def with_an_adapter(folder: Path) -> None:
    (folder / "adapter_config.json").write_text('{"base_model_name_or_path": "somebody/else"}')


def with_a_program(folder: Path) -> None:
    (folder / "modeling_own.py").write_text("raise SystemExit")


def with_several_labels_at_once(folder: Path) -> None:
    _change(folder / "config.json", problem_type="multi_label_classification")


def with_huge_pictures(folder: Path) -> None:
    _change(folder / "preprocessor_config.json", size={"height": 100_000, "width": 100_000})


def with_a_kind_of_its_own(folder: Path) -> None:
    _change(folder / "config.json", model_type="own", auto_map={"AutoConfig": "modeling_own.Own"})


def with_a_head_of_another_model(folder: Path) -> None:
    _change(folder / "config.json", id2label={str(place): f"label {place}" for place in range(7)}, label2id={})


def without_a_head(folder: Path) -> None:
    from safetensors.torch import load_file, save_file

    weights = load_file(folder / "model.safetensors")
    kept = {name: each for name, each in weights.items() if not name.startswith("classifier")}
    save_file(kept, folder / "model.safetensors", metadata={"format": "pt"})


def cut_short(folder: Path) -> None:
    data = (folder / "model.safetensors").read_bytes()
    (folder / "model.safetensors").write_bytes(data[: len(data) // 2])


def _change(path: Path, **changes: object) -> None:
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (without_weights, r"lacks model\.safetensors"),
        (with_an_adapter, r"holds adapter_config\.json, which is not read"),
        (with_a_program, r"holds modeling_own\.py, which is not read"),
        (with_several_labels_at_once, "problem_type"),
        (with_huge_pictures, "100,000 pixels a side"),
        (with_a_kind_of_its_own, "could not be loaded"),
        (with_a_head_of_another_model, "could not be loaded|does not fit"),
        (without_a_head, "does not fit"),
        (cut_short, "could not be loaded"),
    ],
)
def test_a_hostile_or_unfit_folder_is_refused(own: Path, spoil: Callable[[Path], None], said: str) -> None:
    spoil(write_vit(own / FACE, crop="whole"))
    with pytest.raises(UserError, match=said):
        open_evaluator(EvaluatorSpec(FACE, device="cpu"))


def test_a_model_of_another_rate_is_refused(own: Path) -> None:
    write_wav2vec2(own / SPEECH, rate=8_000)
    with pytest.raises(UserError, match="asks for sounds at 8000 Hz"):
        open_evaluator(EvaluatorSpec(SPEECH, device="cpu"))
