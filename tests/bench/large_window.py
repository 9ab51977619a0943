"""A project of 100,000 pairs in the real window: how long until a person sees the first of them."""

import os
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from statistics import median

from genmu_studio.store.store import DATABASE_FILE
from genmu_studio.thumbnails import CACHE_FOLDER
from scoring.errors import BugError
from tests.bench.harness import Figure, benchmark, say
from tests.bench.large import PAIRS, SUBMISSION, large_project
from tests.bench.projects import scratch
from tests.bench.window import CHECKOUT, MAIN, WATCH

RUNS = 5
# The window stands there, empty, with the review in front; then the project is opened as its menu opens it.
OPEN = """
from pathlib import Path
from PySide6.QtCore import QEvent, QObject

project = Path(sys.argv.pop())

class FirstScreen(QObject):
    def eventFilter(self, viewport, event):
        if event.type() == QEvent.Type.Paint and len(viewport.parent().rows):
            viewport.removeEventFilter(self)
            QTimer.singleShot(0, self.tell)  # the event loop comes back to this when the screen is painted
        return False

    def tell(self):
        print(time.perf_counter() - self.began, len(self.grid.rows), flush=True)
        self.parent().close()

def watch(window):
    first = FirstScreen(window)

    def begin():
        window.show_view("review")
        first.grid = window.page.grid
        first.grid.viewport().installEventFilter(first)
        QTimer.singleShot(500, open_project)

    def open_project():
        first.began = time.perf_counter()
        window.commands.open(project)

    QTimer.singleShot(0, begin)
"""


# After two seconds a person wonders whether anything goes on.
@benchmark("open_100k_s", unit="s", better="lower", goal=2)
def first_screen() -> Figure:
    """Seconds from opening a project of 100,000 pairs to the first screen of its pairs, painted; the median of five.

    The window is up, thumbnails are cold, the database is in the file cache. Baseline: a bare connection that reads the
    ids of the same samples.
    """
    with large_project() as made, scratch() as folder:
        project = shutil.copytree(made, folder / made.name)
        _open(project)  # what is not compiled yet is compiled now
        seconds, beside = [], []
        for number in range(1, RUNS + 1):
            shutil.rmtree(project / CACHE_FOLDER, ignore_errors=True)
            beside.append(_read_ids(project))
            seconds.append(_open(project))
            say(f"  run {number}: {seconds[-1]:.2f} s against {beside[-1]:.2f} s")
        return Figure(median(seconds), median(beside), RUNS)


def _open(project: Path) -> float:
    """Return the seconds that a window of its own takes to show the pairs."""
    surroundings = {
        **os.environ,
        "QT_QPA_PLATFORM": "offscreen",
        "GENMU_CONFIG": str(project.parent / "config"),
        "PYTHONPATH": str(CHECKOUT),
    }
    program = [sys.executable, "-c", WATCH + OPEN + MAIN, str(project)]
    done = subprocess.run(program, env=surroundings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BugError(f"the window ended with {done.returncode}")
    seconds, pairs = done.stdout.split()
    if int(pairs) != PAIRS:
        raise BugError(f"the window showed {pairs} pairs")
    return float(seconds)


def _read_ids(project: Path) -> float:
    began = time.perf_counter()
    with closing(sqlite3.connect(project / DATABASE_FILE)) as db:
        found = db.execute("SELECT id FROM sample WHERE submission_id = ?", [SUBMISSION]).fetchall()
    seconds = time.perf_counter() - began
    if len(found) != 2 * PAIRS:
        raise BugError(f"{len(found)} samples were read")
    return seconds
