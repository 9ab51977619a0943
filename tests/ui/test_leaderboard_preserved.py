"""PPS and WER in the window's leaderboard: there where an entry has them, told with who measured them."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core import spoken_world as spoken
from tests.ui.spoken_window import look_at
from ui.main_window import MainWindow
from ui.models.leaderboard_model import PRESERVED
from ui.views.submissions import SubmissionsView
from ui.widgets.leaderboard_table import LeaderboardTable

WAIT_MS = 20_000


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return spoken.make(tmp_path_factory.mktemp("spoken"), measured=False)


def board(window: MainWindow, qtbot: QtBot) -> LeaderboardTable:
    window.show_view("submissions")
    page = window.page
    assert isinstance(page, SubmissionsView)
    qtbot.waitUntil(lambda: page.table.isVisible() and page.table.model().rowCount() > 0, timeout=WAIT_MS)
    return page.table


def cell(table: LeaderboardTable, name: str, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> str:
    return str(table.model().index(0, PRESERVED[name]).data(role))


def test_the_columns_come_with_what_is_measured(window: MainWindow, folder: Path, tmp_path: Path, qtbot: QtBot) -> None:
    project: Project = look_at(window, folder, tmp_path)
    table = board(window, qtbot)
    assert all(table.isColumnHidden(place) for place in PRESERVED.values())
    spoken.measure(project, "pps_praat")
    qtbot.waitUntil(lambda: not table.isColumnHidden(PRESERVED["PPS"]), timeout=WAIT_MS)
    assert table.isColumnHidden(PRESERVED["WER"])
    spoken.measure(project, "asr_whisper")
    qtbot.waitUntil(lambda: not table.isColumnHidden(PRESERVED["WER"]), timeout=WAIT_MS)
    assert (cell(table, "PPS"), cell(table, "WER")) == ("81.2", "14.5")
    told = cell(table, "WER", Qt.ItemDataRole.ToolTipRole)
    for words in (repr(project.preserved(project.submissions()[0])[-1].value.value), "light stand-in", "never ranked"):
        assert words in told
    assert table.columnWidth(PRESERVED["PPS"]) >= 56


def test_faces_have_the_columns_of_before(scored_window: MainWindow, qtbot: QtBot) -> None:
    table = board(scored_window, qtbot)
    assert all(table.isColumnHidden(place) for place in PRESERVED.values())
