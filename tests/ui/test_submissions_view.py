"""The submissions as a person sees them: tabs, table, states, keys, start page."""

from pathlib import Path
from typing import cast

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QPushButton, QTableView, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from scoring.errors import UserError
from tests.core import world
from ui.main_window import MainWindow
from ui.models.leaderboard_model import ERB, TEAM, LeaderboardModel
from ui.views.submissions import SubmissionsView, TrackTabs
from ui.widgets.start_page import StartPage


def _view(window: MainWindow) -> SubmissionsView:
    window.show_view("submissions")
    assert isinstance(window.page, SubmissionsView)
    return window.page


def _teams(view: SubmissionsView) -> list[str]:
    model = cast(LeaderboardModel, view.table.model())
    return [model.row_at(n).submission.team for n in range(model.rowCount())]


def _filled(window: MainWindow, qtbot: QtBot) -> SubmissionsView:
    view = _view(window)
    qtbot.waitUntil(view.table.isVisible)
    qtbot.waitUntil(lambda: window.context.leaderboard(view.track) is not None)
    return view


def _button(root: QWidget, text: str) -> QPushButton:
    return next(each for each in root.findChildren(QPushButton) if each.text().startswith(text) and each.isVisible())


def _texts(root: QWidget) -> str:
    return "\n".join(each.text() for each in root.findChildren(QWidget) if hasattr(each, "text") and each.isVisible())


def test_the_table_shows_what_the_core_ranks(scored_window: MainWindow, qtbot: QtBot) -> None:
    view = _filled(scored_window, qtbot)
    project = scored_window.context.project
    assert project is not None
    board = project.leaderboard("face")
    assert _teams(view) == [row.submission.team for row in board]
    shown = [view.table.model().index(n, ERB).data() for n in range(2)]
    assert shown == [f"{row.evaluation.track.erb.value:.1f}" for row in board if row.evaluation is not None]
    assert "fake, for tests only evaluator: not for publication" in _texts(view)
    assert "official lens" in _texts(view)


def test_enter_and_double_click_open_the_overview(scored_window: MainWindow, qtbot: QtBot) -> None:
    view = _filled(scored_window, qtbot)
    assert view.table.hasFocus()
    QTest.keyClick(view.table, Qt.Key.Key_Home)
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.asked) as asked:
        QTest.keyClick(view.table, Qt.Key.Key_Return)
    assert asked.args == ["overview", None]
    chosen = scored_window.context.submission
    assert chosen is not None
    assert chosen.team == _teams(view)[1]
    view = _filled(scored_window, qtbot)
    place = view.table.visualRect(view.table.model().index(0, TEAM)).center()
    viewport = view.table.viewport()
    QTest.mouseClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    with qtbot.waitSignal(view.asked):
        QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    chosen = scored_window.context.submission
    assert chosen is not None
    assert chosen.team == _teams(view)[0]


