"""Where units of work run: inline, on threads, in spawned worker processes (the default), or on a dask cluster.

One form for all of them: `Lanes`, a plain `concurrent.futures.Executor` with a number of units that may be in flight, a
stop flag that units not yet begun obey, and a way to start afresh after a worker died.
"""

import logging
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing.connection import wait as wait_for
from multiprocessing.context import SpawnContext, SpawnProcess
from typing import Any, Protocol, TypeVar

from scoring.errors import UserError

T = TypeVar("T")

# Enough for a workstation: each worker holds a model, so that more would buy memory pressure before it buys speed.
MAX_DEFAULT_LANES = 8
THREADS_VARIABLE = "GENMU_THREADS"
# With two workers on two processors a window whose workers have the same rank waits 20 ms for its turn in each frame.
_GIVEN_WAY = 10


class StopFlag(Protocol):
    """What a unit asks before it begins."""

    def is_set(self) -> bool:
        """Whether units should no longer begin."""
        ...

    def set(self) -> None:
        """Ask units not to begin."""
        ...


class _SharedFlag:
    """A byte in shared memory. No lock, as multiprocessing.Event has one that a killed worker would hold for ever."""

    def __init__(self, context: SpawnContext) -> None:
        self._byte = context.RawValue("b", 0)

    def is_set(self) -> bool:
        return bool(self._byte.value)

    def set(self) -> None:
        self._byte.value = 1


class NotBegunError(Exception):
    """The unit was cancelled before it began."""


class _WorkerState:
    """What a worker process knows of its parent."""

    stop: StopFlag | None = None


