"""Scoring: what is kept is never measured again, whatever ended the run; each executor gives the same."""

import json
import multiprocessing
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest

from genmu_studio import jobs, pipeline
from genmu_studio.executors import ExecutorChoice, Lanes
from genmu_studio.jobs import Cancellation, Progress, Unit, UnitDone
from genmu_studio.metrics_json import evaluation_json
from genmu_studio.project import Project
from genmu_studio.view import View
from scoring.codes import Code
from scoring.errors import UserError
from scoring.registry import identify
from scoring.types import EvaluatorSpec, Measurement, SampleFailure
from tests.core import world
from tests.core.conftest import MakeProject

PROCESSES = ExecutorChoice("processes", 2)


def rows(folder: Path, query: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(folder / "project.db")) as db:
        return db.execute(query).fetchall()


def kept(folder: Path) -> dict[object, object]:
    """Return which run measured each subject."""
    return dict(rows(folder, "SELECT subject_id, run_id FROM result"))  # type: ignore[arg-type]  # two columns


# ---- what a run does, and what it leaves alone ----


def test_a_second_run_measures_nothing(scored: Project) -> None:
    before = kept(scored.folder)

    again = world.score_with_fake(scored)

    assert (again.run, again.scored, again.skipped) == (None, 0, len(before))
    assert kept(scored.folder) == before


def test_redo_measures_everything_once_more(scored: Project) -> None:
    request = pipeline.ScoreRequest(EvaluatorSpec("fake_image"), executor=world.INLINE, redo=True)

    report = scored.score(request)

    assert (report.scored, report.skipped) == (len(kept(scored.folder)), 0)
    assert set(kept(scored.folder).values()) == {report.run}


def test_an_option_makes_another_evaluator(scored: Project) -> None:
    before = len(kept(scored.folder))

    report = world.score_with_fake(scored, fail_on="nothing")

    assert report.scored == before
    assert len(rows(scored.folder, "SELECT 1 FROM result")) == 2 * before


