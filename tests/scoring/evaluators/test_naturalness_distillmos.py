"""Distill-MOS against the library itself."""

from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path

import numpy as np
import pytest
import soundfile
import torch
from distillmos import ConvTransformerSQAModel
from hypothesis import given
from hypothesis import strategies as st

from scoring import distill_mos
from scoring.distill_mos import CROP, LONGEST_HOP, crops
from scoring.registry import identify, open_evaluator
from scoring.types import Evaluator, EvaluatorSpec, Measurement
from tests.scoring.evaluators.materials import RATE, Sound, subject, write_sound

pytestmark = [pytest.mark.models]

SPEC = EvaluatorSpec("naturalness_distillmos", device="cpu")
VOICES = Path(str(files("resources"))) / "demo" / "voices"
TOLERANCE = 1e-4


@pytest.fixture(scope="module")
def model() -> Evaluator:
    return open_evaluator(SPEC)


@pytest.fixture(scope="module")
def speech() -> Sound:
    """Return 4.2 s of a synthetic voice."""
    samples, rate = soundfile.read(VOICES / "slt" / "letter.flac", dtype="float32")
    assert rate == RATE
    return np.asarray(samples, dtype=np.float32)


def rating(model: Evaluator, path: Path) -> float:
    (outcome,) = model.measure([subject(path)])
    assert isinstance(outcome, Measurement), outcome
    return outcome.values["distill_mos"]


def test_it_is_what_the_library_says_of_short_and_long_sounds(
    model: Evaluator, speech: Sound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    library = ConvTransformerSQAModel().eval()
    monkeypatch.setattr(distill_mos, "CROPS_AT_ONCE", 2)
    sounds = {"short": speech, "long": np.concatenate([speech, speech[::-1], speech[:RATE]])}

    for name, samples in sounds.items():
        path = write_sound(tmp_path / f"{name}.wav", samples)
        stored, _ = soundfile.read(path, dtype="float32")
        with torch.inference_mode():
            expected = float(library(torch.from_numpy(stored)[None]))

        assert rating(model, path) == pytest.approx(expected, abs=TOLERANCE)
        assert 1 <= expected <= 5
    assert len(crops(sounds["long"])) == 3


def test_noise_lowers_it(model: Evaluator, speech: Sound, tmp_path: Path) -> None:
    noise = np.random.default_rng(2).normal(0, speech.std(), speech.shape).astype(np.float32)

    clean, noisy = (
        rating(model, write_sound(tmp_path / f"{name}.wav", np.float32(0.5) * samples))
        for name, samples in (("clean", speech), ("noisy", speech + noise))
    )

    assert noisy < clean - 0.5


@given(st.integers(1, 400_000))
def test_crops_cover_the_sound_in_steps_of_at_most_a_second(length: int) -> None:
    windows = crops(np.arange(1, length + 1, dtype=np.float32))

    assert windows.shape[1] == CROP
    starts = windows[:, 0] - 1
    assert starts[0] == 0
    assert np.all(np.diff(starts) > 0)
    assert np.all(np.diff(starts) <= LONGEST_HOP + 1)
    assert windows[-1, min(length, CROP) - 1] == length
    assert np.all(windows[-1, min(length, CROP) :] == 0)


def test_its_identity_is_that_of_the_file_in_the_package() -> None:
    assert identify(SPEC).weights_sha256.startswith("b18b3ac6")


def test_real_voices_are_rated_above_synthetic_ones(
    model: Evaluator, voices: Mapping[str, tuple[Path, ...]], record_property: Callable[[str, object], None]
) -> None:
    shortest = [min(paths, key=lambda path: path.stat().st_size) for paths in list(voices.values())[:4]]

    real = np.mean([rating(model, path) for path in shortest])
    synthetic = np.mean([rating(model, VOICES / name / "market.flac") for name in ("awb", "kal16", "slt")])

    record_property("Distill-MOS of real and of synthetic voices", f"{real}, {synthetic}")
    assert real > synthetic + 0.3
