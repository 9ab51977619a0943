"""The window of the tests: settings and memory in the test's own folder, and a small scored project to look at."""

import shutil
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QDialog
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.memory import Memory
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from tests.core import world
from tests.ui import audit_room, label_world
from tests.ui.blank import BLANK_VIEWS
from tests.ui.patience import PatientBot
from ui import theme
from ui.main_window import MainWindow
from ui.views import VIEWS, ViewRow


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> QtBot:
    """Return what presses, clicks and waits, with patience."""
    return PatientBot(request)


@pytest.fixture(scope="session")
def dressed(qapp: QApplication) -> QApplication:
    """Return the application in the dark theme, with the bundled font."""
    theme.load_font()
    theme.apply(qapp, "dark")
    return qapp


@pytest.fixture(autouse=True)
def no_window_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail the test that leaves a window or dialog on the screen."""
    yield
    if "qapp" in request.fixturenames:
        left = [each for each in QApplication.topLevelWidgets() if each.isVisible()]
        for widget in left:
            widget.close()
        assert not left, f"left on the screen: {left}"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Return settings that nobody has changed, kept in the test's folder."""
    return Settings(tmp_path / "config" / "settings.json")


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    """Return a memory of nothing, kept in the test's folder."""
    return Memory(tmp_path / "config" / "window.json")


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    """Return the views of the window: the real ones, blank where one has not been built."""
    return tuple(row if find_spec(row.module) else blank for row, blank in zip(VIEWS, BLANK_VIEWS, strict=True))


@pytest.fixture
def window(
    dressed: QApplication, qtbot: QtBot, settings: Settings, memory: Memory, views: tuple[ViewRow, ...]
) -> Iterator[MainWindow]:
    """Return the window, shown, without a project; it is closed at the end, and what runs in it is cancelled."""
    made = MainWindow(settings, memory, views)
    made.show()
    qtbot.waitExposed(made)
    yield made
    for dialog in made.findChildren(QDialog):
        dialog.close()
    made.quit_without_asking()
    qtbot.waitUntil(lambda: made.jobs.current is None and not made.isVisible(), timeout=20_000)
    made.jobs.close()
    made.context.close()
    made.deleteLater()
    qtbot.waitUntil(lambda: not isValid(made))


@pytest.fixture(scope="session")
def label_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project that people are asked about; to be copied, see `label_world`."""
    return label_world.make(tmp_path_factory.mktemp("label"))


@pytest.fixture(scope="session")
def unscored_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project of two groups with references and two entries, not scored.

    Example Lab (28 samples): identity 1 shows 2, 11 still shows itself, 13 shows a stranger. Second Lab forgets both.
    """
    folder = tmp_path_factory.mktemp("window")
    protocol = world.two_groups()
    samples = world.grid(protocol, conditions=2)
    first = {("unlearned", "1"): "2", ("unlearned", "13"): world.STRANGER}
    second = {("unlearned", "1"): world.STRANGER, ("unlearned", "11"): world.STRANGER}
    world.write_submission(folder / "first", world.showing(samples, first))
    world.write_submission(folder / "second", world.showing(samples, second), team="Second Lab")
    world.write_references(folder / "references", protocol.identities_of("face"))
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(folder / "references")
        world.take_in(project, folder / "first")
        world.take_in(project, folder / "second")
    return folder / "project.genmu"


@pytest.fixture(scope="session")
def scored_folder(unscored_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the same project, scored with fake_image."""
    folder = tmp_path_factory.mktemp("window-scored") / "project.genmu"
    shutil.copytree(unscored_folder, folder)
    with Project.open(folder) as project:
        world.score_with_fake(project)
    return folder


def _look_at(window: MainWindow, folder: Path, copy: Path) -> MainWindow:
    shutil.copytree(folder, copy)
    window.context.set_project(Project.open(copy, "write"))
    return window


@pytest.fixture
def unscored_window(window: MainWindow, unscored_folder: Path, tmp_path: Path) -> MainWindow:
    """Return the window with a copy of the unscored project open for writing."""
    return _look_at(window, unscored_folder, tmp_path / "project.genmu")


@pytest.fixture
def scored_window(window: MainWindow, scored_folder: Path, tmp_path: Path) -> MainWindow:
    """Return the window with a copy of the scored project open for writing."""
    return _look_at(window, scored_folder, tmp_path / "project.genmu")


@pytest.fixture(scope="session")
def auditable_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a closed project of two scored entries in which the audit finds something; see `audit_room`."""
    return audit_room.make(tmp_path_factory.mktemp("auditable"))


@pytest.fixture(scope="session")
def audited_folder(auditable_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy of it, audited."""
    folder = tmp_path_factory.mktemp("audited") / "project.genmu"
    shutil.copytree(auditable_folder, folder)
    with Project.open(folder, "write") as project:
        project.audit.run(executor=world.INLINE)
    return folder


@pytest.fixture
def auditable_window(window: MainWindow, auditable_folder: Path, tmp_path: Path) -> MainWindow:
    """Return the window with a copy of the project that nobody audited."""
    return _look_at(window, auditable_folder, tmp_path / "project.genmu")


@pytest.fixture
def room(window: MainWindow, audited_folder: Path, tmp_path: Path, qtbot: QtBot) -> audit_room.Room:
    """Return the audit room on a copy of the audited project."""
    return audit_room.enter(_look_at(window, audited_folder, tmp_path / "project.genmu"), qtbot)
