"""The window: how long until a person can use it, and how smooth it stays while evaluators work beside it."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from genmu_studio.demo.project import make_demo
from genmu_studio.importing import Receipt
from genmu_studio.project import Project
from genmu_studio.submission.scan import find_submissions, scan_submission
from scoring.errors import BugError
from tests.bench.harness import Figure, benchmark, interleaved

CHECKOUT = Path(__file__).resolve().parents[2]
# Both write one line when the event loop has nothing left to do: whoever clicks now is answered.
EMPTY = """
import sys
import pyqtgraph
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication(sys.argv[:1])
window = QMainWindow()
window.setCentralWidget(pyqtgraph.PlotWidget())
window.resize(1440, 900)
window.show()
QTimer.singleShot(0, lambda: (print("ready", flush=True), window.close()))
application.exec()
"""
# What runs when the program has made its window and starts its event loop; what comes after is the program itself.
WATCH = """
import sys, time
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

def started(application):
    (window,) = (each for each in application.topLevelWidgets() if each.objectName() == "main_window")
    watch(window)
    return run_loop()

run_loop = QApplication.exec
QApplication.exec = started
"""
OPENED = """
def watch(window):
    def tell():
        print("ready", flush=True)
        window.close()
    window.context.project_changed.connect(lambda: QTimer.singleShot(0, tell))
"""
SCORED = """
def watch(window):
    beats, heart = [], QTimer(window)
    heart.timeout.connect(lambda: beats.append(time.perf_counter()))

    def begin():
        window.jobs.ended.connect(end)
        heart.start(0)
        window.table["score"].trigger()

    def end(ended):
        heart.stop()
        scored = sum(report.scored for report in ended.value.reports) if ended.ending == "finished" else 0
        print(max(after - before for before, after in zip(beats, beats[1:])), scored, flush=True)
        window.close()
    window.context.project_changed.connect(lambda: QTimer.singleShot(500, begin))
"""
MAIN = """
from ui.app import main
sys.exit(main(sys.argv[1:]))
"""


# A window that needs half as much again as one that does nothing is there before the hand is back at the mouse.
@benchmark("startup_vs_empty_window", unit="ratio", better="lower", goal=1.5)
def startup_vs_empty_window() -> Figure:
    """Seconds from starting the program to a window with the demo that answers, over those of an empty one."""
    with _demo() as project:
        ours, empty = partial(_clocked, WATCH + OPENED + MAIN, project), partial(_clocked, EMPTY, project)
        for each in (ours, empty):
            each()  # what is not compiled yet is compiled now, what is not in the file cache is read
        return interleaved(ours, empty)


# From a tenth of a second on a person feels that the window waits for something.
@benchmark("window_gap_max_ms", unit="ms", better="lower", goal=100)
def window_gap_max_ms() -> Figure:
    """Time the longest that the window answered nothing while it scored the demo in worker processes."""
    with _demo() as scored:
        gap_s, samples = _run(WATCH + SCORED + MAIN, _unscored(scored)).split()
        if samples == "0":
            raise BugError("the window scored nothing")
        return Figure(1000 * float(gap_s), None, int(samples))


@contextmanager
def _demo() -> Iterator[Path]:
    with TemporaryDirectory(prefix="genmu-bench-") as folder:
        yield make_demo(Path(folder) / "demo", lambda _: None).project


def _unscored(scored: Path) -> Path:
    """Make the project of the demo a second time, without its results."""
    with Project.open(scored, "read") as demo:
        protocol = demo.protocol
    with Project.create(scored.with_name("unscored.genmu"), protocol) as project:
        project.intake.references(scored.parent / "references")
        for entry in find_submissions(scored.parent / "submissions"):
            project.intake.submission(scan_submission(entry, protocol), Receipt())
        return project.folder


def _clocked(code: str, project: Path) -> float:
    began = time.perf_counter()
    with _started(code, project) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        seconds = time.perf_counter() - began
    if said != "ready\n" or process.returncode != 0:
        raise BugError(f"the window ended with {process.returncode} after saying {said!r}")
    return seconds


def _run(code: str, project: Path) -> str:
    with _started(code, project) as process:
        said, _ = process.communicate()
    if process.returncode != 0:
        raise BugError(f"the window ended with {process.returncode}")
    return said


def _started(code: str, project: Path) -> "subprocess.Popen[str]":
    # What is compiled is kept, as it is where the program is installed, whatever this process was told about that.
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    surroundings = {
        "QT_QPA_PLATFORM": "offscreen",
        "GENMU_CONFIG": str(project.parent / "config"),
        "PYTHONPATH": str(CHECKOUT),
        "PYTHONPYCACHEPREFIX": str(project.parent / "compiled"),
    }
    return subprocess.Popen(
        [sys.executable, "-c", code, str(project)], env={**kept, **surroundings}, stdout=subprocess.PIPE, text=True
    )
