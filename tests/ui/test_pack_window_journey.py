"""An annotator's whole way by keys, from the command line to the answers that are back in the project."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import platformdirs
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.labelling.packs import journal_path, open_pack
from genmu_studio.project import Project
from tests.ui import label_world
from tests.ui.keyboard import CTRL, press
from tests.ui.label_hands import standing
from tests.ui.pack_desk import ESC, RETURN, Annotator, events
from ui.app import main
from ui.pack_window import PackWindow


@pytest.fixture
def project(label_folder: Path, tmp_path: Path) -> Path:
    """Return a project of the test's own, closed."""
    return label_world.copied(label_folder, tmp_path)


@pytest.fixture
def pack(project: Path, tmp_path: Path) -> Path:
    """Return ada's pack of two questions, with a break after six items."""
    (tmp_path / "sent").mkdir()
    with Project.open(project) as opened:
        label_world.keep(opened, "natural", label_world.Asked(break_every=6), "with breaks")
        return label_world.pack_of(opened, "with breaks", tmp_path / "sent" / "ada.zip")


@pytest.fixture
def live(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[[Path, Callable[[Annotator], None]], None]:
    """Return what runs the program with a pack, while a person takes the steps given."""
    monkeypatch.setenv("GENMU_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(platformdirs, "user_cache_dir", lambda name: str(tmp_path / "cache" / name))

    def run(pack: Path, steps: Callable[[Annotator], None]) -> None:
        def loop(application: QApplication) -> int:
            (window,) = (each for each in application.topLevelWidgets() if isinstance(each, PackWindow))
            qtbot.waitExposed(window)
            window.activateWindow()
            person = Annotator(window, qtbot)
            person.wait(lambda: window.desk.session is not None)
            try:
                steps(person)
            finally:
                if isValid(window):
                    window.close()
                    person.wait(lambda: not isValid(window))
            return 0

        monkeypatch.setattr(QApplication, "exec", loop)
        assert main([str(pack)]) == 0
        assert list((tmp_path / "cache" / "genmu-studio" / "packs").iterdir()) == []

    return run


def first_day(person: Annotator) -> None:
    """Read, answer some items, skip a question, undo, rest, and close in the middle of it."""
    assert person.is_at("instructions")
    person.begin()
    person.press("51")
    person.press("4")
    person.key(Qt.Key.Key_Space, CTRL)  # skips the second question
    person.press("1")
    person.press("31")
    person.key(Qt.Key.Key_Z, CTRL)
    person.settle()
    assert (person.session.place, person.session.question.id) == (2, "eyewear")
    person.press("2")
    while person.is_at("item"):
        person.press("2" if person.session.asked else "5")
    assert person.is_at("break")
    press(person.window.desk, Qt.Key.Key_3)  # answers nothing
    person.key(Qt.Key.Key_Q, CTRL)
    person.wait(lambda: not isValid(person.window))


def second_day(person: Annotator) -> None:
    """Go on where it was left, undo what was done the day before, and finish."""
    assert person.is_at("item")
    person.settle()
    before = person.session.queue.progress().answered
    person.key(Qt.Key.Key_Z, CTRL)
    person.settle()
    assert person.session.queue.progress().answered == before - 1
    while not person.is_at("finished"):
        if person.is_at("item"):
            person.press("1" if person.session.asked else "3")
        else:
            person.key(RETURN)
            person.settle()
    assert "Send ada.labels.jsonl back" in person.text()
    person.key(ESC)


def test_a_pack_goes_out_is_labelled_on_two_days_and_comes_back(
    live: Callable[[Path, Callable[[Annotator], None]], None], project: Path, pack: Path
) -> None:
    live(pack, first_day)
    first = len(events(pack))
    assert first > 10
    live(pack, second_day)
    kinds = {each["kind"] for each in events(pack)}
    assert kinds == {"answer", "skip", "undo"}
    assert {each.name for each in pack.parent.iterdir() if not each.name.startswith(".")} == {
        "ada.zip", "ada.labels.jsonl",
    }  # fmt: skip

    import_labels(project, pack)
    with Project.open(project) as opened, open_pack(pack, pack.parent / "elsewhere") as outside:
        campaign = opened.labelling.campaign(label_world.name_of("with breaks"))
        queue = opened.labelling.queue(campaign, "ada")
        progress = queue.progress()
        assert progress.finished == progress.entries
        for place in range(progress.entries):
            assert standing(queue, place) == standing(outside.queue, place)
        assert standing(queue, 0) == {"naturalness": ("answer", 5.0), "eyewear": ("answer", "none")}
        assert standing(queue, 1)["eyewear"][0] == "skip"
        assert standing(queue, 2) == {"naturalness": ("answer", 3.0), "eyewear": ("answer", "glasses")}
    import_labels(project, journal_path(pack))  # nothing is there twice
    with Project.open(project, "read") as again:
        assert again.labelling.queue(campaign, "ada").progress() == progress


def import_labels(project: Path, file: Path) -> None:
    command = [sys.executable, "-m", "genmu_studio.cli", "labels", "import", str(project), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
