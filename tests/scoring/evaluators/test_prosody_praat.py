"""The evaluator of prosody: values of its own names, the range it searched, and reasons for what is missing."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from scoring.codes import Code
from scoring.prosody.contours import contours_of
from scoring.prosody.summary import SUMMARY, summary_of
from scoring.registry import find_evaluator, identify, open_evaluator
from scoring.types import EvaluatorSpec, Measurement, SampleFailure
from scoring.work import run_batch
from tests.scoring.evaluators.materials import RATE, Sound, subject, write_sound
from tests.scoring.prosody.made import noise, silence, sung, tone

SPEC = EvaluatorSpec("prosody_praat", device="cpu")


def measured(path: Path) -> tuple[Measurement, dict[str, Any]]:
    """Return the measurement and its detail, which is JSON."""
    (outcome,) = run_batch(SPEC, [subject(path)])
    assert isinstance(outcome, Measurement), outcome
    assert np.isfinite(list(outcome.values.values())).all()
    detail: dict[str, Any] = json.loads(json.dumps(dict(outcome.detail), allow_nan=False))
    assert set(outcome.values) | set(detail["not_measurable"]) == set(SUMMARY)
    assert set(outcome.values).isdisjoint(detail["not_measurable"])
    return outcome, detail


def test_its_values_are_those_of_the_summary_with_the_range_beside_them(tmp_path: Path) -> None:
    path = write_sound(tmp_path / "said.wav", sung([0, 3, 1, 4, 2, 0]))
    contours = contours_of(soundfile.read(path, dtype="float32")[0], RATE)

    outcome, detail = measured(path)

    assert outcome.values == {name: part.value for name, part in summary_of(contours).items()}
    assert detail["pitch_floor_hz"] == contours.pitch.floor_hz
    assert detail["pitch_ceiling_hz"] == contours.pitch.ceiling_hz
    assert detail["channel_used"] == "mono"
    assert detail["not_measurable"] == {}
    assert outcome.flags == (Code.LOW_BANDWIDTH, Code.SHORT)  # no harmonic lies above 4 kHz
    assert outcome.embedding is None


def test_what_is_missing_is_no_zero(tmp_path: Path) -> None:
    outcome, detail = measured(write_sound(tmp_path / "noise.wav", noise(1.0)))
    assert "f0_median_hz" not in outcome.values
    assert detail["not_measurable"]["f0_median_hz"] == "nothing is voiced"
    assert detail["not_measurable"]["npvi"] == "0 of at least 4 syllable nuclei"
    assert outcome.values["voiced_share"] == 0


def test_other_rates_and_channels_give_the_same_prosody(tmp_path: Path) -> None:
    said = sung([0, 3, 1, 4, 2, 0])
    plain, _ = measured(write_sound(tmp_path / "said.wav", said))
    stereo, detail = measured(write_sound(tmp_path / "stereo.wav", np.stack([said, -said], axis=1)))
    assert detail["channel_used"] == "left"
    assert stereo.values == pytest.approx(plain.values)


@pytest.mark.parametrize(
    ("samples", "code"),
    [
        (silence(1.0), Code.SILENT),
        (tone(200, 0.03), Code.TOO_SHORT),
        (np.full(RATE, np.nan, np.float32), Code.NONFINITE),
    ],
    ids=["silence", "30 ms", "NaN"],
)
def test_what_the_loader_refuses_is_a_failure(samples: Sound, code: Code, tmp_path: Path) -> None:
    path = tmp_path / "odd.wav"
    soundfile.write(path, samples, RATE, subtype="FLOAT")
    (outcome,) = run_batch(SPEC, [subject(path)])
    assert isinstance(outcome, SampleFailure)
    assert outcome.code is code
    assert not outcome.is_error


def test_a_sound_that_praat_can_do_nothing_with_has_reasons_throughout(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scoring.prosody.praat.INTENSITY_PERIODS", 6400.0)
    outcome, detail = measured(write_sound(tmp_path / "said.wav", sung([0, 3, 1, 4])))
    assert outcome.values == {}
    assert set(detail["not_measurable"].values()) == {"needs 128000 ms, the sound has 1000 ms"}


def test_it_is_of_prosody_runs_on_the_cpu_and_needs_no_weights() -> None:
    info = find_evaluator("prosody_praat").info
    assert (info.aspect, info.pairs, info.dimension) == ("prosody", False, None)
    assert identify(SPEC).digest
    assert open_evaluator(SPEC).provider == "praat:cpu"
    assert open_evaluator(EvaluatorSpec("prosody_praat", device="cuda:0")).notice.startswith("cuda:0 was asked for")
