"""ECAPA through speechbrain's own loader, on a small folder that the tests make."""

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import torch

from scoring import model_files
from scoring.errors import UserError
from scoring.evaluators import speaker_ecapa
from scoring.registry import identify, open_evaluator
from scoring.types import EvaluatorSpec, FloatArray, Measurement
from tests.scoring.evaluators.materials import subject, voice, write_ecapa, write_sound

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]

SPEC = EvaluatorSpec("speaker_ecapa", device="cpu")


def embedding(path: Path) -> FloatArray:
    (outcome,) = open_evaluator(SPEC).measure([subject(path)])
    assert isinstance(outcome, Measurement)
    assert outcome.embedding is not None
    return outcome.embedding


def test_it_gives_what_speechbrain_gives_for_the_same_samples(weights: Path, tmp_path: Path) -> None:
    from speechbrain.inference.classifiers import EncoderClassifier
    from speechbrain.utils.fetching import LocalStrategy

    samples = voice(130, 1)
    folder = str(weights / "spkrec-ecapa-voxceleb")
    overrides = {"pretrained_path": folder}
    theirs = EncoderClassifier.from_hparams(folder, overrides=overrides, local_strategy=LocalStrategy.NO_LINK)
    expected = theirs.encode_batch(torch.from_numpy(samples)).squeeze().numpy()

    ours = embedding(write_sound(tmp_path / "a.wav", samples))

    # The file holds 16 bits a sample, hence the tolerance.
    assert float(ours @ expected / np.linalg.norm(expected)) > 0.9999


def test_a_longer_neighbour_would_move_a_padded_batch_but_not_ours(tmp_path: Path) -> None:
    short, long = voice(130, 1, seconds=1.5), voice(220, 2, seconds=4)
    paths = [write_sound(tmp_path / f"{k}.wav", samples) for k, samples in enumerate((short, long))]

    (first, _) = open_evaluator(SPEC).measure([subject(path) for path in paths])

    assert isinstance(first, Measurement)
    assert first.embedding is not None
    assert np.abs(first.embedding - embedding(paths[0])).max() < 1e-6


def test_another_sample_rate_is_resampled(tmp_path: Path) -> None:
    samples = voice(130, 1, seconds=3)
    import soxr

    high = write_sound(tmp_path / "high.wav", soxr.resample(samples, 16_000, 48_000).astype(np.float32), rate=48_000)

    assert float(embedding(high) @ embedding(write_sound(tmp_path / "low.wav", samples))) > 0.99


def test_nothing_is_written_or_linked_anywhere_and_the_network_is_not_touched(
    weights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_network(*_: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket, "create_connection", no_network)
    monkeypatch.setattr(socket.socket, "connect", no_network)
    sound = write_sound(tmp_path / "a.wav", voice(130, 1))
    here = tmp_path / "here"
    here.mkdir()
    here.chmod(stat.S_IRUSR | stat.S_IXUSR)
    monkeypatch.chdir(here)
    before = sorted((path.name, path.stat().st_mtime_ns) for path in (weights / "spkrec-ecapa-voxceleb").iterdir())

    embedding(sound)

    assert os.listdir(here) == []  # noqa: PTH208 - the working folder as the library sees it
    after = sorted((path.name, path.stat().st_mtime_ns) for path in (weights / "spkrec-ecapa-voxceleb").iterdir())
    assert after == before


def test_speechbrain_leaves_no_proxies_among_the_modules_of_a_worker() -> None:
    program = (
        "import sys; from scoring.evaluators.speaker_ecapa import import_speechbrain; import_speechbrain();"
        "print(sum(type(m).__module__ == 'speechbrain.utils.importutils' for m in sys.modules.values()));"
        "import inspect; [inspect.getmodule(m) for m in list(sys.modules.values())]"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "0"


def test_a_checkpoint_with_code_in_it_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Harmful:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return os.mkdir, (str(tmp_path / "harm"),)

    folder = write_ecapa(tmp_path / "weights" / "spkrec-ecapa-voxceleb")
    torch.save({"blocks.0.conv.conv.weight": Harmful()}, folder / "embedding_model.ckpt")
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path / "weights"))

    with pytest.raises(UserError, match="Weights only load failed"):
        open_evaluator(SPEC)

    assert not (tmp_path / "harm").exists()


def test_missing_weights_name_folder_files_and_licence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path))

    with pytest.raises(UserError) as caught:
        open_evaluator(SPEC)

    assert str(tmp_path / "spkrec-ecapa-voxceleb") in caught.value.message
    for part in ("embedding_model.ckpt", "label_encoder.txt", "90 MB", "Apache-2.0", speaker_ecapa.SOURCE):
        assert part in caught.value.hint


def test_other_weights_give_another_identity(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = identify(SPEC)
    folder = write_ecapa(tmp_path / "spkrec-ecapa-voxceleb")
    (folder / "hyperparams.yaml").write_text((folder / "hyperparams.yaml").read_text() + "# changed\n")
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path))

    assert identify(SPEC).digest != before.digest
