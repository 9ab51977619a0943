"""An annotator at the window of a pack: presses real keys, sees what is shown, and waits for it."""

import json
from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.labelling.packs import journal_path
from tests.ui.controls import texts
from tests.ui.keyboard import NONE, press, type_text
from ui.labelling.session import LabelSession
from ui.pack_window import PackWindow

RETURN, ESC = Qt.Key.Key_Return, Qt.Key.Key_Escape


class Annotator:
    """Works on one pack at a time."""

    def __init__(self, window: PackWindow, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()))

    @property
    def session(self) -> LabelSession:
        session = self.window.desk.session
        assert session is not None
        return session

    @property
    def screen(self) -> QWidget | None:
        return self.window.screens.currentWidget()

    def is_at(self, screen: str) -> bool:
        """Whether the desk shows the item, its feedback, instructions, a break or the end."""
        return self.session.screen == screen

    def text(self) -> str:
        """Return what can be read."""
        return "\n".join(texts(self.window))

    def button(self, name: str) -> QPushButton:
        found = [each for each in self.window.findChildren(QPushButton) if each.accessibleName() == name]
        (button,) = (each for each in found if each.isVisible())
        return button

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        press(QApplication.focusWidget() or self.window, key, modifiers)

    # ---- the work ----

    def open(self, pack: Path) -> None:
        """Open a pack, up to its instructions or its item."""
        self.window.open(pack)
        self.wait(lambda: self.screen is not self.window.wait)
        assert self.screen is self.window.desk, self.text()

    def begin(self) -> None:
        """Read the instructions where they are shown, and see the first item."""
        if self.session.screen == "instructions":
            self.key(RETURN)
        self.settle()

    def settle(self) -> None:
        """Wait until all is written, and what is shown is seen."""
        session = self.session
        still = {"instructions", "break", "finished"}
        self.wait(lambda: not session.pen.is_busy and (session.is_seen or session.screen in still))

    def press(self, digits: str) -> None:
        """Press keys of answers, each when the one before is kept."""
        for digit in digits:
            type_text(QApplication.focusWidget() or self.window, digit)
            self.settle()

    def finish(self) -> None:
        """Answer one item after another, until everything is answered: yes and no in turn."""
        while self.session.screen != "finished":
            if self.session.screen == "item":
                self.press("12"[self.session.place % 2])
            else:
                self.key(RETURN)
                self.settle()

    def drop(self, *paths: Path) -> None:
        """Drop files on the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
        action, button = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton
        enters = QDragEnterEvent(QPoint(100, 100), action, data, button, NONE)
        QApplication.sendEvent(self.window, enters)
        assert enters.isAccepted()
        QApplication.sendEvent(self.window, QDropEvent(QPoint(100, 100), action, data, button, NONE))


def events(pack: Path) -> list[dict[str, object]]:
    """Return what the journal beside a pack holds, without its head."""
    lines = journal_path(pack).read_text(encoding="utf-8").splitlines()[1:]
    return [json.loads(line) for line in lines]
