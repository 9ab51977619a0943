"""A new campaign: from a form or a file, with a live preview of what it comes to; kept, or saved as a file first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QStackedWidget,
    QVBoxLayout,
)
from shiboken6 import isValid

from genmu_studio.labelling.campaign_text import campaign_text
from genmu_studio.labelling.campaigns import Campaign, PlannedCampaign
from genmu_studio.writing import write_atomically
from scoring.errors import UserError
from ui.dialogs.campaign_form import CampaignForm
from ui.dialogs.campaign_preview import CampaignPreview
from ui.dialogs.dialog import Dialog, push_button
from ui.main_window import MainWindow
from ui.theme import GRID_PX
from ui.widgets.basics import Card, label
from ui.widgets.path_field import PathField

T = TypeVar("T")
SIZE = QSize(1060, 700)
_AFTER_TYPING_MS = 300
_SOURCE = "the form"


class CampaignDialog(Dialog):
    """Plans off the GUI thread after each change. `made` carries the name of the campaign that was kept."""

    made = Signal(str)

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window, "New campaign", SIZE)
        project = window.context.project
        assert project is not None  # noqa: S101 - the button is disabled without a project
        self._project = project
        self._number = 0
        self._planned: PlannedCampaign | None = None
        self.by_form, self.by_file = QPushButton("Fill in a form"), QPushButton("Take a campaign file")
        self.form = CampaignForm(project.submissions())
        self.file = PathField("Campaign file", "A campaign in TOML, with gold and training where there are any", "file",
                              "Campaigns (*.toml)")  # fmt: skip
        self.preview = CampaignPreview()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_AFTER_TYPING_MS)
        self._timer.timeout.connect(self._plan)
        self._lay_out()
        self._save = push_button(
            "Save as file…", "Write it down, to be filled in an editor or used again", self.save_as
        )
        self._keep = push_button("Make campaign", "Keep it with its queues (Enter)", self.keep, primary=True)
        self.add_foot(self.close_button("Cancel"), self._save, self._keep)
        self.by_form.toggled.connect(lambda _: self._turn())
        self.form.changed.connect(self._change)
        self.file.changed.connect(self._change)
        self._turn()
        self.form.name.setFocus()
        self.form.name.selectAll()

    def _lay_out(self) -> None:
        choice = QHBoxLayout()
        group = QButtonGroup(self)
        for button, tip in ((self.by_form, "Everything but gold and training"), (self.by_file, "Everything it says")):
            button.setAccessibleName(button.text())
            button.setToolTip(tip)
            button.setCheckable(True)
            button.setAutoDefault(False)
            group.addButton(button)
            choice.addWidget(button)
        self.by_form.setChecked(True)
        choice.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setWidget(self.form)
        of_file = Card()
        of_file.body.addWidget(label("A template with every setting is written by “Write a template…”.", "muted"))
        of_file.body.addWidget(self.file)
        of_file.body.addStretch(1)
        self._sources = QStackedWidget()
        self._sources.addWidget(area)
        self._sources.addWidget(of_file)
        left = QVBoxLayout()
        left.setSpacing(GRID_PX)
        left.addLayout(choice)
        left.addWidget(self._sources, 1)
        card = Card("What it comes to")
        card.body.addWidget(self.preview, 1)
        beside = QHBoxLayout()
        beside.setSpacing(2 * GRID_PX)
        beside.addLayout(left, 3)
        beside.addWidget(card, 2)
        self.body.addLayout(beside, 1)

    # ---- planning ----

    def _turn(self) -> None:
        self._sources.setCurrentIndex(0 if self.by_form.isChecked() else 1)
        self._change()

    def _change(self) -> None:
        """Keep nothing that has not been shown first."""
        self._planned = None
        self._number += 1
        self.say_error(None)
        for button in (self._save, self._keep):
            button.setEnabled(False)
        missing = self._missing()
        if missing:
            self._timer.stop()
            self.preview.ask_for(missing)
        else:
            self.preview.wait()
            self._timer.start()

    def _missing(self) -> str:
        if self.by_file.isChecked():
            return "" if self.file.path is not None else "Choose a campaign file."
        data = self.form.data()
        head = data["campaign"]
        assert isinstance(head, dict)  # noqa: S101 - the form's own
        wanted = {"name": "Name the campaign.", "questions": "Tick questions.", "annotators": "Name annotators."}
        return next((text for field, text in wanted.items() if not head[field]), "")

    def _plan(self) -> None:
        room = self._project.labelling
        if self.by_file.isChecked():
            path = self.file.path or Path()
            question = partial(room.plan, path)
        else:
            question = partial(room.plan_data, self.form.data(), _SOURCE, self.form.folder)
        self.studio.context.ask(partial(_attempt, question), partial(self._take, self._number))

    def _take(self, number: int, planned: PlannedCampaign | UserError) -> None:
        if not isValid(self) or number != self._number:
            return
        if isinstance(planned, UserError):
            self.preview.show_error(_of_form(planned) if self.by_form.isChecked() else planned)
            return
        self._planned = planned
        self.preview.show_preview(planned.preview)
        for button in (self._save, self._keep):
            button.setEnabled(True)

    # ---- keeping ----

    def keep(self) -> None:
        """Keep the campaign that is shown."""
        if self._planned is not None:
            self._keep.setEnabled(False)
            question = partial(_attempt, partial(self._project.labelling.keep, self._planned))
            self.studio.context.ask(question, self._end)

    def _end(self, kept: Campaign | UserError) -> None:
        if not isValid(self):
            return
        if isinstance(kept, UserError):
            self.say_error(kept)
            self._keep.setEnabled(self._planned is not None)
            return
        self.accept()
        self.made.emit(kept.name)

    def save_as(self) -> None:
        """Ask where to, and write what is shown as a campaign file."""
        dialog = QFileDialog(self, "Save the campaign as")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(["Campaigns (*.toml)"])
        dialog.setDefaultSuffix("toml")
        own = self.form.own.path if self.by_form.isChecked() else self.file.path
        dialog.setDirectory(str(own.parent if own is not None else self._project.folder.parent))
        dialog.selectFile("campaign.toml")
        dialog.fileSelected.connect(lambda path: self._write(Path(path)))
        dialog.open()

    def _write(self, path: Path) -> None:
        if self._planned is None:
            return
        folder = self.form.folder if self.by_form.isChecked() else (self.file.path or Path()).parent
        names = [each for each in self._planned.file.campaign.questions if each.endswith(".toml")]
        if names and folder.absolute() != path.absolute().parent:
            self.say_error(UserError(f"{names[0]} lies in {folder}", "Save the campaign beside it: it names it."))
            return
        text = campaign_text(self._planned.file).encode()
        self.studio.context.ask(
            partial(_attempt, partial(write_atomically, path, text)), partial(self._say_saved, path)
        )

    def _say_saved(self, path: Path, error: UserError | None) -> None:
        if not isValid(self):
            return
        self.say_error(error)
        if error is None:
            self.preview.note(f"Saved as {path}.")


def _of_form(error: UserError) -> UserError:
    """Return what is wrong without the words about files, for who has none before the eyes."""
    message = error.message.removeprefix(f"{_SOURCE}: ").removeprefix("campaign: ")
    return UserError(message, "" if message != error.message else error.hint)


def _attempt(question: Callable[[], T]) -> T | UserError:
    """Return the answer, or what a person can put right."""
    try:
        return question()
    except UserError as error:
        return error
