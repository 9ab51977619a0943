"""An audit of 10,000 pairs whose embeddings and traces are there: every check of the track, and nothing measured."""

import time

import numpy as np
from sqlite_utils import Database

from genmu_studio.executors import ExecutorChoice
from genmu_studio.store.results import NewResult, Wanted, begin_run, missing_subjects, put_evaluator, put_results
from scoring.registry import find_evaluator, identify
from scoring.traces import FINGERPRINT, SAYS
from scoring.types import EvaluatorSpec, Measurement
from tests.bench.harness import Figure, benchmark, say
from tests.bench.large import large_project
from tests.bench.projects import copy_of

PAIRS = 10_000
TRACES = EvaluatorSpec("traces_face", device="cpu")


# The issue's own goal, for two cores. Pairs of fingerprints within the radius are looked for among all of an identity.
@benchmark("audit_10k_s", unit="s", better="lower", goal=60)
def audit_pairs() -> Figure:
    """Seconds of `AuditRoom.run` on an entry of 10,000 pairs: reading, every check, and keeping what was found."""
    return Figure(audit_seconds(PAIRS), None, PAIRS)


def audit_seconds(pairs: int) -> float:
    """Return how long an audit of a made entry takes; opening the project and taking traces are left out."""
    with large_project(pairs) as made, copy_of(made) as project:
        project.store.write(_put_traces).result()
        project.announce("results")
        started = time.monotonic()
        audited = project.audit.run(executor=ExecutorChoice("inline", 1))
        seconds = time.monotonic() - started
    (found,) = audited.submissions
    for outcome in found.outcomes:
        if outcome.not_run:
            say(f"  not run: {outcome.info.id}: {outcome.not_run}")
    say(f"  {audited.ran} checks, {len(found.raised)} findings")
    return seconds


def _put_traces(db: Database) -> None:
    """Give each sample and reference a fingerprint of its own, and what a generator writes into its files."""
    identity = identify(TRACES)
    put_evaluator(db, find_evaluator(TRACES.name).info, identity, False)
    run = begin_run(
        db, identity.digest, dict.fromkeys(("executor", "device", "provider", "notice"), "") | {"versions_json": "{}"}
    )
    planned = missing_subjects(db, identity.digest, Wanted("face", aspect="traces"), False)
    prints = np.random.default_rng(5).integers(0, 256, (len(planned), 32), dtype=np.uint8)
    says = [
        ["format", "PNG"],
        ["text “parameters”", "a face\nSteps: 30, Sampler: Euler a, CFG scale: 7, Model: m14"],
    ]
    put_results(
        db,
        run,
        identity.digest,
        (
            NewResult(each.id, Measurement(detail={FINGERPRINT: bits.tobytes().hex(), SAYS: says}), "CPU")
            for each, bits in zip(planned, prints, strict=True)
        ),
    )
