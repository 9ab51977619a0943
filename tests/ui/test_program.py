"""The real program in a process of its own: how it ends while something is going on, and what a second one does.

A script beside the program stands for the person: it waits until it sees what it waits for, and presses what is there.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from genmu_studio.project import Project
from tests.core import world
from tests.ui.driving import stored

CHECKOUT = Path(__file__).resolve().parents[2]
NAMELESS_PLATFORM = "This plugin does not support"
# `watch(window)` is a generator of the person's steps: each condition it yields is waited for.
PROGRAM = """
import os, signal, sys
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

def started(application):
    (window,) = (each for each in application.topLevelWidgets() if each.objectName() == "main_window")
    steps = watch(window)
    until = [next(steps)]
    timer = QTimer(window)

    def look():
        if until[0]():
            following = next(steps, None)
            if following is None:
                timer.stop()
            until[0] = following
    timer.timeout.connect(look)
    timer.start(10)
    return run_loop()

def click(root, text):
    (button,) = (each for each in root.findChildren(QPushButton) if each.text().startswith(text))
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

def said(window):
    return [notice.text for notice in window.notices.notices]

run_loop = QApplication.exec
QApplication.exec = started
from ui.app import main
"""
SCORE_SLOWLY = """
from functools import partial
import ui.scoring_job
from genmu_studio.executors import ExecutorChoice
from genmu_studio.pipeline import ScoreRequest
from scoring.types import EvaluatorSpec

def score(window, **options):
    spec = EvaluatorSpec("fake_image", tuple(options.items()))
    request = ScoreRequest(spec, executor=ExecutorChoice("processes", 1), batch=2)
    work = partial(ui.scoring_job.score_all, window.context.project, [request])
    window.jobs.run("Scoring", work, partial(ui.scoring_job._say, window, lambda: None))

def done(window):
    return window.job_strip.isVisible() and window.job_strip._bar.value() > 0