def available_cpus() -> int:
    """Return how many processors this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on macOS and Windows
        return os.cpu_count() or 1


@dataclass(frozen=True, slots=True)
class ExecutorChoice:
    """What `--executor` says: kind, number of lanes (0 = as many as fit), address of a cluster.

    gives_way : worker processes leave the processors to whoever else wants them, a window first of all.
    """

    kind: str
    lanes: int = 0
    address: str = ""
    gives_way: bool = False

    @classmethod
    def parse(cls, text: str) -> "ExecutorChoice":
        """Read `inline | threads[:n] | processes[:n] | dask:ADDRESS`; UserError for anything else."""
        kind, _, rest = text.partition(":")
        if kind == "dask" and rest:
            return cls("dask", 0, rest)
        if kind == "inline" and not rest:
            return cls("inline", 1)
        if kind in {"threads", "processes"} and (not rest or (rest.isdecimal() and 1 <= int(rest) <= 256)):
            return cls(kind, int(rest or 0))
        raise UserError(
            f"there is no executor {text!r}", "There are: inline, threads[:n], processes[:n], dask:ADDRESS."
        )

    def open(self) -> "Lanes":
        """Start it."""
        if self.kind == "dask":
            return _dask_lanes(self.address)
        count = self.lanes or min(available_cpus(), MAX_DEFAULT_LANES)
        threads = max(1, available_cpus() // count)
        if self.kind == "processes":
            return _process_lanes(count, threads, _GIVEN_WAY if self.gives_way else 0)
        flag = threading.Event()
        start = _InlineExecutor if self.kind == "inline" else lambda: ThreadPoolExecutor(count, "genmu-lane")
        return Lanes(self.kind, count, flag, start, call=_call_directly(flag), finish=_share_processors(threads))


class Lanes:
    """An executor of `count` lanes. `submit` ships a unit, `stop` keeps those not yet begun from beginning."""

    def __init__(
        self,
        kind: str,
        count: int,
        flag: StopFlag,
        start: Callable[[], Executor],
        *,
        call: Callable[..., object],
        finish: Callable[[], None] = lambda: None,
        kill: Callable[[Executor], None] | None = None,
    ) -> None:
        self.kind = kind
        self.count = count
        self._flag = flag
        self._start = start
        self._call = call
        self._finish = finish
        self._kill = kill
        self._executor = start()

    def submit(self, function: Callable[..., object], *arguments: object) -> "Future[object]":
        """Ship `function(*arguments)`; its future raises NotBegunError where `stop` came first.

        Where a worker died a moment ago the future raises BrokenExecutor, as it would have a moment later.
        """
        try:
            return self._executor.submit(self._call, function, arguments)
        except BrokenExecutor as error:
            broken: Future[object] = Future()
            broken.set_exception(error)
            return broken

    def stop(self) -> None:
        """Keep units that have not begun from beginning; those that have go on to their end."""
        self._flag.set()

    def restart(self) -> None:
        """Start afresh after a worker died."""
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._executor = self._start()

    @property
    def can_kill(self) -> bool:
        """Whether `kill` can end a worker that no longer answers: a process can be ended, a thread cannot."""
        return self._kill is not None

    def kill(self) -> None:
        """End the workers at once, whatever they are doing; what is in flight raises BrokenExecutor."""
        if self._kill is not None:
            self._kill(self._executor)

    def close(self) -> None:
        """End the workers; returns when they have ended."""
        self.stop()
        self._executor.shutdown(wait=True, cancel_futures=True)
        self._finish()


class _InlineExecutor(Executor):
    """Runs each unit at once, in the calling thread."""

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> "Future[T]":
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - as every executor, it hands the error to whoever reads the future
            future.set_exception(error)
        return future


def _share_processors(threads: int) -> Callable[[], None]:
    """Let models of this process use `threads` threads, unless the person said otherwise; return what takes it back."""
    said = os.environ.get(THREADS_VARIABLE)
    os.environ.setdefault(THREADS_VARIABLE, str(threads))

    def take_back() -> None:
        if said is None:
            os.environ.pop(THREADS_VARIABLE, None)

    return take_back


def _call_directly(flag: StopFlag) -> Callable[..., object]:
    def call(function: Callable[..., object], arguments: tuple[object, ...]) -> object:
        if flag.is_set():
            raise NotBegunError
        return function(*arguments)

    return call


def _call_in_worker(function: Callable[..., object], arguments: tuple[object, ...]) -> object:
    if _WorkerState.stop is not None and _WorkerState.stop.is_set():
        raise NotBegunError
    return function(*arguments)


class _Worker(SpawnProcess):
    """A process that Ctrl+C never reaches: what `_begin_worker` says would come half a second late."""

    def start(self) -> None:
        if sys.platform == "win32":
            super().start()
            return
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what is started inherits it
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _WorkerContext(SpawnContext):
    Process = _Worker


def _process_lanes(count: int, threads: int, niceness: int) -> Lanes:
    # Spawned, never forked: a fork would copy the threads' locks of Qt and CUDA without their threads.
    context = _WorkerContext()
    flag = _SharedFlag(context)

    def start() -> Executor:
        return ProcessPoolExecutor(count, context, initializer=_begin_worker, initargs=(flag, threads, niceness))

    return Lanes("processes", count, flag, start, call=_call_in_worker, kill=_kill_workers)


def _kill_workers(executor: Executor) -> None:
    # Killed, not asked: one that is stuck inside a library's call runs no Python that could obey. Python 3.14 has
    # `kill_workers` for it; until then the executor's own list of processes.
    assert isinstance(executor, ProcessPoolExecutor)  # noqa: S101 - see _process_lanes
    for process in list((executor._processes or {}).values()):
        process.kill()
    # A worker that was killed while it sent an answer leaves half of one, and whoever reads would wait for the rest for
    # ever: this process too holds the end that is written to, so that the pipe never ends.
    writer = getattr(executor._result_queue, "_writer", None)
    if writer is not None and not writer.closed:
        writer.close()


def _begin_worker(flag: StopFlag, threads: int, niceness: int) -> None:
    """Prepare a spawned worker: its share of the processors, deaf to Ctrl+C, and an end when its parent ends."""
    # Ctrl+C reaches every process of the terminal; the parent decides what it means, the worker ends its unit.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ.setdefault(THREADS_VARIABLE, str(threads))
    if sys.platform != "win32":  # which knows no such number
        os.nice(niceness)
    _WorkerState.stop = flag
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent.sentinel,), name="genmu-parent-watch", daemon=True).start()


def _end_with(sentinel: int) -> None:
    wait_for([sentinel])
    os._exit(1)  # the parent is gone: nobody reads the results, and no clean-up may keep this process alive


def _dask_lanes(address: str) -> Lanes:
    try:
        from distributed import Client
    except ImportError:
        raise UserError("dask is not installed", 'Type: pip install "genmu-studio[cluster]"') from None
    # A failed unit is data here, and is reported there; dask would also print it on standard error.
    logging.getLogger("distributed.worker").setLevel(logging.CRITICAL)
    try:
        client: Any = Client(address, timeout="10s", set_as_default=False)  # type: ignore[no-untyped-call]  # ships no types
    except (OSError, ValueError) as error:
        raise UserError(f"no dask scheduler answers at {address}", "Is it running?", str(error)) from None
    count = max(1, sum(client.nthreads().values()))
    flag = threading.Event()
    # pure=False: otherwise dask answers a repeated call with yesterday's result.
    return Lanes("dask", count, flag, lambda: _DaskExecutor(client), call=_call_in_worker, finish=client.close)


class _DaskExecutor(Executor):
    """dask's own executor, whose `shutdown` knows no `cancel_futures`: it cancels where it does not wait."""

    def __init__(self, client: Any) -> None:
        self._inner = client.get_executor(pure=False)

    def submit(self, fn: Callable[..., T], /, *args: object, **kwargs: object) -> "Future[T]":
        future: Future[T] = self._inner.submit(fn, *args, **kwargs)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait=wait and not cancel_futures)
