"""Inside the window's process: what scrolls the grid, and notes how long the GUI thread was at work.

Started by `tests.bench.grid`, not imported there: `begin(scene)` before the program's own `main`. What a scene found is
printed as one line of JSON.
"""

import json
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import Any

import numpy as np
import psutil
from PySide6.QtCore import QAbstractEventDispatcher, QObject, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QAbstractScrollArea, QAbstractSlider, QApplication

from genmu_studio.jobs import Progress
from ui.main_window import MainWindow
from ui.scoring_job import start_scoring
from ui.views.review import ReviewView
from ui.widgets.thumbnails import Picture

FRAME_MS = 16
BEAT_MS = 4
UNDER_WAY_MS = 3_000
SCROLLED_S = 20.0
BARE_S = 6.0
ROAMED_S = 40.0
REST_S = 3.0
_NOTCHES = 1  # of the wheel in each frame: twice what a hand does
_JUMP_EVERY = 45  # frames
_LONGEST_WAIT_S = 120.0


class Heart(QObject):
    """Beats every few milliseconds. longest : the most seconds between two beats, in which nobody was answered."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._last = perf_counter()
        self.longest = 0.0
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._beat)

    def start(self) -> None:
        self.longest, self._last = 0.0, perf_counter()
        self._timer.start(BEAT_MS)

    def stop(self) -> float:
        self._timer.stop()
        return self.longest

    def _beat(self) -> None:
        now = perf_counter()
        self.longest, self._last = max(self.longest, now - self._last), now


class Work(QObject):
    """How long the GUI thread worked in each frame: from when its event loop woke to when it had nothing left to do."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._woke = perf_counter()
        self._worked = 0.0
        self.frames: list[float] = []
        dispatcher = QAbstractEventDispatcher.instance()
        dispatcher.awake.connect(self._wake)
        dispatcher.aboutToBlock.connect(self._rest)

    def _wake(self) -> None:
        self._woke = perf_counter()

    def _rest(self) -> None:
        now = perf_counter()
        self._worked += now - self._woke
        self._woke = now

    def end_frame(self) -> None:
        """Begin the next frame; called from a slot, hence while the loop is awake."""
        self._rest()
        self.frames.append(self._worked)
        self._worked = 0.0