"""


def ran(folder: Path, steps: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the program with a person who takes `steps`; no child of it may be left at its end."""
    script = folder / "program.py"
    body = f"{PROGRAM}\n{SCORE_SLOWLY}\n{steps}\nif __name__ == '__main__':\n    sys.exit(main(sys.argv[1:]))\n"
    script.write_text(body, encoding="utf-8")
    home = {
        "GENMU_CONFIG": str(folder / "config"),
        "QT_QPA_PLATFORM": "offscreen",
        "PYTHONPATH": str(CHECKOUT),
        "GENMU_TEST_MARK": str(folder),
    }
    ended = subprocess.run(
        [sys.executable, str(script), *arguments], cwd=folder, env={**os.environ, **home},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert not left_over(folder)
    return ended


def left_over(folder: Path) -> list[str]:
    """Return the processes that still have the mark of the program in their surroundings (Linux)."""
    mark = f"GENMU_TEST_MARK={folder}".encode()
    found = []
    for each in Path("/proc").glob("[0-9]*/environ"):
        try:
            if mark in each.read_bytes().split(b"\0"):
                found.append(each.parent.name)
        except OSError:
            continue
    return found


def complaints(ended: subprocess.CompletedProcess[str]) -> list[str]:
    """Return what was written to the errors, except what the offscreen platform cannot do."""
    return [line for line in ended.stderr.splitlines() if not line.startswith(NAMELESS_PLATFORM)]


@pytest.fixture
def project(unscored_folder: Path, tmp_path: Path) -> Path:
    return shutil.copytree(unscored_folder, tmp_path / "project.genmu")


QUIT = """
def watch(window):
    yield lambda: window.context.project is not None
    score(window, delay_s=0.05)
    yield lambda: done(window)
    window.close()
    yield lambda: window.findChild(QMessageBox, "quit_question") is not None
    print(window.isVisible())
    click(window.findChild(QMessageBox, "quit_question"), "Stop and quit")
"""


def test_quitting_asks_while_a_job_runs_and_keeps_what_is_measured(project: Path, tmp_path: Path) -> None:
    ended = ran(tmp_path, QUIT, str(project))
    assert (ended.returncode, ended.stdout, complaints(ended)) == (0, "True\n", [])
    kept = stored(project)
    with Project.open(project, "write") as opened:  # nobody owns it any more
        report = world.score_with_fake(opened, delay_s=0.05)
    assert 0 < kept < kept + report.scored


GO_ON = (
    QUIT.replace("Stop and quit", "Go on")
    + """
    yield lambda: window.jobs.current is None
    print(said(window))
    window.close()
"""
)


def test_going_on_lets_the_job_end(project: Path, tmp_path: Path) -> None:
    ended = ran(tmp_path, GO_ON.replace("0.05", "0.01"), str(project))
    assert (ended.returncode, complaints(ended)) == (0, [])
    with Project.open(project, "write") as opened:
        assert world.score_with_fake(opened, delay_s=0.01).scored == 0


TERMINATED = """
def watch(window):
    yield lambda: window.context.project is not None
    score(window, delay_s=0.05)
    yield lambda: done(window)
    os.kill(os.getpid(), signal.SIGTERM)
"""


def test_sigterm_while_workers_measure_ends_well(project: Path, tmp_path: Path) -> None:
    ended = ran(tmp_path, TERMINATED, str(project))
    assert (ended.returncode, ended.stdout, complaints(ended)) == (0, "", [])
    assert stored(project) > 0


KILLED = """
import multiprocessing

def watch(window):
    yield lambda: window.context.project is not None
    score(window, delay_s=0.02)
    yield lambda: done(window)
    for worker in multiprocessing.active_children():
        worker.kill()
    yield lambda: window.jobs.current is None
    print(said(window))
    window.close()
"""


def test_a_killed_worker_is_replaced_and_the_job_ends(project: Path, tmp_path: Path) -> None:
    ended = ran(tmp_path, KILLED, str(project))
    assert (ended.returncode, complaints(ended)) == (0, [])
    with Project.open(project, "write") as opened:
        assert world.score_with_fake(opened, delay_s=0.02).scored == 0


CRASHING = """
def watch(window):
    yield lambda: window.context.project is not None
    score(window, crash_on="77.png")
    yield lambda: window.jobs.current is None
    print(said(window))
    yield lambda: window.context.knows_look()
    window.close()
"""


def test_a_file_that_ends_its_worker_is_told_and_the_rest_goes_on(project: Path, tmp_path: Path) -> None:
    bad = world.Sample("unlearned", "One", "1", "c0", 77)
    world.write_submission(tmp_path / "third", [bad], team="Third Lab")
    with Project.open(project, "write") as opened:
        world.take_in(opened, tmp_path / "third")
    ended = ran(tmp_path, CRASHING, str(project))
    assert (ended.returncode, complaints(ended)) == (0, [])
    assert "1 sample without a measurement." in ended.stdout
    shutil.copytree(project, tmp_path / "whole.genmu")
    with Project.open(tmp_path / "whole.genmu", "write") as opened:
        everything = world.score_with_fake(opened).scored
    assert stored(project) == everything  # the one that failed is kept as that


SCAN = """
from pathlib import Path

def watch(window):
    yield lambda: window.context.project is not None
    window.commands.import_submission([Path(sys.argv[2])])
    yield lambda: QApplication.activeModalWidget() is not None
    dialog = QApplication.activeModalWidget()
    yield lambda: dialog._scanner.is_busy
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    yield lambda: QApplication.activeModalWidget() is None
    print(len(window.context.project.submissions()))
    window.close()
"""


def test_closing_a_dialog_while_it_reads_leaves_nothing_behind(project: Path, tmp_path: Path) -> None:
    samples = world.grid(world.two_groups(), conditions=10, seeds=5)
    entry = world.write_submission(tmp_path / "entry", samples, team="Third Lab")
    code = SCAN.replace("sys.argv[2]", repr(str(entry)))
    ended = ran(tmp_path, code, str(project))
    assert (ended.returncode, ended.stdout, complaints(ended)) == (0, "2\n", [])


SECOND = """
def watch(window):
    yield lambda: window.context.project is not None
    print(window.context.project.mode, said(window), window.table["score"].isEnabled())
    window.close()
"""


def test_a_second_program_looks_only_and_says_who_has_it(project: Path, tmp_path: Path) -> None:
    with Project.open(project, "write"):
        ended = ran(tmp_path, SECOND, str(project))
    assert (ended.returncode, complaints(ended)) == (0, [])
    assert ended.stdout.startswith("read ['Read-only: ")
    assert f"process {os.getpid()}" in ended.stdout
    assert ended.stdout.endswith("False\n")
