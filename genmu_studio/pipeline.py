"""Scoring: plan what an evaluator has not measured, ship it as units of work, keep each result as it comes.

What is kept is never measured again: a run that was cancelled, or killed, goes on where it stopped.
"""

import json
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass, field
from typing import cast

from sqlite_utils import Database

from genmu_studio.domain import RunId
from genmu_studio.executors import ExecutorChoice, Lanes
from genmu_studio.jobs import Cancellation, Meter, Progress, StuckError, Unit, UnitDone, run_units
from genmu_studio.official import is_official
from genmu_studio.protocol import Protocol
from genmu_studio.store.attributes import put_attributes
from genmu_studio.store.compared_pairs import put_compared_pairs
from genmu_studio.store.evaluators import stored_providers
from genmu_studio.store.results import (
    NewResult,
    PlannedSubject,
    Wanted,
    begin_run,
    count_subjects,
    end_run,
    missing_subjects,
    put_evaluator,
    put_results,
    refuse_unstorable,
)
from genmu_studio.store.store import Store
from genmu_studio.versions import installed_versions
from scoring.codes import Code
from scoring.devices import cuda_is_possible
from scoring.errors import BugError, UserError
from scoring.registry import EvaluatorIdentity, find_evaluator, identify
from scoring.types import EvaluatorInfo, EvaluatorSpec, Outcome, SampleFailure, Subject
from scoring.work import open_in_worker, run_batch

# Writes that may wait for the disk before the run waits for them.
_MAX_WAITING_WRITES = 16


@dataclass(frozen=True, slots=True)
class ScoreRequest:
    """What to score and how. submissions : none = all of the track. batch : per unit, 0 = the evaluator's own.

    stuck_s : how long no unit may end before the worker processes are killed; None = for ever. subjects : by id, these
    alone where there are any.
    """

    spec: EvaluatorSpec
    submissions: tuple[str, ...] = ()
    executor: ExecutorChoice = field(default_factory=lambda: ExecutorChoice("processes"))
    batch: int = 0
    redo: bool = False
    require_gpu: bool = False
    stuck_s: float | None = None
    subjects: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class FailedSample:
    """A sample without a measurement."""

    path: str
    code: str
    message: str


@dataclass(frozen=True, slots=True)
class RunReport:
    """How a run went. skipped : subjects that had been measured before. seconds : without loading the model."""

    run: RunId | None
    info: EvaluatorInfo
    identity: EvaluatorIdentity
    provider: str
    notice: str
    scored: int
    skipped: int
    failed: tuple[FailedSample, ...]
    seconds: float
    per_second: float | None
    cancelled: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """What a run has to do. skipped : subjects that were measured before."""

    info: EvaluatorInfo
    identity: EvaluatorIdentity
    missing: tuple[PlannedSubject, ...]
    skipped: int


def plan(store: Store, protocol: Protocol, request: ScoreRequest) -> Plan:
    """Return what is missing, and record the evaluator; UserError where a package or weights are missing."""
    registered = find_evaluator(request.spec.name)
    registered.require_packages()
    info, identity = registered.info, identify(request.spec)
    official = is_official(protocol, request.spec)
    attributes = registered.attributes(registered.options(dict(request.spec.options)))

    def record(db: Database) -> None:
        put_evaluator(db, info, identity, official)
        put_attributes(db, identity.digest, attributes)

    store.write(record).result()
    wanted = Wanted(info.track, request.submissions, request.subjects, info.aspect, info.pairs)
    if info.pairs:
        store.write(lambda db: put_compared_pairs(db, info.track, request.submissions)).result()
    total = store.read(lambda db: count_subjects(db, wanted))
    missing = store.read(lambda db: missing_subjects(db, identity.digest, wanted, request.redo))
    return Plan(info, identity, tuple(missing), total - len(missing))


def score_unit(spec: EvaluatorSpec, subjects: Sequence[Subject]) -> tuple[str, list[Outcome]]:
    """Measure `subjects` in a worker; return the provider that really did it, and the outcomes in order."""
    provider, _ = open_in_worker(spec)
    return provider, [_storable(outcome) for outcome in run_batch(spec, subjects)]


def _storable(outcome: Outcome) -> Outcome:
    """Return the outcome, or the failure of an evaluator that gave what is no number."""
    try:
        refuse_unstorable(outcome)
    except (TypeError, ValueError) as error:
        return SampleFailure(Code.EVALUATOR_ERROR, f"the evaluator's answer cannot be kept: {error}"[:500])
    return outcome


def score(
    store: Store,
    protocol: Protocol,
    request: ScoreRequest,
    on_progress: Callable[[Progress], None] = lambda progress: None,
    cancellation: Cancellation | None = None,
) -> RunReport:
    """Measure whatever the evaluator has not measured yet; the store holds each result when this returns.

    UserError where the evaluator cannot run here, or where a GPU is required and not there.
    """
    chosen = plan(store, protocol, request)
    if not chosen.missing:
        provider = ", ".join(store.read(lambda db: stored_providers(db, chosen.identity.digest)))
        return RunReport(None, chosen.info, chosen.identity, provider, "", 0, chosen.skipped, (), 0.0, None, False)
    run = _Run(store, request, chosen, on_progress=on_progress, cancellation=cancellation or Cancellation())
    with closing(request.executor.open()) as lanes:
        run.perform(lanes)
    return run.report()


