"""A lane of one worker: the newest wish first, what nobody waits for dropped, a worker that dies replaced."""

import os
from collections.abc import Callable, Hashable, Iterator
from functools import partial
from pathlib import Path
from threading import get_ident
from time import perf_counter

import pytest
from pytestqt.qtbot import QtBot

from ui.widgets.worker_lane import _ENOUGH_S, WorkerDiedError, WorkerLane

ANSWERED_MS = 20_000


def double(value: int) -> int:
    return 2 * value


def fail() -> None:
    raise ValueError("no")


def die() -> None:
    os._exit(3)


def die_once(mark: Path) -> str:
    if mark.exists():
        return "alive"
    mark.write_bytes(b"")
    os._exit(3)


def wait_for_file(path: Path) -> str:
    """Take until the file is there, and by the worker's own clock long enough to hand the answer over at once."""
    began = perf_counter()
    while not path.exists() or perf_counter() - began <= 2 * _ENOUGH_S:
        pass
    return "seen"


class Answers:
    """What a lane answered, in order."""

    def __init__(self, lane: WorkerLane) -> None:
        self.all: list[tuple[object, object]] = []
        lane.answered.connect(lambda key, answer: self.all.append((key, answer)))

    @property
    def keys(self) -> list[object]:
        return [key for key, _ in self.all]

    def of(self, key: object) -> object:
        return dict(self.all)[key]


MakeLane = Callable[..., tuple[WorkerLane, Answers]]


@pytest.fixture
def make(qtbot: QtBot) -> Iterator[MakeLane]:
    lanes: list[WorkerLane] = []

    def made(kept: int = 10, **options: object) -> tuple[WorkerLane, Answers]:
        lane = WorkerLane(kept, **options)  # type: ignore[arg-type]  # options of the lane itself
        lanes.append(lane)
        return lane, Answers(lane)

    yield made
    for lane in lanes:
        lane.close()


def test_answers_and_errors_come_with_their_keys(qtbot: QtBot, make: MakeLane) -> None:
    lane, answers = make()
    lane.wish("a", partial(double, 4))
    lane.wish("b", fail)
    assert lane.is_busy
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=ANSWERED_MS)
    assert answers.of("a") == 8
    assert isinstance(answers.of("b"), ValueError)


def test_the_newest_wish_is_answered_first_and_the_oldest_are_dropped(
    qtbot: QtBot, make: MakeLane, tmp_path: Path
) -> None:
    lane, answers = make(3)
    lane.wish("first", partial(wait_for_file, tmp_path / "go"))
    for value in range(6):
        lane.wish(value, partial(double, value))
    assert lane.renew(3)  # is wanted again, so that it is now the newest
    assert not lane.renew(0)  # has been dropped
    (tmp_path / "go").write_bytes(b"")
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=ANSWERED_MS)
    assert answers.keys == ["first", 3, 5, 4]


def test_a_wish_that_is_in_hand_is_not_asked_twice(qtbot: QtBot, make: MakeLane, tmp_path: Path) -> None:
    lane, answers = make()
    for _ in range(3):
        lane.wish("a", partial(wait_for_file, tmp_path / "go"))
    assert lane.renew("a")
    (tmp_path / "go").write_bytes(b"")
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=ANSWERED_MS)
    assert answers.keys == ["a"]


def test_what_was_forgotten_is_never_answered(qtbot: QtBot, make: MakeLane, tmp_path: Path) -> None:
    lane, answers = make()
    lane.wish("a", partial(wait_for_file, tmp_path / "go"))
    lane.wish("b", partial(double, 1))
    lane.forget()
    assert not lane.is_busy
    lane.wish("a", partial(double, 21))
    (tmp_path / "go").write_bytes(b"")
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=ANSWERED_MS)
    assert answers.all == [("a", 42)]


