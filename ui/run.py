"""From nothing to the main window that runs, and to its end."""

import gc
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer

from genmu_studio.memory import Memory
from genmu_studio.settings import Settings
from ui.main_window import MainWindow
from ui.notices import Notice
from ui.running import keep_dressed, signals, the_application, uncaught_errors

_NEVER = 2**30


def run(paths: list[Path]) -> int:
    """Show the window until it is closed; return the exit status."""
    application = the_application()
    settings, memory = Settings(), Memory()
    keep_dressed(application, settings)
    window = MainWindow(settings, memory)
    if settings.notice:
        window.notices.show_notice(Notice("warning", settings.notice))
    with signals(window), uncaught_errors(window):
        window.show()
        if paths:
            QTimer.singleShot(0, lambda: window.commands.take(paths))
        QTimer.singleShot(0, partial(_collect_garbage_from_now, window))
        status = int(application.exec())
        window.jobs.close()
        window.context.close()
    return status


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
