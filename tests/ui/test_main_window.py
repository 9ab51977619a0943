"""The shell: views and docks, layout that is kept on a screen, quitting, dropping, a second window."""

import shutil
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QMessageBox, QPushButton, QToolButton
from pytestqt.qtbot import QtBot

from genmu_studio.jobs import Cancellation, Progress
from genmu_studio.memory import Memory
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from tests.ui.blank import BLANK_VIEWS, BlankView
from tests.ui.keyboard import CTRL, click, press
from ui.main_window import MainWindow
from ui.views import ViewRow


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


def shown_view(window: MainWindow) -> str:
    return window.page.objectName().removeprefix("view_")


def page(window: MainWindow) -> BlankView:
    assert isinstance(window.page, BlankView)
    return window.page


# ---- views and keys -------------------------------------------------------------------------------------------------


def test_views_open_by_key_and_by_click(window: MainWindow) -> None:
    assert shown_view(window) == "submissions"
    press(window.page, Qt.Key.Key_2, CTRL)
    assert shown_view(window) == "overview"
    (button,) = [each for each in window.rail.findChildren(QToolButton) if each.text() == "Review"]
    click(button)
    assert shown_view(window) == "review"
    assert button.isChecked()


def test_a_key_of_a_view_acts_in_that_view_only(window: MainWindow) -> None:
    press(window.page, Qt.Key.Key_D)
    assert page(window).acted == []
    window.show_view("review")
    press(window.page, Qt.Key.Key_D)
    press(window.page, Qt.Key.Key_Right)
    press(window.page, Qt.Key.Key_A)
    assert page(window).acted == ["next_pair", "next_pair", "previous_pair"]


def test_remapped_keys_act_at_once(window: MainWindow) -> None:
    window.show_view("review")
    window.settings.set_keys("next_pair", ("X",))
    press(window.page, Qt.Key.Key_D)
    press(window.page, Qt.Key.Key_X)
    assert page(window).acted == ["next_pair"]


def test_a_view_asks_for_another(window: MainWindow) -> None:
    window.page.asked.emit("review", "problems")
    assert shown_view(window) == "review"
    assert page(window).requests == ["problems"]


def test_an_unknown_view_of_an_older_version_is_no_error(
    dressed: QApplication, qtbot: QtBot, settings: Settings, memory: Memory
) -> None:
    memory.put("view", "gone")
    memory.put("geometry", "no base64 é")
    memory.put("layout", "AAAA")
    memory.put("state.submissions", [1, 2])
    window = MainWindow(settings, memory, BLANK_VIEWS)
    qtbot.addWidget(window)
    assert shown_view(window) == "submissions"
    window.close()


# ---- layout ---------------------------------------------------------------------------------------------------------


def reopened(window: MainWindow, qtbot: QtBot) -> MainWindow:
    window.close()
    again = MainWindow(window.settings, window.memory, BLANK_VIEWS)
    qtbot.addWidget(again)
    again.show()
    qtbot.waitExposed(again)
    return again


def on_a_screen(window: MainWindow) -> bool:
    """Whether the title and, as far as the smallest window allows, the rest can be seen."""
    room, frame = window.screen().availableGeometry(), window.frameGeometry()
    fits_across = frame.width() <= room.width() or window.width() == window.minimumWidth()
    return room.contains(frame.topLeft()) and frame.bottom() <= room.bottom() and fits_across


@pytest.mark.parametrize("corner", [QPoint(9000, 9000), QPoint(-5000, 40), QPoint(300, -3000)])
def test_a_window_that_was_left_off_screen_comes_back_on_one(window: MainWindow, qtbot: QtBot, corner: QPoint) -> None:
    window.move(corner)
    again = reopened(window, qtbot)
    assert on_a_screen(again)
    again.close()


def test_the_view_is_remembered(window: MainWindow, qtbot: QtBot) -> None:
    window.show_view("overview")
    again = reopened(window, qtbot)
    assert shown_view(again) == "overview"
    again.close()


class DockedView(BlankView):
    """A view with one dock."""

    def docks(self) -> tuple[QDockWidget, ...]:
        if not hasattr(self, "dock"):
            self.dock = QDockWidget("Inspector")
            self.dock.setObjectName("inspector")
        return (self.dock,)


DOCKED = (*BLANK_VIEWS[:2], ViewRow("review", "Review", "review", "tests.ui.test_main_window", "DockedView"))


def test_docks_belong_to_their_view_and_can_be_closed_and_put_back(
    dressed: QApplication, qtbot: QtBot, settings: Settings, memory: Memory
) -> None:
    window = MainWindow(settings, memory, DOCKED)
    qtbot.addWidget(window)
    window.show()
    window.show_view("review")
    (dock,) = window.page.docks()
    assert dock.isVisible()
    window.show_view("overview")
    assert not dock.isVisible()
    window.show_view("review")
    dock.close()
    window.show_view("overview")
    window.show_view("review")
    assert not dock.isVisible()
    dock.toggleViewAction().trigger()
    assert dock.isVisible()
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.close()

    again = MainWindow(settings, memory, DOCKED)
    qtbot.addWidget(again)
    again.show()
    (dock,) = again.page.docks()
    assert again.dockWidgetArea(dock) == Qt.DockWidgetArea.LeftDockWidgetArea
    dock.close()
    again.close()

    third = MainWindow(settings, memory, DOCKED)
    qtbot.addWidget(third)
    third.show()
    (dock,) = third.page.docks()
    assert not dock.isVisible()
    third.table["reset_layout"].trigger()
    assert dock.isVisible()
    assert third.dockWidgetArea(dock) == Qt.DockWidgetArea.RightDockWidgetArea
    third.close()


