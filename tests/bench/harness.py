"""What all benchmarks share: how a row is declared, measured beside its baseline, and printed as one line of JSON.

A noisy machine slows whatever runs at the moment, so that figures of two runs cannot be compared. Here the baseline
runs right before each run of the product, and only the ratios of such neighbours count.
"""

import json
import os
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from statistics import median
from typing import Literal, TextIO

from scoring.errors import UserError

Better = Literal["higher", "lower"]
PAIRS = 5


@dataclass(frozen=True, slots=True)
class Figure:
    """What a benchmark measured. baseline : what it stands beside, from the same run. n : pairs, or samples."""

    value: float
    baseline: float | None
    n: int


Measure = Callable[[], Figure]


@dataclass(frozen=True, slots=True)
class Benchmark:
    """A row of the table: what it is called, in which unit, what is better, and what it shall reach."""

    name: str
    unit: str
    better: Better
    goal: float
    measure: Measure

    def row(self) -> dict[str, object]:
        """Measure, and return what is printed."""
        figure = self.measure()
        reached = figure.value >= self.goal if self.better == "higher" else figure.value <= self.goal
        return {
            "name": self.name,
            "value": _short(figure.value),
            "unit": self.unit,
            "better": self.better,
            "goal": self.goal,
            "ok": reached,
            "baseline": None if figure.baseline is None else _short(figure.baseline),
            "n": figure.n,
        }


def _short(number: float) -> float:
    return float(f"{number:.4g}")


BENCHMARKS: dict[str, Benchmark] = {}


def benchmark(name: str, *, unit: str, better: Better, goal: float) -> Callable[[Measure], Measure]:
    """Register the decorated function as the benchmark `name`."""

    def register(measure: Measure) -> Measure:
        BENCHMARKS[name] = Benchmark(name, unit, better, goal, measure)
        return measure

    return register


def say(text: str) -> None:
    """Tell the person at the terminal; standard output is for rows."""
    print(text, file=sys.stderr, flush=True)


def interleaved(product: Callable[[], float], baseline: Callable[[], float], pairs: int = PAIRS) -> Figure:
    """Measure baseline and product in turn, `pairs` times; value = the median of the ratios product / baseline."""
    ratios, beside = [], []
    for number in range(1, pairs + 1):
        other, ours = baseline(), product()
        ratios.append(ours / other)
        beside.append(other)
        load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"
        say(f"  pair {number}: {ours:.4g} against {other:.4g} = {ratios[-1]:.3f} (load {load})")
    return Figure(median(ratios), median(beside), pairs)


def run(benchmarks: Iterable[Benchmark], only: str, rows: TextIO) -> int:
    """Write one row for each benchmark whose name contains `only`; return the exit code.

    One that cannot run here (UserError: a package or weights are missing) is absent; one that breaks is absent too, and
    then the code is 1. A goal that was missed is a row like any other.
    """
    chosen = [benchmark for benchmark in benchmarks if only in benchmark.name]
    if not chosen:
        say(f"no name contains {only!r}; there are: {', '.join(BENCHMARKS)}")
    broken = False
    for benchmark in chosen:
        say(f"{benchmark.name} …")
        try:
            row = benchmark.row()
        except UserError as error:
            say(f"  absent: {error.message}. {error.hint}")
        except Exception:  # noqa: BLE001 - the other benchmarks can still run
            say(traceback.format_exc())
            broken = True
        else:
            rows.write(json.dumps(row) + "\n")
            rows.flush()
    return int(broken)


@contextmanager
def only_rows_on_stdout() -> Iterator[TextIO]:
    """Yield the stream for rows; whatever else is written to standard output, by children too, goes to the errors."""
    sys.stdout.flush()
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as rows:
        os.dup2(2, 1)
        try:
            yield rows
        finally:
            sys.stdout.flush()
            os.dup2(rows.fileno(), 1)