class _Run:
    """One run on its way: units out, results in."""

    def __init__(
        self,
        store: Store,
        request: ScoreRequest,
        chosen: Plan,
        *,
        on_progress: Callable[[Progress], None],
        cancellation: Cancellation,
    ) -> None:
        self._store = store
        self._request = request
        self._plan = chosen
        self._missing = {planned.id: planned for planned in chosen.missing}
        self._meter = Meter("scoring", len(chosen.missing))
        self._on_progress = on_progress
        self._cancellation = cancellation
        self._writes: deque[Future[None]] = deque()
        self._failed: list[FailedSample] = []
        self._provider = self._notice = ""
        self._run: RunId | None = None
        self._seconds = 0.0

    def perform(self, lanes: Lanes) -> None:
        """Load the model, then measure everything; the run's ending is recorded whatever happens."""
        self._on_progress(Progress("loading the model", 0, self._meter.total))
        self._open(lanes)
        ending = "failed"
        started = time.monotonic()
        self._meter.start()
        try:
            self._measure(lanes)
            ending = "cancelled" if self._cancellation.requested else "finished"
        finally:
            self._seconds = time.monotonic() - started
            self._settle_writes(0)
            if self._run is not None:
                run = self._run
                self._store.write(lambda db: end_run(db, run, ending)).result()

    def _open(self, lanes: Lanes) -> None:
        """Begin to load the model, in all workers or first in one that may take a GPU; learn what really runs it."""
        spec = self._request.spec
        loads = [Unit((), open_in_worker, (spec,))] * (1 if cuda_is_possible(spec.device) else lanes.count)
        # The worker that is ready first begins to measure, while the others still load.
        done = next(run_units(loads, lanes, self._cancellation, self._request.stuck_s), None)
        if done is None:
            return  # cancelled before the model was loaded
        if isinstance(done.error, StuckError):
            raise UserError(f"{spec.name} could not be loaded: {done.error}")
        if done.worker_died:
            raise UserError(f"the worker ended while it loaded {spec.name}", "Is there enough memory?")
        if done.error is not None:
            raise done.error
        self._provider, self._notice = cast("tuple[str, str]", done.value)
        on_gpu = "cuda" in self._provider.lower()
        if self._request.require_gpu and not on_gpu:
            raise UserError(
                f"a GPU is required, and {spec.name} runs on {self._provider}",
                self._notice or "No CUDA device was found.",
            )
        if on_gpu and not self._request.executor.lanes:
            lanes.count = 1  # one process per device: a second one would only compete for its memory
        facts = {
            "executor": lanes.kind,
            "device": spec.device,
            "provider": self._provider,
            "notice": self._notice,
            "versions_json": json.dumps(installed_versions(("genmu-studio", "numpy", *self._plan.info.needs))),
        }
        self._run = self._store.write(lambda db: begin_run(db, self._plan.identity.digest, facts)).result()

    def _measure(self, lanes: Lanes) -> None:
        units = self._units(list(self._missing), self._request.batch or self._plan.info.batch_size)
        crashed: list[int] = []
        for done in run_units(units, lanes, self._cancellation, self._request.stuck_s):
            if done.worker_died and len(done.unit.ids) > 1:
                crashed.extend(done.unit.ids)
            else:
                self._keep(done)
        # Of a unit that takes its worker down only one sample may be to blame: find it, and score the others.
        for done in run_units(self._units(crashed, 1), lanes, self._cancellation, self._request.stuck_s):
            self._keep(done)

    def _units(self, ids: list[int], batch: int) -> Iterator[Unit]:
        for start in range(0, len(ids), batch):
            chosen = tuple(ids[start : start + batch])
            subjects = tuple(self._missing[id_].subject for id_ in chosen)
            yield Unit(chosen, score_unit, (self._request.spec, subjects))

    def _keep(self, done: UnitDone) -> None:
        ids = done.unit.ids
        if done.error is None:
            provider, outcomes = cast("tuple[str, list[Outcome]]", done.value)
        elif isinstance(done.error, UserError | BugError):
            raise done.error
        else:
            is_plain = isinstance(done.error, StuckError)
            message = str(done.error) if is_plain else f"{type(done.error).__name__}: {done.error}"[:500]
            provider, outcomes = self._provider, [SampleFailure(Code.EVALUATOR_ERROR, message)] * len(ids)
        results = [NewResult(id_, outcome, provider) for id_, outcome in zip(ids, outcomes, strict=True)]
        run = self._run
        assert run is not None  # noqa: S101 - the run begins before its first unit
        self._writes.append(self._store.write(lambda db: put_results(db, run, self._plan.identity.digest, results)))
        self._settle_writes(_MAX_WAITING_WRITES)
        failures = [result for result in results if isinstance(result.outcome, SampleFailure)]
        self._failed.extend(self._failed_sample(result) for result in failures)
        self._meter.add(len(ids), len(failures))
        self._on_progress(self._meter.progress())

    def _failed_sample(self, result: NewResult) -> FailedSample:
        assert isinstance(result.outcome, SampleFailure)  # noqa: S101 - the caller chose these
        return FailedSample(self._missing[result.subject_id].name, str(result.outcome.code), result.outcome.message)

    def _settle_writes(self, allowed: int) -> None:
        while len(self._writes) > allowed:
            self._writes.popleft().result()

    def report(self) -> RunReport:
        """Return how it went."""
        scored = self._meter.done
        return RunReport(
            self._run,
            self._plan.info,
            self._plan.identity,
            self._provider,
            self._notice,
            scored,
            self._plan.skipped,
            tuple(sorted(self._failed, key=lambda sample: sample.path)),
            self._seconds,
            scored / self._seconds if scored and self._seconds > 0 else None,
            self._cancellation.requested,
        )
