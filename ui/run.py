"""From nothing to a running window: application, theme, signals of the system, errors nobody caught."""

import gc
import signal
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QObject, QSocketNotifier, QTimer, Signal
from PySide6.QtWidgets import QApplication

from genmu_studio.memory import Memory
from genmu_studio.settings import Settings
from ui import theme
from ui.main_window import MainWindow
from ui.notices import Notice

_NEVER = 2**30


def run(paths: list[Path]) -> int:
    """Show the window until it is closed; return the exit status."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Genmu Studio")
    application.setDesktopFileName("genmu-studio")
    settings, memory = Settings(), Memory()
    theme.load_font()
    dress(application, settings)
    window = MainWindow(settings, memory)
    settings.subscribe(lambda key: dress(application, settings) if key.startswith("appearance.") else None)
    if settings.notice:
        window.notices.show_notice(Notice("warning", settings.notice))
    with _signals(window), uncaught_errors(window):
        window.show()
        if paths:
            QTimer.singleShot(0, lambda: window.commands.take(paths))
        QTimer.singleShot(0, partial(_collect_garbage_from_now, window))
        status = int(application.exec())
        window.jobs.close()
        window.context.close()
    return status


def dress(application: QApplication, settings: Settings) -> None:
    """Give the application the theme and font that the settings say."""
    theme.apply(application, settings.text("appearance.theme"), settings.text("appearance.font"))


def _collect_garbage_from_now(window: MainWindow) -> None:
    """Let the collector look at what is made from now on: `ui.app.main` put it off, and what is there now stays.

    What has grown old is looked through when a job has ended or another project is opened, not in between: of 100,000
    pairs that is so much that every thread would stand still for a quarter of a second. Nor is what a job has made
    ready before it does anything.
    """
    gc.freeze()
    young, younger, _ = gc.get_threshold()
    gc.set_threshold(young, younger, _NEVER)
    gc.enable()
    window.jobs.progressed.connect(lambda progress: None if progress.done else gc.freeze())
    window.jobs.ended.connect(lambda _: _collect_all())
    window.context.project_changed.connect(lambda *_: gc.collect())


def _collect_all() -> None:
    gc.unfreeze()
    gc.collect()
    gc.freeze()


@contextmanager
def _signals(window: MainWindow) -> Iterator[None]:
    """Let SIGTERM and Ctrl+C close the window as a person would, without a question.

    Python runs signal handlers only between its own instructions, which a waiting event loop does not execute: the
    wake-up socket makes Qt run some.
    """
    reader, writer = socket.socketpair()
    for end in (reader, writer):
        end.setblocking(False)
    notifier = QSocketNotifier(reader.fileno(), QSocketNotifier.Type.Read)

    def drain() -> None:
        with suppress(BlockingIOError):
            reader.recv(4096)

    notifier.activated.connect(drain)
    before_fd = signal.set_wakeup_fd(writer.fileno())
    before = {
        number: signal.signal(number, lambda *_: window.quit_without_asking())
        for number in (signal.SIGINT, signal.SIGTERM)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_fd)
        notifier.setEnabled(False)
        reader.close()
        writer.close()


class _Reporter(QObject):
    """Takes reports of errors from any thread to the GUI thread."""

    reported = Signal(object, str)


@contextmanager
def uncaught_errors(window: MainWindow) -> Iterator[None]:
    """Show errors that nobody caught as a banner with a report to copy; the program goes on."""
    reporter = _Reporter()
    reporter.reported.connect(window.show_error)

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        # While somebody labels, what an error says may tell whose sample it was about: where it happened does not.
        lines = [f"{kind.__name__}\n", *traceback.format_tb(trace)] if window.blind else ()
        report = "".join(lines or traceback.format_exception(kind, error, trace))
        sys.stderr.write(report)
        reporter.reported.emit(error, report)

    def thread_hook(given: threading.ExceptHookArgs) -> None:
        if given.exc_value is not None:
            hook(given.exc_type, given.exc_value, given.exc_traceback)

    before, before_thread = sys.excepthook, threading.excepthook
    sys.excepthook, threading.excepthook = hook, thread_hook
    try:
        yield
    finally:
        sys.excepthook, threading.excepthook = before, before_thread
