"""UTMOS: the real way of loading, on a small scripted network that the test makes; where its weights belong."""

from pathlib import Path

import numpy as np
import pytest

from scoring.codes import Code
from scoring.errors import UserError
from scoring.model_files import WEIGHTS_VARIABLE
from scoring.registry import find_evaluator, identify, open_evaluator
from scoring.types import Evaluator, EvaluatorSpec, Measurement, SampleFailure
from tests.scoring.evaluators.materials import RATE, subject, write_sound
from tests.scoring.evaluators.scripted import write_utmos

pytestmark = [pytest.mark.models]

SPEC = EvaluatorSpec("naturalness_utmos", device="cpu")


@pytest.fixture
def network(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where the scripted network belongs, with one there."""
    monkeypatch.setenv(WEIGHTS_VARIABLE, str(tmp_path / "weights"))
    file = tmp_path / "weights" / "utmos" / "utmos_scripted.pt"
    write_utmos(file.parent, 4.0)
    return file


@pytest.fixture
def model(network: Path) -> Evaluator:
    return open_evaluator(SPEC)


def test_the_network_hears_the_sound_as_it_is(model: Evaluator, tmp_path: Path) -> None:
    tone = (0.5 * np.sin(2 * np.pi * 200 * np.arange(2 * RATE) / RATE)).astype(np.float32)
    (outcome,) = model.measure([subject(write_sound(tmp_path / "tone.wav", tone))])
    assert isinstance(outcome, Measurement)
    assert outcome.values["utmos"] == pytest.approx(1 + 4 * np.abs(tone).mean(), abs=1e-3)
    assert outcome.values["duration_s"] == 2
    assert model.provider == "torch:cpu"


def test_silence_never_reaches_the_network(model: Evaluator, tmp_path: Path) -> None:
    (outcome,) = model.measure([subject(write_sound(tmp_path / "silent.wav", np.zeros(RATE, np.float32)))])
    assert isinstance(outcome, SampleFailure)
    assert outcome.code is Code.SILENT


def test_other_weights_are_another_evaluator(network: Path) -> None:
    before = identify(SPEC).digest
    write_utmos(network.parent, 2.0)
    assert identify(SPEC).digest != before


def test_without_weights_it_says_what_to_fetch_and_where_it_belongs(network: Path) -> None:
    network.unlink()
    with pytest.raises(UserError) as caught:
        find_evaluator("naturalness_utmos").locate_weights({})
    assert str(network.parent) in caught.value.message
    assert "utmos_scripted.pt" in caught.value.hint
    assert "MIT" in caught.value.hint


def test_a_file_that_is_no_network_is_told(network: Path) -> None:
    network.write_bytes(b"no TorchScript")
    with pytest.raises(UserError, match="naturalness_utmos could not be loaded"):
        open_evaluator(SPEC)
