"""The demo project from the window: made by `genmu demo` in a process of its own, since it loads heavy libraries."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFileDialog

from genmu_studio.jobs import Cancellation, Progress
from scoring.errors import UserError
from ui.jobs import Ended

if TYPE_CHECKING:
    from ui.main_window import MainWindow

FOLDER_NAME = "genmu-demo"


def ask_for_demo(window: MainWindow) -> None:
    """Ask for a folder, make the demo in it, and open it."""
    dialog = QFileDialog(window, "Where shall the demo's folder be made?")
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda folder: start_demo(window, Path(folder)))
    dialog.open()


def start_demo(window: MainWindow, parent: Path) -> None:
    """Make the demo in a folder of `parent` as a job of the window, and open it at the end."""
    window.jobs.run("Making the demo", partial(make_demo, parent / FOLDER_NAME), partial(_open, window))


def make_demo(folder: Path, on_progress: Callable[[Progress], None], cancellation: Cancellation) -> Path | None:
    """Make the demo in `folder` and return its project; None where it was cancelled, UserError where it failed."""
    on_progress(Progress("building submissions and scoring them"))
    command = [sys.executable, "-m", "genmu_studio.cli", "demo", "--json", "--", str(folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:  # noqa: S603 - our own module
        cancellation.on_request(process.terminate)
        out, errors = process.communicate()
    if cancellation.requested:
        return None
    if process.returncode != 0:
        first, _, rest = errors.strip().partition("\n")
        raise UserError(f"The demo could not be made: {first.removeprefix('genmu: ')}", rest.strip()[:200], errors)
    return Path(json.loads(out)["project"])


def _open(window: MainWindow, ended: Ended) -> None:
    if isinstance(ended.value, Path) and ended.ending == "finished":
        window.commands.open(ended.value)
