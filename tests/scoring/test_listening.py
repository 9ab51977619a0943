"""The way from a file to numbers without an embedding, with models that are plain functions."""

from pathlib import Path

import numpy as np
import pytest

from scoring import listening
from scoring.codes import Code
from scoring.devices import Placement
from scoring.listening import Heard, SoundEvaluator
from scoring.types import FloatArray, Measurement, Media, Outcome, SampleFailure, Subject
from tests.scoring.evaluators.materials import voice, write_sound


def measured(path: Path, value: float = 1.5) -> tuple[Outcome, list[FloatArray]]:
    """Return what comes of a sound when the model says `value`, and what the model was given."""
    given: list[FloatArray] = []

    def hear(samples: FloatArray) -> Heard:
        given.append(samples)
        return Heard({"rating": value}, {"said": "yes"})

    model = SoundEvaluator(hear, Placement("made here", ""))
    (outcome,) = model.measure([Subject(Media(str(path), "audio"))])
    return outcome, given


def test_a_sound_arrives_at_16_khz_and_its_numbers_leave_with_what_was_done(tmp_path: Path) -> None:
    path = write_sound(tmp_path / "a.wav", np.repeat(voice(120, 1, 4.0), 2), rate=32_000)

    outcome, (samples,) = measured(path)

    assert isinstance(outcome, Measurement)
    assert samples.shape == (64_000,)
    assert samples.dtype == np.float32
    assert outcome.values["rating"] == 1.5
    assert outcome.values["duration_s"] == pytest.approx(4.0)
    assert 3 < outcome.values["speech_s"] <= 4
    assert outcome.embedding is None
    assert outcome.detail["said"] == "yes"
    assert outcome.detail["source_rate_hz"] == 32_000
    assert outcome.detail["notes"] == ["resampled from 32000 Hz to 16000 Hz"]


@pytest.mark.parametrize(("seconds", "level", "code"), [(3.0, 0.0, Code.SILENT), (0.3, 1.0, Code.TOO_SHORT)])
def test_what_holds_no_speech_fails_and_never_reaches_the_model(
    seconds: float, level: float, code: Code, tmp_path: Path
) -> None:
    outcome, given = measured(write_sound(tmp_path / "a.wav", voice(120, 1, seconds) * np.float32(level)))

    assert isinstance(outcome, SampleFailure)
    assert outcome.code is code
    assert given == []


def test_a_sound_that_is_too_long_is_not_heard(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listening, "LONGEST_S", 3.5)

    (long, none), (_, one) = (measured(write_sound(tmp_path / "a.wav", voice(120, 1, s))) for s in (3.6, 3.4))

    assert isinstance(long, SampleFailure)
    assert long.code is Code.TOO_LARGE
    assert "4 s" in long.message
    assert (len(none), len(one)) == (0, 1)


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_number_that_is_none_is_an_error_of_the_evaluator(value: float, tmp_path: Path) -> None:
    outcome, _ = measured(write_sound(tmp_path / "a.wav", voice(120, 1)), value)

    assert isinstance(outcome, SampleFailure)
    assert outcome.is_error
    assert "rating" in outcome.message
