"""Hands and eyes at the audit room: it is waited for, walked, decided in and read as by a person."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QLabel, QMessageBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from genmu_studio.domain import SubmissionRow
from genmu_studio.project import Project
from tests.core import world
from tests.ui.keyboard import NONE, click
from tests.ui.keyboard import press as press_at
from ui.main_window import MainWindow
from ui.models.audit_findings import AuditRow
from ui.views.audit import AuditView

FIRST = "example-lab-face-r1"
SECOND = "second-lab-face-r1"
WAIT_MS = 30_000


def make(folder: Path) -> Path:
    """Return the folder of a closed project of two groups with references and two scored entries.

    Example Lab: identity 1 shows 2, 11 still shows itself. Second Lab forgets both.
    """
    protocol = world.two_groups()
    samples = world.grid(protocol, conditions=4, seeds=2)
    second = {("unlearned", "1"): world.STRANGER, ("unlearned", "11"): world.STRANGER}
    world.write_submission(folder / "first", world.showing(samples, {("unlearned", "1"): "2"}))
    world.write_submission(folder / "second", world.showing(samples, second), team="Second Lab")
    world.write_references(folder / "references", protocol.identities_of("face"))
    with Project.create(folder / "project.genmu", protocol) as project:
        project.intake.references(folder / "references")
        world.take_in(project, folder / "first")
        world.take_in(project, folder / "second")
        world.score_with_fake(project)
    return folder / "project.genmu"


@dataclass
class Room:
    """The window with the audit room in front."""

    window: MainWindow
    qtbot: QtBot

    @property
    def page(self) -> AuditView:
        page = self.window.page
        assert isinstance(page, AuditView)
        return page

    @property
    def project(self) -> Project:
        project = self.window.context.project
        assert project is not None
        return project

    @property
    def submission(self) -> SubmissionRow:
        submission = self.window.context.submission
        assert submission is not None
        return submission

    def wait(self, until: Callable[[], object]) -> None:
        self.qtbot.waitUntil(lambda: bool(until()), timeout=WAIT_MS)

    def rest(self) -> None:
        """Wait until what was asked is answered, and no job runs."""
        self.wait(
            lambda: (
                self.window.jobs.current is None and not self.window.context.is_busy and not self.page.runs.is_running
            )
        )
        QApplication.processEvents()
        self.wait(lambda: not self.window.context.is_busy)

    # ---- hands ----

    def key(self, *keys: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        for key in keys:
            press_at(QApplication.focusWidget() or self.page, key, modifiers)

    def run(self) -> None:
        """Run the checks by their key, and wait for what they find."""
        self.key(Qt.Key.Key_R)
        self.rest()

    def go_to(self, check: str) -> AuditRow:
        """Walk down to the finding of a check."""
        table = self.page.entry.findings.table
        self.key(Qt.Key.Key_Home)
        for _ in range(table.rows.rowCount()):
            row = table.current
            assert row is not None
            if row.outcome is not None and row.outcome.info.id == check:
                return row
            self.key(Qt.Key.Key_Down)
        raise AssertionError(f"no row of {check}: {[each.name for each in self.rows]}")

    def answer(self, button: str) -> QMessageBox:
        """Press a button of the question that is asked."""
        self.wait(lambda: self.window.findChild(QMessageBox, "sign_question") is not None)
        question = self.window.findChild(QMessageBox, "sign_question")
        assert isinstance(question, QMessageBox)
        click(next(each for each in question.findChildren(QPushButton) if each.text().replace("&", "") == button))
        return question

    # ---- eyes ----

    @property
    def rows(self) -> list[AuditRow]:
        model = self.page.entry.findings.model
        return [model.row_at(place) for place in range(model.rowCount())]

    @property
    def raised(self) -> list[str]:
        """The checks of the findings that are listed."""
        return [row.outcome.info.id for row in self.rows if row.kind == "finding" and row.outcome is not None]

    def shown(self, root: QWidget | None = None) -> str:
        """Return every label and button that can be seen."""
        where = root or self.page
        kinds = (QLabel, QPushButton)
        found = [each for each in where.findChildren(QWidget) if isinstance(each, kinds) and each.isVisibleTo(where)]
        return "\n".join(each.text() for each in found)


def enter(window: MainWindow, qtbot: QtBot) -> Room:
    """Show the room, everything read."""
    room = Room(window, qtbot)
    window.activateWindow()
    window.show_view("audit")
    room.rest()
    return room
