"""Lanes of every kind: how they are named, what a worker process is, and what its death costs."""

import importlib
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psutil
import pytest

from genmu_studio.executors import THREADS_VARIABLE, ExecutorChoice, Lanes, NotBegunError, available_cpus
from genmu_studio.jobs import Cancellation, Unit, run_units
from scoring.errors import UserError
from tests.core import units


@pytest.mark.parametrize(
    ("text", "choice"),
    [
        ("inline", ExecutorChoice("inline", 1)),
        ("threads", ExecutorChoice("threads", 0)),
        ("threads:3", ExecutorChoice("threads", 3)),
        ("processes", ExecutorChoice("processes", 0)),
        ("processes:256", ExecutorChoice("processes", 256)),
        ("dask:tcp://10.0.0.1:8786", ExecutorChoice("dask", 0, "tcp://10.0.0.1:8786")),
    ],
)
def test_an_executor_is_named_by_kind_and_lanes(text: str, choice: ExecutorChoice) -> None:
    assert ExecutorChoice.parse(text) == choice


@pytest.mark.parametrize(
    "text", ["", "Inline", "inline:2", "threads:0", "threads:-1", "threads:²", "processes:257", "dask", "dask:", "gpu"]
)
def test_another_name_is_a_user_error(text: str) -> None:
    with pytest.raises(UserError, match="no executor"):
        ExecutorChoice.parse(text)


@pytest.mark.parametrize("choice", [ExecutorChoice("inline", 1), ExecutorChoice("threads", 2)])
def test_after_a_stop_no_unit_begins(choice: ExecutorChoice) -> None:
    with closing(choice.open()) as lanes:
        assert lanes.submit(units.square, 3).result() == 9
        lanes.stop()
        assert isinstance(lanes.submit(units.square, 3).exception(), NotBegunError)


def test_lanes_in_this_process_share_the_processors_and_give_them_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(THREADS_VARIABLE, raising=False)
    with closing(ExecutorChoice("threads", 1).open()) as lanes:
        assert lanes.submit(units.threads_allowed).result() == str(available_cpus())
    assert THREADS_VARIABLE not in os.environ

    monkeypatch.setenv(THREADS_VARIABLE, "7")
    with closing(ExecutorChoice("threads", 1).open()) as lanes:
        assert lanes.submit(units.threads_allowed).result() == "7"
    assert os.environ[THREADS_VARIABLE] == "7"


def test_no_scheduler_is_a_user_error(unused_address: str) -> None:
    pytest.importorskip("distributed", reason="the extra `cluster` is not installed")
    with pytest.raises(UserError, match="no dask scheduler"):
        ExecutorChoice("dask", 0, unused_address).open()


@pytest.fixture
def unused_address(monkeypatch: pytest.MonkeyPatch) -> str:
    """Return an address that is none, so that nobody waits for an answer."""
    return "tcp://127.0.0.1:not-a-port"


# ---- worker processes: one pool for all ----


@pytest.fixture(scope="module")
def workers() -> Iterator[Lanes]:
    with closing(ExecutorChoice("processes", 2).open()) as lanes:
        for started in [lanes.submit(units.square, number) for number in range(2)]:
            started.result(60)
        yield lanes


def value_of(lanes: Lanes, unit: Unit) -> object:
    (done,) = run_units([unit], lanes, Cancellation())
    if done.error is not None:
        raise done.error
    return done.value


def test_a_worker_holds_no_qt_even_when_its_parent_does(workers: Lanes) -> None:
    importlib.import_module("PySide6.QtCore")
    assert units.loaded("PySide6")

    assert value_of(workers, Unit((), units.loaded, ("PySide6",))) is False


def test_a_worker_is_deaf_to_ctrl_c(workers: Lanes) -> None:
    pid = value_of(workers, Unit((), units.interrupt_self, ()))

    assert isinstance(pid, int)
    assert pid != os.getpid()
    assert psutil.Process(pid).is_running()


def test_ctrl_c_while_a_worker_starts_leaves_it_alone(capfd: pytest.CaptureFixture[str]) -> None:
    before = set(psutil.Process().children())
    with closing(ExecutorChoice("processes", 1).open()) as lanes:
        answer = lanes.submit(units.square, 3)
        for process in set(psutil.Process().children()) - before:
            process.send_signal(signal.SIGINT)
        assert answer.result(60) == 9

    assert capfd.readouterr().err == ""


def test_a_worker_has_its_share_of_the_processors(workers: Lanes) -> None:
    assert value_of(workers, Unit((), units.threads_allowed, ())) == str(max(1, available_cpus() // 2))


@pytest.mark.skipif(sys.platform == "win32", reason="processes have another kind of rank there")
@pytest.mark.parametrize("gives_way", [False, True])
def test_a_worker_gives_way_to_other_programs_where_it_is_told_to(gives_way: bool) -> None:
    with closing(ExecutorChoice("processes", 1, gives_way=gives_way).open()) as lanes:
        niceness = lanes.submit(os.nice, 0).result(60)

    assert niceness == min(19, os.nice(0) + (10 if gives_way else 0))


def test_a_user_error_crosses_the_border_whole(workers: Lanes) -> None:
    with pytest.raises(UserError, match="no weights") as caught:
        value_of(workers, Unit((), units.fail_with, ("no weights",)))

    assert (caught.value.hint, caught.value.detail) == ("a hint", "a detail")


def test_a_death_costs_only_the_unit_that_causes_it_every_time(tmp_path: Path) -> None:
    once = Unit((100,), units.die_once, (str(tmp_path / "flag"),))
    always = Unit((200,), units.die, ())
    mixed = [*units.squares(range(4)), once, *units.squares(range(4, 8)), always, *units.squares(range(8, 12))]

    with closing(ExecutorChoice("processes", 2).open()) as lanes:
        done = list(run_units(mixed, lanes, Cancellation()))

    assert sorted(each.unit.ids[0] for each in done) == [*range(12), 100, 200]
    by_id = {each.unit.ids[0]: each for each in done}
    assert by_id[200].worker_died
    assert by_id[100].value == "survived"
    assert all(by_id[n].value == n * n for n in range(12))


def test_closed_lanes_leave_no_process() -> None:
    before = set(psutil.Process().children())
    with closing(ExecutorChoice("processes", 1).open()) as lanes:
        value_of(lanes, Unit((), units.square, (2,)))
        assert set(psutil.Process().children()) - before
    _, alive = psutil.wait_procs(set(psutil.Process().children()) - before, timeout=10)

    assert not [process for process in alive if "resource_tracker" not in " ".join(process.cmdline())]
