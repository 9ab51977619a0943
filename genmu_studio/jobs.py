"""Jobs: units of work kept flowing through lanes, with progress, cancel, and survival of a worker that dies."""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, wait
from dataclasses import dataclass, field

from genmu_studio.executors import Lanes, NotBegunError


@dataclass(frozen=True, slots=True)
class Unit:
    """The smallest piece sent to an executor: a top-level function with picklable arguments. ids : what it works on."""

    ids: tuple[int, ...]
    function: Callable[..., object]
    arguments: tuple[object, ...]


@dataclass(frozen=True, slots=True)
class UnitDone:
    """How a unit ended: with a value, with the exception it raised, or with the death of its worker."""

    unit: Unit
    value: object = None
    error: Exception | None = None

    @property
    def worker_died(self) -> bool:
        """Whether this unit, run alone, took its worker process down with it."""
        return isinstance(self.error, BrokenExecutor)


class StuckError(BrokenExecutor):
    """A unit did not end in time, and its worker was killed."""

    def __init__(self, limit_s: float) -> None:
        super().__init__(limit_s)
        self.limit_s = limit_s

    def __str__(self) -> str:
        return f"no answer for {self.limit_s:g} s, so the worker was ended"


@dataclass(frozen=True, slots=True)
class Progress:
    """Where a job stands, in samples. `per_second` and `eta_s` come from recent units, None while warming up."""

    phase: str
    done: int = 0
    total: int = 0
    failed: int = 0
    per_second: float | None = None
    eta_s: float | None = None


class Cancellation:
    """Asked for by whoever owns the job; safe from any thread."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._listeners: list[Callable[[], None]] = []

    def request(self) -> None:
        """Ask the job to stop: no further unit begins, those that run end, their results are kept."""
        self._event.set()
        for listener in tuple(self._listeners):
            listener()

    @property
    def requested(self) -> bool:
        """Whether somebody asked."""
        return self._event.is_set()

    def on_request(self, listener: Callable[[], None]) -> None:
        """Call `listener` when somebody asks; at once where that has happened."""
        self._listeners.append(listener)
        if self.requested:
            listener()


@dataclass
class Meter:
    """Counts samples and measures the rate over the last units, leaving out the time in which models are loaded."""

    phase: str
    total: int
    done: int = 0
    failed: int = 0
    _recent: deque[tuple[float, int]] = field(default_factory=lambda: deque(maxlen=32))

    def start(self) -> None:
        """Measure from now on: the warm-up is over."""
        self._recent.append((time.monotonic(), 0))

    def add(self, done: int, failed: int) -> None:
        """Count a finished unit."""
        self.done += done
        self.failed += failed
        self._recent.append((time.monotonic(), done))

    def progress(self) -> Progress:
        """Return where the job stands now."""
        per_second = eta_s = None
        if len(self._recent) >= 2:
            elapsed_s = self._recent[-1][0] - self._recent[0][0]
            counted = sum(size for _, size in list(self._recent)[1:])
            if elapsed_s > 0 and counted:
                per_second = counted / elapsed_s
                eta_s = (self.total - self.done) / per_second
        return Progress(self.phase, self.done, self.total, self.failed, per_second, eta_s)


def run_units(
    units: Iterable[Unit], lanes: Lanes, cancellation: Cancellation, stuck_s: float | None = None
) -> Iterator[UnitDone]:
    """Run `units` and yield each as it ends, in whatever order that is.

    As many are in flight as the lanes hold, and one more, so that no lane waits. On a cancel those that have begun are
    still yielded, the others are not. When a worker process dies all that were in flight are run again one by one in
    fresh workers; the one that kills its worker then too is yielded with `worker_died`. When no unit ends for `stuck_s`
    seconds the worker processes are killed, and the same happens; a unit that was alone is known to be to blame.
    """
    cancellation.on_request(lanes.stop)
    limit_s = stuck_s if lanes.can_kill else None
    waiting = iter(units)
    suspects: deque[Unit] = deque()
    in_flight: dict[Future[object], Unit] = {}
    while True:
        on_trial = bool(suspects)
        room = 1 if on_trial else lanes.count + (lanes.count > 1)
        while len(in_flight) < room and not cancellation.requested:
            unit = suspects.popleft() if on_trial else next(waiting, None)
            if unit is None:
                break
            in_flight[lanes.submit(unit.function, *unit.arguments)] = unit
        if not in_flight:
            return
        stuck = _wait_for_one(in_flight, limit_s)
        if stuck is not None:
            lanes.kill()
            wait(in_flight)
        is_to_blame = on_trial or (stuck is not None and len(in_flight) == 1)
        ended = [(unit, future) for future, unit in in_flight.items() if future.done()]
        if any(isinstance(future.exception(), BrokenExecutor) for _, future in ended):
            # The executor is gone, and with it everything in flight that has not ended.
            lanes.restart()
            ended = [(unit, future) for future, unit in in_flight.items()]
        for unit, future in ended:
            del in_flight[future]
            error = future.exception()
            if isinstance(error, BrokenExecutor) and not is_to_blame:
                suspects.append(unit)
            elif isinstance(error, BrokenExecutor) and stuck is not None:
                yield UnitDone(unit, error=stuck)
            elif not isinstance(error, NotBegunError):
                yield _done(unit, future)


def _wait_for_one(in_flight: Iterable["Future[object]"], limit_s: float | None) -> StuckError | None:
    """Wait until a unit ends; return the error of those that let `limit_s` pass."""
    ended = wait(in_flight, timeout=limit_s, return_when=FIRST_COMPLETED).done
    return None if ended or limit_s is None else StuckError(limit_s)


def _done(unit: Unit, future: "Future[object]") -> UnitDone:
    error = future.exception()
    if error is None:
        return UnitDone(unit, future.result())
    if isinstance(error, Exception):
        return UnitDone(unit, error=error)
    raise error