def test_a_question_that_ends_the_worker_is_asked_once_more(qtbot: QtBot, make: MakeLane, tmp_path: Path) -> None:
    lane, answers = make()
    lane.wish("b", partial(double, 3))
    lane.wish("a", partial(die_once, tmp_path / "mark"))
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=ANSWERED_MS)
    assert answers.of("a") == "alive"
    assert answers.of("b") == 6


@pytest.mark.parametrize("in_flight", [1, 2])
def test_a_question_that_ends_the_worker_twice_is_at_fault_and_the_others_are_answered(
    qtbot: QtBot, make: MakeLane, in_flight: int
) -> None:
    lane, answers = make(in_flight=in_flight)
    for value in range(3):
        lane.wish(value, partial(double, value))
    lane.wish("a", die)
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=2 * ANSWERED_MS)
    assert isinstance(answers.of("a"), WorkerDiedError)
    assert [answers.of(value) for value in range(3)] == [0, 2, 4]
    assert sorted(map(str, answers.keys)) == ["0", "1", "2", "a"]


def test_questions_go_together_and_those_not_come_to_wait_again(
    qtbot: QtBot, make: MakeLane, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lane, answers = make(at_once=3)
    lane.start()
    qtbot.waitUntil(lambda: lane.is_prompt, timeout=ANSWERED_MS)
    shipped: list[tuple[object, ...]] = []
    ship = WorkerLane._ship

    def note(self: WorkerLane, questions: dict[Hashable, Callable[[], object]]) -> None:
        shipped.append(tuple(questions))
        ship(self, questions)

    monkeypatch.setattr(WorkerLane, "_ship", note)
    slow = partial(wait_for_file, tmp_path / "go")
    questions: dict[Hashable, Callable[[], object]] = {value: partial(double, value) for value in range(4)}
    lane.wish_all(questions | {"slow": slow})
    assert shipped == [("slow", 3, 2)]
    lane.withdraw(2)
    lane.wish("fail", fail)
    qtbot.waitUntil(lambda: not lane.is_prompt)
    (tmp_path / "go").write_bytes(b"")
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=ANSWERED_MS)
    assert shipped[1:] == [(3, "fail", 1), (0,)]
    assert sorted(map(str, answers.keys)) == ["0", "1", "3", "fail", "slow"]
    assert answers.of(3) == 6
    assert isinstance(answers.of("fail"), ValueError)


def test_a_worker_is_prompt_when_it_has_started_and_nothing_holds_it_up(
    qtbot: QtBot, make: MakeLane, tmp_path: Path
) -> None:
    lane, answers = make(in_flight=2)
    assert not lane.is_prompt
    lane.start()
    assert not lane.is_prompt
    assert not lane.is_busy
    qtbot.waitUntil(lambda: lane.is_prompt, timeout=ANSWERED_MS)
    lane.start()
    lane.wish("slow", partial(wait_for_file, tmp_path / "go"))
    qtbot.waitUntil(lambda: not lane.is_prompt)
    (tmp_path / "go").write_bytes(b"")
    qtbot.waitUntil(lambda: lane.is_prompt, timeout=ANSWERED_MS)
    assert answers.all == [("slow", "seen")]


def test_answers_are_received_off_the_thread_of_the_window(qtbot: QtBot, make: MakeLane) -> None:
    threads: list[int] = []

    def receive(answer: object) -> object:
        threads.append(get_ident())
        return ("received", answer)

    lane, answers = make(receive=receive)
    lane.wish("a", partial(double, 1))
    qtbot.waitUntil(lambda: not lane.is_busy, timeout=ANSWERED_MS)
    assert answers.of("a") == ("received", 2)
    assert get_ident() not in threads


def test_closing_twice_while_a_question_is_in_hand_ends_the_worker(make: MakeLane, tmp_path: Path) -> None:
    lane, answers = make()
    lane.wish("a", partial(wait_for_file, tmp_path / "never"))
    lane.close()
    lane.close()
    assert not lane.is_busy
    assert not answers.all
