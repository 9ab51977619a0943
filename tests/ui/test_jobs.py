"""The bridge of jobs: exactly one ending each, whatever happens; progress ten times a second; nothing left running."""

import threading
from collections.abc import Callable

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from genmu_studio.jobs import Cancellation, Progress
from scoring.errors import UserError
from ui.jobs import SHOWN_EVERY_MS, Ended, Jobs

OnProgress = Callable[[Progress], None]


class Listener(QObject):
    """What a jobs object said."""

    def __init__(self, jobs: Jobs) -> None:
        super().__init__()
        self.started: list[str] = []
        self.progress: list[Progress] = []
        self.ended: list[Ended] = []
        jobs.started.connect(lambda job: self.started.append(job.title))
        jobs.progressed.connect(self.progress.append)
        jobs.ended.connect(self.ended.append)


@pytest.fixture
def jobs(qtbot: QtBot) -> Jobs:
    return Jobs()


def run_one(qtbot: QtBot, jobs: Jobs, work: Callable[[OnProgress, Cancellation], object]) -> tuple[Ended, Listener]:
    listener = Listener(jobs)
    with qtbot.waitSignal(jobs.ended):
        jobs.run("Work", work)
    assert jobs.current is None
    assert len(listener.ended) == 1
    return listener.ended[0], listener


def test_a_job_that_returns_is_finished(qtbot: QtBot, jobs: Jobs) -> None:
    ended, listener = run_one(qtbot, jobs, lambda on_progress, cancellation: 42)
    assert (ended.ending, ended.value, ended.error, ended.report) == ("finished", 42, None, "")
    assert listener.started == ["Work"]


@pytest.mark.parametrize(
    "error", [RuntimeError("of torch"), ValueError("x"), SystemExit(3), KeyboardInterrupt(), GeneratorExit()]
)
def test_a_job_that_raises_anything_is_failed_with_a_report(qtbot: QtBot, jobs: Jobs, error: BaseException) -> None:
    def work(on_progress: OnProgress, cancellation: Cancellation) -> None:
        raise error

    ended, _ = run_one(qtbot, jobs, work)
    assert (ended.ending, ended.error) == ("failed", error)
    assert type(error).__name__ in ended.report
    assert "test_jobs.py" in ended.report


def test_a_persons_own_error_needs_no_report(qtbot: QtBot, jobs: Jobs) -> None:
    def work(on_progress: OnProgress, cancellation: Cancellation) -> None:
        raise UserError("no weights", "Install them.")

    ended, _ = run_one(qtbot, jobs, work)
    assert (ended.ending, ended.report) == ("failed", "")


@pytest.mark.parametrize("raises", [False, True])
def test_a_cancelled_job_is_cancelled_however_it_ends(qtbot: QtBot, jobs: Jobs, raises: bool) -> None:
    begun, go = threading.Event(), threading.Event()

    def work(on_progress: OnProgress, cancellation: Cancellation) -> int:
        begun.set()
        cancellation.on_request(go.set)
        go.wait()
        if raises:
            raise RuntimeError("stopped in the middle")
        return 1

    listener = Listener(jobs)
    jobs.run("Work", work)
    begun.wait()
    with qtbot.waitSignal(jobs.ended):
        jobs.cancel()
    assert [each.ending for each in listener.ended] == ["cancelled"]


def test_progress_is_shown_as_it_is_then_not_as_often_as_it_is_told(qtbot: QtBot, jobs: Jobs) -> None:
    told = 20_000
    go = threading.Event()

    def work(on_progress: OnProgress, cancellation: Cancellation) -> None:
        for done in range(told):
            on_progress(Progress("counting", done + 1, told))
        go.wait()

    listener = Listener(jobs)
    jobs.run("Work", work)
    qtbot.waitUntil(lambda: bool(listener.progress) and listener.progress[-1].done == told)
    with qtbot.waitSignal(jobs.ended):
        go.set()
    assert SHOWN_EVERY_MS == 100
    assert len(listener.progress) < told / 100
    assert [each.done for each in listener.progress] == sorted(each.done for each in listener.progress)


def test_jobs_run_one_after_the_other(qtbot: QtBot, jobs: Jobs) -> None:
    go = threading.Event()
    listener = Listener(jobs)
    jobs.run("first", lambda on_progress, cancellation: go.wait())
    jobs.run("second", lambda on_progress, cancellation: None)
    assert listener.started == ["first"]
    go.set()
    qtbot.waitUntil(lambda: len(listener.ended) == 2)
    assert [(each.title, each.ending) for each in listener.ended] == [("first", "finished"), ("second", "finished")]


def test_a_job_in_line_is_told_that_it_was_cancelled(qtbot: QtBot, jobs: Jobs) -> None:
    go = threading.Event()
    told: list[Ended] = []
    ran: list[bool] = []
    jobs.run("first", lambda on_progress, cancellation: go.wait())
    jobs.run("second", lambda on_progress, cancellation: ran.append(True), told.append)
    jobs.cancel()
    assert [(each.title, each.ending) for each in told] == [("second", "cancelled")]
    with qtbot.waitSignal(jobs.ended):
        go.set()
    assert ran == []
    assert len(told) == 1


def test_close_waits_for_the_thread(qtbot: QtBot, jobs: Jobs) -> None:
    ended = threading.Event()

    def work(on_progress: OnProgress, cancellation: Cancellation) -> None:
        stop = threading.Event()
        cancellation.on_request(stop.set)
        stop.wait()
        ended.set()

    jobs.run("Work", work)
    jobs.close()
    assert ended.is_set()
    qtbot.waitUntil(lambda: jobs.current is None)


def test_a_job_may_start_another_at_its_end(qtbot: QtBot, jobs: Jobs) -> None:
    listener = Listener(jobs)

    def go_on(ended: Ended) -> None:
        jobs.run("next", lambda on_progress, cancellation: 2)

    jobs.run("first", lambda on_progress, cancellation: 1, go_on)
    qtbot.waitUntil(lambda: len(listener.ended) == 2)
    assert [each.value for each in listener.ended] == [1, 2]
