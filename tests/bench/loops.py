"""What a person would write without the product: a loop over files with a model, plain or on bare threads.

Each measurement runs in a process of its own, so that no library's setting reaches the next one. Loading the models and
the first file are not timed.
"""

import multiprocessing
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

Measure = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Loop:
    """open_model : picklable; takes the number of threads that a model may use (0 = the library's default).

    lanes : how many threads run the loop, each with a model of its own.
    """

    open_model: Callable[[int], Measure]
    lanes: int = 1
    threads: int = 0

    def per_second(self, paths: Sequence[Path]) -> float:
        """Return how many of `paths` it measures in a second."""
        with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as process:
            return process.submit(_per_second, self, [str(path) for path in paths]).result()


def _per_second(loop: Loop, paths: list[str]) -> float:
    models = [loop.open_model(loop.threads) for _ in range(loop.lanes)]
    for measure in models:
        measure(paths[0])
    left = iter(paths)

    def work(measure: Measure) -> int:
        return sum(measure(path) is not None for path in left)

    began = time.perf_counter()
    if loop.lanes == 1:
        measured = work(models[0])
    else:
        with ThreadPoolExecutor(loop.lanes) as threads:
            measured = sum(threads.map(work, models))
    seconds = time.perf_counter() - began
    if measured != len(paths):
        raise RuntimeError(f"the loop measured {measured} of {len(paths)} files")
    return len(paths) / seconds
