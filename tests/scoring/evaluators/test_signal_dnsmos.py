"""DNSMOS against the library itself. Sounds of 4.6 s fill one window when repeated: shorter ones cost far more."""

from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path

import numpy as np
import onnxruntime
import pytest
import soundfile
from speechmos import dnsmos

from scoring.dnsmos import VALUES
from scoring.registry import identify, open_evaluator
from scoring.types import Evaluator, EvaluatorSpec, Measurement
from tests.scoring.evaluators.materials import RATE, Sound, subject, write_sound

pytestmark = [pytest.mark.models]

SPEC = EvaluatorSpec("signal_dnsmos", device="cpu")
TOLERANCE = 1e-4


@pytest.fixture(scope="module")
def model() -> Evaluator:
    return open_evaluator(SPEC)


@pytest.fixture(scope="module")
def speech() -> Sound:
    """Return 4.6 s of a synthetic voice."""
    path = Path(str(files("resources"))) / "demo" / "voices" / "awb" / "market.flac"
    samples, rate = soundfile.read(path, dtype="float32")
    assert rate == RATE
    return np.asarray(samples[: round(4.6 * RATE)], dtype=np.float32)


def ratings(model: Evaluator, path: Path) -> Measurement:
    (outcome,) = model.measure([subject(path)])
    assert isinstance(outcome, Measurement), outcome
    return outcome


def test_it_is_what_the_library_says(model: Evaluator, speech: Sound, tmp_path: Path) -> None:
    path = write_sound(tmp_path / "a.wav", speech)
    stored, _ = soundfile.read(path, dtype="float32")
    expected = dnsmos.run(stored, RATE)

    found = ratings(model, path).values

    assert {ours: found[ours] for ours in VALUES} == pytest.approx(
        {ours: float(expected[theirs]) for ours, theirs in VALUES.items()}, abs=TOLERANCE
    )


def test_noise_lowers_the_background_rating(model: Evaluator, speech: Sound, tmp_path: Path) -> None:
    noise = np.random.default_rng(2).normal(0, speech.std(), speech.shape).astype(np.float32)

    clean, noisy = (
        ratings(model, write_sound(tmp_path / f"{name}.wav", np.float32(0.5) * samples)).values
        for name, samples in (("clean", speech), ("noisy", speech + noise))
    )

    assert noisy["dnsmos_bak"] < clean["dnsmos_bak"] - 1
    assert noisy["dnsmos_ovrl"] < clean["dnsmos_ovrl"]


def test_what_lies_above_full_scale_is_cut_off_and_said(model: Evaluator, speech: Sound, tmp_path: Path) -> None:
    loud = 1.5 * speech / np.abs(speech).max()
    above, cut = tmp_path / "above.wav", tmp_path / "cut.wav"
    soundfile.write(above, loud, RATE, subtype="FLOAT")
    soundfile.write(cut, np.clip(loud, -1, 1), RATE, subtype="FLOAT")

    of_above, of_cut = ratings(model, above), ratings(model, cut)

    assert of_above.detail["clipped_to_full_scale"] is True
    assert of_cut.detail["clipped_to_full_scale"] is False
    assert of_above.values == pytest.approx(of_cut.values)


def test_it_runs_on_the_threads_of_a_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[int] = []
    session = onnxruntime.InferenceSession

    def watched(path: str, options: onnxruntime.SessionOptions, providers: object) -> object:
        threads.append(options.intra_op_num_threads)
        return session(path, options, providers=providers)

    monkeypatch.setattr(onnxruntime, "InferenceSession", watched)

    assert open_evaluator(SPEC).provider == "CPUExecutionProvider"
    assert threads == [1, 1]


def test_its_identity_is_that_of_both_files_in_the_package() -> None:
    assert len(identify(SPEC).weights_sha256) == 64


def test_real_voices_have_a_quiet_background(
    model: Evaluator,
    voices: Mapping[str, tuple[Path, ...]],
    tmp_path: Path,
    record_property: Callable[[str, object], None],
) -> None:
    samples, _ = soundfile.read(next(iter(voices.values()))[0], dtype="float32")
    path = write_sound(tmp_path / "real.wav", samples[: round(4.6 * RATE)])

    found = ratings(model, path).values

    record_property("DNSMOS of a real voice", str(found))
    assert found["dnsmos_bak"] > 3
