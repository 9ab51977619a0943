"""`run_batch`: the one function that is shipped to workers. Errors of one subject stay with that subject."""

import sys
import threading
from collections.abc import Sequence
from functools import lru_cache

from threadpoolctl import threadpool_limits

from scoring.codes import Code
from scoring.devices import threads_per_worker
from scoring.errors import BugError
from scoring.registry import open_evaluator
from scoring.types import Evaluator, EvaluatorSpec, Outcome, SampleError, SampleFailure, Subject

# One model stays loaded per worker and kind of work: a second one is for a run that alternates between two evaluators.
_MODELS_PER_PROCESS = 2
_loading = threading.Lock()


@lru_cache(maxsize=_MODELS_PER_PROCESS)
def _opened(spec: EvaluatorSpec) -> Evaluator:
    model = open_evaluator(spec)
    # NumPy's matrix products too: with a thread per core in each worker they spend their time waiting for each other.
    threadpool_limits(threads_per_worker(), user_api="blas")
    return model


def _loaded(spec: EvaluatorSpec) -> Evaluator:
    with _loading:  # threads that want the same model wait for the one that loads it
        return _opened(spec)


def open_in_worker(spec: EvaluatorSpec) -> tuple[str, str]:
    """Load the model of `spec` in this process; return (provider, notice). The first unit of each run."""
    model = _loaded(spec)
    return model.provider, model.notice


def release_models() -> None:
    """Forget every loaded model of this process, so that its memory can be given back."""
    _opened.cache_clear()


def run_batch(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> list[Outcome]:
    """Measure `subjects` with the evaluator of `spec`; one outcome each, in the same order.

    Where the device runs out of memory the batch is halved, down to one subject, which then fails as OUT_OF_MEMORY.
    Any other exception of a batch is narrowed down in the same way: one bad subject cannot take its neighbours along.
    """
    return _measure(_loaded(spec), list(subjects))


def _measure(model: Evaluator, subjects: list[Subject]) -> list[Outcome]:
    if not subjects:
        return []
    try:
        outcomes = model.measure(subjects)
    except SampleError as error:
        if len(subjects) == 1:
            return [error.failure]
    except Exception as error:  # noqa: BLE001 - a library's error is data: it belongs to the sample that caused it
        if len(subjects) == 1:
            return [_failure_of(error)]
    else:
        if len(outcomes) != len(subjects):
            raise BugError(f"the evaluator returned {len(outcomes)} outcomes for {len(subjects)} subjects")
        return outcomes
    _free_device_memory()
    middle = len(subjects) // 2
    return _measure(model, subjects[:middle]) + _measure(model, subjects[middle:])


def _failure_of(error: Exception) -> SampleFailure:
    message = f"{type(error).__name__}: {error}".strip()
    return SampleFailure(Code.OUT_OF_MEMORY if is_out_of_memory(error) else Code.EVALUATOR_ERROR, message[:500])


def is_out_of_memory(error: BaseException) -> bool:
    """Whether `error` says that memory ran out, as torch, onnxruntime and Python say it."""
    text = str(error).lower()
    return (
        isinstance(error, MemoryError)
        or type(error).__name__ == "OutOfMemoryError"
        or "out of memory" in text
        or "failed to allocate memory" in text
    )


def _free_device_memory() -> None:

    torch = sys.modules.get("torch")  # never loads it
    if torch is not None and torch.cuda.is_available():
        torch.cuda.empty_cache()
