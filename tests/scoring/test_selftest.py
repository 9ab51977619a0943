"""The self-test passes for an evaluator that repeats itself, and finds out each way of not doing so."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from scoring import selftest
from scoring.codes import Code
from scoring.errors import UserError
from scoring.types import EvaluatorSpec, Measurement, Outcome, SampleFailure, Subject
from scoring.work import run_batch

PICTURES, SOUNDS = EvaluatorSpec("fake_image"), EvaluatorSpec("fake_audio")


@pytest.mark.parametrize("spec", [PICTURES, SOUNDS])
def test_an_evaluator_that_repeats_itself_passes(spec: EvaluatorSpec) -> None:
    said = selftest.self_test_evaluator(spec)
    assert "within 0" in said
    assert "on fake" in said
    assert "3 of 3" in said


def test_an_evaluator_of_pairs_is_given_pairs() -> None:
    assert "3 of 3" in selftest.self_test_evaluator(EvaluatorSpec("pps_praat", device="cpu"))


def moved(outcome: Outcome, by: float) -> Outcome:
    assert isinstance(outcome, Measurement)
    assert outcome.embedding is not None
    return replace(outcome, embedding=outcome.embedding + np.float32(by))


def depends_on_company(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    return [moved(each, 0.001 * len(subjects)) for each in run_batch(spec, subjects)]


def depends_on_place(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    return [moved(each, 0.001 * place) for place, each in enumerate(run_batch(spec, subjects))]


def mixes_up(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    return run_batch(spec, sorted(subjects, key=lambda subject: subject.media.path))


def fails_alone(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    if len(subjects) > 1:
        return run_batch(spec, subjects)
    return [SampleFailure(Code.NO_FACE, "no face")]


def loses_the_embedding(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    found = run_batch(spec, subjects)
    if len(subjects) > 1:
        return found
    return [replace(each, embedding=None) for each in found if isinstance(each, Measurement)]


@pytest.mark.parametrize(
    "behaviour", [depends_on_company, depends_on_place, mixes_up, fails_alone, loses_the_embedding]
)
def test_an_evaluator_that_does_not_is_found_out(behaviour: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "run_batch", behaviour)
    with pytest.raises(UserError, match="does not repeat itself"):
        selftest.self_test_evaluator(PICTURES)


def without_embedding(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    return [replace(each, embedding=None) for each in run_batch(spec, subjects) if isinstance(each, Measurement)]


def values_depend_on_company(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    found = without_embedding(spec, subjects)
    return [replace(each, values={"content": 0.001 * len(subjects)}) for each in found if isinstance(each, Measurement)]


def loses_a_value_alone(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    found = without_embedding(spec, subjects)
    return found if len(found) > 1 else [replace(each, values={}) for each in found if isinstance(each, Measurement)]


@pytest.mark.parametrize("behaviour", [values_depend_on_company, loses_a_value_alone])
def test_values_are_compared_where_there_is_no_embedding(behaviour: object, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selftest, "run_batch", without_embedding)
    assert "within 0" in selftest.self_test_evaluator(SOUNDS)

    monkeypatch.setattr(selftest, "run_batch", behaviour)
    with pytest.raises(UserError, match="its numbers differ"):
        selftest.self_test_evaluator(SOUNDS)


def test_one_that_measures_nothing_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
        return [SampleFailure(Code.NO_FACE, "no face") for _ in subjects]

    monkeypatch.setattr(selftest, "run_batch", nothing)
    with pytest.raises(UserError, match="measured none"):
        selftest.self_test_evaluator(PICTURES)


def test_rounding_is_no_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    def rounds(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
        return [moved(each, 1e-5 * len(subjects)) for each in run_batch(spec, subjects)]

    monkeypatch.setattr(selftest, "run_batch", rounds)
    assert "repeats itself" in selftest.self_test_evaluator(PICTURES)
