"""Questions off the GUI thread: answers in order, on the GUI thread, never in the middle of the asking."""

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from functools import partial

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from scoring.errors import UserError
from ui.questions import MovedOnError, Questions, take_no_notice


@pytest.fixture
def questions(qapp: QApplication) -> Iterator[Questions]:
    made = Questions("test-question")
    yield made
    made.close()


def wanted() -> bool:
    return True


def failing(error: Exception) -> Callable[[], object]:
    def question() -> object:
        raise error

    return question


def ask(questions: Questions, question: Callable[[], object], answers: list[object]) -> None:
    questions.ask(question, answers.append, take_no_notice, wanted)


def test_answers_come_in_the_order_of_the_questions_on_the_gui_thread(questions: Questions, qtbot: QtBot) -> None:
    answers: list[object] = []
    threads: list[threading.Thread] = []
    for number in range(20):
        ask(questions, partial(int, number), answers)
    questions.ask(threading.current_thread, threads.append, take_no_notice, wanted)
    questions.ask(int, lambda _: threads.append(threading.current_thread()), take_no_notice, wanted)
    assert questions.is_busy
    qtbot.waitUntil(lambda: not questions.is_busy)
    assert answers == list(range(20))
    assert threads[0] is not threading.main_thread()
    assert threads[1] is threading.main_thread()


def test_an_answer_that_is_there_already_does_not_come_in_the_middle_of_the_asking(
    questions: Questions, qtbot: QtBot
) -> None:
    done: Future[str] = Future()
    done.set_result("written")
    answers: list[str] = []
    questions.wait_for(done, answers.append, take_no_notice, wanted)
    assert answers == []
    qtbot.waitUntil(lambda: answers == ["written"])


def test_a_failure_goes_to_whoever_asked_and_then_to_all(questions: Questions, qtbot: QtBot) -> None:
    heard: list[tuple[str, object]] = []
    error = UserError("the disk cannot be read")
    questions.failed.connect(lambda told: heard.append(("all", told)))
    questions.ask(
        failing(error),
        lambda answer: heard.append(("answer", answer)),
        lambda told: heard.append(("who asked", told)),
        wanted,
    )
    qtbot.waitUntil(lambda: not questions.is_busy)
    assert heard == [("who asked", error), ("all", error)]


def test_who_moved_on_has_not_failed(questions: Questions, qtbot: QtBot) -> None:
    failed: list[object] = []
    missed: list[BaseException] = []
    questions.failed.connect(failed.append)
    questions.ask(failing(MovedOnError()), failed.append, missed.append, wanted)
    qtbot.waitUntil(lambda: not questions.is_busy)
    assert failed == []
    assert [type(error) for error in missed] == [MovedOnError]


def test_what_nobody_wants_is_told_to_nobody(questions: Questions, qtbot: QtBot) -> None:
    told: list[object] = []
    questions.failed.connect(told.append)
    questions.ask(int, told.append, told.append, lambda: False)
    questions.ask(failing(UserError("gone")), told.append, told.append, lambda: False)
    qtbot.waitUntil(lambda: not questions.is_busy)
    assert told == []


def test_after_the_end_nothing_is_asked_or_told(questions: Questions, qtbot: QtBot) -> None:
    answers: list[object] = []
    ask(questions, int, answers)
    questions.close()
    ask(questions, int, answers)
    other: list[object] = []
    again = Questions("another")
    ask(again, int, other)
    qtbot.waitUntil(lambda: other == [0])
    again.close()
    assert answers == []


def test_a_write_that_takes_long_keeps_no_question_waiting(questions: Questions, qtbot: QtBot) -> None:
    writing: Future[str] = Future()
    order: list[object] = []
    questions.wait_for(writing, order.append, take_no_notice, wanted)
    ask(questions, int, order)
    qtbot.waitUntil(lambda: order == [0])
    assert questions.is_busy
    writing.set_result("written")
    qtbot.waitUntil(lambda: order == [0, "written"])
