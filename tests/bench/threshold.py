"""A threshold dragged over 100,000 pairs in the real window: the work of a step, and how soon intervals follow."""

import json
import os
import shutil
import subprocess
import sys
from functools import cache
from typing import Any

from scoring.errors import BugError
from tests.bench.grid import CHECKOUT
from tests.bench.harness import Figure, benchmark, say
from tests.bench.large import large_project
from tests.bench.projects import scratch

PROGRAM = """
import sys
from tests.bench import grid_window, threshold_window
from ui.app import main
grid_window.begin(threshold_window.drag)
sys.exit(main(sys.argv[1:]))
"""


# A screen shows 60 frames a second.
@benchmark("threshold_drag_ms", unit="ms", better="lower", goal=16)
def step() -> Figure:
    """Work of the GUI thread in a step of the drag, 95th percentile: from when its loop woke to when it was done.

    The line of the first plot is dragged to and fro with the mouse, an event every 16 ms: counts, figures, outcomes,
    plots, flips and what the references say follow each of them. Baseline: a line that is moved over an empty plot of
    pyqtgraph of the same size, by the same process.
    """
    found = _drag()
    return Figure(found["p95"], found["bare"], found["n"])


# A hand that stops to read waits no longer.
@benchmark("threshold_rest_ms", unit="ms", better="lower", goal=300)
def rest() -> Figure:
    """Milliseconds from the end of a drag to the intervals of all figures, painted; the median of five places.

    120 of them are waited, to see whether the drag goes on. Baseline: the figures alone, when nothing else is done.
    """
    found = _drag()
    return Figure(found["rest"], found["alone"], 5)


@cache
def _drag() -> dict[str, Any]:
    with large_project() as made, scratch() as folder:
        project = shutil.copytree(made, folder / made.name)
        surroundings = {
            **os.environ,
            "QT_QPA_PLATFORM": "offscreen",
            "GENMU_CONFIG": str(folder / "config"),
            "PYTHONPATH": str(CHECKOUT),
        }
        program = [sys.executable, "-c", PROGRAM, str(project)]
        done = subprocess.run(program, env=surroundings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BugError(f"the window ended with {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout)
    say(f"  {found}")
    return found
