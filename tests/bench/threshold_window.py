"""Inside the window's process: what drags the threshold in the scores room, and notes the work of each step.

Started by `tests.bench.threshold`, not imported there: see `tests.bench.grid_window`.
"""

from collections.abc import Callable
from time import perf_counter

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, Qt, QTimer
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from genmu_studio.evaluation import evaluate
from tests.bench.grid_window import FRAME_MS, Work, end, when
from ui.main_window import MainWindow
from ui.views.scores import ScoresView
from ui.widgets.chart import Chart

STEPS = 400
BARE_STEPS = 200
RESTS = 5
_LOW, _HIGH = 0.15, 0.7  # between which the hand goes to and fro
_TURNS = 6


def drag(window: MainWindow) -> None:
    """Drag the threshold to and fro, one mouse event in each frame; then let it rest at several places."""

    def moved(page: ScoresView, frames: list[float]) -> None:
        rests: list[tuple[float, float]] = []

        def rested(waited_s: float, alone_s: float) -> None:
            rests.append((1000 * waited_s, 1000 * alone_s))
            if len(rests) < RESTS:
                rest(window, page, len(rests), rested)
            else:
                move_bare(window, page.forget.chart, lambda bare: tell(frames, rests, bare))

        rest(window, page, 0, rested)

    def tell(frames: list[float], rests: list[tuple[float, float]], bare: list[float]) -> None:
        waited, alone = np.median(np.array(rests), axis=0).tolist()
        end(
            window,
            {
                "p95": percentile(frames), "median": float(np.median(frames)), "n": STEPS,
                "bare": percentile(bare), "rest": waited, "alone": alone,
            },
        )  # fmt: skip

    scores(window, lambda page: move(window, page, lambda frames: moved(page, frames)))


def percentile(milliseconds: list[float]) -> float:
    return float(np.percentile(milliseconds, 95))


def scores(window: MainWindow, then: Callable[[ScoresView], None]) -> None:
    """Show the scores room; go on when everything that belongs to a threshold is there."""

    def page() -> ScoresView:
        shown = window.page
        assert isinstance(shown, ScoresView)
        return shown

    def is_shown() -> bool:
        return (
            isinstance(window.page, ScoresView)
            and page().forget.chart.threshold is not None
            and not page().figures.erb.interval.is_dimmed
            and not window.context.is_busy
        )

    when(window, lambda: window.context.submission is not None, lambda: window.show_view("scores"))
    when(window, is_shown, lambda: then(page()))


def place(chart: Chart, value: float) -> QPointF:
    frame = chart.frame
    return QPointF(round(frame.x_px(value)), frame.area.center().y())


def mouse(widget: QWidget, kind: QEvent.Type, at: QPointF) -> None:
    is_move, is_press = kind == QEvent.Type.MouseMove, kind == QEvent.Type.MouseButtonPress
    button = Qt.MouseButton.NoButton if is_move else Qt.MouseButton.LeftButton
    held = Qt.MouseButton.LeftButton if is_move or is_press else Qt.MouseButton.NoButton
    event = QMouseEvent(kind, at, widget.mapToGlobal(at), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)


def path(steps: int) -> list[float]:
    """Return where the hand is at each step."""
    swing = 0.5 - 0.5 * np.cos(np.linspace(0, _TURNS * np.pi, steps))
    return [_LOW + (_HIGH - _LOW) * float(share) for share in swing]


def move(window: MainWindow, page: ScoresView, then: Callable[[list[float]], None]) -> None:
    """Drag the line of the first plot along the path; `then` gets the milliseconds of work in each frame."""
    chart = page.forget.chart
    assert chart.threshold is not None
    mouse(chart, QEvent.Type.MouseButtonPress, place(chart, chart.threshold.value))

    def finish(frames: list[float]) -> None:
        mouse(chart, QEvent.Type.MouseButtonRelease, place(chart, _HIGH))
        then(frames)

    by_frames(window, [place(chart, value) for value in path(STEPS)], chart, finish)


def by_frames(window: MainWindow, places: list[QPointF], target: QWidget, then: Callable[[list[float]], None]) -> None:
    """Move the mouse to the next of `places` in every frame."""
    work, timer = Work(window), QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)

    def turn() -> None:
        work.end_frame()
        if len(work.frames) > len(places):
            timer.stop()
            then([1000 * each for each in work.frames[1:]])
        else:
            mouse(target, QEvent.Type.MouseMove, places[len(work.frames) - 1])

    timer.timeout.connect(turn)
    timer.start(FRAME_MS)


def rest(window: MainWindow, page: ScoresView, number: int, then: Callable[[float, float], None]) -> None:
    """Move the threshold to a place where it has not been; `then` gets the seconds until intervals are there.

    And the seconds that the figures take when nothing else is done.
    """
    chart = page.forget.chart
    assert chart.threshold is not None
    mouse(chart, QEvent.Type.MouseButtonPress, place(chart, chart.threshold.value))
    mouse(chart, QEvent.Type.MouseMove, place(chart, 0.3 + 0.03 * number))
    mouse(chart, QEvent.Type.MouseButtonRelease, place(chart, 0.3 + 0.03 * number))
    began = perf_counter()

    def rested() -> None:
        waited = perf_counter() - began
        look = window.context.current_look()
        assert look is not None
        started = perf_counter()
        evaluate(look)
        then(waited, perf_counter() - started)

    when(window, lambda: not page.figures.erb.interval.is_dimmed, rested, every_ms=4)


def move_bare(window: MainWindow, like: QWidget, then: Callable[[list[float]], None]) -> None:
    """Move a line over an empty plot of pyqtgraph, of the same size, in each frame."""
    plot = pg.PlotWidget()
    line = pg.InfiniteLine(_LOW, angle=90)
    plot.addItem(line)
    plot.setXRange(_LOW, _HIGH)
    plot.resize(like.size())
    plot.show()
    work, timer, values = Work(window), QTimer(window), path(BARE_STEPS)
    timer.setTimerType(Qt.TimerType.PreciseTimer)

    def turn() -> None:
        work.end_frame()
        if len(work.frames) > len(values):
            timer.stop()
            plot.close()
            then([1000 * each for each in work.frames[1:]])
        else:
            line.setValue(values[len(work.frames) - 1])

    timer.timeout.connect(turn)
    timer.start(FRAME_MS)
