"""What every window needs while it runs: the dressed application, signals of the system, errors nobody caught."""

import signal
import socket
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from types import TracebackType

from PySide6.QtCore import QObject, QSocketNotifier, Signal
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from genmu_studio.settings import Settings
from ui import theme
from ui.studio_window import StudioWindow, open_windows, somebody_labels


def the_application() -> QApplication:
    """Return the application, made where it is not there yet."""
    application = QApplication.instance()
    if not isinstance(application, QApplication):
        application = QApplication(sys.argv[:1])
    application.setApplicationName("Genmu Studio")
    application.setDesktopFileName("genmu-studio")
    theme.load_font()
    return application


def keep_dressed(application: QApplication, settings: Settings) -> None:
    """Give the application the theme and font that the settings say, now and when they change."""
    dress(application, settings)
    settings.subscribe(lambda key: dress(application, settings) if key.startswith("appearance.") else None)


def dress(application: QApplication, settings: Settings) -> None:
    """Give the application the theme and font that the settings say."""
    theme.apply(application, settings.text("appearance.theme"), settings.text("appearance.font"))


@contextmanager
def signals(window: StudioWindow) -> Iterator[None]:
    """Let SIGTERM and Ctrl+C close every window as a person would, without a question.

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
    before = {number: signal.signal(number, lambda *_: _quit(window)) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(before_fd)
        notifier.setEnabled(False)
        reader.close()
        writer.close()


def _quit(window: StudioWindow) -> None:
    for each in {window, *open_windows()}:
        if isValid(each):
            each.quit_without_asking()


class _Reporter(QObject):
    """Takes reports of errors from any thread to the GUI thread, and there to the window in front."""

    reported = Signal(object, str)

    def __init__(self, window: StudioWindow) -> None:
        super().__init__()
        self._window = window
        self.reported.connect(self._show)

    def _show(self, error: BaseException, report: str) -> None:
        window = next(iter(open_windows()), self._window)
        if isValid(window):
            window.show_error(error, report)


@contextmanager
def uncaught_errors(window: StudioWindow) -> Iterator[None]:
    """Show errors that nobody caught as a banner with a report to copy; the program goes on."""
    reporter = _Reporter(window)

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        # While somebody labels, what an error says may tell whose sample it was about: where it happened does not.
        lines = [f"{kind.__name__}\n", *traceback.format_tb(trace)] if somebody_labels() else ()
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
