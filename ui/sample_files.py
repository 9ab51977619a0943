"""The files of samples, handed to the rest of the system: copied, shown in their folder, opened by another program."""

import subprocess
import sys
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QClipboard, QDesktopServices, QGuiApplication, QImage

from scoring.errors import UserError

_COPIED: list[str] = []  # the text that was copied last


def copy_text(text: str) -> None:
    """Put a text on the clipboard."""
    _COPIED[:] = [text]
    QGuiApplication.clipboard().setText(text)


def copy_image(image: QImage) -> None:
    """Put a picture on the clipboard."""
    QGuiApplication.clipboard().setImage(image)


def reveal(path: Path) -> None:
    """Show a file in the file manager; UserError where it is gone."""
    _require(path)
    if sys.platform == "darwin":
        subprocess.Popen(["/usr/bin/open", "-R", str(path)])  # noqa: S603 - a path as one argument, no shell
    elif sys.platform == "win32":
        subprocess.Popen(["explorer", f"/select,{path}"])  # noqa: S603, S607 - the system's own, no shell
    else:  # no common way to mark the file: its folder has to do
        _open(path.parent)


def open_externally(path: Path) -> None:
    """Open a file in the program that the system has for it; UserError where it is gone or there is none."""
    _require(path)
    _open(path)


def _require(path: Path) -> None:
    if not path.is_file():
        raise UserError(f"{path.name} is not there any more", f"It was at {path}.")


def _open(path: Path) -> None:
    if not QDesktopServices.openUrl(QUrl.fromLocalFile(str(path))):
        raise UserError(f"no program was found to open {path.name}", "The path can be copied instead.")


def forget_copies() -> None:
    """Clear what this program put on the clipboard: it may be a path, which tells whose the sample is."""
    clipboard = QGuiApplication.clipboard()
    copied, _COPIED[:] = list(_COPIED), []
    if clipboard.ownsClipboard() or clipboard.text() in copied:  # not every system says whose it is
        clipboard.clear(QClipboard.Mode.Clipboard)
    if clipboard.supportsSelection() and clipboard.ownsSelection():
        clipboard.clear(QClipboard.Mode.Selection)
