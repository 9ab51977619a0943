"""Somebody sits at the desk: the queue is opened off the GUI thread, and the rest of the window is made blind."""

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLayout
from shiboken6 import isValid

from genmu_studio.labelling.campaigns import Campaign
from genmu_studio.labelling.queue import LabelQueue
from genmu_studio.project import Project
from ui.actions import Actions
from ui.context import Context
from ui.labelling.session import LabelSession
from ui.widgets.label.desk import LabelDesk

NO_TITLE = "Labelling"
AFTERWARDS = "Every answer is kept in the project: there is nothing to send."


class LabelSitting(QObject):
    """Opens the desk for an annotator, and closes it. `desk` is None while nobody labels.

    `began` carries the desk and the title of the campaign; `ended` comes when the person has left.
    """

    began = Signal(object, str)
    ended = Signal()
    said = Signal(str)
    unkept = Signal(object)  # notes that could not be kept

    def __init__(self, context: Context, actions: Actions, parent: QObject) -> None:
        super().__init__(parent)
        self._context, self._actions = context, actions
        self._awaited: object = None
        self.desk: LabelDesk | None = None
        context.leaving.connect(self.end)

    def begin(self, campaign: Campaign, annotator: str) -> None:
        """Let an annotator sit down: where the work was left, it goes on."""
        project = self._context.project
        if project is None or self.desk is not None:
            return
        self._awaited = (campaign.name, annotator)
        question: Callable[[], LabelQueue] = partial(project.labelling.queue, campaign, annotator)
        self._context.ask(question, partial(self._open, self._awaited, project, campaign))

    def _open(self, asked: object, project: Project, campaign: Campaign, queue: LabelQueue) -> None:
        if asked is not self._awaited or self.desk is not None:
            return
        self._awaited = None
        head = campaign.file.campaign
        self.desk = LabelDesk(self._actions, self._actions.settings)
        self.desk.setObjectName("desk")
        layout: QLayout | None = self.desk.layout()
        if layout is not None:
            layout.setContentsMargins(0, 0, 0, 0)  # the window has some of its own
        self.desk.left.connect(self.end)
        self.desk.said.connect(self.said)
        self.desk.unkept.connect(self.unkept)
        self.began.emit(self.desk, head.title or NO_TITLE)
        session = LabelSession(queue, campaign.file.pace, self.desk, writable=project.mode == "write")
        self.desk.begin(session, head.title or NO_TITLE, head.instructions, AFTERWARDS)

    def end(self) -> None:
        """Let the person go; what was answered is kept. Nothing where nobody sits there."""
        self._awaited = None
        desk, self.desk = self.desk, None
        if desk is not None and isValid(desk):
            desk.end()
            self.ended.emit()
            desk.hide()
            desk.deleteLater()