def test_a_click_on_a_header_sorts_and_the_order_is_remembered(scored_window: MainWindow, qtbot: QtBot) -> None:
    view = _filled(scored_window, qtbot)
    header = view.table.horizontalHeader()
    before = _teams(view)
    place = QPoint(header.sectionViewportPosition(ERB) + 30, header.height() // 2)
    QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert _teams(view) == before[::-1]
    state = view.state()
    assert state == {"sorted_by": "ERB with interval", "descending": False}
    view.restore({"sorted_by": "rank"})
    assert _teams(view) == before
    view.restore(state)
    assert _teams(view) == before[::-1]


def test_another_lens_greys_the_numbers_until_they_are_computed(scored_window: MainWindow, qtbot: QtBot) -> None:
    view = _filled(scored_window, qtbot)
    scored_window.context.look(policy="exclude")
    assert "computing…" in _texts(view)
    qtbot.waitUntil(lambda: "computing…" not in _texts(view))
    assert "what-if lens: nothing is ranked" in _texts(view)
    assert "what-if lens" in view.table.model().index(0, TEAM).data()


def test_a_question_that_fails_says_so(scored_window: MainWindow, qtbot: QtBot) -> None:
    view = _filled(scored_window, qtbot)
    project = scored_window.context.project
    assert project is not None

    asked: list[object] = []

    def fail(*what: object) -> None:
        asked.append(what)
        raise UserError("the disk is gone", "Plug it in.")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(project, "leaderboard", fail)
        patch.setattr(project, "evaluate", fail)
        scored_window.context.look(threshold="0.3")
        qtbot.waitUntil(lambda: "The scores cannot be shown" in _texts(view))
        assert "Plug it in." in _texts(view)
        before = len(asked)
        for _ in range(3):
            with qtbot.waitCallback() as answered:
                scored_window.context.ask(lambda: None, answered)
        assert len(asked) == before  # what failed is not asked again and again
    scored_window.context.official_lens()
    qtbot.waitUntil(view.table.isVisible)


def test_a_track_without_submissions_offers_the_import(unscored_window: MainWindow, qtbot: QtBot) -> None:
    view = _filled(unscored_window, qtbot)
    assert "2 not scored yet" in _texts(view)
    tabs = view.findChild(TrackTabs)
    assert tabs is not None
    assert [button.text() for button in tabs.buttons.values()] == ["Face 2", "Speech 0", "Concept 0"]
    QTest.mouseClick(tabs.buttons["speech"], Qt.MouseButton.LeftButton)
    assert view.track == "speech"
    assert not view.table.isVisible()
    assert "No speech submission yet" in _texts(view)
    assert _button(view, "Import submission").isEnabled()


def test_an_import_appears_at_once_and_its_team_literally(
    unscored_window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    view = _filled(unscored_window, qtbot)
    project = unscored_window.context.project
    assert project is not None
    name = "<b>x</b><img src=x>"
    folder = world.write_submission(tmp_path / "third", world.grid(project.protocol, conditions=1), team=name)
    world.take_in(project, folder)
    qtbot.waitUntil(lambda: name in _teams(view))
    place = _teams(view).index(name)
    assert view.table.model().index(place, TEAM).data().startswith(name)
    assert not view.table.grab().isNull()


def test_a_read_only_project_says_that_nothing_can_be_imported(
    window: MainWindow, scored_folder: Path, qtbot: QtBot
) -> None:
    window.context.set_project(Project.open(scored_folder, "read"))
    view = _filled(window, qtbot)
    assert "Read-only" in _texts(view)
    assert not _button(view, "Import a submission").isEnabled()


def test_without_a_project_recent_ones_are_offered(window: MainWindow, scored_folder: Path, qtbot: QtBot) -> None:
    view = _view(window)
    assert view.findChild(StartPage) is not None
    assert _button(view, "New project").isEnabled()
    assert "Recent projects" not in _texts(view)
    window.memory.remember_project(scored_folder)
    view.refresh()
    qtbot.waitUntil(lambda: "project.genmu" in _texts(view))
    QTest.mouseClick(_button(view, "project.genmu"), Qt.MouseButton.LeftButton)
    project = window.context.project
    assert project is not None
    assert project.folder == scored_folder
    qtbot.waitUntil(view.table.isVisible)


def test_the_demo_asks_for_a_folder_and_refuses_a_full_one(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    view = _view(window)
    (tmp_path / "genmu-demo").mkdir()
    (tmp_path / "genmu-demo" / "mine.txt").touch()
    QTest.mouseClick(_button(view, "Make the demo"), Qt.MouseButton.LeftButton)
    dialog = window.findChild(QFileDialog)
    assert dialog is not None
    dialog.fileSelected.emit(str(tmp_path))
    dialog.reject()
    assert window.jobs.current is not None
    assert not _button(view, "Make the demo").isEnabled()
    qtbot.waitUntil(lambda: window.jobs.current is None, timeout=30_000)
    assert "is not empty" in window.notices.notices[0].text
    assert window.context.project is None


def test_the_demo_can_be_cancelled(window: MainWindow, qtbot: QtBot, tmp_path: Path) -> None:
    from ui.demo_job import start_demo

    start_demo(window, tmp_path)
    qtbot.waitUntil(lambda: window.jobs.current is not None)
    window.jobs.cancel()
    qtbot.waitUntil(lambda: window.jobs.current is None, timeout=30_000)
    assert window.notices.notices == ()
    assert window.context.project is None


def test_every_control_has_a_name_and_a_tooltip(scored_window: MainWindow, qtbot: QtBot) -> None:
    view = _filled(scored_window, qtbot)
    controls = [*view.findChildren(QPushButton), *view.findChildren(QTableView)]
    assert len(controls) >= 6
    assert [each for each in controls if not each.accessibleName() or not each.toolTip()] == []
