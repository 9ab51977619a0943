"""From start to end in a process of its own: signals, exit status, what is imported; errors nobody caught."""

import gc
import os
import shutil
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from genmu_studio.jobs import Cancellation, Progress
from tests.ui.blank import BLANK_VIEWS
from tests.ui.keyboard import click
from ui import app
from ui.app import main
from ui.main_window import MainWindow
from ui.run import _collect_garbage_from_now
from ui.running import uncaught_errors
from ui.views import ViewRow

HEAVY = ["torch", "onnxruntime", "speechbrain", "parselmouth", "cv2", "sklearn", "pyarrow", "insightface"]
CHECKOUT = Path(__file__).resolve().parents[2]
START = """
import os, signal, sys, threading
from functools import partial
from PySide6.QtCore import QTimer
import ui.run
from tests.ui.blank import BLANK_VIEWS
from ui.app import main

class Window(ui.run.MainWindow):
    def showEvent(self, event):
        super().showEvent(event)
        QTimer.singleShot(0, partial(DO, self))

def wait(on_progress, cancellation):
    stop = threading.Event()
    cancellation.on_request(stop.set)
    begun.set()
    stop.wait()

def kill(window):
    os.kill(os.getpid(), signal.SIGTERM)

def kill_at_work(window):
    window.jobs.run("Waiting", wait)
    begun.wait()
    kill(window)

begun = threading.Event()
ui.run.MainWindow = partial(Window, views=BLANK_VIEWS)
"""


def started(code: str, folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    script = f"{START}\n{code}\nsys.exit(main({list(arguments)!r}))\n"
    home = {"GENMU_CONFIG": str(folder / "config"), "QT_QPA_PLATFORM": "offscreen", "PYTHONPATH": str(CHECKOUT)}
    return subprocess.run(
        [sys.executable, "-c", script], cwd=folder, env={**os.environ, **home},
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize("do", ["kill", "kill_at_work", "lambda window: window.close()"])
def test_the_program_ends_well_without_a_question(tmp_path: Path, do: str) -> None:
    ended = started(f"DO = {do}", tmp_path)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert (tmp_path / "config" / "window.json").is_file()


def test_opening_the_window_imports_no_heavy_library(tmp_path: Path) -> None:
    code = f"""
def look(window):
    print(sorted(set({[*HEAVY, "scipy"]!r}) & set(sys.modules)))
    window.close()
DO = look
ui.run.MainWindow = Window  # with its real views
"""
    ended = started(code, tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "[]\n", "")


def test_looking_at_a_project_imports_no_model_library(scored_folder: Path, tmp_path: Path) -> None:
    code = f"""
def look(window):
    names = iter(window.pages.views)
    timer = QTimer(window)

    def go_on():
        if window.context.submission is None or window.context.is_busy:
            return
        name = next(names, None)
        if name is not None:
            window.show_view(name)
        else:
            timer.stop()
            print(sorted(set({HEAVY!r}) & set(sys.modules)))
            window.close()

    timer.timeout.connect(go_on)
    timer.start(20)

DO = look
ui.run.MainWindow = Window  # with its real views
"""
    shutil.copytree(scored_folder, tmp_path / "project.genmu")
    ended = started(code, tmp_path, str(tmp_path / "project.genmu"))
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "[]\n", "")


def test_damaged_settings_are_told_and_put_aside(tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.json").write_text("{")
    code = """
def look(window):
    QTimer.singleShot(0, lambda: (print(window.notices.notices[0].text), window.close()))
DO = look
"""
    ended = started(code, tmp_path)
    assert ended.returncode == 0
    assert "put aside as settings.unreadable.json" in ended.stdout


def test_a_change_of_theme_in_the_settings_shows_at_once(tmp_path: Path) -> None:
    code = """
def look(window):
    from ui import theme
    before = theme.scheme()
    window.settings.set("appearance.theme", "light")
    window.settings.set("appearance.font", "system")
    print(before, theme.scheme())
    window.close()
DO = look
"""
    ended = started(code, tmp_path)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "dark light\n", "")


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["--help"], 0, "usage: genmu-studio"),
        (["--colour"], 2, "usage: genmu-studio"),
        (["gone"], 1, "nothing at gone"),
    ],
)
def test_the_command_line_without_a_window(
    arguments: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status
    captured = capsys.readouterr()
    assert said in captured.out + captured.err


def test_without_a_display_it_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(app, "has_display", lambda: False)
    assert main([]) == 1
    assert "no display" in capsys.readouterr().err


# ---- errors nobody caught -------------------------------------------------------------------------------------------


@pytest.fixture
def views() -> tuple[ViewRow, ...]:
    return BLANK_VIEWS


def report_of(window: MainWindow) -> str:
    (button,) = [each for each in window.notices.findChildren(QAbstractButton) if each.text() == "Copy details"]
    click(button)
    return QGuiApplication.clipboard().text()


def test_an_error_in_a_slot_becomes_a_report_to_copy(
    window: MainWindow, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise ZeroDivisionError("in a slot")

    with uncaught_errors(window):
        QTimer.singleShot(0, fail)
        qtbot.waitUntil(lambda: bool(window.notices.notices))
    assert "ZeroDivisionError: in a slot" in report_of(window)
    assert "ZeroDivisionError" in window.notices.notices[0].text
    assert "in a slot" in capsys.readouterr().err


def test_an_error_in_a_thread_becomes_a_report_to_copy(
    window: MainWindow, qtbot: QtBot, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail() -> None:
        raise LookupError("in a thread")

    hook = threading.excepthook
    with uncaught_errors(window):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
        qtbot.waitUntil(lambda: bool(window.notices.notices))
    assert threading.excepthook is hook
    assert "LookupError: in a thread" in report_of(window)


@pytest.fixture
def thresholds() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


class Node:
    """Refers to itself: only the collector finds it when nobody else refers to it."""

    def __init__(self) -> None:
        self.itself = self


def test_old_garbage_is_looked_for_when_a_job_has_ended(window: MainWindow, qtbot: QtBot, thresholds: None) -> None:
    _collect_garbage_from_now(window)
    node = Node()
    gone = weakref.ref(node)
    gc.collect()  # it grows old
    del node
    for _ in range(100):
        gc.collect(1)
    assert gone() is not None
    assert gc.get_threshold()[2] > 10**6  # and nothing else would ever look
    with qtbot.waitSignal(window.jobs.ended):
        window.jobs.run("Nothing", lambda on_progress, cancellation: None)
    assert gone() is None


def test_what_a_job_made_ready_is_not_looked_through(window: MainWindow, qtbot: QtBot, thresholds: None) -> None:
    _collect_garbage_from_now(window)
    seen = threading.Event()
    planned: list[dict[int, Node]] = []
    frozen: list[bool] = []

    def work(on_progress: Callable[[Progress], None], cancellation: Cancellation) -> None:
        planned.append({number: Node() for number in range(100)})
        on_progress(Progress("loading the model", 0, 100))
        seen.wait()

    def look(progress: Progress) -> None:
        frozen.append(not any(each is planned[0] for each in gc.get_objects()))
        seen.set()

    window.jobs.progressed.connect(look)
    with qtbot.waitSignal(window.jobs.ended):
        window.jobs.run("Planning", work)
    assert frozen[-1]
