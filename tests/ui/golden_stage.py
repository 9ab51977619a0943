"""The window as golden pictures are taken of it: one size, nothing in focus, everything asked for answered, at rest."""

import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event
from typing import NoReturn

import pytest
from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.project import Project
from scoring.errors import UserError
from ui import theme
from ui.main_window import MainWindow
from ui.questions import Questions
from ui.views.review import ReviewView
from ui.views.scores import ScoresView
from ui.widgets.comparisons import ComparisonStore
from ui.widgets.thumbnails import ThumbnailStore

SIZE = (1232, 800)  # of the window: leaves its view about 1100 × 700
WAIT_MS = 60_000  # for workers that start on a busy machine


@dataclass
class Stage:
    """The window and what a scene needs to bring it about. projects : by name, to be copied; "empty" is made."""

    window: MainWindow
    qtbot: QtBot
    patch: pytest.MonkeyPatch
    projects: Mapping[str, Path]
    folder: Path
    is_held: bool = False
    _released: Event = field(default_factory=Event)

    # ---- bringing it about ----

    def open(self, name: str) -> Project:
        """Open a copy of a project for writing."""
        copy = self.folder / "project.genmu"
        shutil.copytree(self.projects[name], copy)
        project = Project.open(copy, "write")
        self.window.context.set_project(project)
        return project

    def review(self) -> ReviewView:
        self.window.show_view("review")
        page = self.window.page
        assert isinstance(page, ReviewView)
        return page

    def scores(self) -> ScoresView:
        self.window.show_view("scores")
        page = self.window.page
        assert isinstance(page, ScoresView)
        return page

    def refuse(self, owner: object, name: str, message: str, hint: str) -> None:
        """Let a question of that name fail."""

        def fail(*_: object, **__: object) -> NoReturn:
            raise UserError(message, hint)

        self.patch.setattr(owner, name, fail)

    def hold(self, owner: object, name: str) -> None:
        """Let a question of that name be answered only after the picture."""
        answer: Callable[..., object] = getattr(owner, name)

        def wait(*arguments: object, **named: object) -> object:
            self._released.wait()
            return answer(*arguments, **named)

        self.patch.setattr(owner, name, wait)
        self.is_held = True

    def release(self) -> None:
        """Let what was held be answered."""
        self._released.set()
        self.is_held = False

    # ---- waiting ----

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()), timeout=WAIT_MS)

    def rest(self) -> None:
        """Wait until nothing is asked, computed or about to happen any more."""
        self.wait(lambda: not self._moves())

    def _moves(self) -> bool:
        window = self.window
        if any(timer.isActive() and timer.isSingleShot() for timer in window.findChildren(QTimer)):
            return True
        if any(each.is_busy for each in window.findChildren(ThumbnailStore)):
            return True
        if any(each.is_busy for each in window.findChildren(ComparisonStore)):
            return True
        return not self.is_held and any(each.is_busy for each in window.findChildren(Questions))

    # ---- the picture ----

    def take(self, scheme: theme.Scheme) -> QImage:
        """Return the view and what is docked to it in a theme, once it looks the same twice."""
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        if theme.scheme() != scheme:
            theme.apply(application, scheme)
        self.rest()
        self.window.notices.clear()
        self._take_mouse_away()
        taken = [QImage()]

        def is_still() -> bool:  # is asked again only after Qt has laid out, and deleted, what was left for later
            taken.append(self._grab())
            return taken[-1] == taken[-2] and not self._moves()

        self.wait(is_still)
        return taken[-1]

    def _take_mouse_away(self) -> None:
        """Let nothing look as if the mouse were over it: another test may have left it there."""
        for widget in self.window.findChildren(QWidget):
            if widget.testAttribute(Qt.WidgetAttribute.WA_UnderMouse):
                widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
                widget.update()

    def _grab(self) -> QImage:
        window, page = self.window, self.window.page
        area = QRect()
        for each in (page, *(dock for dock in page.docks() if dock.isVisible())):
            area |= QRect(each.mapTo(window, each.rect().topLeft()), each.size())
        return window.grab(area).toImage()