def test_originals_shared_by_two_submissions_are_measured_once(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    samples = world.grid(project.protocol)
    originals = sum(sample.side == "original" for sample in samples)
    world.take_in(project, world.write_submission(tmp_path / "a", samples, team="A"))
    other = [
        sample if sample.side == "original" else replace(sample, shade=100 + place)
        for place, sample in enumerate(samples)
    ]
    world.take_in(project, world.write_submission(tmp_path / "b", other, team="B"))

    first = world.score_with_fake(project)

    assert first.scored == 2 * len(samples) - originals
    assert rows(project.folder, "SELECT count(*) FROM sample") == [(2 * len(samples),)]


def test_a_shared_original_is_read_where_it_still_is(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    samples = world.grid(project.protocol)
    for team in ("A", "B"):
        world.take_in(project, world.write_submission(tmp_path / team, samples, team=team))
    shutil.rmtree(tmp_path / "A" / "original")
    shutil.rmtree(tmp_path / "B" / "unlearned")

    assert world.score_with_fake(project).failed == ()


def test_the_same_base_name_in_two_folders_is_two_files(scored: Project) -> None:
    found = rows(
        scored.folder,
        "SELECT f.path, e.vector FROM sample s JOIN media_file f ON f.id = s.file_id "
        "JOIN embedding e ON e.subject_id = s.subject_id WHERE f.path LIKE '%/0.png'",
    )
    assert len({Path(str(path)).name for path, _ in found}) == 1
    assert len({vector for _, vector in found}) == len(found) > 10


def test_only_the_submission_named_and_the_references_are_measured(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    project.intake.references(world.write_references(tmp_path / "refs", ["1", "2"]))
    for team, offset in (("A", 0), ("B", 500)):
        samples = [replace(sample, shade=offset + place) for place, sample in enumerate(world.grid(project.protocol))]
        world.take_in(project, world.write_submission(tmp_path / team, samples, team=team))
    request = pipeline.ScoreRequest(EvaluatorSpec("fake_image"), ("a-face-r1",), world.INLINE)

    assert project.score(request).scored == 6 + len(samples)
    assert world.score_with_fake(project).scored == len(samples)


def test_a_file_that_changed_or_went_is_an_error_until_it_is_back(unscored: Project, tmp_path: Path) -> None:
    entry = Path(str(rows(unscored.folder, "SELECT path FROM root WHERE name = 'entry'")[0][0]))
    changed, gone = "original/One/1/c0/0.png", "unlearned/One/2/c1/1.png"
    with moved_entry(unscored, entry, tmp_path) as copy:
        original = (copy / changed).read_bytes()
        world.write_picture(copy / changed, "2", 999)
        (copy / gone).rename(copy / "aside.png")

        report = world.score_with_fake(unscored)

        assert [(each.path, each.code) for each in report.failed] == [(changed, "CHANGED"), (gone, "MISSING")]
        one = world.look(unscored, "example-lab-face-r1").groups[0]
        assert one.unlearned.erb.value is None
        assert "1 retain sample not scored" in str(one.unlearned.erb.reason)

        (copy / changed).write_bytes(original)
        (copy / "aside.png").rename(copy / gone)
        again = world.score_with_fake(unscored)
        assert (again.scored, again.failed) == (2, ())
        assert world.look(unscored, "example-lab-face-r1").groups[0].unlearned.erb.value == 100


class moved_entry:  # noqa: N801 - it reads as a statement
    """A copy of an entry that the project looks into instead of the shared one."""

    def __init__(self, project: Project, entry: Path, to: Path) -> None:
        self.copy = to / "copy of entry"
        shutil.copytree(entry, self.copy)
        project.store.write(
            lambda db: db.execute("UPDATE root SET path = ? WHERE name = 'entry'", [str(self.copy)])
        ).result()

    def __enter__(self) -> Path:
        return self.copy

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.copy)


def test_errors_are_measured_again_failures_are_not(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    samples = world.grid(project.protocol)
    samples[3] = replace(samples[3], shows=world.DAMAGED)
    world.take_in(project, world.write_submission(tmp_path / "entry", samples))
    first = world.score_with_fake(project)
    assert [each.code for each in first.failed] == ["DAMAGED"]

    project.store.write(
        lambda db: db.execute("UPDATE result SET status = 'error', code = 'OUT_OF_MEMORY' WHERE subject_id = 6")
    ).result()
    again = world.score_with_fake(project)

    assert (again.scored, again.failed, again.skipped) == (1, (), len(samples) - 1)


def test_an_evaluator_that_fails_on_one_sample_leaves_the_others(unscored: Project) -> None:
    report = world.score_with_fake(unscored, fail_on="2.png")

    assert {each.code for each in report.failed} == {"EVALUATOR_ERROR"}
    assert all(each.path.endswith("2.png") for each in report.failed)
    assert report.scored == len(kept(unscored.folder))


@pytest.mark.parametrize("answer", [Measurement({"x": float("nan")}), Measurement({}, np.full(3, np.nan, np.float32))])
def test_an_answer_that_is_no_number_is_the_evaluators_error(answer: Measurement) -> None:
    failure = pipeline._storable(answer)

    assert isinstance(failure, SampleFailure)
    assert failure.code is Code.EVALUATOR_ERROR
    assert pipeline._storable(Measurement({"x": 1.0})) == Measurement({"x": 1.0})


def test_a_gpu_that_is_required_and_not_there_ends_the_run_before_it_begins(unscored: Project) -> None:
    request = pipeline.ScoreRequest(EvaluatorSpec("fake_image"), executor=world.INLINE, require_gpu=True)

    with pytest.raises(UserError, match="a GPU is required"):
        unscored.score(request)

    assert kept(unscored.folder) == {}
    assert rows(unscored.folder, "SELECT count(*) FROM run") == [(0,)]


# ---- cancel, resume ----


@pytest.mark.parametrize("choice", [world.INLINE, ExecutorChoice("threads", 2)])
def test_a_cancel_ends_within_a_unit_keeps_what_is_done_and_can_be_resumed(
    unscored: Project, choice: ExecutorChoice
) -> None:
    cancellation = Cancellation()
    seen: list[int] = []

    def cancel_soon(progress: Progress) -> None:
        seen.append(progress.done)
        if progress.done >= 9:
            cancellation.request()

    report = unscored.score(world.fake_request(choice, batch=3), cancel_soon, cancellation)

    first = kept(unscored.folder)
    assert report.cancelled
    assert 9 <= report.scored == len(first) <= 9 + 3 * (2 * choice.lanes)
    assert rows(unscored.folder, "SELECT ending FROM run") == [("cancelled",)]

    rest = world.score_with_fake(unscored)
    second = kept(unscored.folder)
    assert rest.scored == len(second) - len(first)
    assert {subject: run for subject, run in second.items() if run == report.run} == first
    assert rows(unscored.folder, "SELECT ending FROM run ORDER BY id") == [("cancelled",), ("finished",)]


def test_a_run_that_a_person_cancels_before_the_model_is_loaded_leaves_no_trace(unscored: Project) -> None:
    cancellation = Cancellation()
    cancellation.request()

    report = unscored.score(world.fake_request(), cancellation=cancellation)

    assert (report.run, report.scored, report.cancelled) == (None, 0, True)
    assert kept(unscored.folder) == {}


@pytest.mark.parametrize(("gpu_possible", "loads"), [(False, 3), (True, 1)])
def test_the_model_is_loaded_in_all_workers_at_once_unless_that_could_crowd_a_gpu(
    unscored: Project, monkeypatch: pytest.MonkeyPatch, gpu_possible: bool, loads: int
) -> None:
    submitted: list[int] = []

    def run_units(
        units: Iterable[Unit], lanes: Lanes, cancellation: Cancellation, stuck_s: float | None
    ) -> Iterator[UnitDone]:
        chosen = list(units)
        submitted.append(len(chosen))
        return jobs.run_units(chosen, lanes, cancellation, stuck_s)

    monkeypatch.setattr(pipeline, "run_units", run_units)
    monkeypatch.setattr(pipeline, "cuda_is_possible", lambda device: gpu_possible)

    report = unscored.score(world.fake_request(ExecutorChoice("threads", 3)))

    assert submitted[0] == loads
    assert report.scored == rows_of_subjects(unscored.folder)


# ---- death ----


def test_a_worker_that_is_killed_costs_nothing(unscored: Project) -> None:
    killed: list[int] = []

    def kill_one(progress: Progress) -> None:
        if progress.done and not killed:
            pid = next(worker.pid for worker in multiprocessing.active_children() if worker.pid)
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
            killed.append(pid)

    request = world.fake_request(PROCESSES, batch=4, delay_s=0.002)
    report = unscored.score(request, kill_one)

    assert killed
    assert (report.failed, report.cancelled) == ((), False)
    assert report.scored == len(kept(unscored.folder)) == rows_of_subjects(unscored.folder)


def rows_of_subjects(folder: Path) -> int:
    return len(rows(folder, "SELECT id FROM subject"))


def test_a_sample_that_crashes_its_worker_every_time_ends_alone(
    new_project: MakeProject, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = new_project(world.one_group())
    samples = world.grid(project.protocol, conditions=3)
    samples[-1] = replace(samples[-1], condition="crash", seed=77)
    project.intake.references(world.write_references(tmp_path / "refs", project.protocol.identities_of("face")))
    world.take_in(project, world.write_submission(tmp_path / "entry", samples))

    report = world.score_with_fake(project, PROCESSES, crash_on="77.png")

    assert [(each.path, each.code) for each in report.failed] == [(samples[-1].path, "EVALUATOR_ERROR")]
    assert len(kept(project.folder)) == rows_of_subjects(project.folder)
    erb = world.look(project, "example-lab-face-r1").track.erb
    assert erb.value is None
    assert "1 retain sample not scored" in str(erb.reason)

    # Another day the sample does not crash: the same evaluator measures it, and only it.
    monkeypatch.setattr("scoring.evaluators.fake.os._exit", lambda code: None)
    again = world.score_with_fake(project, world.INLINE, crash_on="77.png")
    assert again.scored == 1
    assert world.look(project, "example-lab-face-r1").track.erb.value is not None


KILLED = """
import sys
from pathlib import Path
from genmu_studio.executors import ExecutorChoice, Lanes
from genmu_studio.project import Project
from tests.core import world

if __name__ == "__main__":
    with Project.open(Path(sys.argv[1]), "write") as project:
        request = world.fake_request(ExecutorChoice("processes", 2), 5, delay_s=0.004)
        project.score(request, lambda progress: print(progress.done, flush=True))
"""


def test_after_kill_9_amid_500_samples_each_is_measured_once(new_project: MakeProject, tmp_path: Path) -> None:
    project = new_project(world.one_group())
    samples = world.grid(project.protocol, conditions=63)[:500]
    world.take_in(project, world.write_submission(tmp_path / "entry", samples))
    project.close()
    command = [sys.executable, "-c", KILLED, str(project.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert any(int(line) >= 100 for line in process.stdout), "the run ended before it could be killed"
        family = psutil.Process(process.pid).children(recursive=True)
        process.kill()
    _, orphans = psutil.wait_procs(family, timeout=20)

    assert len(family) >= 2
    assert not orphans
    first = kept(project.folder)
    assert 0 < len(first) < 500
    with Project.open(project.folder) as reopened:
        report = reopened.score(world.fake_request(ExecutorChoice("threads", 8), 5, delay_s=0.004))
    second = kept(project.folder)
    assert report.scored == 500 - len(first)
    assert report.skipped == len(first)
    assert len(second) == 500 == len(rows(project.folder, "SELECT 1 FROM result"))
    assert {subject for subject, run in second.items() if run != report.run} == set(first)
    assert rows(project.folder, "SELECT count(*), count(DISTINCT subject_id) FROM embedding") == [(500, 500)]
    assert rows(project.folder, "PRAGMA integrity_check") == [("ok",)]


@pytest.mark.parametrize("moment", ["loading the model", "scoring"])
def test_ctrl_c_ends_with_130_keeps_the_results_and_says_no_traceback(
    moment: str, new_project: MakeProject, tmp_path: Path
) -> None:
    project = new_project(world.one_group())
    samples = world.grid(project.protocol, conditions=6)
    world.take_in(project, world.write_submission(tmp_path / "entry", samples, size=1200))
    project.close()
    command = [sys.executable, "-m", "genmu_studio.cli", "score", str(project.folder)]
    command += ["--evaluator", "fake_image", "--executor", "processes:2", "--batch", "1"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            if line.startswith(moment):
                os.killpg(process.pid, signal.SIGINT)  # as a terminal does: to every process of the job
                break
        said += process.stderr.read()
        code = process.wait(60)

    assert code == 130, said
    assert "Traceback" not in said
    assert "what is done is kept" in said
    count = len(kept(project.folder))
    assert count < len(samples)
    if moment == "scoring":
        assert count > 0
    with Project.open(project.folder) as reopened:
        assert world.score_with_fake(reopened).scored == len(samples) - count


# ---- every executor the same ----


@pytest.fixture(scope="module")
def inline_answer(scored_folder: Path) -> tuple[object, object]:
    return answer(scored_folder)


def answer(folder: Path) -> tuple[object, object]:
    """Return every embedding, and the metrics as the command line would print them."""
    vectors = rows(
        folder,
        "SELECT j.digest, e.vector, r.status, r.values_json FROM result r JOIN subject j ON j.id = r.subject_id "
        "JOIN embedding e ON e.subject_id = r.subject_id ORDER BY 1",
    )
    with Project.open(folder, "read") as project:
        evaluation = project.evaluate(project.submissions()[0], View())
        assert evaluation is not None
        return vectors, json.dumps(evaluation_json(evaluation), sort_keys=True)


def compare_executor(unscored: Project, choice: ExecutorChoice, expected: tuple[object, object]) -> None:
    report = world.score_with_fake(unscored, choice)
    assert report.failed == ()
    assert answer(unscored.folder) == expected


@pytest.mark.parametrize("choice", [ExecutorChoice("threads", 2), PROCESSES])
def test_each_executor_gives_the_same(
    unscored: Project, choice: ExecutorChoice, inline_answer: tuple[object, object]
) -> None:
    compare_executor(unscored, choice, inline_answer)


def test_a_dask_cluster_gives_the_same(unscored: Project, inline_answer: tuple[object, object]) -> None:
    distributed = pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    make: Callable[..., Any] = distributed.LocalCluster
    with make(n_workers=1, threads_per_worker=2, processes=False, protocol="tcp", dashboard_address=None) as cluster:
        compare_executor(unscored, ExecutorChoice("dask", 0, cluster.scheduler_address), inline_answer)


def test_the_evaluator_of_the_results_is_named_by_its_digest(scored: Project) -> None:
    (row,) = scored.evaluators()
    assert row.digest == identify(EvaluatorSpec("fake_image")).digest
    assert (row.kind, row.official) == ("fake", False)
