"""Review and Scores look as they looked when somebody looked at them last: in every state, dark and light."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from tests.core import world
from tests.ui import golden_album
from tests.ui.golden_scenes import SCENES
from tests.ui.golden_stage import SIZE, Stage
from tests.ui.golden_world import make_project
from ui import theme
from ui.main_window import MainWindow

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="letters are drawn in another way elsewhere")


@pytest.fixture(scope="module")
def projects(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Return projects by name: without submission, not scored, half of the samples scored, all scored."""
    folder = tmp_path_factory.mktemp("golden")
    Project.create(folder / "empty.genmu", world.two_groups()).close()
    unscored = make_project(folder)
    for name, fails_on in (("scored", ""), ("half", "1.png")):
        shutil.copytree(unscored, folder / f"{name}.genmu")
        with Project.open(folder / f"{name}.genmu") as project:
            world.score_with_fake(project, fail_on=fails_on)
    return {
        "empty": folder / "empty.genmu",
        "unscored": unscored,
        "half": folder / "half.genmu",
        "scored": folder / "scored.genmu",
    }


@pytest.fixture(autouse=True)
def dark_again(dressed: QApplication) -> Iterator[None]:
    """Put the theme back when the window is gone: dressing nobody takes no time."""
    yield
    theme.apply(dressed, "dark")


@pytest.fixture
def stage(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, projects: dict[str, Path], tmp_path: Path
) -> Iterator[Stage]:
    """Return the window in its size; what is held is answered at the end."""
    window.resize(*SIZE)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)  # else no ring is around what has the focus
    made = Stage(window, qtbot, monkeypatch, projects, tmp_path)
    try:
        yield made
    finally:
        made.release()
        made.rest()


@pytest.mark.parametrize("name", SCENES)
def test_it_looks_as_it_did(name: str, stage: Stage, tmp_path: Path, pytestconfig: pytest.Config) -> None:
    SCENES[name](stage)
    changed = []
    for scheme in theme.SCHEMES:
        picture = golden_album.levels_of(stage.take(scheme))
        changed.append(golden_album.hold_against(f"{name}-{scheme}", picture, tmp_path / "seen", pytestconfig))
    assert not any(changed), "\n".join(filter(None, changed))
