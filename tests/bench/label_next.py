"""From a key to the next item of a queue on screen, on the real labelling desk, in a process of its own."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from genmu_studio.project import Project
from genmu_studio.settings import Settings
from scoring.errors import BugError
from tests.bench.harness import Figure, benchmark, say
from tests.ui import label_world
from tests.ui.label_room import LabelRoom
from ui import theme

ITEMS, PICTURE_PX = 120, 768
SIZE = (1280, 800)
_LONGEST_S = 60.0
_LINE = b"x" * 300 + b"\n"  # about what an answer is


# A tenth of a second feels like at once; half of that is left to slower machines.
@benchmark("label_next_ms", unit="ms", better="lower", goal=50)
def next_item() -> Figure:
    """Time from the press of a digit to the painting of the next item, which is decoded already: 95th percentile.

    The answer is on the disk of a project in between. Baseline, right before each: a line appended to a file and
    flushed to the disk, then a bare widget of the same size painted.
    """
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    program = [sys.executable, "-m", "tests.bench.label_next"]
    done = subprocess.run(program, env=surroundings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BugError(f"the desk ended with {done.returncode}")
    found: dict[str, float] = json.loads(done.stdout)
    say(f"  {found}")
    return Figure(found["p95_ms"], found["bare_p95_ms"], int(found["n"]))


def main() -> None:
    """Print what was measured as one line of JSON."""
    application = QApplication([])
    alarm = QTimer()  # nothing is waited for without end
    alarm.start(1000)
    theme.load_font()
    theme.apply(application, "dark")
    with TemporaryDirectory() as scratch:
        folder = Path(scratch)
        path = label_world.make_bare(folder, ITEMS // 6, ("face",), PICTURE_PX)
        with Project.open(path) as project:
            label_world.keep(project, "smile", label_world.Asked(repeats=0))
            room = LabelRoom(Settings(folder / "settings.json"), size=SIZE)
            room.open()
            room.begin(label_world.queue_of(project, "smile"))
            room.desk.act("label_confirm")
            bare = _Bare(folder / "lines")
            took, beside = [], []
            while room.session.upcoming is not None:
                _until(lambda: _is_ready(room))
                beside.append(bare.work())
                took.append(_next(room))
            room.leave()
            bare.close()
    ours, others = 1000 * np.array(took), 1000 * np.array(beside)
    found = {
        "p95_ms": float(np.percentile(ours, 95)), "median_ms": float(np.median(ours)), "longest_ms": float(ours.max()),
        "bare_p95_ms": float(np.percentile(others, 95)), "bare_median_ms": float(np.median(others)), "n": len(took),
    }  # fmt: skip
    sys.stdout.write(json.dumps(found) + "\n")


def _is_ready(room: LabelRoom) -> bool:
    upcoming = room.session.upcoming
    decoded = upcoming is None or room.desk.stage.preloader.get(upcoming.media) is not None
    return decoded and room.is_settled


def _next(room: LabelRoom) -> float:
    place = room.session.place
    began = perf_counter()
    room.type("1")
    _until(lambda: room.session.place != place and room.session.is_seen)  # all that is dirty is painted at once
    return perf_counter() - began


def _until(holds: Callable[[], bool]) -> None:
    began = perf_counter()
    while not holds():
        # Asleep until something comes, as in the window: who looks all the time takes it from those who write.
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if perf_counter() - began > _LONGEST_S:
            raise BugError("what was waited for did not come")


class _Bare(QWidget):
    """A widget of one colour, and a file."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._file = path.open("ab", buffering=0)
        self.painted = 0
        self.resize(*SIZE)
        self.show()
        QTest.qWaitForWindowExposed(self)

    def paintEvent(self, event: QPaintEvent) -> None:
        self.painted += 1
        QPainter(self).fillRect(self.rect(), QColor("black"))

    def work(self) -> float:
        painted = self.painted
        began = perf_counter()
        self._file.write(_LINE)
        os.fsync(self._file.fileno())
        self.update()
        _until(lambda: self.painted > painted)
        return perf_counter() - began

    def close(self) -> bool:
        self._file.close()
        return super().close()


if __name__ == "__main__":
    main()
