"""The evaluator of pairs: what is kept, of which side a failure is, and what it says without an original."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from scoring.codes import Code
from scoring.evaluators.pps_praat import PRODUCED
from scoring.prosody.contours import contours_of
from scoring.prosody.preservation import preservation
from scoring.registry import find_evaluator
from scoring.types import EvaluatorSpec, Measurement, Media, SampleFailure, Subject
from scoring.work import run_batch
from tests.scoring.evaluators.materials import RATE, subject, write_sound
from tests.scoring.prosody.made import noise, silence, sung

SPEC = EvaluatorSpec("pps_praat", device="cpu")
MELODY = [0.0, 3, 1, 4, 2, 0]


def pair(unlearned: Path, original: Path) -> Subject:
    return replace(subject(unlearned), partner=Media(str(original), "audio"))


def compared(unlearned: Path, original: Path) -> tuple[Measurement, dict[str, Any]]:
    (outcome,) = run_batch(SPEC, [pair(unlearned, original)])
    assert isinstance(outcome, Measurement), outcome
    assert np.isfinite(list(outcome.values.values())).all()
    detail: dict[str, Any] = json.loads(json.dumps(dict(outcome.detail), allow_nan=False))
    assert set(outcome.values) | set(detail["not_measurable"]) == set(PRODUCED)
    return outcome, detail


@pytest.fixture
def original(tmp_path: Path) -> Path:
    return write_sound(tmp_path / "original.wav", sung(MELODY, syllable_s=0.55))


def test_a_sound_beside_itself_keeps_all(original: Path) -> None:
    outcome, detail = compared(original, original)
    assert outcome.values == pytest.approx({**dict.fromkeys(PRODUCED, 100.0), "ffe": 0.0, "concordance": 1.0})
    assert detail["not_measurable"] == {}


def test_media_is_the_unlearned_sound_and_the_partner_the_original(original: Path, tmp_path: Path) -> None:
    unlearned = write_sound(tmp_path / "unlearned.wav", sung(MELODY, base_hz=200, syllable_s=0.3))
    sides = [contours_of(soundfile.read(path, dtype="float32")[0], RATE) for path in (original, unlearned)]
    kept = preservation(*sides)

    outcome, detail = compared(unlearned, original)

    expected = (kept.pps, kept.f0, kept.energy, kept.duration, kept.rhythm, kept.ffe, kept.concordance)
    assert outcome.values == {name: part.value for name, part in zip(PRODUCED, expected, strict=True)}
    for side, contours in zip(("original", "unlearned"), sides, strict=True):
        assert detail[side]["pitch_floor_hz"] == contours.pitch.floor_hz
        assert detail[side]["pitch_ceiling_hz"] == contours.pitch.ceiling_hz
    # The unlearned one alone is short, the original alone has no harmonic above 4 kHz.
    assert outcome.flags == (Code.SHORT,)
    assert detail["unlearned"]["flags"] == ["SHORT"]
    assert detail["original"]["flags"] == ["LOW_BANDWIDTH"]


def test_a_part_that_is_missing_takes_pps_along_and_says_why(original: Path, tmp_path: Path) -> None:
    outcome, detail = compared(write_sound(tmp_path / "noise.wav", noise(2.0)), original)
    assert {"PPS", "PPS_f0", "PPS_rhythm", "concordance"} == set(detail["not_measurable"])
    assert detail["not_measurable"]["PPS_f0"] == "nothing is voiced on the unlearned side"
    assert detail["not_measurable"]["PPS"].startswith("F0: nothing is voiced on the unlearned side; rhythm: 0 of")
    assert outcome.values["PPS_duration"] > 0


@pytest.mark.parametrize("broken", ["unlearned", "original"])
def test_a_failure_says_of_which_side_it_is(broken: str, original: Path, tmp_path: Path) -> None:
    silent = write_sound(tmp_path / "silent.wav", silence(1.0))
    asked = pair(silent, original) if broken == "unlearned" else pair(original, silent)
    (outcome,) = run_batch(SPEC, [asked])
    assert isinstance(outcome, SampleFailure)
    assert outcome.code is Code.SILENT
    assert outcome.message.startswith(f"the {broken} side: ")
    assert outcome.detail["side"] == broken


def test_without_an_original_there_is_nothing_to_compare_with(original: Path) -> None:
    alone, beside = run_batch(SPEC, [subject(original), pair(original, original)])
    assert isinstance(alone, SampleFailure)
    assert alone.code is Code.EVALUATOR_ERROR
    assert alone.message == "it has no original to be compared with"
    assert isinstance(beside, Measurement)


def test_a_side_without_contours_is_named(original: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scoring.prosody.praat.INTENSITY_PERIODS", 6400.0)
    outcome, detail = compared(original, original)
    assert outcome.values == {}
    assert set(detail["not_measurable"].values()) == {"the unlearned side: needs 128000 ms, the sound has 3300 ms"}


def test_it_compares_pairs() -> None:
    info = find_evaluator("pps_praat").info
    assert (info.aspect, info.pairs, info.produces) == ("prosody", True, PRODUCED)
