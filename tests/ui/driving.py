"""A person at the whole program: it is started by `ui.app.main`, and hands press keys and buttons on what is shown.

Only `QApplication.exec` is replaced: it runs the person's steps, each of which lets Qt's own loop turn until what it
waits for is to be seen.
"""

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent, QModelIndex, QPoint, QPointF, Qt, QTimer
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QFileDialog,
    QMenu,
    QWidget,
)
from pytestqt.exceptions import TimeoutError as TimedOutError
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.project import Project
from tests.ui.controls import texts
from tests.ui.keyboard import CTRL, NONE, click, press, type_text
from ui.app import main
from ui.main_window import MainWindow

W = TypeVar("W", bound=QWidget)
PATIENCE_MS = 180_000  # a busy machine measures slowly; what hangs is ended all the same
_MOST_TABS = 120
_MOST_TRIES = 10
_MOTIONS = 8  # Qt takes more than six for a movement


class Person:
    """Sees what is visible, presses keys at what has the focus, and clicks at what can be seen."""

    def __init__(self, window: MainWindow, qtbot: QtBot) -> None:
        self.window = window
        self.qtbot = qtbot

    def wait(self, until: Callable[[], object]) -> None:
        try:
            self.qtbot.waitUntil(lambda: bool(until()), timeout=PATIENCE_MS)
        except TimedOutError as error:
            raise AssertionError(f"{error}; in front: {texts(self.top)}") from None

    # ---- seeing ----

    @property
    def top(self) -> QWidget:
        """The dialog in front, or the window."""
        return QApplication.activeModalWidget() or self.window

    def dialog(self, kind: type[W]) -> W:
        self.wait(lambda: isinstance(self.top, kind) and self.top.isVisible())
        found = self.top
        self.come_forward()
        assert isinstance(found, kind)
        return found

    def come_forward(self) -> None:
        """Give the keys to what is in front, as a window manager does when what was before it is gone."""
        if not self.top.isActiveWindow():
            self.top.activateWindow()
        self.wait(lambda: self.top.isActiveWindow() and QApplication.focusWidget() is not None)

    def named(self, name: str, root: QWidget | None = None) -> QWidget:
        """Return the control of that accessible name that can be seen."""
        where = root or self.top
        found = [each for each in where.findChildren(QWidget) if each.accessibleName() == name and each.isVisible()]
        assert found, f"nothing named {name!r} is to be seen"
        return found[0]

    def button(self, text: str, root: QWidget | None = None) -> QAbstractButton:
        """Return the button whose text begins so."""
        where = root or self.top
        found = [
            each
            for each in where.findChildren(QAbstractButton)
            if each.text().replace("&", "").startswith(text) and each.isVisible()
        ]
        assert found, f"no button {text!r} is to be seen"
        return found[0]

    def wait_for_jobs(self) -> None:
        self.wait(lambda: self.window.jobs.current is None and not self.window.job_strip.isVisible())

    @property
    def done(self) -> int:
        """Return how many samples the job strip says are done; 0 where it does not say."""
        said = " ".join(texts(self.window.job_strip)) if self.window.job_strip.isVisible() else ""
        found = re.search(r"([\d,]+) / [\d,]+", said)
        return int(found[1].replace(",", "")) if found else 0

    # ---- keys ----

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        press(QApplication.focusWidget() or self.top, key, modifiers)

    def write(self, text: str) -> None:
        """Type in place of what the field with the focus holds."""
        self.key(Qt.Key.Key_A, CTRL)
        field = QApplication.focusWidget()
        assert field is not None
        type_text(field, text)

    def tab_to(self, name: str) -> None:
        """Press Tab until the control of that accessible name has the focus."""
        for _ in range(_MOST_TABS):
            focused = QApplication.focusWidget()
            if focused is not None and focused.accessibleName() == name:
                return
            self.key(Qt.Key.Key_Tab)
        raise AssertionError(f"Tab does not reach {name!r}")

    def write_path(self, path: Path) -> None:
        """Answer a file dialog by typing."""
        self.dialog(QFileDialog)
        self.write(str(path))
        self.key(Qt.Key.Key_Return)

    # ---- mouse ----

    def click_item(self, view: QAbstractItemView, index: QModelIndex) -> None:
        view.scrollTo(index)
        at = view.visualRect(index).center()
        click(view.viewport(), at)

    def choose(self, box: QComboBox, text: str) -> None:
        """Open a box and click the row of that text."""
        click(box)
        view = box.view()
        index = box.model().index(box.findText(text), 0)

        def clicked() -> bool:
            # Qt takes no click right after it opened the list: it may be the second half of a double click.
            if view.isVisible():
                self.click_item(view, index)
            return box.currentText() == text

        self.wait(clicked)

    def pick(self, path: Path) -> None:
        """Answer a file dialog, which shows the folder of `path`, by two clicks."""
        dialog = self.dialog(QFileDialog)
        views = [
            each for each in dialog.findChildren(QAbstractItemView) if each.objectName() in {"listView", "treeView"}
        ]
        view = next(each for each in views if each.isVisible())
        model = view.model()

        def places() -> list[QModelIndex]:
            root = view.rootIndex()
            rows = (model.index(row, 0, root) for row in range(model.rowCount(root)))
            return [each for each in rows if each.data() == path.name]

        self.wait(places)
        self.click_item(view, places()[0])
        accept = next(each for each in dialog.findChildren(QAbstractButton) if each.text() in {"&Open", "&Choose"})
        self.wait(accept.isEnabled)
        click(accept)

    def choose_in_menu(self, *texts: str) -> None:
        """Open the window's menu and click through it, until its last line was taken."""
        for _ in range(_MOST_TRIES):
            if self._go_through_menu(texts):
                return
        raise AssertionError(f"the menu takes no click on {' › '.join(texts)}")

    def _go_through_menu(self, texts: Sequence[str]) -> bool:
        """Open the menu and click; Qt runs a loop of its own meanwhile. Return whether the last line was taken."""
        wanted: list[str] = list(texts)
        taken: list[QAction] = []
        watch = QTimer(self.window)

        def click_next() -> None:
            menu = QApplication.activePopupWidget()
            action = _action(menu, wanted[0]) if isinstance(menu, QMenu) and wanted else None
            if isinstance(menu, QMenu) and action is not None:
                at, below = menu.actionGeometry(action).center(), action.menu()
                is_last = len(wanted) == 1
                heard = action.triggered.connect(lambda: taken.append(action)) if is_last else None
                wander(menu, at)
                QTest.mouseClick(menu, Qt.MouseButton.LeftButton, NONE, at)
                if heard is not None and isValid(action):
                    action.triggered.disconnect(heard)
                # Qt takes no click where the menu has just come up under the mouse: then another one is needed.
                if below.isVisible() if isinstance(below, QMenu) else not menu.isVisible():
                    wanted.pop(0)
                    if not wanted:
                        watch.stop()

        watch.timeout.connect(click_next)
        watch.start(20)
        click(self.named("Menu", self.window))
        watch.stop()
        return bool(taken)


