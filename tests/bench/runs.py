"""Runs as a whole: one that has nothing to do, and one on a cluster."""

import time
from contextlib import ExitStack
from typing import Any

from genmu_studio.executors import ExecutorChoice
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from scoring.errors import BugError, UserError
from tests.bench.harness import Figure, benchmark, interleaved
from tests.bench.pictures import write_pictures
from tests.bench.projects import FACE, copy_of, make_project, score_per_second, scratch

PICTURES = 240


# Who adds one submission to ten that are scored waits for the new one, and for a tenth of that to find the others done.
@benchmark("rescore_unchanged", unit="ratio", better="lower", goal=0.01)
def rescore_unchanged() -> Figure:
    """Seconds of a run that finds everything measured over those of the run that measured it."""
    with scratch() as folder:
        project = make_project(folder, write_pictures(folder / "pictures", PICTURES), "face")
        with ExitStack() as opened:
            copies: list[Project] = []

            def first() -> float:
                copies.append(opened.enter_context(copy_of(project)))
                return _seconds(copies[-1], expected=PICTURES)

            return interleaved(lambda: _seconds(copies[-1], expected=0), first)


def _seconds(project: Project, expected: int) -> float:
    began = time.perf_counter()
    report = project.score(ScoreRequest(FACE))
    seconds = time.perf_counter() - began
    if report.scored != expected:
        raise BugError(f"{report.scored} pictures were scored, not {expected}")
    return seconds


# The cluster's own messages may cost a fifth; it is there for more machines, not for this one.
@benchmark("dask_two_workers", unit="ratio", better="higher", goal=0.8)
def dask_two_workers() -> Figure:
    """Pictures per second on a local cluster of two worker processes over those of two workers of our own."""
    try:
        from distributed import LocalCluster
    except ImportError:
        raise UserError("dask is not installed", 'Type: pip install "genmu-studio[cluster]"') from None
    with scratch() as folder:
        project = make_project(folder, write_pictures(folder / "pictures", PICTURES), "face")
        # dask ships no types
        cluster: Any = LocalCluster(2, threads_per_worker=1, dashboard_address=None, local_directory=folder)  # type: ignore[no-untyped-call]
        with cluster:
            dask = ExecutorChoice("dask", address=cluster.scheduler_address)
            processes = ExecutorChoice("processes", 2)
            return interleaved(
                lambda: score_per_second(project, FACE, dask), lambda: score_per_second(project, FACE, processes)
            )