# ---- quitting -------------------------------------------------------------------------------------------------------


def until_cancelled(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> None:
    stop = threading.Event()
    cancellation.on_request(stop.set)
    on_progress(Progress("waiting", 1, 2))
    stop.wait()


def questions(window: MainWindow) -> list[QMessageBox]:
    return window.findChildren(QMessageBox, "quit_question")


def answer(window: MainWindow, text: str) -> None:
    (question,) = questions(window)
    (button,) = [each for each in question.findChildren(QPushButton) if each.text() == text]
    click(button)


def test_quitting_while_a_job_runs_asks_once(window: MainWindow, qtbot: QtBot) -> None:
    window.jobs.run("Waiting", until_cancelled)
    window.close()
    QApplication.sendEvent(window, QCloseEvent())
    assert len(questions(window)) == 1
    assert window.isVisible()
    answer(window, "Go on")
    qtbot.waitUntil(lambda: not questions(window))
    assert window.job_strip.isVisible()
    press(window.page, Qt.Key.Key_Q, CTRL)
    answer(window, "Stop and quit")
    qtbot.waitUntil(lambda: not window.isVisible())
    assert window.jobs.current is None
    assert window.context.project is None


def test_quitting_without_a_job_asks_nothing(window: MainWindow) -> None:
    press(window.page, Qt.Key.Key_Q, CTRL)
    assert window.isHidden()
    assert questions(window) == []


def test_a_layout_is_not_kept_from_a_close_that_did_not_happen(window: MainWindow, qtbot: QtBot) -> None:
    window.jobs.run("Waiting", until_cancelled)
    window.close()
    assert window.memory.get("geometry") is None
    answer(window, "Stop and quit")
    qtbot.waitUntil(lambda: not window.isVisible())
    assert window.memory.text("geometry")


# ---- projects -------------------------------------------------------------------------------------------------------


def texts(window: MainWindow) -> str:
    return "\n".join(f"{notice.text} {notice.hint}" for notice in window.notices.notices)


def test_a_second_window_opens_read_only_and_says_who_has_it(
    scored_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    first = scored_window.context.project
    assert first is not None
    second = MainWindow(Settings(tmp_path / "2" / "s.json"), Memory(tmp_path / "2" / "w.json"), BLANK_VIEWS)
    qtbot.addWidget(second)
    assert second.commands.open(first.folder)
    opened = second.context.project
    assert opened is not None
    assert opened.mode == "read"
    assert opened.notice in texts(second)
    assert "process" in opened.notice or "open" in opened.notice
    assert not second.table["score"].isEnabled()
    assert not second.table["import_submission"].isEnabled()
    assert second.table["export"].isEnabled()
    second.close()


def test_a_project_that_is_gone_is_told_and_the_one_before_stays(scored_window: MainWindow, tmp_path: Path) -> None:
    before = scored_window.context.project
    assert not scored_window.commands.open(tmp_path / "gone")
    assert scored_window.context.project is before
    assert len(scored_window.notices.notices) == 1


def dropped(window: MainWindow, *paths: Path) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    copy, left, none = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), copy, mime, left, none)
    QApplication.sendEvent(window, enter)
    assert enter.isAccepted()
    QApplication.sendEvent(window, QDropEvent(QPointF(50, 50), copy, mime, left, none))


def test_a_project_that_is_dropped_opens(window: MainWindow, qtbot: QtBot, scored_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(scored_folder, tmp_path / "dropped.genmu")
    dropped(window, tmp_path / "dropped.genmu")
    qtbot.waitUntil(lambda: window.context.project is not None)
    assert window.windowTitle() == "project – Genmu Studio"
    assert list(window.memory.recent_projects) == [tmp_path / "dropped.genmu"]


def test_a_submission_that_is_dropped_is_imported(
    scored_window: MainWindow, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[list[Path]] = []
    monkeypatch.setattr(scored_window.commands, "import_submission", asked.append)
    (tmp_path / "entry").mkdir()
    dropped(scored_window, tmp_path / "entry")
    qtbot.waitUntil(lambda: bool(asked))
    assert asked == [[tmp_path / "entry"]]


def test_a_submission_without_a_project_says_what_to_do(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    (tmp_path / "submission.toml").touch()
    dropped(window, tmp_path)
    qtbot.waitUntil(lambda: "Open or make a project first" in texts(window))
    assert window.notices.notices[0].action is not None


def test_what_is_neither_project_nor_submission_is_named(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    dropped(window, tmp_path)
    qtbot.waitUntil(lambda: f"{tmp_path} is no project and no submission" in texts(window))


def test_what_is_no_file_is_not_taken(window: MainWindow) -> None:
    mime = QMimeData()
    mime.setUrls([QUrl("https://example.org/entry.zip")])
    enter = QDragEnterEvent(
        QPoint(5, 5), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    enter.ignore()
    QApplication.sendEvent(window, enter)
    assert not enter.isAccepted()


def test_the_project_in_line_closes_the_one_before(
    scored_window: MainWindow, scored_folder: Path, tmp_path: Path
) -> None:
    before = scored_window.context.project
    assert before is not None
    shutil.copytree(scored_folder, tmp_path / "next.genmu")
    assert scored_window.commands.open(tmp_path / "next.genmu")
    with Project.open(before.folder, "write") as again:
        assert again.mode == "write"
