"""The window over a world of voices of which every aspect was measured: see `tests.core.spoken_world`."""

from pathlib import Path

from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core import spoken_world as spoken
from tests.ui.review_desk import WAIT_MS, review
from ui.main_window import MainWindow
from ui.views.review import ReviewView


def look_at(window: MainWindow, folder: Path, to: Path) -> Project:
    """Open a copy of the project in the window; return it."""
    project = Project.open(spoken.copied(folder, to), "write")
    window.context.set_project(project)
    return project


def desk(window: MainWindow, qtbot: QtBot) -> ReviewView:
    """Return the review view, all that is read of its pairs there."""
    page = review(window, qtbot)
    qtbot.waitUntil(lambda: not page.context.is_busy, timeout=WAIT_MS)
    return page