def scroll(
    window: MainWindow, area: QAbstractScrollArea, seconds: float, then: Callable[[dict[str, float]], None]
) -> None:
    """Turn the wheel over `area` in every frame, with a jump now and then; `then` gets milliseconds of work and gap."""
    heart, work, chance = Heart(window), Work(window), np.random.default_rng(5)
    timer = QTimer(window)
    timer.setTimerType(Qt.TimerType.PreciseTimer)
    ends = perf_counter() + seconds

    def turn() -> None:
        work.end_frame()
        if perf_counter() >= ends:
            timer.stop()
            frames = 1000 * np.array(work.frames[1:])
            then({"p95": float(np.percentile(frames, 95)), "gap": 1000 * heart.stop(), "n": len(frames)})
            return
        bar = area.verticalScrollBar()
        number = len(work.frames)
        if number % (2 * _JUMP_EVERY) == 0:
            bar.setValue(int(chance.integers(bar.maximum())))
        elif number % _JUMP_EVERY == 0:
            bar.triggerAction(QAbstractSlider.SliderAction.SliderPageStepAdd)
        else:
            wheel(area, -_NOTCHES if number // 300 % 2 == 0 else _NOTCHES)

    timer.timeout.connect(turn)
    heart.start()
    timer.start(FRAME_MS)


def wheel(area: QAbstractScrollArea, notches: int) -> None:
    at = QPointF(area.viewport().rect().center())
    turned = QWheelEvent(
        at, area.viewport().mapToGlobal(at), QPoint(), QPoint(0, 120 * notches), Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
    )  # fmt: skip
    QApplication.sendEvent(area.viewport(), turned)


# ---- scenes ----


def smoothness(window: MainWindow) -> None:
    """Score in worker processes, and scroll an empty area, then the grid with thumbnails that nobody has made."""
    done = 0

    def note(progress: Progress) -> None:
        nonlocal done
        done = progress.done

    def score(page: ReviewView) -> None:
        window.jobs.progressed.connect(note)
        start_scoring(window, ("fake_image",))
        when(window, lambda: done > 0, lambda: QTimer.singleShot(UNDER_WAY_MS, lambda: bare(page)))

    def bare(page: ReviewView) -> None:
        area = QAbstractScrollArea()
        area.resize(page.grid.size())
        area.verticalScrollBar().setRange(0, page.grid.verticalScrollBar().maximum())
        area.show()

        def full(empty: dict[str, float]) -> None:
            area.close()
            scroll(window, page.grid, SCROLLED_S, partial(tell, empty))

        scroll(window, area, BARE_S, full)

    def tell(empty: dict[str, float], grid: dict[str, float]) -> None:
        end(window, {"grid": grid, "empty": empty, "scored": done if window.jobs.current is not None else 0})

    review(window, score)


def memory(window: MainWindow) -> None:
    """Look at places of the grid, at each until its thumbnails have come; note the resident memory."""
    process, chance = psutil.Process(), np.random.default_rng(6)

    def roam(page: ReviewView) -> None:
        before = highest = process.memory_info().rss
        ends = perf_counter() + ROAMED_S
        seen = 0
        timer = QTimer(window)

        def jump() -> None:
            nonlocal highest, seen
            highest = max(highest, process.memory_info().rss)
            if perf_counter() >= ends:
                timer.stop()
                end(window, {"before": before, "highest": highest, "after": process.memory_info().rss, "n": seen})
            elif not page.thumbnails.is_busy:
                seen += 1
                bar = page.grid.verticalScrollBar()
                bar.setValue(int(chance.integers(bar.maximum())))

        timer.timeout.connect(jump)
        timer.start(20)

    review(window, lambda page: at_rest(window, page, lambda: roam(page)))


def huge_picture(window: MainWindow) -> None:
    """Show a picture of many pixels in the grid; note when its thumbnail is there, and the longest gap until then.

    Making the view for the first time is no part of the gap: it is done before anything is read.
    """
    heart = Heart(window)

    def begin() -> None:
        began = perf_counter()
        window.show_view("review")
        heart.start()
        page = window.page
        assert isinstance(page, ReviewView)

        def shown() -> bool:
            table = page.table
            return table is not None and isinstance(page.thumbnails.kept(table.key(0)), Picture)

        when(window, shown, lambda: end(window, {"s": perf_counter() - began, "gap": 1000 * heart.stop()}))

    when(window, lambda: window.context.submission is not None, begin)


# ---- beginning and ending ----


def begin(scene: Callable[[MainWindow], None]) -> None:
    """Let `scene` run when the program starts its event loop."""
    run_loop = QApplication.exec

    def started(application: QApplication) -> int:
        (window,) = (each for each in application.topLevelWidgets() if isinstance(each, MainWindow))
        window.resize(1600, 1000)
        scene(window)
        return run_loop()

    QApplication.exec = started  # type: ignore[assignment,method-assign]  # the one place where the program hands over to Qt


def review(window: MainWindow, then: Callable[[ReviewView], None]) -> None:
    """Show the review; go on when the grid shows every pair."""

    def shown() -> bool:
        page = window.page
        return isinstance(page, ReviewView) and len(page.grid.rows) > 0

    def go_on() -> None:
        page = window.page
        assert isinstance(page, ReviewView)
        then(page)

    when(window, lambda: window.context.submission is not None, lambda: window.show_view("review"))
    when(window, shown, go_on)


def at_rest(window: MainWindow, page: ReviewView, then: Callable[[], None]) -> None:
    """Go on when for a while nothing has been read any more, neither thumbnails nor what else the window asks for."""
    busy = perf_counter()

    def rests() -> bool:
        nonlocal busy
        if page.thumbnails.is_busy or window.context.is_busy:
            busy = perf_counter()
        return perf_counter() - busy > REST_S

    when(window, rests, then)


def when(window: MainWindow, condition: Callable[[], bool], then: Callable[[], None], every_ms: int = 20) -> None:
    """Call `then` once `condition` holds; end the process without an answer where it never does."""
    timer, waited = QTimer(window), perf_counter()

    def look() -> None:
        if condition():
            timer.stop()
            then()
        elif perf_counter() - waited > _LONGEST_WAIT_S:
            QApplication.exit(1)

    timer.timeout.connect(look)
    timer.start(every_ms)


def end(window: MainWindow, found: dict[str, Any]) -> None:
    """Print what was found, and close the window when its job has stopped."""
    print(json.dumps(found), flush=True)
    window.quit_without_asking()
