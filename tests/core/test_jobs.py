"""Units through lanes: each once, lazily, errors as data, cancel within one unit; progress and rate."""

import threading
import time
from collections.abc import Iterator
from contextlib import closing

import pytest

from genmu_studio.executors import ExecutorChoice
from genmu_studio.jobs import Cancellation, Meter, Unit, run_units
from scoring.errors import UserError
from tests.core.units import fail_with, square, squares

LOCAL = [ExecutorChoice("inline", 1), ExecutorChoice("threads", 1), ExecutorChoice("threads", 3)]


@pytest.mark.parametrize("choice", LOCAL)
@pytest.mark.parametrize("count", [0, 1, 25])
def test_each_unit_ends_once(choice: ExecutorChoice, count: int) -> None:
    with closing(choice.open()) as lanes:
        done = list(run_units(squares(range(count)), lanes, Cancellation()))

    assert sorted((each.unit.ids, each.value) for each in done) == [((n,), n * n) for n in range(count)]
    assert all(each.error is None and not each.worker_died for each in done)


@pytest.mark.parametrize("choice", LOCAL)
def test_an_error_belongs_to_its_unit(choice: ExecutorChoice) -> None:
    units = [*squares(range(3)), Unit((7,), fail_with, ("no such thing",)), *squares(range(3, 6))]

    with closing(choice.open()) as lanes:
        done = {each.unit.ids[0]: each for each in run_units(units, lanes, Cancellation())}

    assert {n: each.value for n, each in done.items() if n != 7} == {n: n * n for n in range(6)}
    error = done[7].error
    assert isinstance(error, UserError)
    assert error.hint == "a hint"


@pytest.mark.parametrize("choice", LOCAL)
def test_units_are_made_no_earlier_than_a_lane_can_take_them(choice: ExecutorChoice) -> None:
    made = 0

    def units() -> Iterator[Unit]:
        nonlocal made
        for made in range(1, 31):
            yield Unit((made,), square, (made,))

    with closing(choice.open()) as lanes:
        for ended, _ in enumerate(run_units(units(), lanes, Cancellation()), start=1):
            # What has ended but was not handed out yet fills at most one more round.
            assert made - ended <= 2 * lanes.count + 1


@pytest.mark.parametrize("choice", LOCAL)
def test_nothing_begins_after_a_cancel(choice: ExecutorChoice) -> None:
    cancellation = Cancellation()
    begun: list[int] = []

    def work(number: int) -> int:
        begun.append(number)
        if number == 4:
            cancellation.request()
        return number

    units = [Unit((number,), work, (number,)) for number in range(50)]
    with closing(choice.open()) as lanes:
        done = [each.unit.ids[0] for each in run_units(units, lanes, cancellation)]

    assert sorted(done) == sorted(begun), "what has begun ends, and is kept"
    assert len(begun) <= 5 + (lanes.count - 1), "only what ran on the other lanes may still end"


def test_a_cancel_reaches_units_that_wait_for_a_lane() -> None:
    cancellation = Cancellation()
    running = threading.Barrier(3)
    release = threading.Event()

    def work(number: int) -> int:
        running.wait(10)
        assert release.wait(10)
        return number

    def cancel_when_both_run() -> None:
        running.wait(10)
        cancellation.request()
        release.set()

    canceller = threading.Thread(target=cancel_when_both_run)
    canceller.start()
    with closing(ExecutorChoice("threads", 2).open()) as lanes:
        units = [Unit((number,), work, (number,)) for number in range(10)]
        done = [each.unit.ids[0] for each in run_units(units, lanes, cancellation)]
    canceller.join()

    assert sorted(done) == [0, 1]


def test_a_cancel_before_the_start_runs_nothing() -> None:
    cancellation = Cancellation()
    cancellation.request()

    with closing(ExecutorChoice("inline", 1).open()) as lanes:
        assert list(run_units(squares(range(3)), lanes, cancellation)) == []


def test_whoever_listens_hears_of_a_cancel_even_when_late() -> None:
    cancellation = Cancellation()
    heard: list[str] = []

    cancellation.on_request(lambda: heard.append("early"))
    assert heard == []
    cancellation.request()
    cancellation.on_request(lambda: heard.append("late"))

    assert heard == ["early", "late"]


def test_the_rate_leaves_the_warm_up_out_and_follows_recent_units(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [1000.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    meter = Meter("scoring", 1000)
    assert meter.progress().per_second is None

    clock[0] += 60  # the model loads
    meter.start()
    assert meter.progress().eta_s is None
    for _ in range(4):
        clock[0] += 2
        meter.add(10, 1)

    first = meter.progress()
    assert (first.done, first.total, first.failed) == (40, 1000, 4)
    assert first.per_second == pytest.approx(5)
    assert first.eta_s == pytest.approx(960 / 5)

    for _ in range(40):  # it got faster; the slow units are long gone
        clock[0] += 1
        meter.add(20, 0)
    assert meter.progress().per_second == pytest.approx(20)
