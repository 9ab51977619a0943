"""The embedding map with 100,000 points, in the real widget and a process of its own: the work of each frame."""

import json
import os
import subprocess
import sys
from functools import partial
from time import perf_counter

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from genmu_studio.scores.embedding_map import EmbeddingMap
from scoring.errors import BugError
from scoring.frame import Side
from tests.bench.harness import Figure, benchmark, say
from tests.ui.map_world import describe, table_of
from ui import theme
from ui.widgets.scores_map.embedding_canvas import EmbeddingCanvas
from ui.widgets.scores_map.map_scene import MapScene
from ui.widgets.thumbnails import ThumbnailStore

PAIRS = 50_000
IDENTITIES = 8
SIZE = (644, 458)  # of which the points have about 600 × 400
DRAGS, WHEELS, BARE = 400, 200, 20
_NOTCHES = 14  # in and out again
_NO_BUTTON = Qt.MouseButton.NoButton


# A screen shows 60 frames a second.
@benchmark("map_frame_p95_ms", unit="ms", better="lower", goal=16)
def frame_work() -> Figure:
    """Work from a mouse event to the end of the painting that it causes, 95th percentile.

    The map is dragged by some pixels 400 times, and zoomed by a notch of the wheel, in and out, 200 times, with the
    card of the sample at the pointer and the lines of its identity. Baseline: the same places as a `ScatterPlotItem` of
    pyqtgraph, its points as large, moved 20 times: each takes long.
    """
    program = [sys.executable, "-m", "tests.bench.map"]
    surroundings = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    done = subprocess.run(program, env=surroundings, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode != 0:
        raise BugError(f"the map ended with {done.returncode}")
    found = json.loads(done.stdout)
    say(f"  {found}")
    return Figure(found["p95"], found["bare_p95"], found["n"])


def made_map() -> EmbeddingMap:
    """Return 50,000 pairs of eight identities in overlapping clouds; the unlearned samples of the first have moved."""
    chance = np.random.default_rng(3)
    centres = chance.normal(0, 0.5, (IDENTITIES, 2))
    identity = np.tile(np.arange(PAIRS) % IDENTITIES, 2)
    side = np.repeat(np.array([Side.ORIGINAL, Side.UNLEARNED], dtype=np.int8), PAIRS)
    places = centres[identity] + chance.normal(0, 0.09, (2 * PAIRS, 2))
    places[(side == Side.UNLEARNED) & (identity == 0)] += (0.4, 0.7)
    names = tuple(str(3400 + number) for number in range(IDENTITIES))
    pair = np.arange(PAIRS)
    return EmbeddingMap(
        method="pca",
        groups=("Set 1",),
        identities=names,
        templates=names,
        places=places.astype(np.float32),
        template_places=centres.astype(np.float32),
        samples=np.arange(2 * PAIRS),
        group=np.zeros(2 * PAIRS, dtype=np.intp),
        identity=identity,
        row=np.arange(2 * PAIRS),
        side=side,
        partner=np.concatenate([pair + PAIRS, pair]),
        explained=(0.31, 0.12),
        notes=(),
    )


def main() -> None:
    """Print what was measured as one line of JSON."""
    application = QApplication([])
    theme.load_font()
    theme.apply(application, "dark")
    shown = made_map()
    frames = 1000 * np.array(_frames_of_the_map(shown))
    bare = 1000 * np.array(_frames_of_a_scatter_plot(shown))
    found = {
        "p95": float(np.percentile(frames, 95)), "median": float(np.median(frames)), "n": len(frames),
        "bare_p95": float(np.percentile(bare, 95)), "bare_median": float(np.median(bare)),
    }  # fmt: skip
    sys.stdout.write(json.dumps(found) + "\n")


def _frames_of_the_map(shown: EmbeddingMap) -> list[float]:
    thumbnails = ThumbnailStore(2**20)
    canvas = EmbeddingCanvas(thumbnails)
    canvas.resize(*SIZE)
    scene = MapScene(shown, np.zeros(len(shown), dtype=np.int8))
    canvas.show_scene(scene, partial(describe, shown), partial(table_of, shown))
    _expose(canvas)
    middle = canvas.rect().center()
    took = []
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle)
    for number in range(DRAGS):
        turn = 2 * np.pi * number / 100
        at = QPointF(middle) + QPointF(90 * np.sin(turn), 60 * np.sin(2 * turn))
        moved = QMouseEvent(
            QMouseEvent.Type.MouseMove, at, canvas.mapToGlobal(at), _NO_BUTTON, Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        took.append(_work(canvas, moved))
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, middle)
    at = canvas.frame.to_px(*shown.places[0].tolist())  # in a cloud: what the pointer is at is painted too
    for number in range(WHEELS):
        notches = 1 if number // _NOTCHES % 2 == 0 else -1
        turned = QWheelEvent(
            at, canvas.mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), _NO_BUTTON,
            Qt.KeyboardModifier.ControlModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        took.append(_work(canvas, turned))
    canvas.close()
    thumbnails.close()
    return took


def _work(canvas: QWidget, event: QMouseEvent | QWheelEvent) -> float:
    began = perf_counter()
    QApplication.sendEvent(canvas, event)
    canvas.repaint()
    return perf_counter() - began


def _frames_of_a_scatter_plot(shown: EmbeddingMap) -> list[float]:
    plot = pg.PlotWidget(enableMenu=False)
    plot.resize(*SIZE)
    brushes = [pg.mkBrush(pg.intColor(number, IDENTITIES)) for number in range(IDENTITIES)]
    points = pg.ScatterPlotItem(
        x=shown.places[:, 0], y=shown.places[:, 1], size=3, pen=None, brush=[brushes[each] for each in shown.identity]
    )
    plot.addItem(points)
    _expose(plot)
    (left, right), (bottom, top) = plot.getViewBox().viewRange()
    took = []
    for number in range(BARE):
        away = 0.1 * np.sin(2 * np.pi * number / BARE) * (right - left)
        began = perf_counter()
        plot.setRange(xRange=(left + away, right + away), yRange=(bottom, top), padding=0)
        plot.viewport().repaint()
        took.append(perf_counter() - began)
    plot.close()
    return took


def _expose(widget: QWidget) -> None:
    widget.show()
    QTest.qWaitForWindowExposed(widget)


if __name__ == "__main__":
    main()
