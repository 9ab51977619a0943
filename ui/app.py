"""Start the window: `main([PROJECT])`. Nothing of Qt is imported at module level, because spawned workers import it."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from genmu_studio.project import Project
from scoring.errors import UserError

EXIT_USER_ERROR = 1


def main(arguments: Sequence[str] | None = None) -> int:
    """Open the window, with the project at `arguments[0]` where one is given; return the exit status.

    Wrong usage ends in SystemExit(2).
    """
    parser = ArgumentParser("genmu-studio", description="Open the window, with a project where one is named.")
    parser.add_argument("project", nargs="?", type=Path, metavar="PROJECT")
    given: Path | None = parser.parse_args(arguments).project
    if not _has_display():
        sys.stderr.write(
            "genmu-studio: there is no display to open a window on\n  genmu --help: the same without one\n"
        )
        return EXIT_USER_ERROR
    try:
        project = Project.open(given) if given else None
    except UserError as error:
        sys.stderr.write(f"genmu-studio: {error.message}\n" + (f"  {error.hint}\n" if error.hint else ""))
        return EXIT_USER_ERROR
    try:
        return _show(project)
    finally:
        if project is not None:
            project.close()


def _has_display() -> bool:
    """Whether Qt would find a screen: without one it ends the whole process with an abort."""
    if not sys.platform.startswith("linux") or os.environ.get("QT_QPA_PLATFORM", "").startswith(("offscreen", "vnc")):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _show(project: Project | None) -> int:
    from PySide6.QtWidgets import QApplication  # noqa: PLC0415 - see the top of the module

    from ui.main_window import MainWindow  # noqa: PLC0415

    application = QApplication.instance() or QApplication(sys.argv[:1])
    application.setApplicationName("Genmu Studio")
    window = MainWindow(project)
    window.show()
    return int(application.exec())


if __name__ == "__main__":
    sys.exit(main())
