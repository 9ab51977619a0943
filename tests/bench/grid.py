"""The grid of 100,000 pairs in the real window: how much work a frame is, how long it stalls, what memory it takes.

The window runs in a process of its own, offscreen, on a machine that the benchmark shares with the workers it starts.
"""

import json
import os
import shutil
import subprocess
import sys
import time
import warnings
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from genmu_studio.settings import Settings
from scoring.errors import BugError
from tests.bench.harness import Figure, benchmark, say
from tests.bench.large import large_project
from tests.bench.projects import make_project, scratch

CHECKOUT = Path(__file__).resolve().parents[2]
PROGRAM = """
import sys
from tests.bench import grid_window
from ui.app import main
grid_window.begin(grid_window.{scene})
sys.exit(main(sys.argv[1:]))
"""
CACHE_MIB = 64
# Beside the budget for pictures: what decoded pictures take on their way, and what malloc does not give back.
ALLOWED_MIB = 32
HUGE = (12_000, 9_000)


# A screen shows 60 frames a second.
@benchmark("grid_frame_p95_ms", unit="ms", better="lower", goal=16)
def frame_work() -> Figure:
    """Work of the GUI thread in a frame, 95th percentile: from when its event loop woke to when it was done.

    For 20 s the wheel is turned by a notch every 16 ms, about twice as fast as a hand can, with a jump to a random
    place or by a page every three quarters of a second, thumbnails cold, while the window scores the same project with
    `fake_image` in worker processes, which it has begun three seconds before. Baseline: an empty scroll area of the
    same size, scrolled in the same way by the same process, during the same scoring.
    """
    found = _smoothness()
    return Figure(found["grid"]["p95"], found["empty"]["p95"], found["grid"]["n"])


# More than that a person sees as a stumble.
@benchmark("grid_stall_max_ms", unit="ms", better="lower", goal=50)
def stall() -> Figure:
    """Longest time between two beats of a timer of 4 ms, in the run of `grid_frame_p95_ms`; baseline as there."""
    found = _smoothness()
    return Figure(found["grid"]["gap"], found["empty"]["gap"], found["grid"]["n"])


@cache
def _smoothness() -> dict[str, Any]:
    with large_project() as project, scratch() as folder:
        found = _window("smoothness", shutil.copytree(project, folder / project.name))
    if not found["scored"]:
        raise BugError("nothing was scored while the grid was scrolled, or it was done too early")
    say(f"  {found['scored']} samples were scored meanwhile; {found}")
    return found


@benchmark("grid_rss_growth_mib", unit="MiB", better="lower", goal=CACHE_MIB + ALLOWED_MIB)
def growth() -> Figure:
    """Growth of the window's resident memory over that at rest with one screen of thumbnails, at its highest.

    For 40 s the grid jumps from place to place as soon as all thumbnails there have come, cold at first; the setting
    allows 64 MiB for them, a fraction of what is seen. n : places. The worker that decodes is not counted.
    """
    with large_project() as project, scratch() as folder:
        found = _window("memory", shutil.copytree(project, folder / project.name), cache_mib=CACHE_MIB)
    say(f"  before, highest, after: {[round(found[name] / 2**20) for name in ('before', 'highest', 'after')]} MiB")
    return Figure((found["highest"] - found["before"]) / 2**20, None, found["n"])


@benchmark("huge_png_thumbnail_s", unit="s", better="lower", goal=10)
def huge_picture() -> Figure:
    """Seconds from showing the review to the thumbnail of a PNG of 12,000 × 9,000 pixels; baseline: Pillow alone."""
    found = _huge()
    return Figure(found["s"], found["alone"], 1)


# A hand that waits so long at a button wonders whether it was pressed.
@benchmark("huge_png_gap_max_ms", unit="ms", better="lower", goal=200)
def huge_picture_gap() -> Figure:
    """Longest time between two beats of a timer of 4 ms, in the run of `huge_png_thumbnail_s`."""
    return Figure(_huge()["gap"], None, 1)


@cache
def _huge() -> dict[str, float]:
    with scratch() as folder:
        (folder / "pictures").mkdir()
        path = folder / "pictures" / "huge.png"
        _write_huge(path)
        project = make_project(folder, [path], "face")
        began = time.perf_counter()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # so large is what is measured here
            Image.open(path).thumbnail((256, 256))
        alone = time.perf_counter() - began
        return {**_window("huge_picture", project), "alone": alone}


def _write_huge(path: Path) -> None:
    """Write a picture of smooth shades under noise, which compresses about as well as a photograph."""
    chance = np.random.default_rng(3)
    width, height = HUGE
    shades = Image.fromarray(chance.integers(0, 256, (9, 12, 3), dtype=np.uint8))
    block = chance.integers(0, 7, (height // 9, width // 12, 3), dtype=np.uint8)
    pixels = np.asarray(shades.resize(HUGE, Image.Resampling.BICUBIC)) // 8 * 7
    Image.fromarray(pixels + np.tile(block, (9, 12, 1))).save(path, compress_level=1)


def _window(scene: str, project: Path, cache_mib: int | None = None) -> dict[str, Any]:
    """Run a scene of `tests.bench.grid_window` in the program's own process; return what it found."""
    config = project.parent / "config"
    if cache_mib is not None:
        Settings(config / "settings.json").set("review.cache_mib", cache_mib)
    surroundings = {
        **os.environ, "QT_QPA_PLATFORM": "offscreen", "GENMU_CONFIG": str(config), "PYTHONPATH": str(CHECKOUT),
    }  # fmt: skip
    program = [sys.executable, "-c", PROGRAM.format(scene=scene), str(project)]
    done = subprocess.run(program, env=surroundings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BugError(f"the window ended with {done.returncode}")
    found: dict[str, Any] = json.loads(done.stdout)
    return found
