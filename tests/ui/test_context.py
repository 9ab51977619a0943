"""What the window looks at: questions off the thread, answers only where they are still wanted."""

import shutil
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot
from sqlite_utils import Database

from genmu_studio.domain import SubmissionRow
from genmu_studio.evaluation import Evaluation
from genmu_studio.marks import Mark
from genmu_studio.project import Project
from genmu_studio.view import View
from tests.core import world
from tests.ui.blank import BLANK_VIEWS
from ui.context import Context
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


@pytest.fixture
def context(scored_window: MainWindow) -> Context:
    return scored_window.context


def wait_for_figures(context: Context, qtbot: QtBot) -> None:
    """Ask for the figures of what is shown, and wait until they are known."""
    context.evaluation()
    qtbot.waitUntil(context.is_known)


def test_an_evaluation_is_asked_once_and_kept(context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    project = context.project
    assert project is not None
    wait_for_figures(context, qtbot)
    asked: list[View] = []
    evaluate = project.evaluate

    def counted(row: SubmissionRow, view: View) -> Evaluation | None:
        asked.append(view)
        return evaluate(row, view)

    monkeypatch.setattr(project, "evaluate", counted)
    context.look(threshold="0.1")
    assert context.evaluation() is None
    assert context.evaluation() is None
    wait_for_figures(context, qtbot)
    known = context.evaluation()
    assert known is not None
    assert known.own_lens.threshold.value == 0.1
    assert context.evaluation() is known
    assert asked == [View(threshold="0.1")]


def test_the_thread_of_questions_is_not_that_of_the_window(context: Context, qtbot: QtBot) -> None:
    answers: list[tuple[object, object]] = []
    context.ask(threading.get_ident, lambda ident: answers.append((ident, threading.get_ident())))
    qtbot.waitUntil(lambda: bool(answers))
    assert answers[0][0] != answers[0][1] == threading.get_ident()


def test_an_answer_about_another_project_is_dropped(
    context: Context, qtbot: QtBot, scored_folder: Path, tmp_path: Path
) -> None:
    go = threading.Event()
    answers: list[str] = []

    def before() -> str:
        go.wait()
        return "before"

    context.ask(before, answers.append)
    shutil.copytree(scored_folder, tmp_path / "other.genmu")
    context.set_project(Project.open(tmp_path / "other.genmu", "write"))
    context.ask(lambda: "after", answers.append)
    go.set()
    qtbot.waitUntil(lambda: bool(answers))
    assert answers == ["after"]


def test_a_change_of_the_data_drops_evaluations_but_no_other_answer(context: Context, qtbot: QtBot) -> None:
    project = context.project
    assert project is not None
    wait_for_figures(context, qtbot)
    go = threading.Event()
    answers: list[bool] = []
    context.ask(go.wait, answers.append)
    with qtbot.waitSignal(context.data_changed):
        world.score_with_fake(project)
    assert not context.is_known()
    go.set()
    qtbot.waitUntil(lambda: answers == [True])
    qtbot.waitUntil(lambda: context.evaluation() is not None)


def test_a_small_question_does_not_wait_for_an_evaluation(
    context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = context.project
    assert project is not None
    wait_for_figures(context, qtbot)
    begun, go = threading.Event(), threading.Event()
    evaluate = project.evaluate

    def slow(row: SubmissionRow, view: View) -> Evaluation | None:
        begun.set()
        go.wait()
        return evaluate(row, view)

    monkeypatch.setattr(project, "evaluate", slow)
    answers: list[str] = []
    context.look(threshold="0.1")
    assert context.evaluation() is None
    qtbot.waitUntil(begun.is_set)
    for word in ("these", "in", "order"):
        context.ask(partial(str, word), answers.append)
    qtbot.waitUntil(lambda: answers == ["these", "in", "order"])
    assert not context.is_known()
    go.set()
    wait_for_figures(context, qtbot)


def test_marks_leave_evaluations_and_boards_as_they_are(context: Context, qtbot: QtBot) -> None:
    project = context.project
    assert project is not None
    qtbot.waitUntil(lambda: context.evaluation() is not None and context.leaderboard("face") is not None)
    evaluation, board = context.evaluation(), context.leaderboard("face")
    assert evaluation is not None
    sample = int(evaluation.frames[0].sample_id[0])
    with qtbot.waitSignal(context.data_changed) as told:
        project.mark("bookmark", [Mark("bookmark", sample, "yes")]).result()
    assert "marks" in told.args[0]
    assert context.evaluation() is evaluation
    assert context.leaderboard("face") is board


def test_after_a_change_the_thread_of_the_window_reads_nothing(
    context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = context.project
    assert project is not None
    wait_for_figures(context, qtbot)
    readers: set[int] = set()
    read = project.store.read

    def noted(function: Callable[[Database], object]) -> object:
        readers.add(threading.get_ident())
        return read(function)

    monkeypatch.setattr(project.store, "read", noted)
    with ThreadPoolExecutor(1) as job, qtbot.waitSignal(context.data_changed):
        job.submit(world.score_with_fake, project)
    wait_for_figures(context, qtbot)
    context.step(1)
    wait_for_figures(context, qtbot)
    assert readers
    assert threading.get_ident() not in readers


def test_evaluations_leave_when_their_frames_fill_the_memory(
    context: Context, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    wait_for_figures(context, qtbot)
    first, shown = context.evaluation(), context.submission
    assert first is not None
    context.look(threshold="0.1")
    wait_for_figures(context, qtbot)
    context.official_lens()
    assert context.evaluation() is first  # the same frames under two lenses are counted once
    monkeypatch.setattr("ui.kept_figures._KEPT_BYTES", first.look.base.built.size_bytes)
    context.step(1)
    wait_for_figures(context, qtbot)
    assert not context.is_known(shown)


def test_a_question_that_fails_is_told_and_may_be_asked_again(context: Context, qtbot: QtBot) -> None:
    def fail() -> None:
        raise ValueError("no answer")

    for _ in range(2):
        with qtbot.waitSignal(context.failed) as told:
            context.ask(fail, lambda _: None)
        assert isinstance(told.args[0], ValueError)


def test_the_lens_comes_back_with_one_step(context: Context, qtbot: QtBot) -> None:
    context.look(policy="exclude", threshold="0.2")
    assert context.view == View(policy="exclude", threshold="0.2")
    with qtbot.waitSignal(context.lens_changed):
        context.official_lens()
    assert context.view == View()


def test_submissions_go_round(context: Context) -> None:
    project = context.project
    assert project is not None
    ids = [row.id for row in project.submissions()]
    seen = []
    for _ in range(3):
        assert context.submission is not None
        seen.append(context.submission.id)
        context.step(1)
    assert seen == [ids[0], ids[1], ids[0]]
    context.step(-1)
    context.step(-1)
    assert context.submission is not None
    assert context.submission.id == ids[1]


def test_closing_while_a_question_runs_drops_its_answer(context: Context, qtbot: QtBot) -> None:
    begun = threading.Event()
    answers: list[object] = []

    def slow() -> int:
        begun.set()
        return 1

    context.ask(slow, answers.append)
    begun.wait()
    context.close()
    context.close()
    context.ask(lambda: 2, answers.append)
    qtbot.waitUntil(lambda: context.project is None)
    assert answers == []
