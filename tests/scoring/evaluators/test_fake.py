"""The fake evaluators do what the tests of jobs rest on."""

import multiprocessing
from pathlib import Path

import numpy as np
import pytest

from scoring.codes import Code
from scoring.evaluators.fake import CRASH_EXIT_CODE
from scoring.registry import evaluators
from scoring.types import EvaluatorSpec, FloatArray, Measurement, OptionValue, Outcome, SampleFailure
from scoring.work import run_batch
from tests.scoring.evaluators.materials import subject, voice, write_picture, write_sound


def picture(path: Path, *colour: int) -> Path:
    return write_picture(path, np.full((16, 16, 3), colour, np.uint8))


def embeddings(name: str, *paths: Path) -> FloatArray:
    outcomes = run_batch(EvaluatorSpec(name), [subject(path) for path in paths])
    vectors = [outcome.embedding for outcome in outcomes if isinstance(outcome, Measurement)]
    assert len(vectors) == len(paths)
    return np.array(vectors, dtype=np.float32)


def test_pictures_of_about_one_colour_are_one_identity(tmp_path: Path) -> None:
    paths = [picture(tmp_path / f"{k}.png", 200 + k, 40, 70) for k in range(3)]
    other = picture(tmp_path / "other.png", 40, 40, 200)

    vectors = embeddings("fake_image", *paths, other)

    similarity = vectors @ vectors.T
    assert similarity[:3, :3].min() > 0.9
    assert similarity[3, :3].max() < 0.7
    assert np.unique(vectors, axis=0).shape == vectors.shape


def test_two_plain_halves_are_two_faces_of_which_one_can_be_picked(tmp_path: Path) -> None:
    red, blue = (np.full((4, 4, 3), colour, np.uint8) for colour in ((200, 40, 70), (40, 40, 200)))
    path = write_picture(tmp_path / "two.png", np.hstack([red, blue]))
    one = write_picture(tmp_path / "one.png", np.hstack([blue, blue]))

    def look(at: Path, **context: str) -> Outcome:
        (outcome,) = run_batch(EvaluatorSpec("fake_image"), [subject(at, **context)])
        return outcome

    first, second, alone = look(path), look(path, face_at="6.0,2.0"), look(one)
    assert isinstance(first, Measurement)
    assert isinstance(second, Measurement)
    assert isinstance(alone, Measurement)
    assert first.flags == second.flags == (Code.MULTI_FACE,)
    assert (first.detail["chosen"], second.detail["chosen"]) == (0, 1)
    assert first.values["content"] == look(write_picture(tmp_path / "red.png", red)).values["content"]  # type: ignore[union-attr]  # a measurement
    assert (second.values, alone.flags, alone.detail) == (alone.values, (), {})
    missed = look(path, face_at="9.0,2.0")
    assert isinstance(missed, SampleFailure)
    assert missed.code is Code.NO_FACE


def test_sounds_of_about_one_pitch_are_one_identity(tmp_path: Path) -> None:
    paths = [write_sound(tmp_path / f"{hz}.wav", voice(hz, 3)) for hz in (200, 202, 420)]

    vectors = embeddings("fake_audio", *paths)

    similarity = vectors @ vectors.T
    assert similarity[0, 1] > 0.9
    assert similarity[2, :2].max() < 0.7


def test_told_to_fail_it_fails_on_that_file_alone(tmp_path: Path) -> None:
    paths = [picture(tmp_path / name, 9, 200, 9) for name in ("a.png", "bad.png", "c.png")]

    outcomes = run_batch(EvaluatorSpec("fake_image", (("fail_on", "bad"),)), [subject(path) for path in paths])

    assert [type(outcome) for outcome in outcomes] == [Measurement, SampleFailure, Measurement]
    assert isinstance(outcomes[1], SampleFailure)
    assert outcomes[1].code is Code.EVALUATOR_ERROR


def test_told_to_crash_it_takes_its_process_along(tmp_path: Path) -> None:
    path = picture(tmp_path / "bad.png", 9, 200, 9)
    options: tuple[tuple[str, OptionValue], ...] = (("crash_on", "bad"),)

    process = multiprocessing.get_context("spawn").Process(
        target=run_batch, args=(EvaluatorSpec("fake_image", options), [subject(path)])
    )
    process.start()
    process.join(60)

    assert process.exitcode == CRASH_EXIT_CODE


@pytest.mark.parametrize("name", ["fake_image", "fake_audio"])
def test_it_is_named_fake_wherever_it_shows(name: str) -> None:
    info = evaluators()[name].info

    assert info.kind == "fake"
    assert info.name.startswith("fake_")
    assert info.title.startswith("Fake")
