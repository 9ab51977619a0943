"""Hands and eyes at the results of a campaign: they are waited for, read, and pressed as a person would."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from genmu_studio.labelling.findings import CampaignLabels
from genmu_studio.labelling.results.campaign import CampaignResults
from genmu_studio.project import Project
from genmu_studio.settings import Settings
from tests.ui.keyboard import NONE
from tests.ui.keyboard import press as press_at
from ui.actions import ACTIONS, Actions
from ui.context import Context
from ui.keys import KeyRouter
from ui.widgets.label_results.page import LabelResults
from ui.widgets.label_results.part import ResultPart
from ui.widgets.label_results.table import ResultTable, titles_of

WAIT_MS = 20_000


class Desk(QWidget):
    """A window with the page and the real router of keys, wired as the label view wires it."""

    def __init__(self, qtbot: QtBot, folder: Path, settings: Settings, mode: str = "write") -> None:
        super().__init__()
        self.qtbot = qtbot
        self.context = Context(self)
        self.errors: list[BaseException] = []
        self.asked: list[tuple[str, object]] = []
        self.left = 0
        self.context.failed.connect(self.errors.append)
        project = Project.open(folder, "write" if mode == "write" else "read")
        self.context.set_project(project)
        self.table = Actions(ACTIONS, settings, self)
        self.page = LabelResults(self.context, self.table)
        self.page.asked.connect(lambda view, request: self.asked.append((view, request)))
        self.page.left.connect(self._leave)
        QVBoxLayout(self).addWidget(self.page)
        self._router = KeyRouter(self, self._act)
        self.resize(1200, 800)

    def _leave(self) -> None:
        self.left += 1

    def _act(self, keys: str) -> bool:
        if self.page.take_keys(keys):
            return True
        name = self.table.named_by(keys, "label")
        return name is not None and self.page.act(name)

    @property
    def project(self) -> Project:
        project = self.context.project
        assert project is not None
        return project

    # ---- waiting ----

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()), timeout=WAIT_MS)

    def rest(self) -> None:
        """Wait until everything that was asked has been answered."""
        self.wait(lambda: not (self.page.reading.is_reading or self.context.is_busy or self._is_writing))

    @property
    def _is_writing(self) -> bool:
        pen = self.page.adjudication.deciding.pen
        return pen is not None and pen.is_writing

    def open(self, campaign: str = "faces-2026") -> "Desk":
        """Show a campaign, everything read."""
        self.page.show_campaign(campaign)
        self.show()
        self.qtbot.waitExposed(self)
        self.activateWindow()
        self.rest()
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)
        QApplication.processEvents()
        return self

    def turn_to(self, part: ResultPart) -> None:
        """Bring a section to the front, as a click on its tab does, and give it the keys."""
        self.page.tabs.setCurrentWidget(part)
        self.rest()
        self.page.setFocus(Qt.FocusReason.OtherFocusReason)
        self.wait(lambda: part.isAncestorOf(QApplication.focusWidget() or self))

    # ---- hands ----

    def key(self, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        for key in keys:
            press_at(QApplication.focusWidget() or self.page, key, modifiers)

    # ---- eyes ----

    @property
    def results(self) -> CampaignResults:
        read = self.page.reading.read
        assert read is not None
        return read.results

    def labels(self, campaign: str = "faces-2026") -> CampaignLabels:
        """Return the labels as the project holds them."""
        room = self.project.labelling
        return room.labels(room.campaign(campaign))


def cells(table: ResultTable[Any]) -> list[dict[str, str]]:
    """Return the texts of a table, by title."""
    model, titles = table.results, titles_of(table.results)
    return [
        {title: str(model.data(model.index(row, column))) for column, title in enumerate(titles)}
        for row in range(model.rowCount())
    ]


@contextmanager
def desk_at(qtbot: QtBot, folder: Path, settings: Settings, mode: str = "write") -> Iterator[Desk]:
    """Yield the desk on a project; in the end nothing of it is left."""
    desk = Desk(qtbot, folder, settings, mode)
    try:
        yield desk
    finally:
        desk.hide()
        desk.context.close()
        desk.deleteLater()
        qtbot.waitUntil(lambda: not isValid(desk), timeout=WAIT_MS)
