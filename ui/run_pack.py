"""From nothing to the window of a blind pack: nothing of projects and other views is loaded."""

import gc
from pathlib import Path

from PySide6.QtCore import QTimer

from genmu_studio.memory import Memory
from genmu_studio.settings import Settings
from ui.notices import Notice
from ui.pack_window import PackWindow
from ui.running import keep_dressed, signals, the_application, uncaught_errors


def run_pack(path: Path) -> int:
    """Show the window with a pack until it is closed; return the exit status."""
    application = the_application()
    settings = Settings()
    keep_dressed(application, settings)
    window = PackWindow(settings, Memory())
    window.open(path)
    if settings.notice:
        window.notices.show_notice(Notice("warning", settings.notice))
    with signals(window), uncaught_errors(window):
        window.show()
        QTimer.singleShot(0, _collect_garbage_from_now)
        return int(application.exec())


def _collect_garbage_from_now() -> None:
    """Let the collector look at what is made from now on: `ui.app.main` put it off, and what is there now stays."""
    gc.freeze()
    gc.enable()
