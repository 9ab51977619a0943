"""The watchdog: a unit that does not end takes its worker down, and nothing else."""

import os
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

import pytest

from genmu_studio.executors import ExecutorChoice, Lanes
from genmu_studio.jobs import Cancellation, StuckError, Unit, UnitDone, run_units
from genmu_studio.pipeline import ScoreRequest
from genmu_studio.project import Project
from scoring.types import EvaluatorSpec
from tests.core import world
from tests.core.conftest import MakeProject

# Longer than a worker takes to start on a busy machine: it counts, too.
LIMIT_S = 5.0
ONE_PROCESS = ExecutorChoice("processes", 1)
ANSWER_BYTES = 200_000_000  # sending it takes as long as making it


def answer(number: int) -> int:
    return number


def hang(number: int) -> int:
    threading.Event().wait()
    return number


def say_and_hang(pipe: Path) -> None:
    pipe.write_text("here")
    threading.Event().wait()


def listen(pipe: Path) -> str:
    return pipe.read_text()


@pytest.fixture
def lanes() -> Iterator[Lanes]:
    with closing(ExecutorChoice("processes", 2).open()) as opened:
        yield opened


def run(lanes: Lanes, units: list[Unit], cancellation: Cancellation | None = None) -> dict[int, UnitDone]:
    ended = run_units(units, lanes, cancellation or Cancellation(), LIMIT_S)
    return {done.unit.ids[0]: done for done in ended}


def test_a_stuck_unit_is_ended_and_the_others_are_answered(lanes: Lanes) -> None:
    units = [Unit((n,), hang if n == 1 else answer, (n,)) for n in range(5)]
    ended = run(lanes, units)
    assert {n: done.value for n, done in ended.items() if n != 1} == {0: 0, 2: 2, 3: 3, 4: 4}
    assert ended[1].worker_died
    assert isinstance(ended[1].error, StuckError)
    assert str(ended[1].error) == "no answer for 5 s, so the worker was ended"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="two workers meet at a named pipe")
def test_a_cancel_while_a_unit_is_stuck_comes_back(lanes: Lanes, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    cancellation = Cancellation()
    ended = run_units([Unit((0,), say_and_hang, (pipe,)), Unit((1,), listen, (pipe,))], lanes, cancellation, LIMIT_S)
    assert next(ended).value == "here"
    cancellation.request()
    (stuck,) = ended
    assert stuck.unit.ids == (0,)
    assert stuck.worker_died


def test_threads_cannot_be_killed_and_are_waited_for() -> None:
    with closing(ExecutorChoice("threads", 1).open()) as opened:
        assert not opened.can_kill
        assert [done.value for done in run_units([Unit((0,), answer, (0,))], opened, Cancellation(), 0.0)] == [0]


def test_a_sample_that_never_ends_fails_in_plain_words(new_project: MakeProject, tmp_path: Path) -> None:
    project: Project = new_project(world.one_group())
    samples = [world.Sample("unlearned", "One", "1", "c0", 0)]
    world.take_in(project, world.write_submission(tmp_path / "entry", samples))
    request = ScoreRequest(EvaluatorSpec("fake_image", (("delay_s", 3600.0),)), executor=ONE_PROCESS, stuck_s=LIMIT_S)
    report = project.score(request)
    assert [(each.code, each.message) for each in report.failed] == [
        ("EVALUATOR_ERROR", "no answer for 5 s, so the worker was ended")
    ]
    assert report.scored == 1


def _sends(size_bytes: int) -> bytes:
    return bytes(size_bytes)


@pytest.mark.parametrize("share", [0.5, 0.6, 0.7, 0.8, 0.9, 0.95])
def test_a_worker_that_is_killed_while_it_sends_an_answer_holds_nobody_up(share: float) -> None:
    lanes = ONE_PROCESS.open()
    lanes.submit(_sends, 1).result()
    started = time.monotonic()
    lanes.submit(_sends, ANSWER_BYTES).result()
    whole_s = time.monotonic() - started
    answer = lanes.submit(_sends, ANSWER_BYTES)
    with suppress(TimeoutError):
        answer.result(timeout=share * whole_s)
    lanes.kill()
    closing = threading.Thread(target=lanes.close, name="closing", daemon=True)
    closing.start()
    closing.join(timeout=30)
    assert not closing.is_alive(), "whoever reads waits for the rest of the answer"
    assert answer.done()