def wander(menu: QMenu, to: QPoint) -> None:
    """Move over a menu as a hand does: Qt closes it at a click where the mouse has not moved since it came up."""
    for step in range(_MOTIONS):
        at = QPointF(to + QPoint(step % 2, 0))
        event = QMouseEvent(
            QEvent.Type.MouseMove, at, menu.mapToGlobal(at), Qt.MouseButton.NoButton, Qt.MouseButton.NoButton, NONE
        )
        QApplication.sendEvent(menu, event)


def _action(menu: QMenu, text: str) -> QAction | None:
    return next((each for each in menu.actions() if each.text().startswith(text) and each.isEnabled()), None)


def live(
    steps: Callable[[Person], None],
    qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
    home: Path,
    *arguments: str,
) -> int:
    """Run the program with a person who takes `steps`; return its exit status. Settings and home are of the test."""

    def loop(application: QApplication) -> int:
        (window,) = (
            each for each in application.topLevelWidgets() if isinstance(each, MainWindow) and each.isVisible()
        )
        qtbot.waitExposed(window)
        window.activateWindow()
        person = Person(window, qtbot)
        try:
            steps(person)
        finally:
            for dialog in window.findChildren(QDialog):
                dialog.close()
            window.quit_without_asking()
            person.wait(lambda: not window.isVisible())
            window.deleteLater()
        return 0

    monkeypatch.setenv("GENMU_CONFIG", str(home / "config"))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.chdir(home)
    QFileDialog().setDirectory(str(home))  # Qt opens the next one where the last one was, of another test too
    monkeypatch.setattr(QApplication, "exec", loop)
    return main(arguments)


def stored(folder: Path) -> int:
    """Return how many measurements a project holds."""
    with Project.open(folder, "read") as project:
        rows = project.store.read(lambda db: list(db.query("SELECT count(*) AS n FROM result")))
        return int(rows[0]["n"])
