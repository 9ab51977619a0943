"""One bad subject must not take its neighbours along, whatever goes wrong."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from scoring import work
from scoring.codes import Code
from scoring.errors import BugError, UserError
from scoring.types import EvaluatorSpec, Measurement, Media, Outcome, SampleError, SampleFailure, Subject

SPEC = EvaluatorSpec("stand_in")
OUT_OF_MEMORY = "CUDA out of memory. Tried to allocate 20.00 MiB"


class StandIn:
    """Measures the number in each path; calls `misbehave` first."""

    provider = "nowhere"
    notice = "this is a test"

    def __init__(self, misbehave: Callable[[list[int]], None]) -> None:
        self.batches: list[list[int]] = []
        self._misbehave = misbehave

    def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
        numbers = [int(subject.media.path) for subject in batch]
        self.batches.append(numbers)
        self._misbehave(numbers)
        return [Measurement({"number": float(number)}) for number in numbers]


def subjects(count: int) -> list[Subject]:
    return [Subject(Media(str(number), "image")) for number in range(count)]


def fail_on(bad: int, error: Exception) -> Callable[[list[int]], None]:
    def misbehave(numbers: list[int]) -> None:
        if bad in numbers:
            raise error

    return misbehave


def no_more_than(limit: int) -> Callable[[list[int]], None]:
    def misbehave(numbers: list[int]) -> None:
        if len(numbers) > limit:
            raise RuntimeError(OUT_OF_MEMORY)

    return misbehave


@pytest.fixture(autouse=True)
def _no_model_is_kept() -> Iterator[None]:
    work.release_models()
    yield
    work.release_models()


def run(monkeypatch: pytest.MonkeyPatch, model: object, count: int) -> list[Outcome]:
    monkeypatch.setattr(work, "open_evaluator", lambda spec: model)
    return work.run_batch(SPEC, subjects(count))


def numbers_of(outcomes: list[Outcome]) -> list[float | Code]:
    return [each.values["number"] if isinstance(each, Measurement) else each.code for each in outcomes]


def test_outcomes_keep_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    assert numbers_of(run(monkeypatch, StandIn(lambda numbers: None), 5)) == [0, 1, 2, 3, 4]


def test_nothing_in_nothing_out(monkeypatch: pytest.MonkeyPatch) -> None:
    model = StandIn(lambda numbers: None)

    assert run(monkeypatch, model, 0) == []
    assert model.batches == []


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RuntimeError("kernel failed"), Code.EVALUATOR_ERROR),
        (ValueError(), Code.EVALUATOR_ERROR),
        (MemoryError(), Code.OUT_OF_MEMORY),
        (RuntimeError(OUT_OF_MEMORY), Code.OUT_OF_MEMORY),
        (RuntimeError("BFCArena: Failed to allocate memory for requested buffer"), Code.OUT_OF_MEMORY),
        (SampleError(Code.NO_FACE, "none"), Code.NO_FACE),
    ],
)
def test_a_bad_subject_fails_alone(monkeypatch: pytest.MonkeyPatch, error: Exception, code: Code) -> None:
    outcomes = run(monkeypatch, StandIn(fail_on(5, error)), 8)

    assert numbers_of(outcomes) == [0, 1, 2, 3, 4, code, 6, 7]


def test_out_of_memory_halves_the_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    model = StandIn(no_more_than(2))

    assert numbers_of(run(monkeypatch, model, 7)) == [0, 1, 2, 3, 4, 5, 6]
    assert [len(batch) for batch in model.batches] == [7, 3, 1, 2, 4, 2, 2]


def test_out_of_memory_even_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    outcomes = run(monkeypatch, StandIn(no_more_than(0)), 3)

    assert numbers_of(outcomes) == [Code.OUT_OF_MEMORY] * 3
    assert all(isinstance(outcome, SampleFailure) and outcome.is_error for outcome in outcomes)


def test_the_message_names_the_error(monkeypatch: pytest.MonkeyPatch) -> None:
    (outcome,) = run(monkeypatch, StandIn(fail_on(0, KeyError("weights"))), 1)

    assert isinstance(outcome, SampleFailure)
    assert outcome.message == "KeyError: 'weights'"


def test_an_evaluator_that_loses_subjects_is_a_bug(monkeypatch: pytest.MonkeyPatch) -> None:
    class Careless(StandIn):
        def measure(self, batch: Sequence[Subject]) -> list[Outcome]:
            return super().measure(batch)[1:]

    with pytest.raises(BugError, match="1 outcomes for 2 subjects"):
        run(monkeypatch, Careless(lambda numbers: None), 2)


def test_a_missing_weight_file_is_no_failure_of_a_sample(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(spec: EvaluatorSpec) -> None:
        raise UserError("the weights are not there")

    monkeypatch.setattr(work, "open_evaluator", refuse)

    with pytest.raises(UserError):
        work.run_batch(SPEC, subjects(1))


def test_models_are_kept_until_released(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[EvaluatorSpec] = []

    def open_stand_in(spec: EvaluatorSpec) -> StandIn:
        opened.append(spec)
        return StandIn(lambda numbers: None)

    monkeypatch.setattr(work, "open_evaluator", open_stand_in)

    assert work.open_in_worker(SPEC) == ("nowhere", "this is a test")
    work.run_batch(SPEC, subjects(1))
    assert opened == [SPEC]
    work.run_batch(EvaluatorSpec("stand_in", (("size", 2),)), subjects(1))
    assert len(opened) == 2
    work.release_models()
    work.run_batch(SPEC, subjects(1))
    assert len(opened) == 3


def test_threads_that_want_the_same_model_load_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[EvaluatorSpec] = []
    meeting = threading.Barrier(2)

    def open_stand_in(spec: EvaluatorSpec) -> StandIn:
        opened.append(spec)
        with suppress(threading.BrokenBarrierError):
            meeting.wait(timeout=0.2)  # two that load at the same time would meet here
        return StandIn(lambda numbers: None)

    monkeypatch.setattr(work, "open_evaluator", open_stand_in)

    with ThreadPoolExecutor(2) as threads:
        list(threads.map(work.open_in_worker, [SPEC, SPEC]))

    assert opened == [SPEC]


def test_matrix_products_of_a_worker_keep_to_its_share_of_the_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(work, "open_evaluator", lambda spec: StandIn(lambda numbers: None))
    monkeypatch.setenv("GENMU_THREADS", "1")

    with threadpool_limits(2, user_api="blas"):  # takes back what the worker sets
        work.open_in_worker(SPEC)
        pools = [pool for pool in threadpool_info() if pool["user_api"] == "blas"]

    assert pools
    assert {pool["num_threads"] for pool in pools} == {1}
